/**
 * Reads key records in batches. Cache misses within 2 ms share one query, and concurrent reads of the same id share
 * one read (single-flight). While three queries are in flight, further misses wait for the next query. One client
 * address may have 50 reads waiting; more reads queue behind them, so a flood of invalid keys only slows itself down.
 */
import type { Clock } from '../../platform/clock.ts';
import { withDeadline } from '../../platform/deadline.ts';
import type { KeyCache } from './key-cache.ts';
import type { KeyRecord } from './key-record.ts';

const TICK_MS = 2;
const MAX_BATCH = 500;
/** One less than the connections for keys, because epoch reads need one. */
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

interface Ticket {
  id: string;
  beganAtMs: number;
  resolve: (record: KeyRecord | undefined) => void;
  reject: (error: unknown) => void;
}

export class KeyReader {
  readonly #parts: KeyReaderParts;
  readonly #flights = new Map<string, { found: Promise<Found>; beganAtMs: number }>();
  readonly #places = new Map<string, { held: number; queue: (() => void)[] }>();
  #batch: Ticket[] = [];
  #queries = 0;
  #heardAtMs = Number.NEGATIVE_INFINITY;

  constructor(parts: KeyReaderParts) {
    this.#parts = parts;
  }

  /** When the database last responded in time. */
  get heardAtMs(): number {
    return this.#heardAtMs;
  }

  /** Returns the current record from the database, or null. Rejects if the database does not respond in time. */
  async read(id: string, address: string): Promise<Found> {
    const nowMs = this.#parts.clock.monotonicMs();
    const flight = this.#flights.get(id);
    if (flight !== undefined && nowMs - flight.beganAtMs <= JOIN_WITHIN_MS) return flight.found;
    const begun = { found: this.#begin(id, address), beganAtMs: nowMs };
    this.#flights.set(id, begun);
    try {
      return await begun.found;
    } finally {
      if (this.#flights.get(id) === begun) this.#flights.delete(id);
    }
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

  /** Reads until the cache accepts the result. A result that is older than a known change is read again. */
  async #readFresh(id: string): Promise<Found> {
    const { cache, clock } = this.#parts;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const beganAtMs = clock.monotonicMs();
      const record = await this.#enqueue(id, beganAtMs);
      if (cache.fill(id, record, beganAtMs)) return record ?? null;
    }
    throw new Error(`the key ${id} changes faster than it can be read`);
  }

  #enqueue(id: string, beganAtMs: number): Promise<KeyRecord | undefined> {
    return new Promise((resolve, reject) => {
      this.#batch.push({ id, beganAtMs, resolve, reject });
      if (this.#batch.length === 1) this.#parts.clock.after(TICK_MS, () => this.#flush());
      if (this.#batch.length >= MAX_BATCH) this.#flush();
    });
  }

  /** Reads that find no free query stay in the batch until one ends. */
  #flush(): void {
    if (this.#queries >= MAX_QUERIES) return;
    const { clock } = this.#parts;
    const nowMs = clock.monotonicMs();
    // Older reads have already timed out.
    const wanted = this.#batch.filter(ticket => nowMs - ticket.beganAtMs <= DEADLINE_MS);
    const tickets = wanted.splice(0, MAX_BATCH);
    this.#batch = wanted;
    if (tickets.length === 0) return;
    const over = () => {
      this.#queries--;
      this.#flush();
    };
    this.#queries++;
    withDeadline(this.#query(tickets, nowMs), DEADLINE_MS, clock).then(over, over);
  }

  async #query(tickets: readonly Ticket[], beganAtMs: number): Promise<void> {
    const { clock, read } = this.#parts;
    try {
      const records = await read(tickets.map(ticket => ticket.id));
      const nowMs = clock.monotonicMs();
      if (nowMs - beganAtMs <= DEADLINE_MS) this.#heardAtMs = nowMs;
      const byId = new Map(records.map(record => [record.id, record]));
      for (const { id, resolve } of tickets) resolve(byId.get(id));
    } catch (error) {
      for (const { reject } of tickets) reject(error);
    }
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
