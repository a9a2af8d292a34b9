import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { CONTENT_DEADLINE_MS } from './content-record.ts';
import { cataloniaExample, placeExample, spainExample } from './examples/barcelona-example.ts';
import { destinationItem } from './place-item.ts';
import { placesQuery } from './places-search.ts';

const airport = {
  placeId: 'plc_5A2BCN',
  iataCode: 'BCN',
  name: 'Barcelona–El Prat Airport',
  distanceKm: 12.1,
};

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
  examples: {
    request: { query: 'barce', language: 'en', limit: 5 },
    answer: {
      destinations: [
        {
          ...placeExample,
          ancestors: [spainExample, cataloniaExample],
          parentRegion: cataloniaExample,
          subAreas: [{ placeId: 'plc_6D4GRA', type: 'DISTRICT', name: 'Gràcia', hotelCount: 2 }],
          nearestAirport: airport,
          airports: [airport],
          tourismZones: [{ placeId: 'plc_7Z1CBV', type: 'ZONE', name: 'Costa Brava', hotelCount: 4 }],
          hotelCount: 12,
          boundingBox: { south: 41.317, west: 2.0525, north: 41.4683, east: 2.2283 },
        },
      ],
    },
  },
});

export type PlacesSearchDestinationRequest = z.infer<typeof placesSearchDestination.input>;
export type PlacesSearchDestinationAnswer = z.infer<typeof placesSearchDestination.output>;
