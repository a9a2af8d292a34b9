/** Repeats a task, each run a pause after the last one ended. A failure is reported and does not end it. */
import type { Clock, Timer } from './clock.ts';

export interface Repetition {
  /** Ends with the run that is under way. */
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
