/**
 * Divides slots between holders, such as organisations, by a dynamic threshold. The fewer slots are free, the fewer
 * slots a holder may already have when it requests another. By default, a single greedy holder leaves half of the slots
 * free, two leave 31 %, and three leave 22 %. A newcomer is admitted while fewer than 1.5 × √cap others are greedy.
 * Slots are never revoked.
 */

export type NoShare = 'full' | 'share';

const ROUNDING = 1e-6;

export class FairShare {
  readonly cap: number;
  readonly #least: number;
  readonly #factor: number;
  readonly #held = new Map<string, number>();
  #total = 0;

  /**
   * @param least A holder may always take up to this many slots, as long as they are free.
   * @param alone The share of the cap that a single holder may take when no one else holds any.
   */
  constructor(cap: number, { least = 1, alone = 1 / 2 }: { least?: number; alone?: number } = {}) {
    this.cap = cap;
    this.#least = least;
    // Solves `alone = factor × (1 - alone)²`. At this point, a single holder reaches its own threshold.
    this.#factor = alone / (1 - alone) ** 2;
  }

  get total(): number {
    return this.#total;
  }

  heldBy(holder: string): number {
    return this.#held.get(holder) ?? 0;
  }

  /** Returns why the holder may not take this amount. Undefined if it may. */
  checkTake(holder: string, amount = 1): NoShare | undefined {
    const free = this.cap - this.#total;
    if (amount > free) return 'full';
    // The share is calculated as if one unit were taken. Subtracting the whole amount would count a large request
    // twice: it would reduce the free units and also count as held.
    const left = Math.max(0, free - 1);
    const fair = Math.max(this.#least, (this.#factor * left * left) / this.cap);
    return this.heldBy(holder) + amount > fair + ROUNDING ? 'share' : undefined;
  }

  take(holder: string, amount = 1): void {
    this.#total += amount;
    this.#held.set(holder, this.heldBy(holder) + amount);
  }

  /** Takes the amount, or returns why the holder may not take it. */
  tryTake(holder: string, amount = 1): NoShare | undefined {
    const reason = this.checkTake(holder, amount);
    if (reason === undefined) this.take(holder, amount);
    return reason;
  }

  release(holder: string, amount = 1): void {
    this.#total -= amount;
    const left = this.heldBy(holder) - amount;
    if (left > 0) this.#held.set(holder, left);
    else this.#held.delete(holder);
  }
}
