import { z } from 'zod';
import { ERROR_CODES } from '../errors.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { keyId } from '../shared/ids.ts';
import { anyCount, choice, flag, instant } from '../shared/values.ts';
import { anyPartner, timeRange } from './fields.ts';

export const bucketSize = () => choice(['minute', 'hour', 'day']);

export const statusClasses = z
  .strictObject({ '2xx': anyCount(), '3xx': anyCount(), '4xx': anyCount(), '5xx': anyCount() })
  .describe('Requests by status class.');

export const totals = {
  requests: anyCount(),
  rateLimited: anyCount().describe(
    'Responses with status 429. Requests rejected by a rate limit do not count towards any window, but requests with the scenario `limit.429` do.',
  ),
  statusClasses,
};

const milliseconds = () => z.number().min(0).nullable();

/** Rate-limited requests are excluded, because their short durations would distort the percentiles. */
export const latency = {
  p50Ms: milliseconds().describe(
    'Median duration in milliseconds, excluding responses with status 429. Null if there were no requests.',
  ),
  p95Ms: milliseconds().describe(
    '95th percentile of the duration in milliseconds, excluding responses with status 429.',
  ),
};

export const windowUse = z.strictObject({
  limit: anyCount(),
  used: anyCount(),
  retryAfterSeconds: anyCount().describe(
    'Seconds until the next request would be accepted. 0 if it would be accepted now.',
  ),
});

export const bitesFirst = z
  .strictObject({
    window: choice(['minute', 'hour', 'day']),
    inSeconds: anyCount().describe('0 if the window is already exhausted.'),
  })
  .nullable()
  .describe(
    'The window that will be exhausted first if requests continue at the rate of the last minute. Null if no window will be exhausted.',
  );

const COUNTS_EXAMPLE = {
  requests: 1_204,
  rateLimited: 3,
  statusClasses: { '2xx': 1_190, '3xx': 0, '4xx': 13, '5xx': 1 },
  p50Ms: 240,
  p95Ms: 910,
};

