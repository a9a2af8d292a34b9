/**
 * The limiter of the one-process shape, and every node's own record beside Redis. Answers at once.
 * Runs on the monotonic clock: a calendar that steps neither reopens nor closes a window.
 */
import type { Clock, Timer } from '../../platform/clock.ts';
import { WaitingLine } from '../writing/waiting-line.ts';
import type { Limiter } from './limiter.ts';
import { decodeKeyCounts, encodeCells, type KeyCounts } from './rings/key-counts.ts';
import { KeyRings, type SlabPools } from './rings/key-rings.ts';
import { SlabPool } from './rings/slab-pool.ts';
import { admit, CELLS, type LimitDecision, type Limits, WINDOWS } from './windows.ts';

const DAY_MS = 86_400_000;
/** Keeps cell indices positive for counts from before the start. */
const ROOM_BEFORE_START_MS = 365 * DAY_MS;
const SWEEP_EVERY_MS = 60_000;
/** About half a millisecond of work. */
const SWEEP_KEYS = 10_000;

export interface KeySnapshot {
  keyId: string;
  state: Uint8Array;
}

export class MemoryLimiter implements Limiter {
  readonly #clock: Clock;
  readonly #pools: SlabPools = { narrow: new SlabPool('narrow'), wide: new SlabPool('wide') };
  readonly #keys = new Map<string, KeyRings>();
  readonly #keepsChanges: boolean;
  readonly #changed = new WaitingLine<KeyRings>();
  /** The calendar at time 0: midnight, so that our cells fall on the calendar's. */
  readonly #originMs: number;
  /** Added to the monotonic clock gives the time since the origin. */
  readonly #shiftMs: number;
  #sweep: IterableIterator<KeyRings> | undefined;
  #sweepTimer: Timer;

  /** Without `snapshots` nothing is noted for `takeSnapshots`. */
  constructor(clock: Clock, options: { snapshots?: boolean } = {}) {
    const startMs = clock.nowMs();
    this.#clock = clock;
    this.#keepsChanges = options.snapshots ?? false;
    this.#originMs = Math.floor(startMs / DAY_MS) * DAY_MS - ROOM_BEFORE_START_MS;
    this.#shiftMs = startMs - this.#originMs - clock.monotonicMs();
    this.#sweepTimer = clock.after(SWEEP_EVERY_MS, () => this.#sweepSome());
  }

  /** How many keys it holds. */
  get size(): number {
    return this.#keys.size;
  }

  keyIds(): Iterable<string> {
    return this.#keys.keys();
  }

