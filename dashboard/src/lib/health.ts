/**
 * The health of everything that can fail, in three words: OK, degraded or down. One function for each kind of thing.
 * `docs/guides/operator/health.md` documents the thresholds. Pure.
 */
import { callsLevel, MIN_HEALTH_CALLS } from '@serai/contract/account/health-limits.ts';
import type { Output } from './calls/operator-client.ts';
import type { CallState } from './calls/use-call.ts';
import { formatNumber, formatPercent } from './format/format.ts';

/**
 * UNKNOWN: nothing has happened recently. COUNTING: what has just happened is not part of the figures yet. PAUSED: a
 * person has switched it off. These three are not failures. LOADING and NOT_LOADED: the figures are not available, so
 * the health cannot be shown.
 */
export type HealthLevel =
  | 'OK'
  | 'DEGRADED'
  | 'DOWN'
  | 'UNKNOWN'
  | 'COUNTING'
  | 'PAUSED'
  | 'LOADING'
  | 'NOT_LOADED';

export interface Health {
  level: HealthLevel;
  /** What there is none of, instead of the word for the level. Only with UNKNOWN. */
  label?: string;
  /** Too little is known to judge, but what is known is bad. Only with UNKNOWN. */
  warns?: boolean;
  /** Why it is not OK, in a sentence. */
  why?: string;
  /** Since when, if it is known. */
  since?: string;
}

const API_DEGRADED = 0.01;
const API_DOWN = 0.25;
const ENDPOINT_DEGRADED = 0.95;
/** An endpoint that has only failed for this long is down. */
const ENDPOINT_DOWN_MS = 3_600_000;
/** Calls and requests are usually counted within ten seconds. */
const COUNTED_WITHIN_MS = 60_000;
const COUNTING: Health = { level: 'COUNTING', why: 'The latest figures are ready within a minute.' };

/**
 * The health that follows from a response. An outdated response, or that of another input, says nothing about the
 * health now.
 */
export function healthFrom<Data>(
  read: CallState<Data> & { isOutdated: boolean; isPrevious?: boolean },
  healthOf: (data: Data) => Health,
): Health {
  if (read.state === 'waiting' || read.isPrevious) return { level: 'LOADING' };
  return read.state === 'failed' || read.isOutdated ? { level: 'NOT_LOADED' } : healthOf(read.data);
}

type Provider = Output<'providers/list'>['providers'][number];
/** The calls of the last hour. */
export type RecentCalls = CountedCalls | 'LOADING' | 'NOT_LOADED';

interface CountedCalls {
  calls: number;
  errors: number;
  timeouts?: number;
  /** Start of the first minute of the hour in which a call failed. */
  firstErrorAt?: string | undefined;
}

export function providerHealth(
  { enabled, health }: Pick<Provider, 'enabled' | 'health'>,
  recent: RecentCalls,
  nowMs = Date.now(),
): Health {
  if (!enabled) return { level: 'PAUSED', why: 'It receives no searches, quotes or bookings.' };
  const { state, since, message } = health;
  const why = message ?? undefined;
  if (state === 'DOWN') return { level: 'DOWN', since, ...(why && { why }) };
  if (typeof recent === 'string') {
    return state === 'DEGRADED' ? { level: 'DEGRADED', since, ...(why && { why }) } : { level: recent };
  }
  const level = callsLevel(recent);
  const failing = {
    why: failedCalls(recent),
    ...(recent.firstErrorAt && { since: recent.firstErrorAt }),
  };
  if (level === 'DOWN') return { level, ...failing };
  if (state === 'DEGRADED') return { level: 'DEGRADED', since, ...(why && { why }) };
  if (level === 'DEGRADED') return { level, ...failing };
  if (recent.errors > 0 && recent.calls < MIN_HEALTH_CALLS) {
    if (recent.errors * 2 <= recent.calls) {
      return { level: 'UNKNOWN', label: 'Few calls', why: countFailures(recent) };
    }
    const why = 'Too few calls in the last hour to rate the provider.';
    const label = `${formatNumber(recent.errors)} of ${countOf(recent.calls)} failed`;
    return { level: 'UNKNOWN', label, warns: true, why };
  }
  if (recent.calls > 0) return { level: 'OK' };
  // A circuit breaker exists from the first call on.
  if (state === 'UP' && nowMs - Date.parse(since) < COUNTED_WITHIN_MS) return COUNTING;
  return { level: 'UNKNOWN', label: 'No recent calls', why: 'None in the last hour.' };
}

