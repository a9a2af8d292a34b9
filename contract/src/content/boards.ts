import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { boardCode } from '../shared/lodging.ts';
import { choice } from '../shared/values.ts';
import { MEALS } from './code-lists.ts';
import { askedLanguage, CONTENT_DEADLINE_MS, ETAG_NOTE, nameLanguage } from './content-record.ts';

const board = z.strictObject({
  code: boardCode(),
  name: z.string(),
  language: nameLanguage(),
  meals: z.array(choice(MEALS)).describe('What the price of the stay includes.'),
});

export const boards = defineOperation({
  name: 'boards',
  path: '/content/hotels/v1/boards',
  scope: 'content:read',
  trafficClass: 'content',
  deadlineMs: CONTENT_DEADLINE_MS,
  summary: 'Read the boards (meal plans)',
  description: `Every board code with its meals, in one answer. ${ETAG_NOTE}`,
  input: z.strictObject({ language: askedLanguage() }),
  output: z.strictObject({ boards: z.array(board) }),
});

export type BoardsRequest = z.infer<typeof boards.input>;
export type BoardsAnswer = z.infer<typeof boards.output>;
