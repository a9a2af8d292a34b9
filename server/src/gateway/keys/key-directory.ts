/**
 * Finds the record of a key. Fresh cache entries answer at once; else the row is read. While the database is away,
 * known keys live on until the backstop after the last proof that they were current; then the door is closed.
 */
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { KeyCache } from './key-cache.ts';
import type { KeyEpoch } from './key-epoch.ts';
import type { KeyReader } from './key-reader.ts';
import type { KeyRecord } from './key-record.ts';

const PROBE_PAUSE_MS = 250;

interface KeyDirectoryParts {
  cache: KeyCache;
  epoch: KeyEpoch;
  reader: KeyReader;
  clock: Clock;
  /** How long a record may be used after the last proof that it was current. */
  maxStaleMs: number;
}

type Found = KeyRecord | null;

export class KeyDirectory {
  readonly #parts: KeyDirectoryParts;
  /** When a read last failed; undefined while reads succeed. */
  #failedAtMs: number | undefined;

  constructor(parts: KeyDirectoryParts) {
    this.#parts = parts;
  }

  /** Null for an unknown id. Throws SERVICE_UNAVAILABLE when nobody can tell. */
  find(id: string, address: string): Found | Promise<Found> {
    const { cache, epoch } = this.#parts;
    const cached = cache.get(id);
    if (cached !== undefined && epoch.isFresh()) return cached === null ? null : cached.record;
    if (cached !== undefined && cached !== null) return this.#findKnown(cached, address);
    return this.#read(id, address).catch(this.#unavailable);
  }

  async #findKnown(entry: { record: KeyRecord; readAtMs: number }, address: string): Promise<Found> {
    const { id } = entry.record;
    if (this.#failedAtMs !== undefined) {
      // The database is known to be away: probe it on the side, and let this request pass or fail at once.
      if (this.#parts.clock.monotonicMs() - this.#failedAtMs > PROBE_PAUSE_MS) {
        this.#failedAtMs = this.#parts.clock.monotonicMs();
        this.#read(id, address).catch(() => {});
      }
      return this.#withinBackstop(entry);
    }
    try {
      // A slow database makes requests slow, never stale.
      return await this.#read(id, address);
    } catch {
      return this.#withinBackstop(entry);
    }
  }

  #withinBackstop(entry: { record: KeyRecord; readAtMs: number }): KeyRecord {
    const { clock, epoch, maxStaleMs } = this.#parts;
    const provedAtMs = Math.max(entry.readAtMs, epoch.provedAtMs);
    if (clock.monotonicMs() - provedAtMs > maxStaleMs) throw this.#unavailable();
    return entry.record;
  }

  async #read(id: string, address: string): Promise<Found> {
    try {
      const found = await this.#parts.reader.read(id, address);
      this.#failedAtMs = undefined;
      return found;
    } catch (error) {
      this.#failedAtMs = this.#parts.clock.monotonicMs();
      throw error;
    }
  }

  readonly #unavailable = (): never => {
    throw new ApiError('SERVICE_UNAVAILABLE', 'The key cannot be checked at the moment. Try again shortly.', {
      retryAfterSeconds: 5,
    });
  };
}
