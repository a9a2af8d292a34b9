import { summariseUsage } from '@serai/contract/account/usage.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../../platform/operations/operator/operator-handler.ts';
import { listKeys, type StoredKey } from '../../keys/key-store.ts';
import { statusAt } from '../../keys/key-view.ts';
import {
  type LimitDecision,
  type Limiter,
  type Limits,
  limitOf,
  WINDOWS,
  type WindowName,
  wholeSeconds,
} from '../../limits/limiter.ts';
import { countErrors } from '../../records/request-read-store.ts';
import { type Bucket, sumUsage } from '../../records/usage/usage-read-store.ts';
import { getKey } from '../keys/key-operation-parts.ts';
import { invalidInput, usagePeriod } from '../period.ts';
import { averageMs, bucketsOf, operationsOf, totalsOf, WIDTH_MS } from './usage-sums.ts';

const MAX_BUCKETS = 1_500;
const MAX_KEYS = 1_000;

export interface UsageSummaryParts {
  clock: Clock;
  limiter: Pick<Limiter, 'peek'>;
}

export function usageSummary({ clock, limiter }: UsageSummaryParts): OperatorHandler {
  return operate(summariseUsage, async (context, input) => {
    const { db, partnerId: organisationId } = context;
    const { keyId, environment } = input;
    const nowMs = clock.nowMs();
    const { fromMs, toMs } = usagePeriod(input, nowMs);
    const bucket = input.bucket ?? bucketFor(toMs - fromMs);
    requireFewBuckets(fromMs, toMs, bucket);
    const keys = await activeKeys(db, context, { keyId, environment, nowMs });

    const filter = { organisationId, environment, keyId, from: new Date(fromMs), to: new Date(toMs) };
    const [sums, errors, windows] = await Promise.all([
      sumUsage(db, filter, bucket),
      countErrors(db, filter),
      Promise.all(keys.map(key => windowsOf(limiter, key))),
    ]);
    const ofOperations = sums.filter(({ start }) => start === null);
    return {
      from: filter.from.toISOString(),
      to: filter.to.toISOString(),
      bucket,
      totals: { ...totalsOf(ofOperations), averageMs: averageMs(ofOperations) },
      operations: operationsOf(ofOperations),
      errors,
      buckets: bucketsOf(sums, { fromMs, toMs, bucket }),
      windows,
    };
  });
}

function bucketFor(periodMs: number): Bucket {
  if (periodMs <= 3 * WIDTH_MS.hour) return 'minute';
  return periodMs < 8 * WIDTH_MS.day ? 'hour' : 'day';
}

function requireFewBuckets(fromMs: number, toMs: number, bucket: Bucket): void {
  if ((toMs - fromMs) / WIDTH_MS[bucket] <= MAX_BUCKETS) return;
  const message = `Request at most ${MAX_BUCKETS} buckets: choose a shorter period or larger buckets.`;
  throw invalidInput('/bucket', 'TOO_BIG', message);
}

interface KeyChoice {
  keyId: string | undefined;
  environment: Environment | undefined;
  nowMs: number;
}

async function activeKeys(
  db: Database,
  context: OperatorContext,
  { keyId, environment, nowMs }: KeyChoice,
): Promise<StoredKey[]> {
  if (keyId === undefined) {
    const { partnerId: organisationId } = context;
    const filter = { organisationId, environment, status: 'ACTIVE', now: new Date(nowMs) } as const;
    return (await listKeys(db, filter, undefined, MAX_KEYS)).map(({ key }) => key);
  }
  const key = await getKey(db, context, keyId);
  const fits = environment === undefined || key.environment === environment;
  return fits && statusAt(key, nowMs) === 'ACTIVE' ? [key] : [];
}

async function windowsOf(limiter: Pick<Limiter, 'peek'>, { id, name, limits }: StoredKey) {
  const { remaining, waitMs } = await limiter.peek(id, limits);
  const use = (window: 0 | 1 | 2, limit: number) => ({
    limit,
    used: Math.max(0, limit - remaining[window]),
    retryAfterSeconds: waitMs[window] > 0 ? wholeSeconds(waitMs[window]) : 0,
  });
  return {
    keyId: id,
    name,
    perMinute: use(0, limits.perMinute),
    perHour: use(1, limits.perHour),
    perDay: use(2, limits.perDay),
    bitesFirst: firstWindowToFill(limits, { remaining }) ?? null,
  };
}

interface WindowToFill {
  window: WindowName;
  inSeconds: number;
}

/**
 * Predicts which rate window fills up first at the rate of the last minute. Assumes that the requests in a window are
 * spread evenly over it and therefore leave it at a constant rate. A window that can sustain the current rate never
 * fills up.
 */
export function firstWindowToFill(
  limits: Limits,
  { remaining }: Pick<LimitDecision, 'remaining'>,
): WindowToFill | undefined {
  const used = (place: 0 | 1 | 2, window: WindowName) =>
    Math.max(0, limitOf(limits, window) - remaining[place]);
  const perSecond = used(0, 'minute') / 60;
  let first: WindowToFill | undefined;
  for (const place of [0, 1, 2] as const) {
    const { name, seconds } = WINDOWS[place];
    const left = Math.max(0, remaining[place]);
    const growth = perSecond - used(place, name) / seconds;
    const fills = perSecond * seconds > limitOf(limits, name) && growth > 0;
    if (left > 0 && !fills) continue;
    const inSeconds = left === 0 ? 0 : Math.ceil(left / growth);
    if (first === undefined || inSeconds < first.inSeconds) first = { window: name, inSeconds };
  }
  return first;
}
