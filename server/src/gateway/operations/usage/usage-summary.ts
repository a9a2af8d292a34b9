import { summariseUsage } from '@serai/contract/account/usage/summary.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../platform/operations/operator-handler.ts';
import { listKeys, type StoredKey } from '../keys/key-store.ts';
import { statusAt } from '../keys/key-view.ts';
import type { Limiter } from '../limits/limiter.ts';
import { wholeSeconds } from '../limits/windows.ts';
import { parseInstant } from '../records/parse-instant.ts';
import { countErrors } from '../records/request-read-store.ts';
import { NO_OPERATION } from '../records/usage.ts';
import { type Bucket, sumUsage, type UsageSum } from '../records/usage-store.ts';
import { getKey } from './keys/key-operation-parts.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WIDTH_MS = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS };
const MAX_BUCKETS = 1_500;
const MAX_KEYS = 1_000;

export interface UsageSummaryParts {
  db: Database;
  clock: Clock;
  limiter: Pick<Limiter, 'peek'>;
}

export function usageSummary({ db, clock, limiter }: UsageSummaryParts): OperatorHandler {
  return operate(summariseUsage, async (context, input) => {
    const { organisationId } = context;
    const { keyId, environment } = input;
    const nowMs = clock.nowMs();
    const { fromMs, toMs } = periodOf(input, nowMs);
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

/** Usage is kept by the minute, so the period is widened to whole ones. */
function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }, nowMs: number) {
  const toMs = Math.ceil((parseInstant(to) ?? nowMs) / MINUTE_MS) * MINUTE_MS;
  const fromMs = Math.floor((parseInstant(from) ?? toMs - DAY_MS) / MINUTE_MS) * MINUTE_MS;
  if (fromMs < toMs) return { fromMs, toMs };
  throw invalid('/from', 'RANGE_REVERSED', 'Make from earlier than to.');
}

function bucketFor(periodMs: number): Bucket {
  if (periodMs <= 3 * HOUR_MS) return 'minute';
  return periodMs <= 7 * DAY_MS ? 'hour' : 'day';
}

function requireFewBuckets(fromMs: number, toMs: number, bucket: Bucket): void {
  if ((toMs - fromMs) / WIDTH_MS[bucket] <= MAX_BUCKETS) return;
  throw invalid(
    '/bucket',
    'TOO_BIG',
    `Ask for at most ${MAX_BUCKETS} buckets: a shorter period or wider ones.`,
  );
}

function invalid(path: string, code: string, message: string): ApiError {
  return new ApiError('VALIDATION_ERROR', message, { details: [{ path, code, message }] });
}

interface KeyChoice {
  keyId: string | undefined;
  environment: 'sandbox' | 'production' | undefined;
  nowMs: number;
}

async function activeKeys(
  db: Database,
  context: OperatorContext,
  { keyId, environment, nowMs }: KeyChoice,
): Promise<StoredKey[]> {
  if (keyId === undefined) {
    const { organisationId } = context;
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
  };
}

function totalsOf(sums: readonly UsageSum[]) {
  const statusClasses = { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 };
  let [requests, rateLimited] = [0, 0];
  for (const sum of sums) {
    requests += sum.requests;
    rateLimited += sum.limited;
    statusClasses[`${sum.statusClass}xx` as keyof typeof statusClasses] += sum.requests;
  }
  return { requests, rateLimited, statusClasses };
}

function averageMs(sums: readonly UsageSum[]): number | null {
  const requests = sums.reduce((total, sum) => total + sum.requests, 0);
  const totalUs = sums.reduce((total, sum) => total + sum.totalUs, 0);
  return requests === 0 ? null : Math.round(totalUs / requests) / 1000;
}

/** The busiest first. */
function operationsOf(sums: readonly UsageSum[]) {
  const operations = [...Map.groupBy(sums, ({ operation }) => operation)].map(([name, own]) => ({
    operation: name === NO_OPERATION ? null : name,
    ...totalsOf(own),
  }));
  return operations.sort((a, b) => b.requests - a.requests);
}

/** Without a gap: a bucket without requests stands there with zeros. */
function bucketsOf(
  sums: readonly UsageSum[],
  { fromMs, toMs, bucket }: { fromMs: number; toMs: number; bucket: Bucket },
) {
  const byStart = Map.groupBy(sums, ({ start }) => start?.getTime());
  const width = WIDTH_MS[bucket];
  const buckets = [];
  for (let startMs = Math.floor(fromMs / width) * width; startMs < toMs; startMs += width) {
    buckets.push({ start: new Date(startMs).toISOString(), ...totalsOf(byStart.get(startMs) ?? []) });
  }
  return buckets;
}
