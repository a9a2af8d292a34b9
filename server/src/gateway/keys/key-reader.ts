/**
 * Reads key records in batches. Cache misses within 2 ms share one query, and concurrent reads of the same ID share one
 * read (single-flight). While three queries are in flight, further misses wait for the next query. At most 50 reads per
 * client address take part, and further reads from that address queue behind them. A flood of invalid keys therefore
 * delays only its own address.
 */
import { Batcher } from '../../platform/batcher.ts';
import type { Clock } from '../../platform/clock.ts';
import { withDeadline } from '../../platform/deadline.ts';
import { SingleFlight } from '../../platform/single-flight.ts';
import type { KeyCache } from './key-cache.ts';
import type { KeyRecord } from './key-record.ts';

const TICK_MS = 2;
const MAX_BATCH = 500;
/** One less than the number of connections for keys, because epoch reads need a connection. */
const MAX_QUERIES = 3;
const MAX_WAITING_PER_ADDRESS = 50;
const DEADLINE_MS = 2_000;
const MAX_ROUNDS = 5;
/** A read that began earlier may have missed a change that the next caller must see. */
const JOIN_WITHIN_MS = 500;

interface KeyReaderParts {
  cache: KeyCache;
  read: (ids: readonly string[]) => Promise<KeyRecord[]>;
  clock: Clock;
}

type Found = KeyRecord | null;

export class KeyReader {
  readonly #parts: KeyReaderParts;
  readonly #flights: SingleFlight<Found>;
  readonly #batcher: Batcher<string, KeyRecord | undefined>;
  readonly #places = new Map<string, { held: number; queue: (() => void)[] }>();
  #heardAtMs = Number.NEGATIVE_INFINITY;

  constructor(parts: KeyReaderParts) {
    this.#parts = parts;
    const { clock } = parts;
    this.#flights = new SingleFlight({ clock, joinWithinMs: JOIN_WITHIN_MS });
    this.#batcher = new Batcher({
      run: ids => this.#query(ids),
      maxBatch: MAX_BATCH,
      maxConcurrent: MAX_QUERIES,
      window: { clock, ms: TICK_MS },
      deadline: { clock, ms: DEADLINE_MS },
    });
  }

  get heardAtMs(): number {
    return this.#heardAtMs;
  }

  /**
   * Returns the current record from the database, or null for an unknown ID. Rejects if the database does not respond
   * in time.
   */
  read(id: string, address: string): Promise<Found> {
    return this.#flights.run(id, () => this.#begin(id, address));
  }

  async #begin(id: string, address: string): Promise<Found> {
    const { clock } = this.#parts;
    let release: (() => void) | undefined;
    const work = async () => {
      release = await this.#takePlace(address);
      return this.#readFresh(id);
    };
    try {
      return await withDeadline(work(), DEADLINE_MS, clock);
    } finally {
      release?.();
    }
  }

  /** Reads until the cache accepts the result. If the result is older than a known change, the record is read again. */
  async #readFresh(id: string): Promise<Found> {
    const { cache, clock } = this.#parts;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const beganAtMs = clock.monotonicMs();
      const record = await this.#batcher.submit(id);
      if (cache.fill(id, record, beganAtMs)) return record ?? null;
    }
    throw new Error(`the key ${id} changes faster than it can be read`);
  }

  async #query(ids: readonly string[]): Promise<(KeyRecord | undefined)[]> {
    const { clock, read } = this.#parts;
    const beganAtMs = clock.monotonicMs();
    const records = await read(ids);
    const nowMs = clock.monotonicMs();
    if (nowMs - beganAtMs <= DEADLINE_MS) this.#heardAtMs = nowMs;
    const byId = new Map(records.map(record => [record.id, record]));
    return ids.map(id => byId.get(id));
  }

  async #takePlace(address: string): Promise<() => void> {
    const places = this.#places.get(address) ?? { held: 0, queue: [] };
    this.#places.set(address, places);
    if (places.held >= MAX_WAITING_PER_ADDRESS) {
      await new Promise<void>(resolve => places.queue.push(resolve));
    } else {
      places.held++;
    }
    return () => {
      const next = places.queue.shift();
      if (next !== undefined) next();
      else if (--places.held === 0) this.#places.delete(address);
    };
  }
}
