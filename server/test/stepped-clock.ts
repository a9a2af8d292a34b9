/** The system clock with a date that tests can change. Waiting takes real time. */
import { type Clock, systemClock } from '../src/platform/clock.ts';

export interface SteppedClock extends Clock {
  step(ms: number): void;
}

export function steppedClock(startMs: number = systemClock.nowMs()): SteppedClock {
  let aheadMs = startMs - systemClock.nowMs();
  return {
    nowMs: () => systemClock.nowMs() + aheadMs,
    monotonicMs: () => systemClock.monotonicMs(),
    after: (delayMs, task) => systemClock.after(delayMs, task),
    step(ms) {
      aheadMs += ms;
    },
  };
}
