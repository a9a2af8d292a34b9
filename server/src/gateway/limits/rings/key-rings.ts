/** The three rings of one key and the decision over them. Times are milliseconds since the owner's origin. */

import { admit, type LimitDecision, type Limits, type PerWindow, refuse, WINDOWS } from '../windows.ts';
import { Ring } from './ring.ts';
import type { CellPools } from './slab-pool.ts';

export class KeyRings {
  readonly keyId: string;
  readonly #minute: Ring;
  readonly #hour: Ring;
  readonly #day: Ring;
  /** Whether it changed since its owner last saved it. */
  changed = false;

  constructor(keyId: string, pools: CellPools) {
    this.keyId = keyId;
    this.#minute = new Ring(pools, WINDOWS[0].cellMs);
    this.#hour = new Ring(pools, WINDOWS[1].cellMs);
    this.#day = new Ring(pools, WINDOWS[2].cellMs);
  }

  rings(): readonly [Ring, Ring, Ring] {
    return [this.#minute, this.#hour, this.#day];
  }

  /** Written out per window and without a loop: this runs on every request. */
  decide(timeMs: number, limits: Limits): LimitDecision {
    const minuteCell = this.#minute.cellAt(timeMs);
    const hourCell = this.#hour.cellAt(timeMs);
    const dayCell = this.#day.cellAt(timeMs);
    const minuteLive = this.#minute.liveAt(minuteCell);
    const hourLive = this.#hour.liveAt(hourCell);
    const dayLive = this.#day.liveAt(dayCell);
    const inMinute = limits.perMinute - minuteLive - 1;
    const inHour = limits.perHour - hourLive - 1;
    const inDay = limits.perDay - dayLive - 1;
    if (inMinute < 0 || inHour < 0 || inDay < 0) return this.#refusal(timeMs, limits);
    this.#minute.count(minuteCell, minuteLive, 1);
    this.#hour.count(hourCell, hourLive, 1);
    this.#day.count(dayCell, dayLive, 1);
    const remaining: PerWindow = [inMinute, inHour, inDay];
    if (inMinute > 0 && inHour > 0 && inDay > 0) return admit(remaining);
    return admit(remaining, this.#waits(timeMs, limits));
  }

  peek(timeMs: number, limits: Limits): LimitDecision {
    const found = this.#refusal(timeMs, limits);
    return found.remaining.includes(0) ? found : admit(found.remaining);
  }

  count(timeMs: number): void {
    for (const ring of this.rings()) {
      const cell = ring.cellAt(timeMs);
      ring.count(cell, ring.liveAt(cell), 1);
    }
  }

  takeBack(): void {
    for (const ring of this.rings()) ring.takeBack();
  }

  /** Whether nothing was counted since the time. */
  idleSince(timeMs: number): boolean {
    return (this.#day.last + 1) * this.#day.cellMs <= timeMs;
  }

  release(): void {
    for (const ring of this.rings()) ring.release();
  }

  #refusal(timeMs: number, limits: Limits): LimitDecision {
    const [minute, hour, day] = this.rings();
    const remaining: PerWindow = [
      Math.max(0, limits.perMinute - minute.liveAt(minute.cellAt(timeMs))),
      Math.max(0, limits.perHour - hour.liveAt(hour.cellAt(timeMs))),
      Math.max(0, limits.perDay - day.liveAt(day.cellAt(timeMs))),
    ];
    return refuse(remaining, this.#waits(timeMs, limits));
  }

  #waits(timeMs: number, limits: Limits): PerWindow {
    return [
      this.#minute.waitMs(timeMs, limits.perMinute),
      this.#hour.waitMs(timeMs, limits.perHour),
      this.#day.waitMs(timeMs, limits.perDay),
    ];
  }
}
