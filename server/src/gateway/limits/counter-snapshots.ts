/** Saves the changed counters every 10 s and when the process stops, so that a crash forgets at most 10 s. */
import type { Clock, Timer } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
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
  #timer: Timer | undefined;
  #saving: Promise<void> = Promise.resolve();
  #saves = 0;
  #isFailing = false;

  constructor(options: CounterSnapshotsOptions) {
    this.#options = options;
  }

  /** Takes over what the last process saved, then keeps saving. Answers the number of keys. */
  async start(): Promise<number> {
    const { limiter, db, clock } = this.#options;
    let restored = 0;
    for await (const page of listCounterSnapshots(db, clock.nowMs() - KEPT_MS)) {
      for (const snapshot of page) if (limiter.restore(snapshot)) restored += 1;
    }
    this.#schedule();
    return restored;
  }

  /** Saves once more. */
  async stop(): Promise<void> {
    this.#timer?.cancel();
    await this.#saving;
    await this.#save();
  }

  #schedule(): void {
    this.#timer = this.#options.clock.after(SAVE_EVERY_MS, () => {
      this.#saving = this.#save();
      void this.#saving.then(() => this.#schedule());
    });
  }

  /** Never rejects: what could not be saved is tried again with the next. */
  async #save(): Promise<void> {
    const { limiter, db, clock, log } = this.#options;
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
      if (!this.#isFailing) log.warn({ err: error }, 'Rate limit counters could not be saved');
      this.#isFailing = true;
    }
  }
}
