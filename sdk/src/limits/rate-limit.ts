/** Reads the fields `RateLimit` and `RateLimit-Policy`: how much of each window is left. */
import type { RateWindow } from '../errors/api-error.ts';

/** One rolling window of the limits of a key, as an answer told it. */
export interface WindowState {
  /** Requests that the window takes. */
  limit: number | null;
  /** Length of the window in seconds. */
  seconds: number | null;
  /** Requests that are left. */
  remaining: number;
  /** Seconds until a request passes again, where none is left. */
  retryAfter: number | null;
}

export interface RateLimitState {
  minute: WindowState | null;
  hour: WindowState | null;
  day: WindowState | null;
  /** When the answer came, by the clock of this machine. */
  seenAt: Date;
}

const WINDOWS: readonly RateWindow[] = ['minute', 'hour', 'day'];

/** Undefined where the answer does not tell. */
export function readRateLimit(headers: Headers, seenAt: Date): RateLimitState | undefined {
  const left = readItems(headers.get('ratelimit'));
  const policy = readItems(headers.get('ratelimit-policy'));
  if (!WINDOWS.some(window => left.has(window))) return undefined;
  const windowState = (window: RateWindow): WindowState | null => {
    const remaining = left.get(window)?.get('r');
    if (remaining === undefined) return null;
    return {
      limit: policy.get(window)?.get('q') ?? null,
      seconds: policy.get(window)?.get('w') ?? null,
      remaining,
      retryAfter: left.get(window)?.get('t') ?? null,
    };
  };
  return { minute: windowState('minute'), hour: windowState('hour'), day: windowState('day'), seenAt };
}

/** The window that is used up the longest. */
export function usedUpWindow(state: RateLimitState | undefined): RateWindow | null {
  const usedUp = WINDOWS.filter(window => state?.[window]?.remaining === 0);
  const wait = (window: RateWindow) => state?.[window]?.retryAfter ?? 0;
  return usedUp.sort((a, b) => wait(b) - wait(a))[0] ?? null;
}

/** `"minute";r=599, "hour";r=0;t=12` as numbers by name; what is not understood is left out. */
function readItems(text: string | null): Map<string, Map<string, number>> {
  const items = new Map<string, Map<string, number>>();
  for (const [, name = '', parameters = ''] of (text ?? '').matchAll(/"(\w+)"([^,]*)/g)) {
    const numbers = [...parameters.matchAll(/;\s*(\w+)=(\d+)/g)];
    items.set(name, new Map(numbers.map(([, key = '', value]) => [key, Number(value)])));
  }
  return items;
}
