/** The place search that partners use, for the dashboard and the CLI. */
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
  role: 'read-only',
  summary: 'Search places as a partner does',
  description:
    'What `/content/hotels/v1/places/search-destination` answers a partner of this environment, by the same code: how the query met each place, where it lies, what is around it and how many hotels it has.',
  input: placesQuery().extend({ environment: environment() }),
  output: z.strictObject({ places: z.array(destinationItem()).describe('Best first.') }),
  examples: { request: { environment: 'sandbox', query: 'barce' }, answer: { places: [EXAMPLE] } },
});
