/**
 * What properties sell, kept in memory and exact: every search first asks for their versions, and reads only what moved. Whatever
 * is kept under a version is that version or newer, so a changed cell counts in the next search of every process.
 */
import type { Environment } from '@serai/contract/shared/answer.ts';
import { type Entry, SecondChanceCache } from '../../../../platform/cache/second-chance-cache.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import type { RateCells, StayCells } from '../stay/cells.ts';
import { compileProperty } from '../stay/compile-property.ts';
import type { Property } from '../stay/property.ts';
import type { Nights, OpenHold, PriceVersions, PropertyVersions } from '../stores/read-store.ts';
import { readDocuments, readHolds, readRates, readUnsold, readVersions } from '../stores/read-store.ts';
import { DAYS_A_BLOCK, dateOfDay, dayOf, freeRooms, joinRates, unsoldBlocks } from './block-nights.ts';
import { rateBlock } from './rate-block.ts';

/** Properties of some 10 kB each, and as many blocks of sixteen nights, of at most some 20 kB each with 15 plans and rooms. */
export const DEFAULT_CACHE_ENTRIES = 10_000;

interface KeptProperty extends Entry {
  version: number;
  property: Property;
  holds: readonly OpenHold[];
  holdsVersion: number;
}

interface KeptBlock extends Entry {
  /** Of which the rates were made; another makes them worthless. */
  property: Property;
  ratesVersion: number;
  rates: readonly RateCells[];
  roomsVersion: number;
  /** By room type. */
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
  kept: KeptProperty;
}

export class InventoryMemory {
  readonly #db: Database;
  readonly #environment: Environment;
  readonly #properties: SecondChanceCache<KeptProperty>;
  readonly #blocks: SecondChanceCache<KeptBlock>;

  constructor(db: Database, environment: Environment, maxEntries = DEFAULT_CACHE_ENTRIES) {
    this.#db = db;
    this.#environment = environment;
    this.#properties = new SecondChanceCache(maxEntries);
    this.#blocks = new SecondChanceCache(maxEntries);
  }

