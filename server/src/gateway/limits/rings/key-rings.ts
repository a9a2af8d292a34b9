/** The three windows of one key and the decision over them. Times are milliseconds since the owner's origin. */
import { admit, type LimitDecision, type Limits, type PerWindow, refuse, WINDOWS } from '../windows.ts';
import { clockCell, type RingSlab, type Window } from './ring-slab.ts';
import type { SlabPool } from './slab-pool.ts';

/** Whole numbers, so that a cell of one window follows from that of a shorter one without a second division of time. */
const MINUTE_CELLS_PER_HOUR_CELL = WINDOWS[1].cellMs / WINDOWS[0].cellMs;
const HOUR_CELLS_PER_DAY_CELL = WINDOWS[2].cellMs / WINDOWS[1].cellMs;
const EACH: readonly Window[] = [0, 1, 2];

export interface SlabPools {
  narrow: SlabPool;
  wide: SlabPool;
}

export class KeyRings {
  readonly keyId: string;
  readonly #pools: SlabPools;
  #wide = false;
  #slab: RingSlab;
  #slot: number;
  /** Whether it changed since its owner last saved it. */
  changed = false;
  /** A number the owner's user keeps beside the counts; 0 until set. */
  stamp = 0;

  constructor(keyId: string, pools: SlabPools) {
    const { slab, slot } = pools.narrow.take();
    this.keyId = keyId;
    this.#pools = pools;
    this.#slab = slab;
    this.#slot = slot;
  }

  /** Written out per window and without a loop: this runs on every request. */
  decide(timeMs: number, limits: Limits): LimitDecision {
    const slab = this.#slab;
    const slot = this.#slot;
    const minuteClock = clockCell(0, timeMs);
    const hourClock = (minuteClock / MINUTE_CELLS_PER_HOUR_CELL) | 0;
    const minuteCell = slab.cellFor(slot, 0, minuteClock);
    const hourCell = slab.cellFor(slot, 1, hourClock);
    const dayCell = slab.cellFor(slot, 2, (hourClock / HOUR_CELLS_PER_DAY_CELL) | 0);
    const minuteLive = slab.liveAt(slot, 0, minuteCell);
    const hourLive = slab.liveAt(slot, 1, hourCell);
    const dayLive = slab.liveAt(slot, 2, dayCell);
    const inMinute = limits.perMinute - minuteLive - 1;
    const inHour = limits.perHour - hourLive - 1;
    const inDay = limits.perDay - dayLive - 1;
    if (inMinute < 0 || inHour < 0 || inDay < 0) {
      const remaining: PerWindow = [atLeast0(inMinute + 1), atLeast0(inHour + 1), atLeast0(inDay + 1)];
      return refuse(remaining, this.#waits(timeMs, limits));
    }
    this.#count(0, minuteCell, minuteLive);
    this.#count(1, hourCell, hourLive);
    this.#count(2, dayCell, dayLive);
    const remaining: PerWindow = [inMinute, inHour, inDay];
    if (inMinute > 0 && inHour > 0 && inDay > 0) return admit(remaining);
    return admit(remaining, this.#waits(timeMs, limits));
  }

  peek(timeMs: number, limits: Limits): LimitDecision {
    const live = (window: Window) => this.#slab.liveAt(this.#slot, window, this.#cellAt(window, timeMs));
    const remaining: PerWindow = [
      atLeast0(limits.perMinute - live(0)),
      atLeast0(limits.perHour - live(1)),
      atLeast0(limits.perDay - live(2)),
    ];
    return remaining.includes(0) ? refuse(remaining, this.#waits(timeMs, limits)) : admit(remaining);
  }

  /** Counts a request without asking whether it fits the limits. */
  count(timeMs: number): void {
    for (const window of EACH) {
      const cell = this.#cellAt(window, timeMs);
      this.#count(window, cell, this.#slab.liveAt(this.#slot, window, cell));
    }
  }

  addAt(window: Window, cell: number, amount: number): void {
    if (this.#slab.addAt(this.#slot, window, cell, amount)) return;
    this.#widen();
    this.#slab.addAt(this.#slot, window, cell, amount);
  }

  /** Every cell in use in the window that ends at the time, oldest first. */
  forEach(window: Window, timeMs: number, visit: (cell: number, count: number) => void): void {
    this.#slab.forEach(this.#slot, window, this.#cellAt(window, timeMs), visit);
  }

  /** Whether nothing was counted since the time. */
  idleSince(timeMs: number): boolean {
    return (this.#slab.last(this.#slot, 2) + 1) * WINDOWS[2].cellMs <= timeMs;
  }

  release(): void {
    (this.#wide ? this.#pools.wide : this.#pools.narrow).giveBack({ slab: this.#slab, slot: this.#slot });
  }

  #count(window: Window, cell: number, live: number): void {
    if (this.#slab.count(this.#slot, window, cell, live, 1)) return;
    this.#widen();
    this.#slab.count(this.#slot, window, cell, live, 1);
  }

  #cellAt(window: Window, timeMs: number): number {
    return this.#slab.cellFor(this.#slot, window, clockCell(window, timeMs));
  }

  #waits(timeMs: number, limits: Limits): PerWindow {
    return [
      this.#slab.waitMs(this.#slot, 0, timeMs, limits.perMinute),
      this.#slab.waitMs(this.#slot, 1, timeMs, limits.perHour),
      this.#slab.waitMs(this.#slot, 2, timeMs, limits.perDay),
    ];
  }

  #widen(): void {
    if (this.#wide) return;
    const { slab, slot } = this.#pools.wide.take();
    slab.copy(slot, this.#slab, this.#slot);
    this.release();
    this.#wide = true;
    this.#slab = slab;
    this.#slot = slot;
  }
}

function atLeast0(value: number): number {
  return value < 0 ? 0 : value;
}
