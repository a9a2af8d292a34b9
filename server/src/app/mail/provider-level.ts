/**
 * Decides when the health of a provider is reported by email: a change must last, so that short failures cause no
 * email. Pure.
 */
import {
  type CallsLevel,
  callsLevel,
  MIN_HEALTH_CALLS,
  PROVIDER_HEALTH_LIMITS,
} from '@serai/contract/account/health-limits.ts';

export interface CallCounts {
  calls: number;
  errors: number;
  timeouts: number;
}

/** Calls of all processes. */
export interface WatchedCalls {
  code: string;
  hour: CallCounts;
  /** The last ten minutes. */
  recent: CallCounts;
}

/** How long a provider has been in its state. Each time is null while it does not apply. */
interface LevelTimes {
  okSinceMs: number | null;
  failingSinceMs: number | null;
  downSinceMs: number | null;
}

export interface ProviderWatch extends LevelTimes {
  checkedAtMs: number;
  /** The level in the last email. */
  reported: CallsLevel;
}

export const NO_TIMES: LevelTimes = { okSinceMs: null, failingSinceMs: null, downSinceMs: null };

/** A change is reported after it has lasted this long. */
const LASTS_MS = 5 * 60_000;

/** After a longer pause between two checks, it is unknown what happened in between. */
const MAX_PAUSE_MS = 3 * 60_000;

/** With fewer failed calls, no email is sent. One timeout of a provider with few calls is no reason for an email. */
export const MIN_FAILED_CALLS = 5;

/**
 * The level in the words of the dashboard. An open circuit breaker lets few calls through, so the last hour alone would
 * show an outage too late and a recovery too early. Undefined if the calls do not show which level it is.
 */
export function levelOf({ hour, recent }: Pick<WatchedCalls, 'hour' | 'recent'>): CallsLevel | undefined {
  const { degraded, down } = PROVIDER_HEALTH_LIMITS;
  if (recent.errors >= MIN_FAILED_CALLS && failedShare(recent) >= down) return 'DOWN';
  const level = callsLevel(hour);
  if (level !== 'OK') return hour.errors >= MIN_FAILED_CALLS ? level : undefined;
  const isWorking = recent.calls > 0 && failedShare(recent) < degraded;
  return hour.calls >= MIN_HEALTH_CALLS && isWorking ? 'OK' : undefined;
}

export function failedShare({ calls, errors }: CallCounts): number {
  return calls === 0 ? 0 : errors / calls;
}

/** An unknown level ends all states, because a change must last without interruption. */
export function watchLevel<Watch extends ProviderWatch>(
  before: Watch,
  level: CallsLevel | undefined,
  nowMs: number,
): Watch {
  const isOutdated = nowMs - before.checkedAtMs > MAX_PAUSE_MS;
  const times = isOutdated ? NO_TIMES : before;
  const isFailing = level === 'DEGRADED' || level === 'DOWN';
  return {
    ...before,
    checkedAtMs: nowMs,
    okSinceMs: level === 'OK' ? (times.okSinceMs ?? nowMs) : null,
    failingSinceMs: isFailing ? (times.failingSinceMs ?? nowMs) : null,
    downSinceMs: level === 'DOWN' ? (times.downSinceMs ?? nowMs) : null,
  };
}

/**
 * What to report now, or undefined. A provider that has been failing for five minutes is reported with its level at
 * that time. Afterwards it is reported again if it has been down for five minutes. An improvement from down to degraded
 * is not reported.
 */
export function dueReport(watch: ProviderWatch, nowMs: number): CallsLevel | undefined {
  const { okSinceMs, failingSinceMs, downSinceMs, reported } = watch;
  const lasts = (sinceMs: number | null) => sinceMs !== null && nowMs - sinceMs >= LASTS_MS;
  if (lasts(okSinceMs)) return reported === 'OK' ? undefined : 'OK';
  if (lasts(downSinceMs)) return reported === 'DOWN' ? undefined : 'DOWN';
  if (reported !== 'OK' || !lasts(failingSinceMs)) return undefined;
  return downSinceMs === null ? 'DEGRADED' : 'DOWN';
}
