/**
 * The in-memory limiter with snapshots in the database. Counters are saved within ten seconds of a change, and all
 * counters are saved when the process stops. A crash loses at most ten seconds of counts.
 */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Log } from '../../platform/log.ts';
import { LateRows } from '../writing/late-rows.ts';
import {
  deleteCounterSnapshotsBefore,
  listCounterSnapshots,
  saveCounterSnapshots,
} from './counter-snapshot-store.ts';
import { decodeKeyCounts, encodeKeyCounts } from './key-counts.ts';
import type { LimitDecision, Limiter, Limits } from './limiter.ts';
import { MemoryLimiter } from './memory-limiter.ts';

const SAVE_WITHIN_MS = 10_000;
const CLEAN_EVERY_MS = 3_600_000;
const KEPT_MS = 86_400_000;

export interface PersistentLimiterParts {
  db: Database;
  clock: Clock;
  log: Log;
  /** Default: counters that only this thread changes. */
  memory?: MemoryLimiter;
  /** Returns the keys that other threads have counted requests for since the last call. Default: none. */
  takeChangedElsewhere?: () => Iterable<string>;
}

export class PersistentLimiter implements Limiter {
  readonly #parts: PersistentLimiterParts;
  readonly #memory: MemoryLimiter;
  /** Keys with unsaved changes. Each key is in `#rows` once. */
  readonly #changed = new Set<string>();
  readonly #rows: LateRows<string>;
  #cleanedAtMs = Number.NEGATIVE_INFINITY;

  constructor(parts: PersistentLimiterParts) {
    const { clock, log } = parts;
    this.#parts = parts;
    this.#memory = parts.memory ?? new MemoryLimiter(clock);
    this.#rows = new LateRows({
      clock,
      log,
      what: 'rate limit counters',
      withinMs: SAVE_WITHIN_MS,
      prepare: () => this.#prepare(),
      write: keyIds => this.#save(keyIds),
    });
  }

  get size(): number {
    return this.#memory.size;
  }

  /** Loads the counters that the previous process saved, then starts saving. */
  async start(): Promise<void> {
    const { db, clock } = this.#parts;
    for await (const page of listCounterSnapshots(db, clock.nowMs() - KEPT_MS)) {
      for (const { keyId, state } of page) {
        const counts = decodeKeyCounts(state);
        if (counts !== undefined) this.#memory.addCounts(keyId, counts);
      }
    }
    await this.#clean();
    this.#rows.start();
  }

  decide(keyId: string, limits: Limits, nowMs?: number): LimitDecision {
    const decision = this.#memory.decide(keyId, limits, nowMs);
    if (decision.admitted) this.#noteChange(keyId);
    return decision;
  }

  peek(keyId: string, limits: Limits): LimitDecision {
    return this.#memory.peek(keyId, limits);
  }

  async close(): Promise<void> {
    await this.#rows.stop();
    await this.#memory.close();
  }

  #noteChange(keyId: string): void {
    if (this.#changed.has(keyId)) return;
    this.#changed.add(keyId);
    this.#rows.begin(keyId);
  }

  async #prepare(): Promise<void> {
    for (const keyId of this.#parts.takeChangedElsewhere?.() ?? []) this.#noteChange(keyId);
    await this.#clean();
  }

  async #save(keyIds: string[]): Promise<void> {
    for (const keyId of keyIds) this.#changed.delete(keyId);
    const snapshots = keyIds.map(keyId => ({ keyId, state: encodeKeyCounts(this.#memory.counts(keyId)) }));
    try {
      await saveCounterSnapshots(this.#parts.db, this.#parts.clock.nowMs(), snapshots);
    } catch (error) {
      for (const keyId of keyIds) this.#noteChange(keyId);
      throw error;
    }
  }

  async #clean(): Promise<void> {
    const { db, clock } = this.#parts;
    const nowMs = clock.monotonicMs();
    if (nowMs - this.#cleanedAtMs < CLEAN_EVERY_MS) return;
    await deleteCounterSnapshotsBefore(db, clock.nowMs() - KEPT_MS);
    this.#cleanedAtMs = nowMs;
  }
}
