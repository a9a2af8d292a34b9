/** Repeats a task, each run a pause after the last one ended. A failure is reported and does not end it. */
import type { Clock, Timer } from './clock.ts';

export interface Repetition {
  stop(): void;
}

export function every(
  clock: Clock,
  pauseMs: number,
  task: () => Promise<void>,
  onError: (error: unknown) => void,
): Repetition {
  let stopped = false;
  let timer: Timer;
  function schedule(): void {
    if (stopped) return;
    timer = clock.after(pauseMs, () => {
      task().catch(onError).finally(schedule);
    });
  }
  schedule();
  return {
    stop() {
      stopped = true;
      timer.cancel();
    },
  };
}
