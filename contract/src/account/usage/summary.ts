import { z } from 'zod';
import { ERROR_CODES } from '../../errors.ts';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { environment } from '../../shared/answer.ts';
import { keyId } from '../../shared/ids.ts';
import { choice, instant } from '../../shared/values.ts';
import { timeRange } from '../time-range.ts';
import { bitesFirst, bucketSize, latency, number, totals, windowUse } from './usage-parts.ts';

const COUNTS_EXAMPLE = {
  requests: 1_204,
  rateLimited: 3,
  statusClasses: { '2xx': 1_190, '3xx': 0, '4xx': 13, '5xx': 1 },
  p50Ms: 240,
  p95Ms: 910,
};

export const summariseUsage = defineOperatorOperation({
  name: 'usage/summary',
  role: 'read-only',
  summary: 'Summarise usage',
  description:
    'Requests over a period in buckets, their totals by operation, and the present use of the three windows of each key. The last day by hour when the input is empty. Accurate to a minute. Percentiles are reckoned from bands: seldom off by more than a fifth.',
  input: z.strictObject({
    ...timeRange(),
    bucket: bucketSize()
      .optional()
      .describe('Width of a bucket; chosen by the length of the period when absent.'),
    keyId: keyId().optional(),
    environment: environment().optional(),
  }),
  output: z.strictObject({
    from: instant(),
    to: instant(),
    bucket: bucketSize(),
    totals: z.strictObject({
      ...totals,
      averageMs: z.number().min(0).nullable().describe('Mean duration, null without requests.'),
      ...latency,
    }),
    operations: z.array(
      z.strictObject({
        operation: z.string().nullable().describe('Null where no route matched.'),
        ...totals,
        ...latency,
      }),
    ),
    errors: z
      .array(
        z.strictObject({ code: choice(ERROR_CODES), operation: z.string().nullable(), requests: number() }),
      )
      .describe('Errors by code and operation, from the request log, the most frequent first.'),
    buckets: z.array(z.strictObject({ start: instant(), ...totals, ...latency })),
    windows: z
      .array(
        z.strictObject({
          keyId: keyId(),
          name: z.string(),
          perMinute: windowUse,
          perHour: windowUse,
          perDay: windowUse,
          bitesFirst,
        }),
      )
      .describe('Present use of the windows of each active key.'),
  }),
  errors: ['NOT_FOUND'],
  examples: {
    request: {
      from: '2026-07-02T00:00:00Z',
      to: '2026-07-02T01:00:00Z',
      bucket: 'hour',
      environment: 'production',
    },
    answer: {
      from: '2026-07-02T00:00:00Z',
      to: '2026-07-02T01:00:00Z',
      bucket: 'hour',
      totals: { ...COUNTS_EXAMPLE, averageMs: 310.4 },
      operations: [{ operation: 'availability', ...COUNTS_EXAMPLE }],
      errors: [{ code: 'VALIDATION_ERROR', operation: 'availability', requests: 10 }],
      buckets: [{ start: '2026-07-02T00:00:00Z', ...COUNTS_EXAMPLE }],
      windows: [
        {
          keyId: '4Zk81mQpXr2T',
          name: 'Booking engine',
          perMinute: { limit: 600, used: 188, retryAfterSeconds: 0 },
          perHour: { limit: 15_000, used: 690, retryAfterSeconds: 0 },
          perDay: { limit: 250_000, used: 69_780, retryAfterSeconds: 0 },
          bitesFirst: null,
        },
      ],
    },
  },
});
