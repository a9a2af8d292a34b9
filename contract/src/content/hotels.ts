import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { hotelId, placeId } from '../shared/ids.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { choice, countryCode } from '../shared/values.ts';
import { CATEGORY_CODES } from './code-lists.ts';
import {
  CONTENT_DEADLINE_MS,
  DEFAULT_CONTENT_PAGE,
  ETAG_NOTE,
  MAX_CONTENT_PAGE,
  requestedLanguage,
  updatedSince,
} from './content-record.ts';
import { hotelRecord } from './hotel-record.ts';

export const HOTEL_INCLUDES = ['images', 'facilities', 'policies', 'description'] as const;

const input = z.strictObject({
  hotelIds: z.array(hotelId()).min(1).max(500).optional(),
  canonicalCityId: placeId().optional().describe('Hotels in this place and in places within it.'),
  countryCode: countryCode().optional(),
  categoryCodes: z.array(choice(CATEGORY_CODES)).min(1).max(CATEGORY_CODES.length).optional(),
  updatedSince: updatedSince(),
  include: z
    .array(choice(HOTEL_INCLUDES))
    .max(HOTEL_INCLUDES.length)
    .optional()
    .describe('Optional fields to return.'),
  language: requestedLanguage(),
  page: pageInput(MAX_CONTENT_PAGE, DEFAULT_CONTENT_PAGE),
});

export const hotels = defineOperation({
  name: 'hotels',
  operationId: 'listHotels',
  path: '/content/hotels/v1/hotels',
  scope: 'content:read',
  trafficClass: 'content',
  deadlineMs: CONTENT_DEADLINE_MS,
  summary: 'List the hotels in the catalogue',
  description: `Returns the hotels that match all given filters, in a stable order. Removed hotels are returned only with \`updatedSince\` or if \`hotelIds\` contains them. To keep a mirror up to date, send \`meta.processedAt\` from the first page of the previous run as \`updatedSince\`. Changes are then returned in the order in which they were made. Removed hotels are \`INACTIVE\` or \`MERGED\`.

Unknown IDs are skipped and listed in the warning \`HOTEL_NOT_FOUND\`. If none of the IDs is known, the response is 404 \`HOTEL_NOT_FOUND\`. ${ETAG_NOTE}`,
  input,
  output: z.strictObject({ hotels: z.array(hotelRecord()), page: pageOutput() }),
  errors: ['INVALID_CURSOR', 'HOTEL_NOT_FOUND', 'DESTINATION_NOT_FOUND'],
});

export type HotelsRequest = z.infer<typeof hotels.input>;
export type HotelsAnswer = z.infer<typeof hotels.output>;
