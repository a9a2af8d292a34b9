import type { Clock } from './clock.ts';

export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';

  constructor(ms: number) {
    super(`no response within ${ms} ms`);
  }
}

/**
 * Settles like the promise, or rejects with DeadlineError. The work itself continues, and its later failure is ignored.
 * A result that arrived while this process was busy still counts, because the process itself caused the delay.
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
