/** The maximum delay of a timer, almost 25 days. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Calls `onEnd` after the given time, unless the returned function is called first. */
type StartTimer = (ms: number, onEnd: () => void) => () => void;

const startTimer: StartTimer = (ms, onEnd) => {
  const timer = setTimeout(onEnd, Math.min(ms, MAX_TIMER_MS));
  return () => clearTimeout(timer);
};

interface Clock {
  nowMs(): number;
  /** A wait before the next request. */
  startPause: StartTimer;
  /** A limit on work in progress. */
  startDeadline: StartTimer;
}

/** The local clock. The conformance tests replace it, so that they can check every pause without waiting. */
export const clock: Clock = { nowMs: () => Date.now(), startPause: startTimer, startDeadline: startTimer };

/** Resolves after the given time. Rejects with the signal's reason if the signal is or has been aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = () => {
      stop();
      reject(signal?.reason);
    };
    const stop = clock.startPause(ms, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
