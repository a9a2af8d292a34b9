/**
 * Finds the record of a key. Cached records are returned immediately while the cache is fresh. Otherwise the row is
 * read. During a database outage, known keys are accepted until `maxStaleMs` after they were last known to be current.
 * After that, requests fail. A slow database may delay or fail requests, but never makes them use stale records.
 */
import { ApiError } from '../../platform/api-error.ts';
import { type Clock, sleep } from '../../platform/clock.ts';
import type { KeyCache } from './key-cache.ts';
import type { KeyEpoch } from './key-epoch.ts';
import type { KeyReader } from './key-reader.ts';
import type { KeyRecord } from './key-record.ts';

const PROBE_PAUSE_MS = 250;
/** How long a request tries to read the row of a known key. */
const PATIENCE_MS = 2_000;
/** Longer than the pause before an epoch read plus the time after which the read is abandoned. */
const SILENCE_MS = 2_500;

interface KeyDirectoryParts {
  cache: KeyCache;
  epoch: KeyEpoch;
  reader: KeyReader;
  clock: Clock;
  /** How long a record may be used after it was last known to be current. */
  maxStaleMs: number;
}

type Found = KeyRecord | null;

export class KeyDirectory {
  readonly #parts: KeyDirectoryParts;
  #failedAtMs = Number.NEGATIVE_INFINITY;
  #probedAtMs = Number.NEGATIVE_INFINITY;

  constructor(parts: KeyDirectoryParts) {
    this.#parts = parts;
  }

  /**
   * Returns null for an unknown ID. Throws SERVICE_UNAVAILABLE if the record can neither be read nor taken from the
   * cache.
   */
  find(id: string, address: string): Found | Promise<Found> {
    const { cache, epoch } = this.#parts;
    const cached = cache.get(id);
    if (cached !== undefined && epoch.isFresh()) return cached === null ? null : cached.record;
    if (cached !== undefined && cached !== null) return this.#findKnown(id, address);
    return this.#read(id, address).catch(unavailable);
  }

  async #findKnown(id: string, address: string): Promise<Found> {
    const { cache, clock, epoch } = this.#parts;
    const beganAtMs = clock.monotonicMs();
    while (!this.#isAway()) {
      try {
        return await this.#read(id, address);
      } catch {
        if (this.#isAway()) break;
      }
      const cached = cache.get(id);
      if (cached && epoch.isFresh()) return cached.record;
      if (clock.monotonicMs() - beganAtMs >= PATIENCE_MS) return unavailable();
      await sleep(clock, PROBE_PAUSE_MS);
    }
    this.#probe(id, address);
    return this.#withinBackstop(id);
  }

  /**
   * Returns true if a read has failed and the database has not responded for so long that it must be down, not just
   * slow or short of a connection.
   */
  #isAway(): boolean {
    const { clock, epoch, reader } = this.#parts;
    const heardAtMs = Math.max(epoch.heardAtMs, reader.heardAtMs);
    return this.#failedAtMs > heardAtMs && clock.monotonicMs() - heardAtMs >= SILENCE_MS;
  }

  /** Runs in the background, so that no request waits during an outage. */
  #probe(id: string, address: string): void {
    const nowMs = this.#parts.clock.monotonicMs();
    if (nowMs - Math.max(this.#failedAtMs, this.#probedAtMs) <= PROBE_PAUSE_MS) return;
    this.#probedAtMs = nowMs;
    this.#read(id, address).catch(() => {});
  }

  /** Looks in the cache again, because the record may have been invalidated in the meantime. */
  #withinBackstop(id: string): KeyRecord {
    const { cache, clock, epoch, maxStaleMs } = this.#parts;
    const cached = cache.get(id);
    if (!cached) return unavailable();
    const provedAtMs = Math.max(cached.readAtMs, epoch.provedAtMs);
    if (clock.monotonicMs() - provedAtMs > maxStaleMs) return unavailable();
    return cached.record;
  }

  async #read(id: string, address: string): Promise<Found> {
    try {
      return await this.#parts.reader.read(id, address);
    } catch (error) {
      this.#failedAtMs = this.#parts.clock.monotonicMs();
      throw error;
    }
  }
}

function unavailable(): never {
  throw new ApiError('SERVICE_UNAVAILABLE', 'The key cannot be checked at the moment. Try again shortly.', {
    retryAfterSeconds: 5,
  });
}
