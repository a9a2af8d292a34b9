import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { CONTENT_DEADLINE_MS } from './content-record.ts';
import { destinationItem } from './place-item.ts';
import { placesQuery } from './places-search.ts';

export const placesSearchDestination = defineOperation({
  name: 'places-search-destination',
  path: '/content/hotels/v1/places/search-destination',
  scope: 'content:read',
  trafficClass: 'content',
  deadlineMs: CONTENT_DEADLINE_MS,
  summary: 'Search destinations',
  description: `Place search for a destination box. It takes what \`/content/hotels/v1/places/search\` takes and adds the surroundings of each place: sub-areas, parent region, nearest airports, tourism zones and the number of hotels, counted beforehand. The number of hotels may change the order. Nothing found is \`destinations: []\`.`,
  input: placesQuery(),
  output: z.strictObject({ destinations: z.array(destinationItem()).describe('Best first.') }),
});

export type PlacesSearchDestinationRequest = z.infer<typeof placesSearchDestination.input>;
export type PlacesSearchDestinationAnswer = z.infer<typeof placesSearchDestination.output>;