/** For example `3 of 12 calls in the last hour failed.` */
export function countFailures({ calls, errors }: Pick<CountedCalls, 'calls' | 'errors'>): string {
  return `${formatNumber(errors)} of ${countOf(calls)} in the last hour failed.`;
}

function countOf(calls: number): string {
  return calls === 1 ? '1 call' : `${formatNumber(calls)} calls`;
}

function failedCalls({ calls, errors, timeouts = 0 }: CountedCalls): string {
  const text = `${formatPercent(errors / calls)} of calls in the last hour failed`;
  if (timeouts === errors) return `${text}, all with timeouts.`;
  return timeouts * 2 > errors ? `${text}, most with timeouts.` : `${text}.`;
}

type Endpoint = Output<'webhooks/list'>['endpoints'][number];

export function endpointHealth(
  {
    status,
    statusReason,
    statusSince,
    health,
  }: Pick<Endpoint, 'status' | 'statusReason' | 'statusSince' | 'health'>,
  nowMs = Date.now(),
): Health {
  const reason = statusReason ?? '';
  if (status === 'PAUSED') return { level: 'PAUSED', since: statusSince, ...(reason && { why: reason }) };
  if (status === 'DISABLED') {
    return { level: 'DOWN', since: statusSince, why: `Disabled automatically. ${reason}`.trim() };
  }
  const { failingSince, attempts, successRate, lastSuccessAt, lastFailureAt } = health;
  if (failingSince !== null) {
    const isLong = nowMs - Date.parse(failingSince) >= ENDPOINT_DOWN_MS;
    return { level: isLong ? 'DOWN' : 'DEGRADED', since: failingSince, why: 'All deliveries fail.' };
  }
  if (attempts >= MIN_HEALTH_CALLS && successRate !== null && successRate < ENDPOINT_DEGRADED) {
    return {
      level: 'DEGRADED',
      why: `${formatPercent(1 - successRate)} of the attempts in the last 24 hours failed.`,
    };
  }
  if (lastSuccessAt !== null) return { level: 'OK' };
  const label = lastFailureAt === null ? 'No deliveries yet' : 'No successful deliveries yet';
  return { level: 'UNKNOWN', label };
}

/** The health of all endpoints of a list. States whether there are more than the list contains. */
export function endpointsHealth({ endpoints, page }: Output<'webhooks/list'>): Health {
  const health = worstOf(
    endpoints.map(each => endpointHealth(each)),
    'endpoints',
  );
  if (page.nextCursor === null) return health;
  const limit = `Only the newest ${endpoints.length} endpoints are included.`;
  return { ...health, why: health.why === undefined ? limit : `${health.why} ${limit}` };
}

interface ApiTraffic {
  requests: number;
  serverErrors: number;
  /** Whether there were requests that these figures do not contain yet. They are written every few seconds. */
  isCounting?: boolean;
}

/** The API as partners see it, in the last hour. Errors that a client causes are no failure of the service. */
export function apiHealth({ requests, serverErrors, isCounting = false }: ApiTraffic): Health {
  if (requests === 0 && isCounting) return COUNTING;
  if (requests === 0) return { level: 'UNKNOWN', label: 'No recent requests', why: 'None in the last hour.' };
  const share = requests < MIN_HEALTH_CALLS ? 0 : serverErrors / requests;
  if (share < API_DEGRADED) return { level: 'OK' };
  const why = `${formatPercent(share)} of the requests in the last hour ended with a server error.`;
  return { level: share >= API_DOWN ? 'DOWN' : 'DEGRADED', why };
}

