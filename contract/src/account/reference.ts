/** The API reference of the dashboard: descriptions of the partner operations, and a way to try them. */
import { z } from 'zod';
import { ERROR_CODES } from '../errors.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { SCOPE_NAMES } from '../scopes.ts';
import { choice, count, flag } from '../shared/values.ts';

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

export const listReference = defineOperatorOperation({
  name: 'reference/list',
  role: 'read-only',
  summary: 'List the operations of the interface',
  description: 'The operations that API keys are for, in the order of the reference.',
  input: z.strictObject({}),
  output: z.strictObject({ operations: z.array(operationHead) }),
  examples: { request: {}, answer: { operations: [HEAD_EXAMPLE] } },
});

export const showReference = defineOperatorOperation({
  name: 'reference/show',
  role: 'read-only',
  summary: 'Describe one operation of the interface',
  description: 'What goes in and out of one operation, its errors, and calls that were made in the sandbox.',
  input: z.strictObject({
    operation: z.string().min(1).max(64).describe('Its name, such as `availability`.'),
  }),
  output: z.strictObject({ operation: describedOperation }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { operation: HEAD_EXAMPLE.name },
    answer: {
      operation: {
        ...HEAD_EXAMPLE,
        aliases: [],
        description: 'The boards that offers may have.',
        statuses: [200],
        request: [
          {
            path: 'language',
            type: 'string',
            required: false,
            limits: null,
            words: [],
            description: 'BCP 47 language tag.',
          },
        ],
        answer: [
          {
            path: 'boards',
            type: 'list of object',
            required: true,
            limits: null,
            words: [],
            description: null,
          },
        ],
        errors: [
          {
            code: 'UNAUTHORIZED',
            status: 401,
            retryable: false,
            action: 'Send `Authorization: ApiKey <key>` with a key that is neither revoked nor expired.',
          },
        ],
        examples: [],
      },
    },
  },
});

/** Bytes of a request that is tried; the interface itself takes more. */
export const MAX_TRIED_BODY = 256 * 1024;

const SANDBOX_KEY = /^serai_sandbox_[0-9A-Za-z]{12}_[0-9A-Za-z]{36}$/;

export const tryReference = defineOperatorOperation({
  name: 'reference/try',
  role: 'developer',
  summary: 'Try an operation with a sandbox key',
  description:
    'Makes one call of the partner interface, exactly as a program with this key would from the address of the caller: limits count it and the request log shows it. Only keys of the sandbox are taken. The key is not kept.',
  input: z.strictObject({
    operation: z.string().min(1).max(64).describe('Its name, such as `availability`.'),
    key: z
      .string()
      .regex(SANDBOX_KEY, { error: 'Give a whole key of the sandbox: serai_sandbox_…' })
      .describe('A key of the sandbox. A live key is refused.'),
    body: z.string().max(MAX_TRIED_BODY).describe('The body to send, as text.'),
    idempotencyKey: z
      .string()
      .regex(/^[\x21-\x7e]{1,255}$/, { error: 'Use up to 255 visible characters.' })
      .optional()
      .describe('Sent as `Idempotency-Key`.'),
  }),
  output: z.strictObject({
    requestId: z.string(),
    status: count(200, 599).nullable().describe('Null where the interface would have closed the connection.'),
    headers: z.record(z.string(), z.string()).describe('Of the answer, in lower case.'),
    body: z.unknown().describe('The answer as it came, parsed.'),
    durationMs: z.number().min(0),
  }),
  errors: ['NOT_FOUND'],
  examples: {
    request: {
      operation: 'boards',
      key: 'serai_sandbox_4Zk81mQpXr2T_abcdefghijklmnopqrstuvwxyz0123456789',
      body: '{}',
    },
    answer: {
      requestId: 'req_01J9ZD8K5M',
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: { boards: [] },
      durationMs: 3.2,
    },
  },
});
