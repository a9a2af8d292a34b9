/** Time that runs normally and jumps ahead on demand, for both the process's clock and the database's clock. */
import { type Clock, systemClock, type Timer } from '../src/platform/clock.ts';
import type { Database } from '../src/platform/database/connect.ts';

interface Pending {
  dueMs: number;
  task: () => void;
  timer: Timer;
}

export class LeapingClock implements Clock {
  #leaptMs = 0;
  readonly #pending = new Set<Pending>();

  nowMs(): number {
    return systemClock.nowMs() + this.#leaptMs;
  }

  monotonicMs(): number {
    return systemClock.monotonicMs() + this.#leaptMs;
  }

  after(delayMs: number, task: () => void): Timer {
    const entry: Pending = { dueMs: this.monotonicMs() + delayMs, task, timer: { cancel() {} } };
    this.#arm(entry);
    this.#pending.add(entry);
    return {
      cancel: () => {
        entry.timer.cancel();
        this.#pending.delete(entry);
      },
    };
  }

  leap(ms: number): void {
    this.#leaptMs += ms;
    for (const entry of [...this.#pending].sort((a, b) => a.dueMs - b.dueMs)) {
      entry.timer.cancel();
      if (this.#pending.has(entry)) this.#arm(entry);
    }
  }

  #arm(entry: Pending): void {
    const leftMs = Math.max(0, entry.dueMs - this.monotonicMs());
    // Delays longer than a timer supports are checked again at the next jump.
    entry.timer = systemClock.after(Math.min(leftMs, 2 ** 31 - 1), () => {
      this.#pending.delete(entry);
      entry.task();
    });
  }
}

export interface LeapingTime {
  clock: LeapingClock;
  leap(ms: number): Promise<void>;
}

export async function leapingTime(ownerDb: Database): Promise<LeapingTime> {
  const clock = new LeapingClock();
  await ownerDb.script(`
    CREATE TABLE leapt_time (by interval NOT NULL);
    INSERT INTO leapt_time VALUES ('0');
    GRANT SELECT ON leapt_time TO serai_app, serai_scoped, serai_service;
    CREATE OR REPLACE FUNCTION serai_now() RETURNS timestamptz LANGUAGE sql VOLATILE
      AS 'SELECT clock_timestamp() + by FROM leapt_time'`);
  return {
    clock,
    async leap(ms) {
      await ownerDb`UPDATE leapt_time SET by = by + ${ms}::float8 * interval '1 millisecond'`;
      clock.leap(ms);
    },
  };
}
