/**
 * Counters in memory that all threads of the process share, so that every thread decides alone and all of them enforce
 * one limit exactly. Each key has a slot with a spin lock, which is held for about a microsecond. The main thread assigns
 * the slots. When it assigns a slot to another key, it changes the generation of the slot, so that a thread that still
 * knows the slot notices.
 */
import type { CellCount } from './key-counts.ts';
import { CELLS, type LimitDecision, type Limits, WINDOWS, type WindowIndex } from './limiter.ts';
import { SlidingWindowCounters } from './sliding-window-counters.ts';

/** Where the counters of a key are. It can be sent to other threads. */
export interface SharedSlot {
  slab: SharedArrayBuffer;
  /** The index of the slot in its slab. */
  index: number;
  generation: number;
}

/** Identifies a thread in the locks. 0 means that a lock is free. */
export type LockHolder = number;

/** The words of a slot, 4 bytes each. */
const LOCK = 0;
const GENERATION = 1;
/** 1 if a request was counted since the main thread last looked. */
const CHANGED = 2;
const LAST = 4;
const SUM = LAST + WINDOWS.length;
const FIRST_CELL = SUM + WINDOWS.length;
const WORDS = FIRST_CELL + WINDOWS.length * CELLS;
const SLOTS_PER_SLAB = 128;

const SPINS = 200;
const PAUSE_MS = 1;
/** A thread that has held a lock for this long was ended by force while it counted. */
const BREAK_AFTER_MS = 1_000;

/** Assigns slots to keys. Used only by the main thread. */
export class SharedSlots {
  readonly #slabs: SharedArrayBuffer[] = [];
  readonly #free: SharedSlot[] = [];

  take(): SharedSlot {
    if (this.#free.length === 0) this.#grow();
    return this.#free.pop() as SharedSlot;
  }

  /** Takes back a slot whose generation has been changed. */
  free(slot: SharedSlot): void {
    this.#free.push(slot);
  }

  /** Frees the locks that a thread held when it ended. */
  releaseLocksOf(holder: LockHolder): void {
    for (const slab of this.#slabs) {
      const words = new Int32Array(slab);
      for (let at = LOCK; at < words.length; at += WORDS) Atomics.compareExchange(words, at, holder, 0);
    }
  }

  #grow(): void {
    const slab = new SharedArrayBuffer(SLOTS_PER_SLAB * WORDS * 4);
    this.#slabs.push(slab);
    for (let index = SLOTS_PER_SLAB - 1; index >= 0; index--) this.#free.push({ slab, index, generation: 0 });
  }
}

export class SharedWindowCounters extends SlidingWindowCounters {
  readonly slot: SharedSlot;
  readonly #words: Int32Array;
  readonly #holder: LockHolder;
  readonly #onRetired: (slot: SharedSlot) => void;

  constructor(slot: SharedSlot, holder: LockHolder, onRetired: (slot: SharedSlot) => void = () => {}) {
    const { slab, index } = slot;
    const at = index * WORDS * 4;
    super({
      last: new Int32Array(slab, at + LAST * 4, WINDOWS.length),
      sum: new Uint32Array(slab, at + SUM * 4, WINDOWS.length),
      cells: new Uint32Array(slab, at + FIRST_CELL * 4, WINDOWS.length * CELLS),
    });
    this.slot = slot;
    this.#words = new Int32Array(slab, at, WORDS);
    this.#holder = holder;
    this.#onRetired = onRetired;
  }

  /** Returns undefined if the slot no longer belongs to this key. */
  tryDecide(timeMs: number, limits: Limits): LimitDecision | undefined {
    this.#lock();
    try {
      if (!this.#isCurrent()) return undefined;
      const decision = super.decide(timeMs, limits);
      if (decision.admitted) this.#words[CHANGED] = 1;
      return decision;
    } finally {
      this.#unlock();
    }
  }

  /** Returns undefined if the slot no longer belongs to this key. */
  tryPeek(timeMs: number, limits: Limits): LimitDecision | undefined {
    return this.#locked(() => (this.#isCurrent() ? super.peek(timeMs, limits) : undefined));
  }

  override decide(timeMs: number, limits: Limits): LimitDecision {
    return this.tryDecide(timeMs, limits) ?? retired();
  }

  override peek(timeMs: number, limits: Limits): LimitDecision {
    // `decide` calls this with the lock held.
    if (this.#words[LOCK] === this.#holder) return super.peek(timeMs, limits);
    return this.tryPeek(timeMs, limits) ?? retired();
  }

  override addAt(window: WindowIndex, cell: CellCount): void {
    this.#locked(() => super.addAt(window, cell));
  }

  override cellsAt(window: WindowIndex, timeMs: number): CellCount[] {
    return this.#locked(() => super.cellsAt(window, timeMs));
  }

  override retireIfIdle(sinceMs: number): boolean {
    const isRetired = this.#locked(() => {
      if (!super.isIdleSince(sinceMs)) return false;
      this.#words.fill(0, CHANGED);
      this.#words[GENERATION] = this.slot.generation + 1;
      return true;
    });
    if (isRetired) this.#onRetired({ ...this.slot, generation: this.slot.generation + 1 });
    return isRetired;
  }

  /** Returns whether a thread has counted a request since the last call. */
  takeChanged(): boolean {
    return this.#words[CHANGED] !== 0 && Atomics.exchange(this.#words, CHANGED, 0) !== 0;
  }

  #isCurrent(): boolean {
    return this.#words[GENERATION] === this.slot.generation;
  }

  #locked<T>(work: () => T): T {
    this.#lock();
    try {
      return work();
    } finally {
      this.#unlock();
    }
  }

  /** Atomic operations order all other accesses, so the counters themselves need none. */
  #lock(): void {
    const words = this.#words;
    let waits = 0;
    for (let spins = 0; ; spins++) {
      const holder = Atomics.compareExchange(words, LOCK, 0, this.#holder);
      if (holder === 0) return;
      if (spins < SPINS) continue;
      Atomics.wait(words, LOCK, holder, PAUSE_MS);
      waits += 1;
      if (waits * PAUSE_MS < BREAK_AFTER_MS) continue;
      if (Atomics.compareExchange(words, LOCK, holder, this.#holder) === holder) return;
    }
  }

  #unlock(): void {
    Atomics.store(this.#words, LOCK, 0);
  }
}

function retired(): never {
  throw new Error('The counters of a key were used after they had been retired.');
}
