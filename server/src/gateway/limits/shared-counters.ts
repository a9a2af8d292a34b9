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
export const MAIN_THREAD: LockHolder = 1;

/** The words of a slot, 4 bytes each. */
const LOCK = 0;
const GENERATION = 1;
const LAST = 2;
const SUM = LAST + WINDOWS.length;
const FIRST_CELL = SUM + WINDOWS.length;
const WORDS = FIRST_CELL + WINDOWS.length * CELLS;
const SLOTS_PER_SLAB = 128;
/**
 * A slab begins with one word per slot, which is 1 if a request was counted since the main thread last looked. The words
 * are next to each other, so that the main thread can look often even if there are 100,000 keys.
 */
const CHANGED_WORDS = SLOTS_PER_SLAB;

const SPINS = 200;
const PAUSE_MS = 1;
/** A thread that has held a lock for this long was ended by force while it counted. */
const BREAK_AFTER_MS = 1_000;

interface Slab {
  changed: Int32Array;
  /** The key of each slot. Undefined if the slot is free. */
  keyIds: (string | undefined)[];
}

/** Assigns slots to keys. Used only by the main thread. */
export class SharedSlots {
  readonly #slabs = new Map<SharedArrayBuffer, Slab>();
  readonly #free: SharedSlot[] = [];

  take(keyId: string): SharedSlot {
    if (this.#free.length === 0) this.#grow();
    const slot = this.#free.pop() as SharedSlot;
    this.#setKey(slot, keyId);
    return slot;
  }

  /** Takes back a slot whose generation has been changed. */
  free(slot: SharedSlot): void {
    this.#setKey(slot, undefined);
    this.#free.push(slot);
  }

  /** Yields the keys for which any thread has counted a request since the last call. */
  *takeChanged(): Generator<string> {
    for (const { changed, keyIds } of this.#slabs.values()) {
      for (let index = 0; index < SLOTS_PER_SLAB; index++) {
        if (changed[index] === 0 || Atomics.exchange(changed, index, 0) === 0) continue;
        const keyId = keyIds[index];
        if (keyId !== undefined) yield keyId;
      }
    }
  }

  /** Frees the locks that a thread held when it ended, and repairs what it left half done. */
  releaseLocksOf(holder: LockHolder): void {
    for (const slab of this.#slabs.keys()) {
      const words = new Int32Array(slab);
      for (let index = 0; index < SLOTS_PER_SLAB; index++) {
        const at = CHANGED_WORDS + index * WORDS;
        // A thread that waited for the lock may have taken it over already.
        if (Atomics.compareExchange(words, at + LOCK, holder, MAIN_THREAD) !== holder) continue;
        const generation = words[at + GENERATION] as number;
        new SharedWindowCounters({ slab, index, generation }, MAIN_THREAD).repair();
      }
    }
  }

  #setKey({ slab, index }: SharedSlot, keyId: string | undefined): void {
    const found = this.#slabs.get(slab);
    if (found !== undefined) found.keyIds[index] = keyId;
  }

  #grow(): void {
    const slab = new SharedArrayBuffer((CHANGED_WORDS + SLOTS_PER_SLAB * WORDS) * 4);
    const changed = new Int32Array(slab, 0, CHANGED_WORDS);
    this.#slabs.set(slab, { changed, keyIds: new Array(SLOTS_PER_SLAB).fill(undefined) });
    for (let index = SLOTS_PER_SLAB - 1; index >= 0; index--) this.#free.push({ slab, index, generation: 0 });
  }
}

function wordsOf(slab: SharedArrayBuffer, index: number): Int32Array {
  return new Int32Array(slab, (CHANGED_WORDS + index * WORDS) * 4, WORDS);
}

export class SharedWindowCounters extends SlidingWindowCounters {
  readonly slot: SharedSlot;
  readonly #words: Int32Array;
  readonly #changed: Int32Array;
  readonly #holder: LockHolder;
  readonly #onRetired: (slot: SharedSlot) => void;

  constructor(slot: SharedSlot, holder: LockHolder, onRetired: (slot: SharedSlot) => void = () => {}) {
    const { slab, index } = slot;
    const words = wordsOf(slab, index);
    const at = words.byteOffset;
    super({
      last: new Int32Array(slab, at + LAST * 4, WINDOWS.length),
      sum: new Uint32Array(slab, at + SUM * 4, WINDOWS.length),
      cells: new Uint32Array(slab, at + FIRST_CELL * 4, WINDOWS.length * CELLS),
    });
    this.slot = slot;
    this.#words = words;
    this.#changed = new Int32Array(slab, 0, CHANGED_WORDS);
    this.#holder = holder;
    this.#onRetired = onRetired;
  }

  /** Returns undefined if the slot no longer belongs to this key. */
  tryDecide(timeMs: number, limits: Limits): LimitDecision | undefined {
    this.#lock();
    try {
      if (!this.#isCurrent()) return undefined;
      const decision = super.decide(timeMs, limits);
      // Written only if necessary, because slots of other keys are in the same cache line.
      if (decision.admitted && this.#changed[this.slot.index] === 0) this.#changed[this.slot.index] = 1;
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
      this.#words.fill(0, LAST);
      this.#words[GENERATION] = this.slot.generation + 1;
      return true;
    });
    if (isRetired) this.#onRetired({ ...this.slot, generation: this.slot.generation + 1 });
    return isRetired;
  }

  /** Called with the lock of a thread that has ended while it held it. The thread may have counted only in part. */
  repair(): void {
    this.recount();
    this.#unlock();
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
    let before = 0;
    for (let spins = 0; ; spins++) {
      const holder = Atomics.compareExchange(words, LOCK, 0, this.#holder);
      if (holder === 0) return;
      if (spins < SPINS) continue;
      const hasChanged = Atomics.wait(words, LOCK, holder, PAUSE_MS) !== 'timed-out';
      waits = holder === before && !hasChanged ? waits + 1 : 0;
      before = holder;
      if (waits * PAUSE_MS < BREAK_AFTER_MS) continue;
      if (Atomics.compareExchange(words, LOCK, holder, this.#holder) !== holder) continue;
      this.recount();
      return;
    }
  }

  /** A lock that another thread has taken over is not released. */
  #unlock(): void {
    Atomics.compareExchange(this.#words, LOCK, this.#holder, 0);
  }
}

function retired(): never {
  throw new Error('The counters of a key were used after they had been retired.');
}
