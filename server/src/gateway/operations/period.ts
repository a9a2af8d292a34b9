import { ApiError } from '../../platform/api-error.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

interface UsagePeriod {
  fromMs: number;
  toMs: number;
}

/** Rounds the period outwards to whole minutes. Default: the last 24 hours. */
export function usagePeriod(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  nowMs: number,
): UsagePeriod {
  const toMs = Math.ceil((parseInstant(to) ?? nowMs) / MINUTE_MS) * MINUTE_MS;
  const fromMs = Math.floor((parseInstant(from) ?? toMs - DAY_MS) / MINUTE_MS) * MINUTE_MS;
  if (fromMs < toMs) return { fromMs, toMs };
  throw invalidInput('/from', 'RANGE_REVERSED', '`from` must be earlier than `to`.');
}

export function invalidInput(path: string, code: string, message: string): ApiError {
  return new ApiError('VALIDATION_ERROR', message, { details: [{ path, code, message }] });
}

/**
 * Converts an API timestamp to milliseconds since 1970. Times before 1970 become 0, because no data is older and
 * PostgreSQL has no year 0.
 */
export function parseInstant(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Math.max(0, Date.parse(text));
}
