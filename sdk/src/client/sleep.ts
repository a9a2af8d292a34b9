/** Waits, and stops waiting at once when the signal says so. */

/** Timers take no more; 24 days are for ever here. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Resolves when the time has passed; rejects with the signal's reason when it is aborted, now or before. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      },
      Math.min(ms, LONGEST_TIMER_MS),
    );
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
