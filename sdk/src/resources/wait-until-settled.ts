/** Reads a booking again and again until its outcome is known. */
import { checkNumber } from '../client/client-options.ts';
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
  const { signal, maxRetryAfter } = options;
  const timeout = checkNumber('timeout', options.timeout, 1) ?? DEFAULT_TIMEOUT_MS;
  const end = new AbortController();
  const onAbort = () => end.abort(signal?.reason);
  const timer = setTimeout(() => end.abort(), Math.min(timeout, LONGEST_TIMER_MS));
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  let last: Booking | undefined;
  try {
    for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS)) {
      const answer = await readOrMiss(read, end.signal, maxRetryAfter);
      if (!('missed' in answer) && !isOpen(answer.booking)) return answer;
      if (!('missed' in answer)) last = answer.booking;
      await sleep(pauseMs(answer, delayMs), end.signal);
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

interface Missed {
  missed: true;
  /** Seconds. */
  retryAfter: number;
}

/** Missed where the booking could not be read now but may be later. */
async function readOrMiss(
  read: (signal: AbortSignal) => PromiseLike<BookingdetailAnswer>,
  signal: AbortSignal,
  maxRetryAfter: number,
): Promise<BookingdetailAnswer | Missed> {
  try {
    return await read(signal);
  } catch (error) {
    if (error instanceof ConnectionError || error instanceof TimeoutError)
      return { missed: true, retryAfter: 0 };
    if (!(error instanceof ApiError && error.retryable)) throw error;
    const { retryAfter } = error;
    if ((retryAfter ?? 0) > maxRetryAfter) throw error;
    return { missed: true, retryAfter: retryAfter ?? 0 };
  }
}

/** By `resolution` too, so that a state of a later version counts as open where it is. */
function isOpen({ status, resolution }: Booking): boolean {
  return OPEN.has(status) || resolution !== null;
}

function pauseMs(answer: BookingdetailAnswer | Missed, delayMs: number): number {
  if ('missed' in answer) return Math.max(delayMs, answer.retryAfter * 1000);
  return Math.min(delayMs, afterNextCheckMs(answer));
}

/** By the clock of the service alone: that of this machine may be wrong. */
function afterNextCheckMs({ booking, meta }: BookingdetailAnswer): number {
  const at = booking.resolution?.nextCheckAt;
  if (!at) return Number.POSITIVE_INFINITY;
  // The longer a check is overdue, the longer it may take still.
  return Math.abs(Date.parse(at) - Date.parse(meta.processedAt)) + AFTER_A_CHECK_MS;
}
