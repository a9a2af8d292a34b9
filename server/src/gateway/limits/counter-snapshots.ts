/**
 * Saves the counters of a key nine seconds after they changed, and all when the process stops: a crash forgets at most
 * ten seconds, and the work of many keys is as even as their requests.
 */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Log } from '../../platform/log.ts';
import { Flusher } from '../writing/flusher.ts';
import {
  deleteCounterSnapshotsBefore,
  listCounterSnapshots,
  saveCounterSnapshots,
} from './counter-snapshot-store.ts';
import type { MemoryLimiter } from './memory-limiter.ts';

const LOOK_EVERY_MS = 500;
const SAVE_AFTER_MS = 9_000;
const CLEAN_EVERY_MS = 3_600_000;
const KEPT_MS = 86_400_000;
/** About two milliseconds of encoding before other work has its turn. */
const BATCH = 200;

export interface CounterSnapshotsOptions {
  /** Made with `snapshots: true`. */
  limiter: MemoryLimiter;
  db: Database;
  clock: Clock;
  log: Log;
}

export class CounterSnapshots {
  readonly #options: CounterSnapshotsOptions;
  readonly #flusher: Flusher;
  #cleanedAtMs = 0;

  constructor(options: CounterSnapshotsOptions) {
    this.#options = options;
    const { clock, log } = options;
    const send = (all: boolean) => this.#save(clock.monotonicMs() - (all ? 0 : SAVE_AFTER_MS));
    this.#flusher = new Flusher({ clock, log, what: 'the counters of limits', everyMs: LOOK_EVERY_MS, send });
  }

  /** Takes over what the last process saved, then keeps saving. */
  async start(): Promise<void> {
    const { limiter, db, clock } = this.#options;
    for await (const page of listCounterSnapshots(db, clock.nowMs() - KEPT_MS)) {
      for (const snapshot of page) limiter.restore(snapshot);
    }
    await this.#clean();
    this.#flusher.start();
  }

  /** Saves once more. */
  async stop(): Promise<void> {
    this.#flusher.cancel();
    await this.#flusher.flush();
  }

  /** What could not be saved is tried again in nine seconds. */
  async #save(changedByMs: number): Promise<boolean> {
    const { limiter, db, clock } = this.#options;
    let saved = 0;
    for (;;) {
      const batch = limiter.takeSnapshots(changedByMs, BATCH);
      if (batch.length === 0) break;
      try {
        await saveCounterSnapshots(db, clock.nowMs(), batch);
      } catch (error) {
        limiter.markChanged(batch.map(({ keyId }) => keyId));
        throw error;
      }
      saved += batch.length;
    }
    if (clock.monotonicMs() - this.#cleanedAtMs >= CLEAN_EVERY_MS) await this.#clean();
    return saved > 0;
  }

  async #clean(): Promise<void> {
    const { db, clock } = this.#options;
    await deleteCounterSnapshotsBefore(db, clock.nowMs() - KEPT_MS);
    this.#cleanedAtMs = clock.monotonicMs();
  }
}
