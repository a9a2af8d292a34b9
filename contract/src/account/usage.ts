/** Usage of the API keys. */
import { z } from 'zod';
import { ERROR_CODES } from '../errors.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { keyId } from '../shared/ids.ts';
import { choice, count, flag, instant } from '../shared/values.ts';
import { timeRange } from './fields.ts';

export const number = () => count(0, Number.MAX_SAFE_INTEGER);

export const bucketSize = () => choice(['minute', 'hour', 'day']);

export const statusClasses = z
  .strictObject({ '2xx': number(), '3xx': number(), '4xx': number(), '5xx': number() })
  .describe('Requests by class of status.');

export const totals = {
  requests: number(),
  rateLimited: number().describe(
    'Requests answered with 429. A request rejected by a limit is not counted in any window; the scenario `limit.429` is.',
  ),
  statusClasses,
};

const milliseconds = () => z.number().min(0).nullable();

/** Those refused by limits are answered at once and left out: they would hide how long the others took. */
export const latency = {
  p50Ms: milliseconds().describe(
    'Half of the requests took no longer, those answered 429 left out; null where there are none.',
  ),
  p95Ms: milliseconds().describe('19 of 20 requests took no longer.'),
};

export const windowUse = z.strictObject({
  limit: number(),
  used: number(),
  retryAfterSeconds: number().describe('Seconds until a request would pass; 0 while one would.'),
});

export const bitesFirst = z
  .strictObject({
    window: choice(['minute', 'hour', 'day']),
    inSeconds: number().describe('0 when it is used up already.'),
  })
  .nullable()
  .describe('Which window refuses first if requests go on as in the last minute; null when none does.');

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

/** What is looked at: so many days, and no more than so many of the newest requests. */
export const CLIENT_DAYS = 7;
export const MAX_CLIENT_REQUESTS = 20_000;
/** Addresses and versions shown, those used last. */
export const MAX_CLIENTS = 100;

const seen = { requests: number(), lastAt: instant() };

export const listClients = defineOperatorOperation({
  name: 'usage/clients',
  role: 'read-only',
  summary: 'Show who used a key',
  description: `The addresses that a key was used from and the versions its clients named, over ${CLIENT_DAYS} days of the request log, the last used first. At most ${MAX_CLIENTS} of each.`,
  input: z.strictObject({ keyId: keyId() }),
  output: z.strictObject({
    since: instant().describe('The oldest moment that was looked at.'),
    complete: flag().describe(
      `False when the key had more than ${MAX_CLIENT_REQUESTS.toLocaleString('en')} logged requests, of which the newest were looked at.`,
    ),
    addresses: z.array(
      z.strictObject({
        address: z.string(),
        ...seen,
        forbidden: number().describe(
          'How many of them were answered 403: the address is not on the list, or a scope is missing.',
        ),
      }),
    ),
    versions: z.array(
      z.strictObject({
        version: z.string().nullable().describe('`X-Client-Version`; null for requests without it.'),
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
  role: 'read-only',
  summary: 'Show the last day of every key',
  description: `Requests of each key in the last ${SPARK_HOURS} hours by hour, the present one last and unfinished. Keys without requests are left out.`,
  input: z.strictObject({ environment: environment() }),
  output: z.strictObject({
    from: instant().describe('Begin of the first hour.'),
    sparks: z.array(
      z.strictObject({
        keyId: keyId(),
        values: z.array(number()).length(SPARK_HOURS),
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

/** Bookings whose state is looked up, the newest. */
export const MAX_FUNNEL_BOOKINGS = 5_000;

export const showFunnel = defineOperatorOperation({
  name: 'usage/funnel',
  role: 'read-only',
  summary: 'Show how searches become bookings',
  description:
    'Successful searches, quotes and bookings of each key over a period, and how many of the bookings were confirmed. The last day when no period is given. Searches, quotes and bookings are counted by the minute; confirmed bookings as far as the request log reaches.',
  input: z.strictObject({ ...timeRange(), environment: environment(), keyId: keyId().optional() }),
  output: z.strictObject({
    from: instant(),
    to: instant(),
    complete: flag().describe(
      `False when more than ${MAX_FUNNEL_BOOKINGS.toLocaleString('en')} bookings were made, of which the newest were looked up.`,
    ),
    keys: z
      .array(
        z.strictObject({
          keyId: keyId(),
          name: z.string(),
          searches: number().describe('availability answered 2xx.'),
          quotes: number().describe('prebooking answered 2xx.'),
          bookings: number().describe('booking answered 2xx, the same one again included.'),
          confirmed: number().describe('Bookings that were confirmed, each once.'),
        }),
      )
      .describe('Keys with requests of these kinds, the most searches first.'),
  }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { from: '2026-07-01T00:00:00Z', to: '2026-07-02T00:00:00Z', environment: 'production' },
    answer: {
      from: '2026-07-01T00:00:00Z',
      to: '2026-07-02T00:00:00Z',
      complete: true,
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
