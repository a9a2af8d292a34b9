/** A bounded queue that serves its lanes in turn (round robin), so that a busy lane does not delay others. */

export interface Waiting {
  start(): void;
  /** Called instead of `start` if the request loses its place to another lane. */
  drop(): void;
}

export interface FairQueueLimits {
  maxWaiting: number;
  maxPerLane: number;
}

export class FairQueue {
  readonly #limits: FairQueueLimits;
  /** Lanes in the order of their turns. No lane is empty. */
  readonly #lanes = new Map<string, Waiting[]>();
  #size = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#size;
  }

  /**
   * Returns false if the queue or the lane is full. A full queue still admits a new lane if another lane has more than
   * one request waiting.
   */
  add(lane: string, waiting: Waiting): boolean {
    const own = this.#lanes.get(lane);
    if (own !== undefined && own.length >= this.#limits.maxPerLane) return false;
    if (this.#size >= this.#limits.maxWaiting && (own !== undefined || !this.#dropFromLongest()))
      return false;
    if (own === undefined) this.#lanes.set(lane, [waiting]);
    else own.push(waiting);
    this.#size++;
    return true;
  }

  startNext(): boolean {
    const [first] = this.#lanes;
    if (first === undefined) return false;
    const [lane, waiting] = first;
    const next = waiting.shift();
    this.#lanes.delete(lane);
    if (waiting.length > 0) this.#lanes.set(lane, waiting);
    this.#size--;
    next?.start();
    return true;
  }

  #dropFromLongest(): boolean {
    let longest: Waiting[] = [];
    for (const waiting of this.#lanes.values()) if (waiting.length > longest.length) longest = waiting;
    if (longest.length < 2) return false;
    this.#size--;
    longest.pop()?.drop();
    return true;
  }
}
