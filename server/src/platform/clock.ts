/** The only reader of the current time and the only maker of timers, so that tests can drive both. */

export interface Timer {
  cancel(): void;
}

export interface Clock {
  /** Milliseconds since 1970, as the calendar says. May step either way. */
  nowMs(): number;
  /** Milliseconds since some fixed moment. Never steps back. */
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

/** Waits; ends early when the signal does. Keeps the process alive no longer than the clock's timers do. */
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