  decide(keyId: string, limits: Limits, nowMs: number = this.#clock.monotonicMs()): LimitDecision {
    const key = this.#keys.get(keyId) ?? this.#open(keyId);
    const decision = key.decide(nowMs + this.#shiftMs, limits);
    if (decision.admitted) this.#noteChange(key);
    return decision;
  }

  /** Counts a request that another store admitted. */
  count(keyId: string): void {
    const key = this.#keys.get(keyId) ?? this.#open(keyId);
    key.count(this.#timeMs());
    this.#noteChange(key);
  }

  /** A number kept beside a key's counts and dropped with them; 0 when there is none. */
  stampOf(keyId: string): number {
    return this.#keys.get(keyId)?.stamp ?? 0;
  }

  /** Ignored for a key without counts. */
  setStamp(keyId: string, stamp: number): void {
    const key = this.#keys.get(keyId);
    if (key !== undefined) key.stamp = stamp;
  }

  peek(keyId: string, limits: Limits): LimitDecision {
    const key = this.#keys.get(keyId);
    if (key === undefined) return admit([limits.perMinute, limits.perHour, limits.perDay]);
    return key.peek(this.#timeMs(), limits);
  }

  /** What a key used within its windows. */
  counts(keyId: string): KeyCounts {
    const counts: KeyCounts = [[], [], []];
    const key = this.#keys.get(keyId);
    if (key === undefined) return counts;
    const timeMs = this.#timeMs();
    for (const window of [0, 1, 2] as const) {
      const toCalendar = this.#cellsToCalendar(WINDOWS[window].cellMs, timeMs);
      key.forEach(window, timeMs, (cell, count) => {
        counts[window].push({ cell: cell + toCalendar, count });
      });
    }
    return counts;
  }

  /** Adds to what the key used; what has left its window by now is passed over. */
  addCounts(keyId: string, counts: KeyCounts): void {
    const timeMs = this.#timeMs();
    const key = this.#keys.get(keyId) ?? this.#open(keyId);
    for (const window of [0, 1, 2] as const) {
      const { cellMs } = WINDOWS[window];
      const now = Math.floor(timeMs / cellMs);
      const toCalendar = this.#cellsToCalendar(cellMs, timeMs);
      for (const { cell, count } of counts[window]) {
        const own = cell - toCalendar;
        if (own > now - CELLS && own <= now + CELLS) key.addAt(window, own, count);
      }
    }
  }

  /** Takes the keys that changed first, at most so many, of those whose unsaved changes began by the given time. */
  takeSnapshots(changedByMs: number, atMost: number): KeySnapshot[] {
    const timeMs = this.#timeMs();
    const toCalendar = WINDOWS.map(({ cellMs }) => this.#cellsToCalendar(cellMs, timeMs));
    return this.#changed.take(changedByMs, atMost).map(changed => {
      const { keyId } = changed;
      changed.changed = false;
      // One that was forgotten meanwhile has given its place to another key.
      const key = this.#keys.get(keyId);
      const state = encodeCells((window, visit) => {
        const shift = toCalendar[window] as number;
        key?.forEach(window, timeMs, (cell, count) => visit(cell + shift, count));
      });
      return { keyId, state };
    });
  }

  /** Puts keys back among the changed, for instance when they could not be saved. */
  markChanged(keyIds: Iterable<string>): void {
    for (const keyId of keyIds) {
      const key = this.#keys.get(keyId);
      if (key !== undefined) this.#noteChange(key);
    }
  }

  /** Takes over what an earlier process counted. False when the state cannot be read. */
  restore({ keyId, state }: KeySnapshot): boolean {
    const counts = decodeKeyCounts(state);
    if (counts !== undefined) this.addCounts(keyId, counts);
    return counts !== undefined;
  }

  forget(keyId: string): void {
    this.#keys.get(keyId)?.release();
    this.#keys.delete(keyId);
  }

  async close(): Promise<void> {
    this.#sweepTimer.cancel();
  }

  #open(keyId: string): KeyRings {
    const key = new KeyRings(keyId, this.#pools);
    this.#keys.set(keyId, key);
    return key;
  }

  #noteChange(key: KeyRings): void {
    if (key.changed || !this.#keepsChanges) return;
    key.changed = true;
    this.#changed.add(key, this.#clock.monotonicMs());
  }

  #timeMs(): number {
    return this.#clock.monotonicMs() + this.#shiftMs;
  }

  /** To the nearest cell: the calendar may have been corrected since the start. */
  #cellsToCalendar(cellMs: number, timeMs: number): number {
    const driftMs = this.#clock.nowMs() - this.#originMs - timeMs;
    return this.#originMs / cellMs + Math.round(driftMs / cellMs);
  }

  /** Drops keys without use for a day, some at a time. */
  #sweepSome(): void {
    const dayAgoMs = this.#timeMs() - DAY_MS;
    this.#sweep ??= this.#keys.values();
    for (let seen = 0; seen < SWEEP_KEYS; seen++) {
      const { value: key, done } = this.#sweep.next();
      if (done) {
        this.#sweep = undefined;
        break;
      }
      if (key.idleSince(dayAgoMs)) this.forget(key.keyId);
    }
    this.#sweepTimer = this.#clock.after(SWEEP_EVERY_MS, () => this.#sweepSome());
  }
}