export const summariseUsage = defineOperatorOperation({
  name: 'usage/summary',
  permission: 'requests:view',
  partner: 'optional',
  summary: 'Summarise usage',
  description:
    'Returns the number of requests of a period in buckets, totals by operation, and the current use of the rate windows of each key. Default: the last 24 hours by hour. The period is extended to whole minutes. Percentiles are estimated from a histogram; the error rarely exceeds 20 %.',
  input: z.strictObject({
    ...anyPartner(),
    ...timeRange(),
    bucket: bucketSize()
      .optional()
      .describe('Width of a bucket. Default: depends on the length of the period.'),
    keyId: keyId().optional(),
    environment: environment().optional().describe('Default: both environments.'),
  }),
  output: z.strictObject({
    from: instant(),
    to: instant(),
    bucket: bucketSize(),
    totals: z.strictObject({
      ...totals,
      averageMs: z
        .number()
        .min(0)
        .nullable()
        .describe('Mean duration in milliseconds. Null if there were no requests.'),
      ...latency,
    }),
    operations: z.array(
      z.strictObject({
        operation: z.string().nullable().describe('Null if no route matched.'),
        ...totals,
        ...latency,
      }),
    ),
    errors: z
      .array(
        z.strictObject({ code: choice(ERROR_CODES), operation: z.string().nullable(), requests: anyCount() }),
      )
      .describe('Errors by code and operation, from the request log, most frequent first.'),
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
      .describe('Current use of the rate windows of each active key.'),
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

/** Limits for searching the request log: the number of days, and the number of requests, newest first. */
export const CLIENT_DAYS = 7;
export const MAX_CLIENT_REQUESTS = 20_000;
/** Maximum number of addresses and client versions to return. The most recently used ones are returned first. */
export const MAX_CLIENTS = 100;

const seen = { requests: anyCount(), lastAt: instant() };

export const listClients = defineOperatorOperation({
  name: 'usage/clients',
  permission: 'requests:view',
  partner: ['keyId'],
  summary: 'Show the clients of a key',
  description: `Returns the IP addresses and client versions with which a key was used, from the last ${CLIENT_DAYS} days of the request log, most recently used first. At most ${MAX_CLIENTS} of each.`,
  input: z.strictObject({ keyId: keyId() }),
  output: z.strictObject({
    since: instant().describe('Start of the period that was searched.'),
    complete: flag().describe(
      `False if the key has at least ${MAX_CLIENT_REQUESTS.toLocaleString('en')} logged requests in this time. Only the newest were searched.`,
    ),
    addresses: z.array(
      z.strictObject({
        address: z.string(),
        ...seen,
        forbidden: anyCount().describe(
          'Responses with status 403, for example because the address is not allowed or a scope is missing.',
        ),
      }),
    ),
    versions: z.array(
      z.strictObject({
        version: z.string().nullable().describe('`X-Client-Version`. Null for requests without this header.'),
        ...seen,
      }),
    ),
  }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { keyId: '4Zk81mQpXr2T' },
    answer: {
      since: '2026-06-25T10:15:00Z',
      complete: true,
      addresses: [{ address: '203.0.113.7', requests: 1_204, lastAt: '2026-07-02T10:15:00Z', forbidden: 0 }],
      versions: [{ version: '4.2.0', requests: 1_204, lastAt: '2026-07-02T10:15:00Z' }],
    },
  },
});

export const SPARK_HOURS = 24;

export const listSparks = defineOperatorOperation({
  name: 'usage/sparks',
  permission: 'requests:view',
  partner: 'optional',
  summary: 'Show the last 24 hours of every key',
  description: `Returns the number of requests of each key per hour over the last ${SPARK_HOURS} hours. The last value is the current, unfinished hour. Keys without requests are omitted.`,
  input: z.strictObject({ ...anyPartner(), environment: environment() }),
  output: z.strictObject({
    from: instant().describe('Start of the first hour.'),
    sparks: z.array(
      z.strictObject({
        keyId: keyId(),
        values: z.array(anyCount()).length(SPARK_HOURS),
      }),
    ),
  }),
  examples: {
    request: { environment: 'production' },
    answer: {
      from: '2026-07-01T11:00:00Z',
      sparks: [
        {
          keyId: '4Zk81mQpXr2T',
          values: Array.from({ length: SPARK_HOURS }, (_, hour) => hour * 12),
        },
      ],
    },
  },
});

/** Maximum number of bookings whose state is looked up. The newest bookings are looked up first. */
export const MAX_FUNNEL_BOOKINGS = 5_000;

export const showFunnel = defineOperatorOperation({
  name: 'usage/funnel',
  permission: 'requests:view',
  partner: 'optional',
  summary: 'Show the conversion from search to booking',
  description:
    'Returns the successful searches, quotes and bookings of each key over a period, and how many of the bookings were confirmed. Default: the last 24 hours. The period is extended to whole minutes. Confirmed bookings are counted only for the period that the request log covers.',
  input: z.strictObject({
    ...anyPartner(),
    ...timeRange(),
    environment: environment(),
    keyId: keyId().optional(),
    countersOnly: flag()
      .optional()
      .describe('If true, no bookings are looked up, and `confirmed` is null. This is faster.'),
  }),
  output: z.strictObject({
    from: instant(),
    to: instant(),
    complete: flag().describe(
      `False if there are at least ${MAX_FUNNEL_BOOKINGS.toLocaleString('en')} bookings. Only the newest were looked up.`,
    ),
    countedSince: instant()
      .nullable()
      .describe(
        'Start of the first hour or minute with such requests. Counters are kept for a limited time, so it can be long after `from`. Null if there are none.',
      ),
    keys: z
      .array(
        z.strictObject({
          keyId: keyId(),
          name: z.string(),
          searches: anyCount().describe('Number of `availability` responses with a 2xx status.'),
          quotes: anyCount().describe('Number of `prebooking` responses with a 2xx status.'),
          bookings: anyCount().describe(
            'Number of `booking` responses with a 2xx status, including replays.',
          ),
          confirmed: anyCount()
            .nullable()
            .describe(
              'Bookings that were confirmed, each counted once, even if they were cancelled later. Null with `countersOnly`.',
            ),
        }),
      )
      .describe('Keys with such requests, sorted by number of searches, highest first.'),
  }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { from: '2026-07-01T00:00:00Z', to: '2026-07-02T00:00:00Z', environment: 'production' },
    answer: {
      from: '2026-07-01T00:00:00Z',
      to: '2026-07-02T00:00:00Z',
      complete: true,
      countedSince: '2026-07-01T00:00:00.000Z',
      keys: [
        {
          keyId: '4Zk81mQpXr2T',
          name: 'Booking engine',
          searches: 61_200,
          quotes: 1_830,
          bookings: 402,
          confirmed: 395,
        },
      ],
    },
  },
});
