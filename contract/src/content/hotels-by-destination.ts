import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { placeId } from '../shared/ids.ts';
import { destinationChoice, location, radiusMeters } from '../shared/location.ts';
import { stars } from '../shared/lodging.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { rule } from '../shared/rule.ts';
import { choice, countryCode, listCode } from '../shared/values.ts';
import { CATEGORY_CODES, HOTEL_TYPES } from './code-lists.ts';
import {
  CONTENT_DEADLINE_MS,
  DEFAULT_CONTENT_PAGE,
  ETAG_NOTE,
  MAX_CONTENT_PAGE,
  nameLanguage,
  requestedLanguage,
} from './content-record.ts';
import { FACILITY_CODES } from './facility-list.ts';
import { nearbyHotel } from './hotel-record.ts';
import { hotelCount, placeType } from './place-item.ts';

const filters = z
  .strictObject({
    types: z.array(choice(HOTEL_TYPES)).min(1).max(HOTEL_TYPES.length).optional(),
    categoryCodes: z.array(choice(CATEGORY_CODES)).min(1).max(CATEGORY_CODES.length).optional(),
    minStars: stars().optional(),
    maxStars: stars().optional(),
    facilityCodes: z
      .array(choice(FACILITY_CODES))
      .min(1)
      .max(FACILITY_CODES.length)
      .optional()
      .describe('The hotel must have all of these facilities.'),
    chainCodes: z.array(listCode()).min(1).max(100).optional(),
  })
  .check(
    rule(['minStars', 'maxStars'], function* ({ minStars = 0, maxStars = 5 }) {
      if (minStars <= maxStars) return;
      yield {
        path: ['maxStars'],
        code: 'RANGE_REVERSED',
        message: '`maxStars` must not be less than `minStars`.',
      };
    }),
  );

const input = z.strictObject({
  destination: destinationChoice(),
  radiusMeters: radiusMeters()
    .optional()
    .describe(
      'Returns hotels within this distance of the centre, in metres. If omitted, the hotels that belong to the place are returned.',
    ),
  filters: filters.optional().describe('All given filters must match.'),
  language: requestedLanguage(),
  page: pageInput(MAX_CONTENT_PAGE, DEFAULT_CONTENT_PAGE),
});

const destination = z.strictObject({
  placeId: placeId(),
  type: placeType(),
  name: z.string(),
  language: nameLanguage(),
  countryCode: countryCode(),
  location: location(),
  hotelCount: hotelCount(),
});

export const hotelsByDestination = defineOperation({
  name: 'hotels-by-destination',
  operationId: 'listHotelsByDestination',
  path: '/hotels/by-destination',
  aliases: ['/content/hotels/v1/hotels/by-destination'],
  scope: 'content:read',
  trafficClass: 'content',
  deadlineMs: CONTENT_DEADLINE_MS,
  summary: 'List the hotels of a destination',
  description: `Returns the catalogue hotels in or around a place, nearest to its centre first, without prices or availability. The place may be of any type. An unknown place returns 404 \`DESTINATION_NOT_FOUND\`. A known place without hotels returns \`hotels: []\`.

${ETAG_NOTE}`,
  input,
  output: z.strictObject({ destination, hotels: z.array(nearbyHotel()), page: pageOutput() }),
  errors: ['INVALID_CURSOR', 'DESTINATION_NOT_FOUND'],
});

export type HotelsByDestinationRequest = z.infer<typeof hotelsByDestination.input>;
export type HotelsByDestinationAnswer = z.infer<typeof hotelsByDestination.output>;