type PartnerTraffic = NonNullable<
  NonNullable<Output<'partners/list'>['partners'][number]['summary']>['traffic']
>;

/** The API as one partner of a list sees it. The last use of a key may be newer than the counted requests. */
export function partnerApiHealth(
  { requests, serverErrors, lastRequestAt }: PartnerTraffic,
  nowMs = Date.now(),
): Health {
  const isCounting = lastRequestAt !== null && nowMs - Date.parse(lastRequestAt) < COUNTED_WITHIN_MS;
  return apiHealth({ requests, serverErrors, isCounting });
}

type System = Pick<
  Output<'system/status'>,
  'ready' | 'checks' | 'database' | 'redis' | 'replicas' | 'degraded'
>;

export function systemHealth({ ready, checks, database, redis, replicas, degraded }: System): Health {
  if (!database.reachable) return { level: 'DOWN', why: 'The database is unreachable.' };
  if (!ready) {
    const failed = checks.find(check => !check.ready);
    return { level: 'DOWN', why: failed ? `Not ready: ${failed.message ?? failed.name}.` : 'Not ready.' };
  }
  const [mode] = degraded;
  if (mode !== undefined) return { level: 'DEGRADED', why: mode.effect, since: mode.since };
  if (redis !== null && !redis.reachable) return { level: 'DEGRADED', why: 'Redis is unreachable.' };
  const replica = replicas.find(({ state }) => state !== 'UP');
  if (replica) return { level: 'DEGRADED', why: `The read replica ${replica.name} is not used.` };
  return { level: 'OK' };
}

export function replicaHealth({ state }: System['replicas'][number]): Health {
  return { level: state === 'UP' ? 'OK' : state };
}

const SEVERITY: readonly HealthLevel[] = [
  'UNKNOWN',
  'COUNTING',
  'PAUSED',
  'OK',
  'LOADING',
  'NOT_LOADED',
  'DEGRADED',
  'DOWN',
];

/** Nothing is known to be wrong with it. */
const WORKING: ReadonlySet<HealthLevel> = new Set(['OK', 'UNKNOWN', 'COUNTING']);

/** Someone must do something about it. */
export function isFailing({ level }: Pick<Health, 'level'>): boolean {
  return level === 'DEGRADED' || level === 'DOWN';
}

/** The health of a group is that of its worst member. `why` counts the members that are not OK. */
export function worstOf(healths: readonly Health[], noun: string): Health {
  if (healths.length === 0) return { level: 'UNKNOWN', label: `No ${noun}` };
  const worst = healths.reduce<HealthLevel>(
    (level, each) => (SEVERITY.indexOf(each.level) > SEVERITY.indexOf(level) ? each.level : level),
    'UNKNOWN',
  );
  const failing = healths.filter(isFailing);
  if (healths.length === 1) return healths[0] as Health;
  if (failing.length === 0) {
    const label = healths.find(({ level }) => level === worst)?.label;
    return { level: worst, ...(label && { label }) };
  }
  const working = healths.some(({ level }) => WORKING.has(level));
  // One of several that fails is a degradation of the whole.
  const level = working ? 'DEGRADED' : worst;
  return {
    level,
    why: `${failing.length} of ${healths.length} ${noun} ${failing.length === 1 ? 'has' : 'have'} problems.`,
  };
}

/** What is worst comes first. Equal ones keep their order. What had nothing to do is listed like what is OK. */
export function bySeverity<Item>(items: readonly Item[], healthOf: (item: Item) => Health): Item[] {
  const rank = (item: Item) => {
    const { level } = healthOf(item);
    return SEVERITY.indexOf(level === 'UNKNOWN' || level === 'COUNTING' ? 'OK' : level);
  };
  return items.toSorted((a, b) => rank(b) - rank(a));
}
