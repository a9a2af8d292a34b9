/**
 * Repeats a task. Each run starts a fixed time after the previous run has ended. A failed run is reported and does not
 * end the repetition.
 */
import type { Clock, Timer } from './clock.ts';

export interface Repetition {
  /** Resolves when the current run has ended. */
  stop(): Promise<void>;
}

export function every(
  clock: Clock,
  pauseMs: number,
  task: () => Promise<void>,
  onError: (error: unknown) => void,
): Repetition {
  let stopped = false;
  let running: Promise<void> | undefined;
  let timer: Timer;
  function schedule(): void {
    if (stopped) return;
    timer = clock.after(pauseMs, () => {
      running = task().catch(onError).finally(schedule);
    });
  }
  schedule();
  return {
    async stop() {
      stopped = true;
      timer.cancel();
      await running;
    },
  };
}
