/** The partners' place search, for the dashboard and the CLI. */
import { z } from 'zod';
import { cataloniaExample, placeExample, spainExample } from '../content/examples/barcelona-example.ts';
import { destinationItem } from '../content/place-item.ts';
import { placesQuery } from '../content/places-search.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';

const EXAMPLE: z.input<ReturnType<typeof destinationItem>> = {
  ...placeExample,
  ancestors: [spainExample, cataloniaExample],
  parentRegion: cataloniaExample,
  subAreas: [],
  nearestAirport: null,
  airports: [],
  tourismZones: [],
  hotelCount: 42,
  boundingBox: null,
};

export const searchPlaces = defineOperatorOperation({
  name: 'places/search',
  permission: 'catalogue:view',
  summary: 'Search places as a partner would',
  description:
    'Returns what `/content/hotels/v1/places/search-destination` returns to a partner in this environment, produced by the same code. Each place shows how the query matched it, where it is, its surroundings and its number of hotels.',
  input: placesQuery().extend({ environment: environment() }),
  output: z.strictObject({ places: z.array(destinationItem()).describe('Best first.') }),
  examples: { request: { environment: 'sandbox', query: 'barce' }, answer: { places: [EXAMPLE] } },
});
