import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { placeId } from '../shared/ids.ts';
import { location } from '../shared/location.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { choice, countryCode, instant, timeZone } from '../shared/values.ts';
import {
  askedLanguage,
  CONTENT_DEADLINE_MS,
  DEFAULT_CONTENT_PAGE,
  ETAG_NOTE,
  MAX_CONTENT_PAGE,
  nameLanguage,
  recordStatus,
  updatedSince,
} from './content-record.ts';
import { hotelCount, iataCode, placeReference } from './place-item.ts';

export const DESTINATION_TYPES = ['COUNTRY', 'REGION', 'CITY', 'ZONE'] as const;

const input = z.strictObject({
  types: z.array(choice(DESTINATION_TYPES)).min(1).max(DESTINATION_TYPES.length).optional(),
  countryCode: countryCode().optional(),
  parentId: placeId().optional().describe('Only destinations directly within this one.'),
  updatedSince: updatedSince(),
  language: askedLanguage(),
  page: pageInput(MAX_CONTENT_PAGE, DEFAULT_CONTENT_PAGE),
});

const destination = z.strictObject({
  destinationId: placeId().describe('The `placeId` of the same place.'),
  status: recordStatus(),
  mergedInto: placeId().nullable().describe('The destination that took over, where `status` is MERGED.'),
  type: choice(DESTINATION_TYPES),
  name: z.string(),
  language: nameLanguage(),
  countryCode: countryCode(),
  parentId: placeId().nullable(),
  path: z.array(placeReference()).describe('From the country down to the parent.'),
  location: location(),
  timeZone: timeZone().nullable().describe('Null where there is none, or more than one.'),
  iataCodes: z.array(iataCode()).describe('City code and codes of the airports that serve it.'),
  hotelCount: hotelCount(),
  updatedAt: instant(),
});

export const destinations = defineOperation({
  name: 'destinations',
  path: '/content/hotels/v1/destinations',
  scope: 'content:read',
  trafficClass: 'content',
  deadlineMs: CONTENT_DEADLINE_MS,
  summary: 'Read the destinations',
  description: `Countries, regions, cities and zones as a tree, in a stable order. \`destinationId\` is the \`placeId\` of a place search and serves as \`destination.canonicalCityId\`. A \`parentId\` that is not known is 404 DESTINATION_NOT_FOUND.

With \`updatedSince\` come destinations whose own record changed, names and codes included. \`hotelCount\`, and the names of others in \`path\`, change without it.

${ETAG_NOTE}`,
  input,
  output: z.strictObject({ destinations: z.array(destination), page: pageOutput() }),
  errors: ['INVALID_CURSOR', 'DESTINATION_NOT_FOUND'],
});

export type DestinationsRequest = z.infer<typeof destinations.input>;
export type DestinationsAnswer = z.infer<typeof destinations.output>;
