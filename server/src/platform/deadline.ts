/** Nothing waits without a limit. */
import type { Clock } from './clock.ts';

export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';

  constructor(ms: number) {
    super(`no answer within ${ms} ms`);
  }
}

/**
 * The promise's outcome, or DeadlineError. The work itself goes on; its late failure is swallowed. An answer that had
 * arrived while this process was busy is still read first: our own delay is not the other side's.
 */
export function withDeadline<T>(promise: Promise<T>, ms: number, clock: Clock): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = clock.after(ms, () => setImmediate(() => reject(new DeadlineError(ms))));
    promise.then(
      value => {
        timer.cancel();
        resolve(value);
      },
      error => {
        timer.cancel();
        reject(error);
      },
    );
  });
}
