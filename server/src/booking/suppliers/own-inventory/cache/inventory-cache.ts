/**
 * An exact cache of what properties sell. Every search first reads the versions of its properties, then only what changed. Data is
 * never older than its version, so every process sees a change in its next search.
 */
import type { Environment } from '@serai/contract/shared/answer.ts';
import { type Entry, SecondChanceCache } from '../../../../platform/cache/second-chance-cache.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import type { RateCells, StayCells } from '../stay/cells.ts';
import { compileProperty } from '../stay/compile-property.ts';
import type { Property } from '../stay/property.ts';
import {
  type Nights,
  type OpenHold,
  type PriceVersions,
  type PropertyVersions,
  readDocuments,
  readHolds,
  readRates,
  readUnsold,
  readVersions,
} from '../stores/read-store.ts';
import { DAYS_PER_BLOCK, dateOfDay, dayOf, freeRooms, joinRates, unsoldBlocks } from './night-blocks.ts';
import { rateBlock } from './rate-block.ts';

/**
 * Limits the properties (about 10 kB each) and, separately, the blocks of sixteen nights (up to 20 kB each with 15 plans and
 * rooms).
 */
export const DEFAULT_CACHE_ENTRIES = 10_000;

interface CachedProperty extends Entry {
  version: number;
  property: Property;
  holds: readonly OpenHold[];
  holdsVersion: number;
}

interface CachedBlock extends Entry {
  /** The property that the rates were computed for. They are invalid for any other version of it. */
  property: Property;
  ratesVersion: number;
  rates: readonly RateCells[];
  roomsVersion: number;
  /** Indexed by room type. */
  unsold: readonly Int32Array[];
}

export interface LoadedProperty {
  property: Property;
  cells: StayCells;
  versions: PriceVersions;
}

interface StayNights {
  checkIn: string;
  checkOut: string;
}

interface Wanted {
  versions: PropertyVersions;
  cached: CachedProperty;
}

export class InventoryCache {
  readonly #db: Database;
  readonly #environment: Environment;
  readonly #properties: SecondChanceCache<CachedProperty>;
  readonly #blocks: SecondChanceCache<CachedBlock>;

  constructor(db: Database, environment: Environment, maxEntries = DEFAULT_CACHE_ENTRIES) {
    this.#db = db;
    this.#environment = environment;
    this.#properties = new SecondChanceCache(maxEntries);
    this.#blocks = new SecondChanceCache(maxEntries);
  }

