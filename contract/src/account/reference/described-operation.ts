/** An operation of the partner interface as the reference tells it: plain data, drawn from the contract. */
import { z } from 'zod';
import { ERROR_CODES } from '../../errors.ts';
import { SCOPE_NAMES } from '../../scopes.ts';
import { choice, count, flag } from '../../shared/values.ts';

export const REFERENCE_GROUPS = ['Booking', 'Places', 'Content'] as const;

export const operationHead = z.strictObject({
  name: z.string(),
  group: choice(REFERENCE_GROUPS),
  path: z.string(),
  summary: z.string(),
  scope: choice(SCOPE_NAMES),
});

const member = z.strictObject({
  path: z
    .string()
    .describe('Names from the body down, joined by dots. A holder stands before what it holds.'),
  type: z.string(),
  required: flag().describe('In a request: it must be there. In an answer: it always is.'),
  limits: z.string().nullable().describe('Range, length or number of items, in words.'),
  words: z.array(z.string()).describe('The words it may be; empty where it is free.'),
  description: z.string().nullable(),
});
export type ReferenceMember = z.infer<typeof member>;

export const describedOperation = operationHead.extend({
  aliases: z.array(z.string()),
  description: z.string(),
  statuses: z.array(count(200, 299)),
  request: z.array(member),
  answer: z.array(member),
  errors: z.array(
    z.strictObject({
      code: choice(ERROR_CODES),
      status: count(400, 599),
      retryable: flag(),
      action: z.string(),
    }),
  ),
  examples: z
    .array(
      z.strictObject({
        name: z.string(),
        summary: z.string(),
        request: z.record(z.string(), z.unknown()),
        status: count(200, 599),
        answer: z.record(z.string(), z.unknown()),
        curl: z.string(),
        sdk: z.string(),
      }),
    )
    .describe('Calls as they were made in the sandbox, with what it answered.'),
});
export type DescribedOperation = z.infer<typeof describedOperation>;

export const HEAD_EXAMPLE: z.input<typeof operationHead> = {
  name: 'boards',
  group: 'Content',
  path: '/content/hotels/v1/boards',
  summary: 'Read the boards (meal plans)',
  scope: 'content:read',
};
