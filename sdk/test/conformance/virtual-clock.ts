/** A clock on which pauses pass at once. Deadlines run on it and on the real clock, whichever ends first. */
import { clock } from '../../src/client/sleep.ts';

interface Deadline {
  dueMs: number;
  onEnd(): void;
}

export interface ClockRecord {
  pausesMs: number[];
  timeoutsMs: number[];
  restore(): void;
}

export function installClock(startMs: number): ClockRecord {
  const original = { ...clock };
  const record = { pausesMs: [] as number[], timeoutsMs: [] as number[] };
  const deadlines = new Set<Deadline>();
  let nowMs = startMs;

  clock.nowMs = () => nowMs;
  clock.startDeadline = (ms, onEnd) => {
    record.timeoutsMs.push(ms);
    const deadline = { dueMs: nowMs + ms, onEnd };
    deadlines.add(deadline);
    const stop = original.startDeadline(ms, onEnd);
    return () => {
      deadlines.delete(deadline);
      stop();
    };
  };
  clock.startPause = (ms, onEnd) => {
    record.pausesMs.push(ms);
    const endMs = nowMs + ms;
    let isStopped = false;
    queueMicrotask(() => {
      for (const deadline of [...deadlines].sort((a, b) => a.dueMs - b.dueMs)) {
        if (isStopped || deadline.dueMs > endMs) break;
        nowMs = deadline.dueMs;
        deadline.onEnd();
      }
      if (isStopped) return;
      nowMs = endMs;
      onEnd();
    });
    return () => {
      isStopped = true;
    };
  };
  return { ...record, restore: () => void Object.assign(clock, original) };
}
