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
  path: z.string().describe('Dot-separated path of the field in the body. An object precedes its fields.'),
  type: z.string(),
  required: flag().describe(
    'Whether the field is required (in a request) or always present (in a response).',
  ),
  limits: z.string().nullable().describe('Range, length or number of items, in words.'),
  words: z.array(z.string()).describe('Allowed values. Empty if any value is allowed.'),
  description: z.string().nullable(),
});
export type ReferenceField = z.infer<typeof member>;

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
    .describe('Calls recorded in the sandbox, with their responses.'),
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
  permission: 'reference:view',
  summary: 'List the operations of the partner API',
  description: 'Returns the operations that can be called with an API key, in the order of the reference.',
  input: z.strictObject({}),
  output: z.strictObject({ operations: z.array(operationHead) }),
  examples: { request: {}, answer: { operations: [HEAD_EXAMPLE] } },
});

export const showReference = defineOperatorOperation({
  name: 'reference/show',
  permission: 'reference:view',
  summary: 'Describe an operation of the partner API',
  description:
    'Returns the request and response fields of one operation, its errors, and example calls recorded in the sandbox.',
  input: z.strictObject({
    operation: z.string().min(1).max(64).describe('Name of the operation, for example `availability`.'),
  }),
  output: z.strictObject({ operation: describedOperation }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { operation: HEAD_EXAMPLE.name },
    answer: {
      operation: {
        ...HEAD_EXAMPLE,
        aliases: [],
        description: 'Returns the boards that offers may have.',
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
            type: 'list of objects',
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
            action: 'Send `Authorization: ApiKey <key>` with an active key.',
          },
        ],
        examples: [],
      },
    },
  },
});

/** Maximum size of the request body in bytes. The partner API itself accepts larger bodies. */
export const MAX_TRIED_BODY_BYTES = 256 * 1024;

/** The request body of an operation that a person tries. */
export const triedBody = () => z.string().max(MAX_TRIED_BODY_BYTES).describe('The request body as text.');

export const triedOperation = () =>
  z.string().min(1).max(64).describe('Name of the operation, for example `availability`.');

export const triedResponse = () =>
  z.strictObject({
    requestId: z.string(),
    status: count(200, 599)
      .nullable()
      .describe('HTTP status. Null if the partner API would have closed the connection without a response.'),
    headers: z.record(z.string(), z.string()).describe('Response headers, with names in lower case.'),
    body: z.unknown().describe('The parsed response body.'),
    durationMs: z.number().min(0),
  });

export const TRIED_EXAMPLE = {
  requestId: 'req_01J9ZD8K5M',
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: { boards: [] },
  durationMs: 3.2,
};

const SANDBOX_KEY = /^serai_sandbox_[0-9A-Za-z]{12}_[0-9A-Za-z]{36}$/;

export const tryReference = defineOperatorOperation({
  name: 'reference/try',
  permission: 'reference:try',
  summary: 'Try an operation with a sandbox key',
  description:
    "Makes one call to the partner API, exactly as a program with this key would from the caller's IP address. The call counts towards the rate limits and appears in the request log. Only sandbox keys are accepted. The key is not stored.",
  input: z.strictObject({
    operation: triedOperation(),
    key: z
      .string()
      .regex(SANDBOX_KEY, { error: 'Send the complete sandbox key: serai_sandbox_…' })
      .describe('A sandbox key. Live keys are rejected.'),
    body: triedBody(),
    idempotencyKey: z
      .string()
      .regex(/^[\x21-\x7e]{1,255}$/, { error: 'Use 1 to 255 visible ASCII characters.' })
      .optional()
      .describe('Sent as `Idempotency-Key`.'),
  }),
  output: triedResponse(),
  errors: ['NOT_FOUND'],
  examples: {
    request: {
      operation: 'boards',
      key: 'serai_sandbox_4Zk81mQpXr2T_abcdefghijklmnopqrstuvwxyz0123456789',
      body: '{}',
    },
    answer: TRIED_EXAMPLE,
  },
});
