/**
 * Lets searches in by what they cost: hotels × rooms × nights × providers. What is in work together is bounded, one key
 * holds at most half of it under contention, and the harder pressed the process is, the cheaper a search must be.
 */
import type { Pressure } from './pressure.ts';
import { type ShedReason, shed } from './shed.ts';

interface CostLimitParts {
  /** In work at once. */
  cap: number;
  /** Of the class that the searches are of: how many are under way, of so many that may be. */
  places: { taken(): number; most: number };
  pressure: Pick<Pressure, 'isLate' | 'turnWaitMs'>;
  onShed(reason: ShedReason): void;
}

/** One request counts as this share of the cap at most, so that the largest can be served as long as there is room. */
const LARGEST_SHARE = 1 / 4;
/** From here on the last places of the class are for those that cost no more than their share. */
const CROWDED_SHARE = 3 / 4;
/** Up to this wait for a turn everything goes; from the other on, nothing. */
const EASY_WAIT_MS = 250;
const LONGEST_WAIT_MS = 1_000;
/** What goes right before nothing does. */
const CHEAPEST = 10;
/** What goes while the event loop is late: some ten hotels for a night. */
const WHILE_LATE = 50;

export class CostLimit {
  readonly #parts: CostLimitParts;
  readonly #byKey = new Map<string, number>();
  #inWork = 0;

  constructor(parts: CostLimitParts) {
    this.#parts = parts;
  }

  get inWork(): number {
    return this.#inWork;
  }

  /** Answers how to leave, or throws SERVICE_UNAVAILABLE. */
  enter(keyId: string, wanted: number): () => void {
    const cost = Math.min(wanted, this.#parts.cap * LARGEST_SHARE);
    const held = this.#byKey.get(keyId) ?? 0;
    const reason = this.#whyNot(cost, held);
    if (reason !== undefined) {
      this.#parts.onShed(reason);
      // Cheaper ones may still go.
      throw shed('cost');
    }
    this.#inWork += cost;
    this.#byKey.set(keyId, held + cost);
    return () => this.#leave(keyId, cost);
  }

  #leave(keyId: string, cost: number): void {
    this.#inWork -= cost;
    const held = (this.#byKey.get(keyId) ?? 0) - cost;
    if (held > 0) this.#byKey.set(keyId, held);
    else this.#byKey.delete(keyId);
  }

  #whyNot(cost: number, held: number): ShedReason | undefined {
    const { cap, places, pressure } = this.#parts;
    const total = this.#inWork + cost;
    if (total > cap) return 'full';
    if (total * 2 > cap) {
      if ((held + cost) * 2 > cap) return 'key';
      // Nearly full: what is left is for those that leave room for others.
      if (cost * 2 > cap - this.#inWork) return 'cost';
    }
    if (places.taken() >= places.most * CROWDED_SHARE && cost > cap / places.most) return 'cost';
    if (pressure.isLate && cost > WHILE_LATE) return 'late';
    return cost > this.#dearest() ? 'cost' : undefined;
  }

  /** What may be asked at the present wait for a turn: from everything to nothing by equal factors for equal times. */
  #dearest(): number {
    const { cap, pressure } = this.#parts;
    const waitMs = pressure.turnWaitMs;
    if (waitMs <= EASY_WAIT_MS) return cap;
    if (waitMs >= LONGEST_WAIT_MS) return 0;
    const largest = cap * LARGEST_SHARE;
    const strain = (waitMs - EASY_WAIT_MS) / (LONGEST_WAIT_MS - EASY_WAIT_MS);
    return largest * (CHEAPEST / largest) ** strain;
  }
}
