import { checkNumber } from '../client/client-options.ts';
import { clock, sleep } from '../client/sleep.ts';
import { AbortedError, ApiError, ConnectionError, TimeoutError } from '../errors.ts';
import type { Booking, BookingDetail } from '../generated/types.ts';

export interface WaitOptions {
  /** Maximum time to wait, in milliseconds. Default: 10 minutes. */
  timeout?: number | undefined;
  /** Ends the wait immediately. */
  signal?: AbortSignal | undefined;
}

const DEFAULT_TIMEOUT_MS = 600_000;
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 15_000;
/** Estimated time between a check at the provider and the time when its result can be read. */
const CHECK_DURATION_MS = 500;

const OPEN: ReadonlySet<string> = new Set(['PENDING', 'ON_REQUEST', 'CANCEL_PENDING']);

export async function waitUntilSettled(
  read: (signal: AbortSignal) => PromiseLike<BookingDetail>,
  options: WaitOptions & { maxRetryAfter: number },
): Promise<BookingDetail> {
  const { signal, maxRetryAfter } = options;
  const timeout = checkNumber('timeout', options.timeout, 1) ?? DEFAULT_TIMEOUT_MS;
  const end = new AbortController();
  const onAbort = () => end.abort(signal?.reason);
  const stopTimer = clock.startDeadline(timeout, () => end.abort());
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  let last: Booking | undefined;
  try {
    for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(delayMs * 2, MAX_DELAY_MS)) {
      const response = await tryRead(read, end.signal, maxRetryAfter);
      if (!('failed' in response) && !isOpen(response.booking)) return response;
      if (!('failed' in response)) last = response.booking;
      await sleep(pauseMs(response, delayMs), end.signal);
    }
  } catch (error) {
    if (!end.signal.aborted) throw error;
    if (signal?.aborted) throw new AbortedError('The wait was aborted.', { outcome: 'unknown' });
    const state = last ? `${last.bookingId} is still ${last.status}` : 'The booking could not be read';
    throw new TimeoutError(`${state} after ${timeout} ms. Call waitUntilSettled again to keep waiting.`, {
      timeout,
      outcome: 'unknown',
    });
  } finally {
    stopTimer();
    signal?.removeEventListener('abort', onAbort);
  }
}

interface FailedRead {
  failed: true;
  /** Seconds to wait before the next read. */
  retryAfter: number;
}

/** Returns a FailedRead if the booking could not be read now but a later attempt may succeed. */
async function tryRead(
  read: (signal: AbortSignal) => PromiseLike<BookingDetail>,
  signal: AbortSignal,
  maxRetryAfter: number,
): Promise<BookingDetail | FailedRead> {
  try {
    return await read(signal);
  } catch (error) {
    if (error instanceof ConnectionError || error instanceof TimeoutError)
      return { failed: true, retryAfter: 0 };
    if (!(error instanceof ApiError && error.retryable)) throw error;
    const { retryAfter } = error;
    if ((retryAfter ?? 0) > maxRetryAfter) throw error;
    return { failed: true, retryAfter: retryAfter ?? 0 };
  }
}

/** Also checks `resolution`, so that open states added in later versions are recognised. */
function isOpen({ status, resolution }: Booking): boolean {
  return OPEN.has(status) || resolution !== null;
}

function pauseMs(response: BookingDetail | FailedRead, delayMs: number): number {
  if ('failed' in response) return Math.max(delayMs, response.retryAfter * 1000);
  return Math.min(delayMs, afterNextCheckMs(response));
}

/**
 * Returns the milliseconds until the result of the next check can be read. Uses only the server's clock, because the
 * local clock may be wrong.
 */
function afterNextCheckMs({ booking, meta }: BookingDetail): number {
  const at = booking.resolution?.nextCheckAt;
  if (!at) return Number.POSITIVE_INFINITY;
  // The longer a check is overdue, the longer it may still take.
  return Math.abs(Date.parse(at) - Date.parse(meta.processedAt)) + CHECK_DURATION_MS;
}
