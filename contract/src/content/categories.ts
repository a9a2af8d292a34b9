import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { stars } from '../shared/lodging.ts';
import { choice, listCode } from '../shared/values.ts';
import { HOTEL_TYPES } from './code-lists.ts';
import { askedLanguage, CONTENT_DEADLINE_MS, ETAG_NOTE, nameLanguage } from './content-record.ts';

const category = z.strictObject({
  code: listCode(),
  name: z.string(),
  language: nameLanguage(),
  stars: stars().nullable().describe('Null where the category has none.'),
  type: choice(HOTEL_TYPES),
});

export const categories = defineOperation({
  name: 'categories',
  path: '/content/hotels/v1/categories',
  scope: 'content:read',
  trafficClass: 'content',
  deadlineMs: CONTENT_DEADLINE_MS,
  summary: 'Read the hotel categories',
  description: `Every category code with its stars and kind of property, in one answer. ${ETAG_NOTE}`,
  input: z.strictObject({ language: askedLanguage() }),
  output: z.strictObject({ categories: z.array(category) }),
});

export type CategoriesRequest = z.infer<typeof categories.input>;
export type CategoriesAnswer = z.infer<typeof categories.output>;
