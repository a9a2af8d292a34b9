/** What the answers about usage are made of. */
import { z } from 'zod';
import { choice, count } from '../../shared/values.ts';

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
