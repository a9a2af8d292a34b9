/** The requested period, extended to whole minutes because usage is stored by the minute. */
import { ApiError } from '../../../platform/api-error.ts';
import { parseInstant } from '../../records/parse-instant.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

export interface UsagePeriod {
  fromMs: number;
  toMs: number;
}

/** Default: the last 24 hours. */
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
