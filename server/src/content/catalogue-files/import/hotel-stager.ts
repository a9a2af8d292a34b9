/**
 * Stages the records of an import in batches and reports everything that is wrong. While the database writes a
 * batch, the next one is read.
 */
import type { Database } from '../../../platform/database/connect.ts';
import type { CatalogueWrite } from '../../catalogue/writing/catalogue-write.ts';
import { placeHotels, type Warning } from '../../catalogue/writing/place-hotels.ts';
import type { KnownPlaces } from '../../catalogue/writing/resolve-places-store.ts';
import { stageHotels } from '../../catalogue/writing/staging-store.ts';
import { retireHotels } from '../../catalogue/writing/tombstones-store.ts';
import type { FileRecord } from '../file-record.ts';
import { type HeldMerge, holdMerges } from './held-merges-store.ts';
import { addEnded, type ImportCounts } from './import-counts.ts';
import { nameHotels } from './name-hotels.ts';
import type { ProblemList } from './problem-list.ts';
import { type LineEnd, type LineHotel, type ReadHotels, readHotels } from './read-hotels.ts';

interface StagerOptions {
  write: CatalogueWrite;
  hasRoomsFile: boolean;
  counts: ImportCounts;
  problems: ProblemList;
  warnings: ProblemList;
}

const BATCH = 1_000;
const BATCH_CHARACTERS = 4_000_000;

export class HotelStager {
  /** An invalid line does not identify its hotel. */
  hasUnnamedHotels = false;
  /** The number of staged hotels. */
  staged = 0;

  readonly #tx: Database;
  readonly #options: StagerOptions;
  readonly #knownPlaces: KnownPlaces = new Map();
  #batch: FileRecord[] = [];
  #characters = 0;
  #working: Promise<void> = Promise.resolve();

  constructor(tx: Database, options: StagerOptions) {
    this.#tx = tx;
    this.#options = options;
  }

  async add(record: FileRecord): Promise<void> {
    this.#options.counts.records += 1;
    this.#batch.push(record);
    this.#characters += record.size;
    if (this.#batch.length < BATCH && this.#characters < BATCH_CHARACTERS) return;
    await this.#working;
    this.#begin();
  }

  /** Call it after the last record. */
  async finish(): Promise<void> {
    await this.#working;
    this.#begin();
    await this.#working;
  }

  /** Call it after a failure elsewhere. Waits until nothing is in progress. */
  async stop(): Promise<void> {
    await this.#working.catch(() => {});
  }

  #begin(): void {
    const batch = this.#batch;
    this.#batch = [];
    this.#characters = 0;
    if (batch.length === 0) return;
    this.#working = this.#stage(batch);
    // Awaited with the next batch. Until then a failure would count as unhandled.
    this.#working.catch(() => {});
  }

  async #stage(batch: readonly FileRecord[]): Promise<void> {
    const { write, hasRoomsFile, problems, warnings } = this.#options;
    const { named, hasUnnamed } = await nameHotels(this.#tx, write.environment, batch, problems);
    this.hasUnnamedHotels ||= hasUnnamed;
    const { hotels, ends } = await readHotels(this.#tx, named, hasRoomsFile, problems);
    await this.#putAside(hotels, ends);
    await this.#retire(ends.filter(({ mergedInto }) => mergedInto === undefined));
    problems.tellInOrder();
    warnings.tellInOrder();
  }

  /** Writes hotels. Merges wait until all others are written. */
  async #putAside(hotels: ReadHotels['hotels'], ends: ReadHotels['ends']): Promise<void> {
    const { placed, problems, warnings } = await placeHotels(
      this.#tx,
      hotels.map(({ hotel }) => hotel),
      this.#knownPlaces,
    );
    this.#tellOf(this.#options.problems, problems, hotels);
    this.#tellOf(this.#options.warnings, warnings, hotels);
    const staged = placed.filter(({ hotel }) => hotel.mergedInto === undefined);
    await stageHotels(this.#tx, staged);
    this.staged += staged.length;
    const bad = new Set(problems.map(({ hotelId }) => hotelId));
    const whole = hotels.filter(({ hotel }) => hotel.mergedInto !== undefined && !bad.has(hotel.hotelId));
    const held = [...whole.map(heldRecord), ...ends.flatMap(heldEnd)];
    if (held.length > 0) await holdMerges(this.#tx, this.#options.write.environment, held);
  }

  async #retire(ends: readonly LineEnd[]): Promise<void> {
    const { write, counts } = this.#options;
    const hotelIds = ends.map(({ hotelId }) => hotelId);
    if (hotelIds.length > 0) addEnded(counts, await retireHotels(this.#tx, write, hotelIds));
  }

  #tellOf(list: ProblemList, found: readonly Warning[], hotels: readonly LineHotel[]): void {
    if (found.length === 0) return;
    const byId = new Map(hotels.map(line => [line.hotel.hotelId, line]));
    for (const { hotelId, path, message } of found) {
      const at = byId.get(hotelId);
      if (at !== undefined) list.tell(at.line, { path, message }, at.own);
    }
  }
}

function heldRecord({ line, hotel }: LineHotel): HeldMerge {
  const { hotelId, mergedInto: target = '' } = hotel;
  return { line, hotelId, target, record: JSON.stringify(hotel) };
}

function heldEnd({ line, hotelId, mergedInto: target }: LineEnd): HeldMerge[] {
  return target === undefined ? [] : [{ line, hotelId, target, record: null }];
}