  /** Returns properties by hotel id. Hotels without own inventory are missing. The hold of `ownQuoteId` counts as free. */
  async load(
    hotelIds: readonly string[],
    stay: StayNights,
    ownQuoteId?: string,
  ): Promise<Map<string, LoadedProperty>> {
    const versions = await readVersions(this.#db, this.#environment, hotelIds);
    const wanted = await this.#loadProperties(versions);
    const blocks = await this.#loadBlocks(wanted, ...blocksOf(stay));
    return new Map(
      wanted.map(({ versions: one, cached: { property, holds } }) => {
        const counted = holds.filter(hold => hold.expiresAt > one.now && hold.quoteId !== ownQuoteId);
        const cells = cellsOf(property, blocks.get(one.hotelId) ?? [], stay, counted);
        return [one.hotelId, { property, cells, versions: one }];
      }),
    );
  }

  /** Returns cached data without checking that it is current, or undefined if a part is missing. */
  findCached(hotelId: string, stay: StayNights, ownQuoteId: string): LoadedProperty | undefined {
    const cached = this.#properties.get(hotelId);
    if (cached === undefined) return undefined;
    const { property, version: documentVersion } = cached;
    const [first, last] = blocksOf(stay);
    const blocks = Array.from({ length: last - first + 1 }, (_, i) =>
      this.#blocks.get(`${first + i} ${hotelId}`),
    ).filter(block => block !== undefined);
    const ratesVersion = blocks[0]?.ratesVersion;
    const isComplete =
      blocks.length === last - first + 1 &&
      blocks.every(block => block.property === property && block.ratesVersion === ratesVersion);
    if (!isComplete || ratesVersion === undefined) return undefined;
    const counted = cached.holds.filter(hold => hold.quoteId !== ownQuoteId);
    const cells = cellsOf(property, blocks, stay, counted);
    return { property, cells, versions: { documentVersion, ratesVersion } };
  }

  async #loadProperties(versions: readonly PropertyVersions[]): Promise<Wanted[]> {
    const outdated: string[] = [];
    const withoutHolds: string[] = [];
    // A snapshot of the cache. While the rest is read, other searches may replace or evict entries.
    const known = new Map<string, CachedProperty>();
    for (const { hotelId, documentVersion, roomsVersion } of versions) {
      const cached = this.#properties.get(hotelId);
      if (cached !== undefined) known.set(hotelId, cached);
      if (cached?.version !== documentVersion) outdated.push(hotelId);
      if (cached?.holdsVersion !== roomsVersion) withoutHolds.push(hotelId);
    }
    const [documents, holds] = await Promise.all([
      outdated.length > 0 ? readDocuments(this.#db, this.#environment, outdated) : [],
      withoutHolds.length > 0 ? readHolds(this.#db, this.#environment, withoutHolds) : [],
    ]);
    const compiled = new Map(documents.map(({ hotelId, document }) => [hotelId, compileProperty(document)]));
    const held = Map.groupBy(holds, ({ hotelId }) => hotelId);
    return versions.flatMap(one => {
      const { hotelId, documentVersion, roomsVersion } = one;
      const before = known.get(hotelId);
      const property = compiled.get(hotelId) ?? before?.property;
      if (property === undefined) return [];
      if (before?.property === property && before.holdsVersion === roomsVersion) {
        return [{ versions: one, cached: before }];
      }
      const cached: CachedProperty = {
        used: false,
        version: documentVersion,
        property,
        holds: before?.holdsVersion === roomsVersion ? before.holds : (held.get(hotelId) ?? []),
        holdsVersion: roomsVersion,
      };
      this.#properties.set(hotelId, cached);
      return [{ versions: one, cached }];
    });
  }

  async #loadBlocks(
    wanted: readonly Wanted[],
    first: number,
    last: number,
  ): Promise<Map<string, CachedBlock[]>> {
    const indexes = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    const known = (hotelId: string) => indexes.map(index => this.#blocks.get(`${index} ${hotelId}`));
    const noRates: Wanted[] = [];
    const noRooms: Wanted[] = [];
    const blocks = new Map<string, CachedBlock[]>();
    for (const one of wanted) {
      const { hotelId, ratesVersion, roomsVersion } = one.versions;
      const cached = known(hotelId);
      const { property } = one.cached;
      const hasRates = cached.every(
        block => block?.property === property && block.ratesVersion === ratesVersion,
      );
      const hasRooms = cached.every(
        block => block?.property === property && block.roomsVersion === roomsVersion,
      );
      if (!hasRates) noRates.push(one);
      if (!hasRooms) noRooms.push(one);
      blocks.set(hotelId, cached as CachedBlock[]);
    }
    if (noRates.length + noRooms.length === 0) return blocks;

    const nights = {
      from: dateOfDay(first * DAYS_PER_BLOCK),
      to: dateOfDay((last + 1) * DAYS_PER_BLOCK),
    };
    const [rates, unsold] = await Promise.all([
      this.#readRates(noRates, nights, indexes.length),
      this.#readUnsold(noRooms, nights, indexes.length),
    ]);
    for (const { versions, cached } of new Set([...noRates, ...noRooms])) {
      const { hotelId, ratesVersion, roomsVersion } = versions;
      const before = blocks.get(hotelId) ?? [];
      const newRates = rates.get(hotelId);
      const newUnsold = unsold.get(hotelId);
      const updated = indexes.map((index, i): CachedBlock => {
        const old = before[i] as CachedBlock;
        const block = {
          used: false,
          property: cached.property,
          ratesVersion,
          rates: newRates?.[i] ?? old.rates,
          roomsVersion,
          unsold: newUnsold?.[i] ?? old.unsold,
        };
        this.#blocks.set(`${index} ${hotelId}`, block);
        return block;
      });
      blocks.set(hotelId, updated);
    }
    return blocks;
  }

  async #readRates(wanted: readonly Wanted[], nights: Nights, blocks: number) {
    const hotelIds = wanted.map(({ versions }) => versions.hotelId);
    const rows = hotelIds.length > 0 ? await readRates(this.#db, this.#environment, hotelIds, nights) : [];
    const byHotel = Map.groupBy(rows, ({ hotelId }) => hotelId);
    const firstDay = dayOf(nights.from);
    return new Map(
      wanted.map(({ versions: { hotelId }, cached: { property } }) => {
        const own = byHotel.get(hotelId) ?? [];
        const byBlock = Map.groupBy(own, ({ night }) =>
          Math.floor((dayOf(night) - firstDay) / DAYS_PER_BLOCK),
        );
        const ownBlocks = Array.from({ length: blocks }, (_, i) =>
          rateBlock(property, dateOfDay(firstDay + i * DAYS_PER_BLOCK), DAYS_PER_BLOCK, byBlock.get(i) ?? []),
        );
        return [hotelId, ownBlocks];
      }),
    );
  }

  async #readUnsold(wanted: readonly Wanted[], nights: Nights, blocks: number) {
    const hotelIds = wanted.map(({ versions }) => versions.hotelId);
    const rows = hotelIds.length > 0 ? await readUnsold(this.#db, this.#environment, hotelIds, nights) : [];
    const byHotel = Map.groupBy(rows, ({ hotelId }) => hotelId);
    return new Map(
      wanted.map(({ versions: { hotelId }, cached: { property } }) => [
        hotelId,
        unsoldBlocks(property, nights.from, blocks, byHotel.get(hotelId) ?? []),
      ]),
    );
  }
}

/** The first and last block that a stay touches, including the day of departure. */
function blocksOf({ checkIn, checkOut }: StayNights): [first: number, last: number] {
  return [Math.floor(dayOf(checkIn) / DAYS_PER_BLOCK), Math.floor(dayOf(checkOut) / DAYS_PER_BLOCK)];
}

function cellsOf(
  property: Property,
  blocks: readonly CachedBlock[],
  stay: StayNights,
  holds: readonly OpenHold[],
): StayCells {
  const firstDay = blocksOf(stay)[0] * DAYS_PER_BLOCK;
  const unsold = blocks.map(block => block.unsold);
  return {
    at: dayOf(stay.checkIn) - firstDay,
    free: freeRooms(property, unsold, { firstNight: dateOfDay(firstDay), holds }),
    rates: joinRates(blocks.map(({ rates }) => rates)),
  };
}
