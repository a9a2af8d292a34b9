/**
 * Provides the current time and timers, so that tests can control both. Only the supervision of the embedded database
 * uses other timers.
 */

export interface Timer {
  cancel(): void;
}

export interface Clock {
  /** Wall-clock time in milliseconds since 1970. It may jump in either direction. */
  nowMs(): number;
  /** Milliseconds since a fixed point in time. Never goes backwards. */
  monotonicMs(): number;
  /** Runs `task` once after the delay. The timer does not keep the process alive. */
  after(delayMs: number, task: () => void): Timer;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  after(delayMs, task) {
    const handle = setTimeout(task, delayMs);
    handle.unref();
    return { cancel: () => clearTimeout(handle) };
  },
};

/**
 * The start of this thread's monotonic time, on a clock that all threads of the process share. It converts monotonic
 * times between threads.
 */
export function monotonicOriginMs(): number {
  // If the thread is interrupted between the two readings, the difference is too small.
  const readings = Array.from({ length: 5 }, () => Number(process.hrtime.bigint()) / 1e6 - performance.now());
  return Math.max(...readings);
}

/** Resolves after the delay, or earlier when the signal is aborted. Does not keep the process alive. */
export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal?.aborted) return resolve();
    const onAbort = () => {
      timer.cancel();
      resolve();
    };
    const timer = clock.after(delayMs, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
