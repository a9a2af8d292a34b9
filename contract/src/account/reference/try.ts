import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { count } from '../../shared/values.ts';

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
