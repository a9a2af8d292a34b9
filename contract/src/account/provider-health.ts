import { z } from 'zod';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { anyCount, choice, instant } from '../shared/values.ts';
import { providerId, timeRange } from './fields.ts';
import { PROVIDER_EXAMPLE } from './providers.ts';

const figures = {
  calls: anyCount(),
  errors: anyCount().describe(
    'Failed calls, including timeouts. A rejection or a response without rooms is not an error.',
  ),
  timeouts: anyCount(),
  p50Ms: z
    .number()
    .min(0)
    .nullable()
    .describe('Estimated from a histogram of durations. Null if there were no calls.'),
  p95Ms: z.number().min(0).nullable(),
};

const breaker = z.strictObject({
  pool: choice(['search', 'quote', 'book']).describe('Kind of calls that this circuit breaker protects.'),
  state: choice(['CLOSED', 'OPEN']).describe(
    'CLOSED: healthy. OPEN: calls are blocked, except for occasional probes.',
  ),
  since: instant(),
});

const CALL_CLASSES = ['SETTLE', 'BOOK', 'QUOTE', 'SEARCH', 'REFRESH', 'CONTENT'] as const;

const budgetWindow = () =>
  z.strictObject({
    limit: anyCount(),
    used: anyCount().describe(
      'Calls in the last minute or day. A call to which the supplier gives more weight counts several times.',
    ),
    left: anyCount(),
  });

const budget = z.strictObject({
  minute: budgetWindow().nullable().describe('Null if the account has no limit per minute.'),
  day: budgetWindow().nullable().describe('Null if the account has no limit per day.'),
  blockedUntil: instant()
    .nullable()
    .describe(
      'Until this time, Serai sends no searches, quotes, bookings or content requests, because the supplier rejected a call due to its rate limit. Otherwise null.',
    ),
  classes: z
    .array(
      z.strictObject({
        class: choice(CALL_CLASSES).describe(
          'SETTLE: lookups and cancellations. REFRESH: refreshing cached searches. CONTENT: reading hotel content.',
        ),
        sharePercent: anyCount().describe(
          'Calls of this class are sent until calls of all classes have used this share of a limit. SETTLE calls are always sent.',
        ),
        leftPerMinute: anyCount().nullable(),
        leftPerDay: anyCount().nullable(),
        admitted: anyCount().describe('Calls that this process has sent since it started.'),
        refused: anyCount().describe('Calls that this process has not sent because of the budget.'),
      }),
    )
    .describe('The most important class first.'),
});

const lastError = z.strictObject({
  at: instant(),
  operation: z.string(),
  cause: z.string().describe('For example CREDENTIALS, TIMEOUT, SERVER or THROTTLED.'),
  status: z.int().nullable().describe('HTTP status. Null if there was no response.'),
  supplierSays: z
    .string()
    .nullable()
    .describe(
      "The supplier's error message, as short plain text without personal data or credentials. Null for calls about bookings, because the message may name a guest.",
    ),
});

const providerHealth = z.strictObject({
  providerId: providerId(),
  name: z.string(),
  budget: budget
    .nullable()
    .describe(
      'Use of the call limits by all processes, or by this process only if there is no Redis. Null if the provider has no limits.',
    ),
  lastError: lastError.nullable().describe('The last failed call of any process. Null if none failed.'),
  breakers: z
    .array(breaker)
    .describe('Current state in this process. Circuit breakers that have not been used yet are omitted.'),
  totals: z.strictObject(figures),
  operations: z
    .array(z.strictObject({ operation: z.string(), ...figures }))
    .describe('Sorted by number of calls, highest first.'),
  buckets: z
    .array(z.strictObject({ start: instant(), ...figures }))
    .describe('Buckets without calls are omitted.'),
});

const FIGURES_EXAMPLE = { calls: 1_204, errors: 6, timeouts: 2, p50Ms: 180, p95Ms: 740 };

export const showProviderHealth = defineOperatorOperation({
  name: 'providers/health',
  permission: 'providers:view',
  summary: 'Show the health of providers',
  description:
    'Returns calls, errors and durations of each provider over a period, across all processes and partners. Default: the last 24 hours. Data is stored for 30 days: per minute for two days, then per hour. The most recent seconds may be missing.',
  input: z.strictObject({ environment: environment(), ...timeRange() }),
  output: z.strictObject({
    from: instant(),
    to: instant(),
    bucketSeconds: anyCount(),
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
          budget: {
            minute: null,
            day: { limit: 10_000, used: 4_120, left: 5_880 },
            blockedUntil: null,
            classes: [
              {
                class: 'SEARCH',
                sharePercent: 65,
                leftPerMinute: null,
                leftPerDay: 2_380,
                admitted: 3_904,
                refused: 0,
              },
            ],
          },
          lastError: {
            at: '2026-07-02T10:14:09Z',
            operation: 'search',
            cause: 'SERVER',
            status: 503,
            supplierSays: 'The service is temporarily unavailable.',
          },
          breakers: [{ pool: 'search', state: 'CLOSED', since: '2026-07-01T09:00:00Z' }],
          totals: FIGURES_EXAMPLE,
          operations: [{ operation: 'search', ...FIGURES_EXAMPLE }],
          buckets: [{ start: '2026-07-02T10:00:00Z', ...FIGURES_EXAMPLE }],
        },
      ],
    },
  },
});
