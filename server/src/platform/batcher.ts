/**
 * Collects single requests into batches. Requests that arrive while enough batches are running wait for the next batch,
 * so batches grow with the load. An optional window lets the first batch fill up too.
 */
import type { Clock } from './clock.ts';
import { DeadlineError, withDeadline } from './deadline.ts';

interface BatcherOptions<Item, Result> {
  /** Returns one result per item, in the same order. A failure rejects every request in the batch. */
  run(items: readonly Item[]): Promise<readonly Result[]>;
  maxBatch?: number;
  maxConcurrent?: number;
  /** How long the first request in a batch waits for others. */
  window?: { clock: Clock; ms: number };
  /**
   * A request that is queued for longer is rejected before the next batch starts. A batch that takes longer no longer
   * counts as running.
   */
  deadline?: { clock: Clock; ms: number };
}

interface Queued<Item, Result> {
  item: Item;
  queuedAtMs: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export class Batcher<Item, Result> {
  readonly #options: BatcherOptions<Item, Result>;
  readonly #maxBatch: number;
  readonly #maxConcurrent: number;
  #queue: Queued<Item, Result>[] = [];
  readonly #running = new Set<Promise<void>>();

  constructor(options: BatcherOptions<Item, Result>) {
    this.#options = options;
    this.#maxBatch = options.maxBatch ?? Number.POSITIVE_INFINITY;
    this.#maxConcurrent = options.maxConcurrent ?? 1;
  }

  submit(item: Item): Promise<Result> {
    const { window, deadline } = this.#options;
    return new Promise((resolve, reject) => {
      const queuedAtMs = deadline?.clock.monotonicMs() ?? 0;
      this.#queue.push({ item, queuedAtMs, resolve, reject });
      if (window === undefined || this.#queue.length >= this.#maxBatch) this.#start();
      else if (this.#queue.length === 1) window.clock.after(window.ms, () => this.#start());
    });
  }

  /** Resolves when no batch is running. Without a window, nothing is queued then either. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #start(): void {
    if (this.#running.size >= this.#maxConcurrent) return;
    this.#rejectOverdue();
    const batch = this.#queue.splice(0, this.#maxBatch);
    if (batch.length === 0) return;
    const { deadline } = this.#options;
    const run = this.#run(batch);
    const ended = (deadline === undefined ? run : withDeadline(run, deadline.ms, deadline.clock))
      .catch(() => {})
      .then(() => {
        this.#running.delete(ended);
        this.#start();
      });
    this.#running.add(ended);
  }

  async #run(batch: readonly Queued<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#options.run(batch.map(({ item }) => item));
      for (const [i, { resolve }] of batch.entries()) resolve(results[i] as Result);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  #rejectOverdue(): void {
    const { deadline } = this.#options;
    if (deadline === undefined) return;
    const nowMs = deadline.clock.monotonicMs();
    const isOverdue = ({ queuedAtMs }: Queued<Item, Result>) => nowMs - queuedAtMs > deadline.ms;
    for (const { reject } of this.#queue.filter(isOverdue)) reject(new DeadlineError(deadline.ms));
    this.#queue = this.#queue.filter(queued => !isOverdue(queued));
  }
}
