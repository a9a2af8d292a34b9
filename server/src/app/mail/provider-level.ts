/**
 * Decides when the health of a provider is reported by email: a change must last, so that short failures cause no
 * email. Pure.
 */
import { MIN_HEALTH_CALLS, PROVIDER_HEALTH_LIMITS } from '@serai/contract/account/health-limits.ts';

export type ProviderLevel = 'OK' | 'DEGRADED' | 'DOWN';

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
export interface ProviderWatch {
  okSinceMs: number | null;
  failingSinceMs: number | null;
  downSinceMs: number | null;
  /** What the last email reported. */
  told: ProviderLevel;
}

export const NEVER_WATCHED: ProviderWatch = {
  okSinceMs: null,
  failingSinceMs: null,
  downSinceMs: null,
  told: 'OK',
};

/** A change is reported after it has lasted this long. */
const LASTS_MS = 5 * 60_000;

/**
 * The level in the words of the dashboard. An open circuit breaker lets few calls through, so the last hour alone would
 * show an outage too late. Undefined if there are too few calls to judge.
 */
export function levelOf({ hour, recent }: Pick<WatchedCalls, 'hour' | 'recent'>): ProviderLevel | undefined {
  const { degraded, down } = PROVIDER_HEALTH_LIMITS;
  if (failedShare(recent) >= down || failedShare(hour) >= down) return 'DOWN';
  if (failedShare(hour) >= degraded) return 'DEGRADED';
  return hour.calls >= MIN_HEALTH_CALLS ? 'OK' : undefined;
}

export function failedShare({ calls, errors }: CallCounts): number {
  return calls >= MIN_HEALTH_CALLS ? errors / calls : 0;
}

export function watchLevel(
  before: ProviderWatch,
  level: ProviderLevel | undefined,
  nowMs: number,
): ProviderWatch {
  if (level === undefined) return before;
  const isDown = level === 'DOWN';
  const isFailing = level !== 'OK';
  return {
    ...before,
    okSinceMs: isFailing ? null : (before.okSinceMs ?? nowMs),
    failingSinceMs: isFailing ? (before.failingSinceMs ?? nowMs) : null,
    downSinceMs: isDown ? (before.downSinceMs ?? nowMs) : null,
  };
}

/** What to report now, or undefined. A provider that improves from down to degraded is not reported. */
export function dueReport(watch: ProviderWatch, nowMs: number): ProviderLevel | undefined {
  const { okSinceMs, failingSinceMs, downSinceMs, told } = watch;
  const lasts = (sinceMs: number | null) => sinceMs !== null && nowMs - sinceMs >= LASTS_MS;
  if (lasts(okSinceMs)) return told === 'OK' ? undefined : 'OK';
  if (lasts(downSinceMs)) return told === 'DOWN' ? undefined : 'DOWN';
  if (told !== 'OK' || !lasts(failingSinceMs)) return undefined;
  return downSinceMs === null ? 'DEGRADED' : 'DOWN';
}
