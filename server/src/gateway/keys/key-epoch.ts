/**
 * Follows the epoch, a counter of key changes, by polling every 250 ms and listening for database notifications. The
 * cache is fresh while the last successful read began at most one second ago.
 */
import type { Clock, Timer } from '../../platform/clock.ts';
import { withDeadline } from '../../platform/deadline.ts';
import type { Log } from '../../platform/log.ts';
import type { KeyCache } from './key-cache.ts';
import type { KeyChange } from './key-read-store.ts';

const POLL_MS = 250;
const READ_DEADLINE_MS = 500;
const GIVE_UP_MS = 2_000;
const FRESH_MS = 1_000;

interface KeyEpochParts {
  cache: KeyCache;
  read: (since: number) => Promise<{ epoch: number; changes: KeyChange[] }>;
  clock: Clock;
  log: Log;
}

export class KeyEpoch {
  readonly #parts: KeyEpochParts;
  #epoch: number | undefined;
  #provedAtMs = Number.NEGATIVE_INFINITY;
  #heardAtMs = Number.NEGATIVE_INFINITY;
  #reading: { beganAtMs: number; done: Promise<void> } | undefined;
  #timer: Timer | undefined;
  #stopped = false;
  /** Wall-clock time, in milliseconds since 1970. */
  #failingSinceMs: number | undefined;

  constructor(parts: KeyEpochParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    await this.#poll();
  }

  stop(): void {
    this.#stopped = true;
    this.#timer?.cancel();
  }

  /** Returns true if every cached record was current within the last second. */
  isFresh(): boolean {
    return this.#parts.clock.monotonicMs() - this.#provedAtMs <= FRESH_MS;
  }

  /** When the last successful read began. Every cached record was current at that time. */
  get provedAtMs(): number {
    return this.#provedAtMs;
  }

  /** When the database last responded in time. */
  get heardAtMs(): number {
    return this.#heardAtMs;
  }

  /** The time (ms since 1970) since which key changes cannot be read. */
  failingSinceMs(): number | undefined {
    return this.#failingSinceMs;
  }

  /**
   * Reads now, and once more if a read in flight may have begun too early. Never throws and never waits longer than the
   * deadlines.
   */
  async refresh(): Promise<void> {
    if (this.#reading !== undefined) await this.#read();
    await this.#read();
  }

  /** Called on a database notification. Reads immediately instead of waiting for the next poll. */
  wake(): void {
    void this.refresh();
  }

  async #poll(): Promise<void> {
    await this.#read();
    if (!this.#stopped) this.#timer = this.#parts.clock.after(POLL_MS, () => void this.#poll());
  }

  /**
   * Joins the read in flight or starts a new read. Callers wait no longer than the deadline, but a late result is still
   * applied, because it is as current as the start of its read. A read that hangs is abandoned.
   */
  async #read(): Promise<void> {
    const { clock, log } = this.#parts;
    const nowMs = clock.monotonicMs();
    if (this.#reading === undefined || nowMs - this.#reading.beganAtMs > GIVE_UP_MS) {
      this.#reading = { beganAtMs: nowMs, done: this.#readOnce(nowMs) };
    }
    try {
      await withDeadline(this.#reading.done, READ_DEADLINE_MS, clock);
    } catch (error) {
      if (this.#failingSinceMs === undefined) log.warn({ err: error }, 'key changes cannot be read');
      this.#failingSinceMs ??= clock.nowMs();
    }
  }

  async #readOnce(beganAtMs: number): Promise<void> {
    const { read, clock, log } = this.#parts;
    try {
      const { epoch, changes } = await read(this.#epoch ?? Number.MAX_SAFE_INTEGER);
      const nowMs = clock.monotonicMs();
      if (nowMs - beganAtMs <= GIVE_UP_MS) this.#heardAtMs = nowMs;
      // An abandoned read is older than the read that followed it.
      if (beganAtMs < this.#provedAtMs) return;
      this.#apply(epoch, changes);
      this.#provedAtMs = beganAtMs;
      if (this.#failingSinceMs !== undefined) log.info('key changes can be read again');
      this.#failingSinceMs = undefined;
    } finally {
      if (this.#reading?.beganAtMs === beganAtMs) this.#reading = undefined;
    }
  }

  #apply(epoch: number, changes: readonly KeyChange[]): void {
    const { cache } = this.#parts;
    const known = this.#epoch;
    if (epoch === known) return;
    // The cache is cleared on the first read, if changes are missing because this node is too far behind, and if the
    // epoch went back because the database was restored.
    const gapless =
      known !== undefined && changes.length === epoch - known && changes[0]?.epoch === known + 1;
    if (gapless) for (const change of changes) cache.invalidate(change.keyId, change.generation);
    else cache.clear();
    this.#epoch = epoch;
  }
}
