/**
 * Stages the records of an import in batches and reports everything that is wrong with them. The next batch is read while
 * the database writes the current one.
 */
import type { Database } from '../../../platform/database/connect.ts';
import type { CatalogueWrite } from '../../catalogue/catalogue-hotel.ts';
import { placeHotels, type Warning } from '../../catalogue/writing/place-hotels.ts';
import type { KnownPlaces } from '../../catalogue/writing/resolve-places-store.ts';
import { stageHotels } from '../../catalogue/writing/staging-store.ts';
import { retireHotels } from '../../catalogue/writing/tombstones-store.ts';
import type { FileRecord } from '../file-record.ts';
import { addRemoved, type ImportCounts, type ProblemList } from './import-report.ts';
import { addPendingMerges, type PendingMerge } from './pending-merges-store.ts';
import {
  type BatchHotels,
  identifyHotels,
  type LineHotel,
  type LineTombstone,
  readHotels,
} from './read-hotels.ts';

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
  /** Set if an invalid line does not identify its hotel. */
  hasUnidentifiedHotels = false;
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

  /** Call it when another step of the import failed. Waits for the batch that is being written. */
  async stop(): Promise<void> {
    await this.#working.catch(() => {});
  }

  #begin(): void {
    const batch = this.#batch;
    this.#batch = [];
    this.#characters = 0;
    if (batch.length === 0) return;
    this.#working = this.#stage(batch);
    // The promise is awaited with the next batch. Without this handler, an earlier failure would be an unhandled
    // rejection.
    this.#working.catch(() => {});
  }

  async #stage(batch: readonly FileRecord[]): Promise<void> {
    const { write, hasRoomsFile, problems, warnings } = this.#options;
    const { identified, hasUnidentified } = await identifyHotels(
      this.#tx,
      write.environment,
      batch,
      problems,
    );
    this.hasUnidentifiedHotels ||= hasUnidentified;
    const { hotels, tombstones } = await readHotels(this.#tx, identified, hasRoomsFile, problems);
    await this.#stageHotels(hotels, tombstones);
    await this.#retire(tombstones.filter(({ mergedInto }) => mergedInto === undefined));
    problems.flush();
    warnings.flush();
  }

  /** Stages hotels. Merges are stored separately until all other hotels are written. */
  async #stageHotels(hotels: BatchHotels['hotels'], tombstones: BatchHotels['tombstones']): Promise<void> {
    const { placed, problems, warnings } = await placeHotels(
      this.#tx,
      hotels.map(({ hotel }) => hotel),
      this.#knownPlaces,
    );
    this.#report(this.#options.problems, problems, hotels);
    this.#report(this.#options.warnings, warnings, hotels);
    const staged = placed.filter(({ hotel }) => hotel.mergedInto === undefined);
    await stageHotels(this.#tx, staged);
    this.staged += staged.length;
    const bad = new Set(problems.map(({ hotelId }) => hotelId));
    const records = hotels.filter(({ hotel }) => hotel.mergedInto !== undefined && !bad.has(hotel.hotelId));
    const pending = [...records.map(pendingRecord), ...tombstones.flatMap(pendingTombstone)];
    if (pending.length > 0) await addPendingMerges(this.#tx, this.#options.write.environment, pending);
  }

  async #retire(tombstones: readonly LineTombstone[]): Promise<void> {
    const { write, counts } = this.#options;
    const hotelIds = tombstones.map(({ hotelId }) => hotelId);
    if (hotelIds.length > 0) addRemoved(counts, await retireHotels(this.#tx, write, hotelIds));
  }

  #report(list: ProblemList, found: readonly Warning[], hotels: readonly LineHotel[]): void {
    if (found.length === 0) return;
    const byId = new Map(hotels.map(line => [line.hotel.hotelId, line]));
    for (const { hotelId, path, message } of found) {
      const at = byId.get(hotelId);
      if (at !== undefined) list.add(at.line, { path, message }, at.rooms);
    }
  }
}

function pendingRecord({ line, hotel }: LineHotel): PendingMerge {
  const { hotelId, mergedInto: target = '' } = hotel;
  return { line, hotelId, target, record: JSON.stringify(hotel) };
}

function pendingTombstone({ line, hotelId, mergedInto: target }: LineTombstone): PendingMerge[] {
  return target === undefined ? [] : [{ line, hotelId, target, record: null }];
}
