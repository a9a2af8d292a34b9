/** The limiter of the main thread, whose counters worker threads share, with snapshots in the database. */
import { MemoryLimiter } from './memory-limiter.ts';
import { PersistentLimiter, type PersistentLimiterParts } from './persistent-limiter.ts';
import {
  type LockHolder,
  MAIN_THREAD,
  type SharedSlot,
  SharedSlots,
  SharedWindowCounters,
} from './shared-counters.ts';

/** What worker threads need of the shared counters. */
export interface SharedLimits {
  /** Added to the monotonic clock of the main thread, this gives the time of the counters. */
  shiftMs: number;
  findSlot(keyId: string): SharedSlot;
  /** Called when a worker has ended, because it may have been ended while it held a lock. */
  releaseLocksOf(holder: LockHolder): void;
}

export function openSharedLimiter(parts: Pick<PersistentLimiterParts, 'db' | 'clock' | 'log'>) {
  const slots = new SharedSlots();
  const memory = new MemoryLimiter(
    parts.clock,
    keyId => new SharedWindowCounters(slots.take(keyId), MAIN_THREAD, slot => slots.free(slot)),
  );
  const takeChangedElsewhere = () => slots.takeChanged();
  const limiter = new PersistentLimiter({ ...parts, memory, takeChangedElsewhere });
  const shared: SharedLimits = {
    shiftMs: memory.shiftMs,
    findSlot: keyId => (memory.open(keyId) as SharedWindowCounters).slot,
    releaseLocksOf: holder => slots.releaseLocksOf(holder),
  };
  return { limiter, shared };
}
