/**
 * The ids under which a provider sells our hotels, cached on this node. Changes on any node take effect within a
 * second. Hotels that are not mapped are cached too, because most searches contain some.
 */
import { SecondChanceCache } from '../platform/cache/second-chance-cache.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import { every, type Repetition } from '../platform/every.ts';
import type { Log } from '../platform/log.ts';
import { listMapped, readEpoch } from './ledger/decision-store.ts';
import type { ProviderScope } from './supplied-hotel.ts';

/** Below half a second, so that a change takes effect within a second even if a poll is slow. */
const POLL_MS = 400;
const MAX_HOTELS = 200_000;

interface LiveParts {
  db: Database;
  clock: Clock;
  log: Log;
}

interface CachedIds {
  used: boolean;
  supplierIds: readonly string[];
}

export class LiveSupplierIds {
  readonly #parts: LiveParts;
  #epoch = -1;
  #cache = new SecondChanceCache<CachedIds>(MAX_HOTELS);
  #polling: Repetition | undefined;

  constructor(parts: LiveParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    await this.follow();
    const { clock, log } = this.#parts;
    const failed = (err: unknown) =>
      log.warn({ err }, 'reading hotel mappings failed, continuing with the last known mappings');
    this.#polling = every(clock, POLL_MS, () => this.follow(), failed);
  }

  async stop(): Promise<void> {
    await this.#polling?.stop();
  }

  /** Clears the cache if any mapping has changed. */
  async follow(): Promise<void> {
    const epoch = await readEpoch(this.#parts.db);
    if (epoch === this.#epoch) return;
    this.#cache = new SecondChanceCache<CachedIds>(MAX_HOTELS);
    this.#epoch = epoch;
  }

  /** Returns the supplier's ids by our hotel id. Hotels that the provider does not sell are left out. */
  async find(scope: ProviderScope, hotelIds: readonly string[]): Promise<Map<string, readonly string[]>> {
    const found = new Map<string, readonly string[]>();
    const missing: string[] = [];
    const keyOf = (hotelId: string) => `${scope.environment} ${scope.provider} ${hotelId}`;
    // A change during the read replaces the cache. An outdated result is then written only to the old cache.
    const cache = this.#cache;
    for (const hotelId of hotelIds) {
      const cached = cache.get(keyOf(hotelId));
      if (cached === undefined) missing.push(hotelId);
      else if (cached.supplierIds.length > 0) found.set(hotelId, cached.supplierIds);
    }
    if (missing.length === 0) return found;
    const read = new Map<string, string[]>();
    for (const { hotelId, supplierId, isGone } of await listMapped(this.#parts.db, scope, missing)) {
      if (!isGone) read.set(hotelId, [...(read.get(hotelId) ?? []), supplierId]);
    }
    for (const hotelId of missing) {
      const supplierIds = read.get(hotelId) ?? [];
      cache.set(keyOf(hotelId), { used: false, supplierIds });
      if (supplierIds.length > 0) found.set(hotelId, supplierIds);
    }
    return found;
  }
}
