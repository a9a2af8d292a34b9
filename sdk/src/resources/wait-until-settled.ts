/** Reads a booking again and again until its outcome is known. */
import { LONGEST_TIMER_MS, sleep } from '../client/sleep.ts';
import { ApiError } from '../errors/api-error.ts';
import { AbortedError, ConnectionError, TimeoutError } from '../errors/connection-error.ts';
import type { Booking, BookingdetailAnswer } from '../generated/types.ts';

export interface WaitOptions {
  /** Milliseconds; 10 minutes when absent. */
  timeout?: number | undefined;
  /** Ends the wait at once. */
  signal?: AbortSignal | undefined;
}

const DEFAULT_TIMEOUT_MS = 600_000;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 15_000;
/** From the moment a provider is asked until its answer can be read. */
const AFTER_A_CHECK_MS = 500;

const OPEN: ReadonlySet<string> = new Set(['PENDING', 'ON_REQUEST', 'CANCEL_PENDING']);

export async function waitUntilSettled(
  read: (signal: AbortSignal) => PromiseLike<BookingdetailAnswer>,
  options: WaitOptions & { maxRetryAfter: number },
): Promise<BookingdetailAnswer> {
  const { timeout = DEFAULT_TIMEOUT_MS, signal, maxRetryAfter } = options;
  const end = new AbortController();
  const onAbort = () => end.abort(signal?.reason);
  const timer = setTimeout(() => end.abort(), Math.min(timeout, LONGEST_TIMER_MS));
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  let last: Booking | undefined;
  try {
    for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS)) {
      const answer = await readOrMiss(read, end.signal, maxRetryAfter);
      if (answer && !isOpen(answer.booking)) return answer;
      last = answer?.booking ?? last;
      await sleep(Math.min(delayMs, answer ? untilNextCheckMs(answer) : delayMs), end.signal);
    }
  } catch (error) {
    if (!end.signal.aborted) throw error;
    if (signal?.aborted) throw new AbortedError('The wait was aborted.', { outcome: 'unknown' });
    const state = last ? `${last.bookingId} is still ${last.status}` : 'The booking could not be read';
    throw new TimeoutError(`${state} after ${timeout} ms.`, { timeout, outcome: 'unknown' });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Undefined where the booking could not be read now but may be later. */
async function readOrMiss(
  read: (signal: AbortSignal) => PromiseLike<BookingdetailAnswer>,
  signal: AbortSignal,
  maxRetryAfter: number,
): Promise<BookingdetailAnswer | undefined> {
  try {
    return await read(signal);
  } catch (error) {
    const passes =
      error instanceof ConnectionError ||
      error instanceof TimeoutError ||
      (error instanceof ApiError && error.retryable && (error.retryAfter ?? 0) <= maxRetryAfter);
    if (!passes) throw error;
    return undefined;
  }
}

/** By `resolution` too, so that a state of a later version counts as open where it is. */
function isOpen({ status, resolution }: Booking): boolean {
  return OPEN.has(status) || resolution !== null;
}

/** By the clock of the service alone: that of this machine may be wrong. */
function untilNextCheckMs({ booking, meta }: BookingdetailAnswer): number {
  const at = booking.resolution?.nextCheckAt;
  if (!at) return Number.POSITIVE_INFINITY;
  const checkMs = Math.max(0, Date.parse(at) - Date.parse(meta.processedAt));
  return checkMs + AFTER_A_CHECK_MS;
}
