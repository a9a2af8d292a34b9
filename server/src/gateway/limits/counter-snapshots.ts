/** Saves the changed counters every 10 s and when the process stops, so that a crash forgets at most 10 s. */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { every, type Repetition } from '../../platform/every.ts';
import {
  deleteCounterSnapshotsBefore,
  listCounterSnapshots,
  saveCounterSnapshots,
} from './counter-snapshot-store.ts';
import type { KeySnapshot, MemoryLimiter } from './memory-limiter.ts';

const SAVE_EVERY_MS = 10_000;
const CLEAN_EVERY_SAVES = 360;
const KEPT_MS = 86_400_000;
/** About two milliseconds of encoding before other work has its turn. */
const BATCH = 200;

export interface CounterSnapshotsOptions {
  /** Made with `snapshots: true`. */
  limiter: MemoryLimiter;
  db: Database;
  clock: Clock;
  log: { warn(details: object, message: string): void };
}

export class CounterSnapshots {
  readonly #options: CounterSnapshotsOptions;
  #repetition: Repetition | undefined;
  #saves = 0;
  #isFailing = false;

  constructor(options: CounterSnapshotsOptions) {
    this.#options = options;
  }

  /** Takes over what the last process saved, then keeps saving. */
  async start(): Promise<void> {
    const { limiter, db, clock } = this.#options;
    for await (const page of listCounterSnapshots(db, clock.nowMs() - KEPT_MS)) {
      for (const snapshot of page) limiter.restore(snapshot);
    }
    this.#repetition = every(
      clock,
      SAVE_EVERY_MS,
      () => this.#save(),
      error => this.#report(error),
    );
  }

  /** Saves once more. */
  async stop(): Promise<void> {
    await this.#repetition?.stop();
    await this.#save().catch(error => this.#report(error));
  }

  /** What could not be saved is tried again with the next. */
  async #save(): Promise<void> {
    const { limiter, db, clock } = this.#options;
    let batch: KeySnapshot[] = [];
    try {
      for (const snapshot of limiter.snapshot()) {
        batch.push(snapshot);
        if (batch.length < BATCH) continue;
        await saveCounterSnapshots(db, clock.nowMs(), batch);
        batch = [];
      }
      if (batch.length > 0) await saveCounterSnapshots(db, clock.nowMs(), batch);
      if (this.#saves % CLEAN_EVERY_SAVES === 0)
        await deleteCounterSnapshotsBefore(db, clock.nowMs() - KEPT_MS);
      this.#saves += 1;
      this.#isFailing = false;
    } catch (error) {
      limiter.markChanged(batch.map(({ keyId }) => keyId));
      throw error;
    }
  }

  #report(error: unknown): void {
    if (!this.#isFailing) this.#options.log.warn({ err: error }, 'counters of limits could not be saved');
    this.#isFailing = true;
  }
}
