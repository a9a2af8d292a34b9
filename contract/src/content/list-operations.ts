import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { boardCode, stars } from '../shared/lodging.ts';
import { choice, listCode } from '../shared/values.ts';
import { HOTEL_TYPES, MEALS } from './code-lists.ts';
import { CONTENT_DEADLINE_MS, ETAG_NOTE, nameLanguage, requestedLanguage } from './content-record.ts';
import { FACILITY_GROUPS } from './facility-list.ts';

const board = z.strictObject({
  code: boardCode(),
  name: z.string(),
  language: nameLanguage(),
  meals: z.array(choice(MEALS)).describe('Meals included in the price of the stay.'),
});

export const boards = defineOperation({
  name: 'boards',
  operationId: 'listBoards',
  path: '/content/hotels/v1/boards',
  scope: 'content:read',
  trafficClass: 'content',
  deadlineMs: CONTENT_DEADLINE_MS,
  summary: 'List the boards (meal plans)',
  description: `Returns all board codes with their meals in one response. ${ETAG_NOTE}`,
  input: z.strictObject({ language: requestedLanguage() }),
  output: z.strictObject({ boards: z.array(board) }),
});

export type BoardsRequest = z.infer<typeof boards.input>;
export type BoardsAnswer = z.infer<typeof boards.output>;

const category = z.strictObject({
  code: listCode(),
  name: z.string(),
  language: nameLanguage(),
  stars: stars().nullable().describe('Null if the category has no stars.'),
  type: choice(HOTEL_TYPES),
});

export const categories = defineOperation({
  name: 'categories',
  operationId: 'listCategories',
  path: '/content/hotels/v1/categories',
  scope: 'content:read',
  trafficClass: 'content',
  deadlineMs: CONTENT_DEADLINE_MS,
  summary: 'List the hotel categories',
  description: `Returns all category codes with their stars and kind of property in one response. ${ETAG_NOTE}`,
  input: z.strictObject({ language: requestedLanguage() }),
  output: z.strictObject({ categories: z.array(category) }),
});

export type CategoriesRequest = z.infer<typeof categories.input>;
export type CategoriesAnswer = z.infer<typeof categories.output>;

const facility = z.strictObject({
  code: listCode(),
  name: z.string(),
  language: nameLanguage(),
  group: choice(FACILITY_GROUPS).describe(
    'Facilities in the group `ROOM` belong to rooms, all others to hotels.',
  ),
});

export const facilities = defineOperation({
  name: 'facilities',
  operationId: 'listFacilities',
  path: '/content/hotels/v1/facilities',
  scope: 'content:read',
  trafficClass: 'content',
  deadlineMs: CONTENT_DEADLINE_MS,
  summary: 'List the facilities',
  description: `Returns all facility codes of hotels and rooms with their groups in one response. ${ETAG_NOTE}`,
  input: z.strictObject({ language: requestedLanguage() }),
  output: z.strictObject({ facilities: z.array(facility) }),
});

export type FacilitiesRequest = z.infer<typeof facilities.input>;
export type FacilitiesAnswer = z.infer<typeof facilities.output>;
