/**
 * A TTL cache that reads missing values. Concurrent callers share one read (single-flight), and failed reads are not
 * cached. Changes made by other nodes become visible after the TTL.
 */
import type { Clock } from '../clock.ts';
import { TtlCache } from './ttl-cache.ts';

interface ReadThroughOptions<Value> {
  clock: Clock;
  ttlMs: number;
  maxEntries: number;
  /** All callers share the result, so it must not depend on the caller. */
  read(id: string): Promise<Value>;
}

export class ReadThroughCache<Value> {
  readonly #read: (id: string) => Promise<Value>;
  readonly #reads: TtlCache<Promise<Value>>;

  constructor({ read, ...options }: ReadThroughOptions<Value>) {
    this.#read = read;
    this.#reads = new TtlCache(options);
  }

  find(id: string): Promise<Value> {
    const cached = this.#reads.get(id);
    if (cached !== undefined) return cached;
    const read = this.#read(id);
    this.#reads.set(id, read);
    read.catch(() => this.#reads.deleteValue(id, read));
    return read;
  }

  /** Call this after a change on this node, so that the next read returns the new value. */
  drop(id: string): void {
    this.#reads.delete(id);
  }

  dropAll(): void {
    this.#reads.clear();
  }
}
