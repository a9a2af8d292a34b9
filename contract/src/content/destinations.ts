import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { placeId } from '../shared/ids.ts';
import { location } from '../shared/location.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { choice, countryCode, instant, timeZone } from '../shared/values.ts';
import {
  CONTENT_DEADLINE_MS,
  DEFAULT_CONTENT_PAGE,
  ETAG_NOTE,
  MAX_CONTENT_PAGE,
  nameLanguage,
  recordStatus,
  requestedLanguage,
  updatedSince,
} from './content-record.ts';
import { hotelCount, iataCode, placeReference } from './place-item.ts';

export const DESTINATION_TYPES = ['COUNTRY', 'REGION', 'CITY', 'ZONE'] as const;

const input = z.strictObject({
  types: z.array(choice(DESTINATION_TYPES)).min(1).max(DESTINATION_TYPES.length).optional(),
  countryCode: countryCode().optional(),
  parentId: placeId().optional().describe('Only direct children of this destination.'),
  updatedSince: updatedSince(),
  language: requestedLanguage(),
  page: pageInput(MAX_CONTENT_PAGE, DEFAULT_CONTENT_PAGE),
});

const destination = z.strictObject({
  destinationId: placeId().describe('Equal to the `placeId` of the place.'),
  status: recordStatus(),
  mergedInto: placeId()
    .nullable()
    .describe('With `status` `MERGED`: the destination that replaces this one.'),
  type: choice(DESTINATION_TYPES),
  name: z.string(),
  language: nameLanguage(),
  countryCode: countryCode(),
  parentId: placeId().nullable(),
  path: z.array(placeReference()).describe('From the country down to the parent.'),
  location: location(),
  timeZone: timeZone().nullable().describe('Null if it is not known or if there are several.'),
  iataCodes: z
    .array(iataCode())
    .describe('City code, and the codes of the airports that serve the destination.'),
  hotelCount: hotelCount(),
  updatedAt: instant(),
});

export const destinations = defineOperation({
  name: 'destinations',
  operationId: 'listDestinations',
  path: '/content/hotels/v1/destinations',
  scope: 'content:read',
  trafficClass: 'content',
  deadlineMs: CONTENT_DEADLINE_MS,
  summary: 'List the destinations',
  description: `Returns countries, regions, cities and zones as a tree, in a stable order. \`destinationId\` equals the \`placeId\` of a place search and can be used as \`destination.canonicalCityId\`. An unknown \`parentId\` returns 404 \`DESTINATION_NOT_FOUND\`.

\`updatedSince\` returns destinations whose own record changed, including names and codes. Changes to \`hotelCount\` or to the names of other places in \`path\` do not count as changes.

${ETAG_NOTE}`,
  input,
  output: z.strictObject({ destinations: z.array(destination), page: pageOutput() }),
  errors: ['INVALID_CURSOR', 'DESTINATION_NOT_FOUND'],
});

export type DestinationsRequest = z.infer<typeof destinations.input>;
export type DestinationsAnswer = z.infer<typeof destinations.output>;