  /** By hotel; those without an inventory are missing. `ownQuoteId` names a hold that counts as free. */
  async load(
    hotelIds: readonly string[],
    stay: StayNights,
    ownQuoteId?: string,
  ): Promise<Map<string, LoadedProperty>> {
    const versions = await readVersions(this.#db, this.#environment, hotelIds);
    const wanted = await this.#loadProperties(versions);
    const blocks = await this.#loadBlocks(wanted, ...blocksOf(stay));
    return new Map(
      wanted.map(({ versions: one, kept: { property, holds } }) => {
        const counted = holds.filter(hold => hold.expiresAt > one.now && hold.quoteId !== ownQuoteId);
        const cells = cellsOf(property, blocks.get(one.hotelId) ?? [], stay, counted);
        return [one.hotelId, { property, cells, versions: one }];
      }),
    );
  }

  /** What is kept, without asking whether it still counts. Undefined where a part of it is missing. */
  findKept(hotelId: string, stay: StayNights, ownQuoteId: string): LoadedProperty | undefined {
    const kept = this.#properties.get(hotelId);
    if (kept === undefined) return undefined;
    const { property, version: documentVersion } = kept;
    const [first, last] = blocksOf(stay);
    const blocks = Array.from({ length: last - first + 1 }, (_, i) =>
      this.#blocks.get(`${first + i} ${hotelId}`),
    ).filter(block => block !== undefined);
    const ratesVersion = blocks[0]?.ratesVersion;
    const isWhole =
      blocks.length === last - first + 1 &&
      blocks.every(block => block.property === property && block.ratesVersion === ratesVersion);
    if (!isWhole || ratesVersion === undefined) return undefined;
    const counted = kept.holds.filter(hold => hold.quoteId !== ownQuoteId);
    const cells = cellsOf(property, blocks, stay, counted);
    return { property, cells, versions: { documentVersion, ratesVersion } };
  }

  async #loadProperties(versions: readonly PropertyVersions[]): Promise<Wanted[]> {
    const unknown: string[] = [];
    const unheld: string[] = [];
    // As found now: while the rest is read, other searches keep newer ones, or none.
    const known = new Map<string, KeptProperty>();
    for (const { hotelId, documentVersion, roomsVersion } of versions) {
      const kept = this.#properties.get(hotelId);
      if (kept !== undefined) known.set(hotelId, kept);
      if (kept?.version !== documentVersion) unknown.push(hotelId);
      if (kept?.holdsVersion !== roomsVersion) unheld.push(hotelId);
    }
    const [documents, holds] = await Promise.all([
      unknown.length > 0 ? readDocuments(this.#db, this.#environment, unknown) : [],
      unheld.length > 0 ? readHolds(this.#db, this.#environment, unheld) : [],
    ]);
    const compiled = new Map(documents.map(({ hotelId, document }) => [hotelId, compileProperty(document)]));
    const held = Map.groupBy(holds, ({ hotelId }) => hotelId);
    return versions.flatMap(one => {
      const { hotelId, documentVersion, roomsVersion } = one;
      const before = known.get(hotelId);
      const property = compiled.get(hotelId) ?? before?.property;
      if (property === undefined) return [];
      if (before?.property === property && before.holdsVersion === roomsVersion) {
        return [{ versions: one, kept: before }];
      }
      const kept: KeptProperty = {
        used: false,
        version: documentVersion,
        property,
        holds: before?.holdsVersion === roomsVersion ? before.holds : (held.get(hotelId) ?? []),
        holdsVersion: roomsVersion,
      };
      this.#properties.set(hotelId, kept);
      return [{ versions: one, kept }];
    });
  }

  async #loadBlocks(
    wanted: readonly Wanted[],
    first: number,
    last: number,
  ): Promise<Map<string, KeptBlock[]>> {
    const indexes = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    const known = (hotelId: string) => indexes.map(index => this.#blocks.get(`${index} ${hotelId}`));
    const noRates: Wanted[] = [];
    const noRooms: Wanted[] = [];
    const blocks = new Map<string, KeptBlock[]>();
    for (const one of wanted) {
      const { hotelId, ratesVersion, roomsVersion } = one.versions;
      const kept = known(hotelId);
      const { property } = one.kept;
      const hasRates = kept.every(
        block => block?.property === property && block.ratesVersion === ratesVersion,
      );
      const hasRooms = kept.every(
        block => block?.property === property && block.roomsVersion === roomsVersion,
      );
      if (!hasRates) noRates.push(one);
      if (!hasRooms) noRooms.push(one);
      blocks.set(hotelId, kept as KeptBlock[]);
    }
    if (noRates.length + noRooms.length === 0) return blocks;

    const nights = {
      from: dateOfDay(first * DAYS_A_BLOCK),
      to: dateOfDay((last + 1) * DAYS_A_BLOCK),
    };
    const [rates, unsold] = await Promise.all([
      this.#readRates(noRates, nights, indexes.length),
      this.#readUnsold(noRooms, nights, indexes.length),
    ]);
    for (const { versions, kept } of new Set([...noRates, ...noRooms])) {
      const { hotelId, ratesVersion, roomsVersion } = versions;
      const before = blocks.get(hotelId) ?? [];
      const newRates = rates.get(hotelId);
      const newUnsold = unsold.get(hotelId);
      const made = indexes.map((index, i): KeptBlock => {
        const old = before[i] as KeptBlock;
        const block = {
          used: false,
          property: kept.property,
          ratesVersion,
          rates: newRates?.[i] ?? old.rates,
          roomsVersion,
          unsold: newUnsold?.[i] ?? old.unsold,
        };
        this.#blocks.set(`${index} ${hotelId}`, block);
        return block;
      });
      blocks.set(hotelId, made);
    }
    return blocks;
  }

  async #readRates(wanted: readonly Wanted[], nights: Nights, blocks: number) {
    const hotelIds = wanted.map(({ versions }) => versions.hotelId);
    const rows = hotelIds.length > 0 ? await readRates(this.#db, this.#environment, hotelIds, nights) : [];
    const byHotel = Map.groupBy(rows, ({ hotelId }) => hotelId);
    const firstDay = dayOf(nights.from);
    return new Map(
      wanted.map(({ versions: { hotelId }, kept: { property } }) => {
        const own = byHotel.get(hotelId) ?? [];
        const byBlock = Map.groupBy(own, ({ night }) => Math.floor((dayOf(night) - firstDay) / DAYS_A_BLOCK));
        const made = Array.from({ length: blocks }, (_, i) =>
          rateBlock(property, dateOfDay(firstDay + i * DAYS_A_BLOCK), DAYS_A_BLOCK, byBlock.get(i) ?? []),
        );
        return [hotelId, made];
      }),
    );
  }

  async #readUnsold(wanted: readonly Wanted[], nights: Nights, blocks: number) {
    const hotelIds = wanted.map(({ versions }) => versions.hotelId);
    const rows = hotelIds.length > 0 ? await readUnsold(this.#db, this.#environment, hotelIds, nights) : [];
    const byHotel = Map.groupBy(rows, ({ hotelId }) => hotelId);
    return new Map(
      wanted.map(({ versions: { hotelId }, kept: { property } }) => [
        hotelId,
        unsoldBlocks(property, nights.from, blocks, byHotel.get(hotelId) ?? []),
      ]),
    );
  }
}

/** The first and the last that a stay touches, its day of departure included. */
function blocksOf({ checkIn, checkOut }: StayNights): [first: number, last: number] {
  return [Math.floor(dayOf(checkIn) / DAYS_A_BLOCK), Math.floor(dayOf(checkOut) / DAYS_A_BLOCK)];
}

function cellsOf(
  property: Property,
  blocks: readonly KeptBlock[],
  stay: StayNights,
  holds: readonly OpenHold[],
): StayCells {
  const firstDay = blocksOf(stay)[0] * DAYS_A_BLOCK;
  const unsold = blocks.map(block => block.unsold);
  return {
    at: dayOf(stay.checkIn) - firstDay,
    free: freeRooms(property, unsold, { firstNight: dateOfDay(firstDay), holds }),
    rates: joinRates(blocks.map(({ rates }) => rates)),
  };
}
