import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { count, flag, instant } from '../../shared/values.ts';
import { endpointId } from '../account-ids.ts';
import { timeRange } from '../time-range.ts';
import { ENDPOINT_EXAMPLE, endpoint } from './endpoint.ts';

const number = () => count(0, Number.MAX_SAFE_INTEGER);
const share = () => z.number().min(0).max(1).nullable().describe('Of the attempts; null without any.');
const p95Ms = () =>
  z.number().min(0).nullable().describe('95th percentile of the answers; null without any.');

const activity = z.strictObject({
  from: instant(),
  to: instant(),
  attempts: number(),
  failed: number(),
  successRate: share(),
  p95Ms: p95Ms(),
  isSample: flag().describe('There were more attempts than are read: these are the newest.'),
  bucketSeconds: number(),
  buckets: z.array(
    z.strictObject({ start: instant(), succeeded: number(), failed: number(), p95Ms: p95Ms() }),
  ),
});

export const showWebhook = defineOperatorOperation({
  name: 'webhooks/show',
  role: 'read-only',
  summary: 'Show a webhook endpoint',
  description:
    'The endpoint and how its attempts went over a period, the last day when the input names none.',
  input: z.strictObject({ endpointId: endpointId(), ...timeRange() }),
  output: z.strictObject({ endpoint, activity }),
  errors: ['NOT_FOUND'],
  examples: {
    request: {
      endpointId: ENDPOINT_EXAMPLE.endpointId,
      from: '2026-07-02T10:00:00Z',
      to: '2026-07-02T11:00:00Z',
    },
    answer: {
      endpoint: ENDPOINT_EXAMPLE,
      activity: {
        from: '2026-07-02T10:00:00Z',
        to: '2026-07-02T11:00:00Z',
        attempts: 41,
        failed: 1,
        successRate: 0.976,
        p95Ms: 210,
        isSample: false,
        bucketSeconds: 60,
        buckets: [{ start: '2026-07-02T10:15:00Z', succeeded: 40, failed: 1, p95Ms: 210 }],
      },
    },
  },
});
