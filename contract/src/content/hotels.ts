import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { hotelId, placeId } from '../shared/ids.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { choice, countryCode } from '../shared/values.ts';
import { CATEGORY_CODES } from './code-lists.ts';
import {
  askedLanguage,
  CONTENT_DEADLINE_MS,
  DEFAULT_CONTENT_PAGE,
  ETAG_NOTE,
  MAX_CONTENT_PAGE,
  updatedSince,
} from './content-record.ts';
import { hotelRecord } from './hotel-record.ts';

export const HOTEL_INCLUDES = ['images', 'facilities', 'policies', 'description'] as const;

const input = z.strictObject({
  hotelIds: z.array(hotelId()).min(1).max(500).optional(),
  canonicalCityId: placeId().optional().describe('Hotels of this place and of places within it.'),
  countryCode: countryCode().optional(),
  categoryCodes: z.array(choice(CATEGORY_CODES)).min(1).max(CATEGORY_CODES.length).optional(),
  updatedSince: updatedSince(),
  include: z
    .array(choice(HOTEL_INCLUDES))
    .max(HOTEL_INCLUDES.length)
    .optional()
    .describe('Members that are left out otherwise.'),
  language: askedLanguage(),
  page: pageInput(MAX_CONTENT_PAGE, DEFAULT_CONTENT_PAGE),
});

export const hotels = defineOperation({
  name: 'hotels',
  path: '/content/hotels/v1/hotels',
  scope: 'content:read',
  trafficClass: 'content',
  deadlineMs: CONTENT_DEADLINE_MS,
  summary: 'Read the hotel catalogue',
  description: `Hotels that meet every condition given, in a stable order; all of them when none is. To keep a copy current, send \`meta.processedAt\` of the first page of the last run as \`updatedSince\`: what changed comes in the order of changes, removed hotels as INACTIVE or MERGED.

Ids that are not known are left out and named in the warning HOTEL_NOT_FOUND; when none of them is known the answer is 404 HOTEL_NOT_FOUND. ${ETAG_NOTE}`,
  input,
  output: z.strictObject({ hotels: z.array(hotelRecord()), page: pageOutput() }),
  errors: ['INVALID_CURSOR', 'HOTEL_NOT_FOUND', 'DESTINATION_NOT_FOUND'],
});

export type HotelsRequest = z.infer<typeof hotels.input>;
export type HotelsAnswer = z.infer<typeof hotels.output>;
