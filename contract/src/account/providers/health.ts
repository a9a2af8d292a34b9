import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { environment } from '../../shared/answer.ts';
import { choice, count, instant } from '../../shared/values.ts';
import { providerId } from '../account-ids.ts';
import { timeRange } from '../time-range.ts';
import { PROVIDER_EXAMPLE } from './provider.ts';

const number = () => count(0, Number.MAX_SAFE_INTEGER);

const figures = {
  calls: number(),
  errors: number().describe('Calls that failed, timeouts included. A refusal or no rooms is an answer.'),
  timeouts: number(),
  p50Ms: z.number().min(0).nullable().describe('Estimated from classes of duration; null without calls.'),
  p95Ms: z.number().min(0).nullable(),
};

const breaker = z.strictObject({
  pool: choice(['search', 'quote', 'book']).describe('Kind of calls that it guards.'),
  state: choice(['CLOSED', 'OPEN']).describe('OPEN: calls are held back, and one is tried now and then.'),
  since: instant(),
});

const providerHealth = z.strictObject({
  providerId: providerId(),
  name: z.string(),
  breakers: z.array(breaker).describe('As this process has them now; those it has used.'),
  totals: z.strictObject(figures),
  operations: z
    .array(z.strictObject({ operation: z.string(), ...figures }))
    .describe('The most calls first.'),
  buckets: z.array(z.strictObject({ start: instant(), ...figures })).describe('Those with calls.'),
});

const FIGURES_EXAMPLE = { calls: 1_204, errors: 6, timeouts: 2, p50Ms: 180, p95Ms: 740 };

export const showProviderHealth = defineOperatorOperation({
  name: 'providers/health',
  role: 'read-only',
  staff: true,
  summary: 'Show how providers answer',
  description:
    'Calls, errors and durations of each provider over a period, the last day when the input names none; of all processes and organisations. Kept 30 days: by the minute for two days, then by the hour. The newest seconds may be missing.',
  input: z.strictObject({ environment: environment(), ...timeRange() }),
  output: z.strictObject({
    from: instant(),
    to: instant(),
    bucketSeconds: number(),
    providers: z.array(providerHealth),
  }),
  examples: {
    request: { environment: 'production' },
    answer: {
      from: '2026-07-01T11:00:00Z',
      to: '2026-07-02T11:00:00Z',
      bucketSeconds: 3_600,
      providers: [
        {
          providerId: PROVIDER_EXAMPLE.providerId,
          name: PROVIDER_EXAMPLE.name,
          breakers: [{ pool: 'search', state: 'CLOSED', since: '2026-07-01T09:00:00Z' }],
          totals: FIGURES_EXAMPLE,
          operations: [{ operation: 'search', ...FIGURES_EXAMPLE }],
          buckets: [{ start: '2026-07-02T10:00:00Z', ...FIGURES_EXAMPLE }],
        },
      ],
    },
  },
});
