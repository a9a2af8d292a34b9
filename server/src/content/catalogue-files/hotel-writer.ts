/** Takes the records of an import one by one and writes them in batches, naming everything that is wrong. */

import type { Database } from '../../platform/database/connect.ts';
import type { CatalogueWrite, IdentifiedHotel } from '../catalogue/catalogue-write.ts';
import { mergeInto, retireHotels, settleMerges } from '../catalogue/tombstones-store.ts';
import { mergeHotels } from '../catalogue/write-hotels-store.ts';
import type { RoomCounts } from '../catalogue/write-rooms-store.ts';
import { namedHotel, parseRecord, type Tombstone } from './catalogue-record.ts';
import type { Fault, FileRecord } from './file-record.ts';
import {
  findLines,
  listLostRooms,
  listMissingHotels,
  listStagedRooms,
  noteHotels,
  type StagedRoom,
} from './import-store.ts';
import type { Problem } from './problem.ts';

export interface ImportCounts {
  /** Lines that hold something, bad ones included. */
  records: number;
  created: number;
  changed: number;
  unchanged: number;
  /** Hotels that became INACTIVE or MERGED, by a tombstone or since the file does not name them. */
  ended: number;
  /** Tombstones of hotels that are not in the catalogue. */
  unknown: number;
  rooms: RoomCounts;
}

interface WriterOptions extends CatalogueWrite {
  file: string;
  roomsFile: string | undefined;
  onProblem(problem: Problem): void;
}

const BATCH = 500;
const BATCH_CHARACTERS = 4_000_000;
const MANY = 5_000;

interface Named {
  line: number;
  hotelId: string;
  value: object;
}

export class HotelWriter {
  readonly counts: ImportCounts = {
    records: 0,
    created: 0,
    changed: 0,
    unchanged: 0,
    ended: 0,
    unknown: 0,
    rooms: { created: 0, changed: 0, unchanged: 0, retired: 0 },
  };
  /** A bad line does not say which hotel it is about. */
  hasUnnamedHotels = false;

  readonly #tx: Database;
  readonly #options: WriterOptions;
  #batch: FileRecord[] = [];
  #characters = 0;

  constructor(tx: Database, options: WriterOptions) {
    this.#tx = tx;
    this.#options = options;
  }

  async add(record: FileRecord): Promise<void> {
    this.counts.records += 1;
    this.#batch.push(record);
    this.#characters += record.size;
    if (this.#batch.length >= BATCH || this.#characters >= BATCH_CHARACTERS) await this.flush();
  }

  async flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    this.#characters = 0;
    if (batch.length === 0) return;
    const named = await this.#withoutRepeats(batch.flatMap(record => this.#nameOf(record)));
    const rooms = await this.#roomsOf(named);
    const hotels: IdentifiedHotel[] = [];
    const tombstones: Tombstone[] = [];
    const lines = new Map<string, number>();
    for (const { line, hotelId, value } of named) {
      const own = rooms?.get(hotelId) ?? [];
      const parsed = parseRecord(
        this.#options.environment,
        rooms === undefined ? value : withRooms(value, own),
      );
      if (Array.isArray(parsed)) for (const fault of parsed) this.#tell(line, fault, own);
      else if (parsed.kind === 'tombstone') tombstones.push(parsed.tombstone);
      else {
        hotels.push(parsed.hotel);
        lines.set(hotelId, line);
      }
    }
    await this.#writeHotels(hotels, lines, rooms);
    await this.#writeTombstones(tombstones);
  }

  /** Hotels that no line names become INACTIVE. */
  async removeMissing(): Promise<void> {
    for (;;) {
      const ids = await listMissingHotels(this.#tx, this.#options.environment, MANY);
      if (ids.length === 0) return;
      this.counts.ended += (await retireHotels(this.#tx, this.#options, ids)).changed;
    }
  }

  /** After the last record: where merges lead, and rooms that belong to nothing. */
  async settle(): Promise<void> {
    const broken = await settleMerges(this.#tx, this.#options);
    const lines = await findLines(
      this.#tx,
      broken.map(({ hotelId }) => hotelId),
    );
    for (const { hotelId, mergedInto, problem } of broken) {
      const line = lines.get(hotelId);
      // Others were broken before, and are not the fault of this file.
      if (line === undefined) continue;
      const message =
        problem === 'CIRCLE'
          ? `The hotels that took over lead back to ${hotelId}.`
          : `There is no hotel ${mergedInto} that could have taken over.`;
      this.#tell(line, { path: '/mergedInto', message });
    }
    await this.#nameLostRooms();
  }

  #nameOf({ line, value, faults }: FileRecord): Named[] {
    for (const fault of faults) this.#tell(line, fault);
    const hotelId = namedHotel(this.#options.environment, value);
    if (hotelId !== undefined) return [{ line, hotelId, value: faults.length > 0 ? BAD : (value as object) }];
    this.hasUnnamedHotels = true;
    if (faults.length > 0) return [];
    const parsed = parseRecord(this.#options.environment, value);
    if (Array.isArray(parsed)) for (const fault of parsed) this.#tell(line, fault);
    return [];
  }

  async #withoutRepeats(named: readonly Named[]): Promise<Named[]> {
    const repeats = new Set<number>();
    for (const { hotelId, line, firstLine } of await noteHotels(this.#tx, named)) {
      repeats.add(line);
      this.#tell(line, { path: '', message: `The hotel ${hotelId} stands on line ${firstLine} already.` });
    }
    return named.filter(({ line, value }) => value !== BAD && !repeats.has(line));
  }

  async #roomsOf(named: readonly Named[]): Promise<Map<string, StagedRoom[]> | undefined> {
    if (this.#options.roomsFile === undefined) return undefined;
    const rooms = new Map<string, StagedRoom[]>(named.map(({ hotelId }) => [hotelId, []]));
    for (const room of await listStagedRooms(this.#tx, [...rooms.keys()]))
      rooms.get(room.hotelId)?.push(room);
    return rooms;
  }

  async #writeHotels(
    hotels: readonly IdentifiedHotel[],
    lines: ReadonlyMap<string, number>,
    rooms: ReadonlyMap<string, StagedRoom[]> | undefined,
  ): Promise<void> {
    if (hotels.length === 0) return;
    const merged = await mergeHotels(this.#tx, this.#options, hotels);
    this.counts.created += merged.created;
    this.counts.changed += merged.changed;
    this.counts.unchanged += merged.unchanged;
    for (const name of ['created', 'changed', 'unchanged', 'retired'] as const) {
      this.counts.rooms[name] += merged.rooms[name];
    }
    for (const { hotelId, path, message } of merged.problems) {
      this.#tell(lines.get(hotelId) ?? 0, { path, message }, rooms?.get(hotelId));
    }
  }

  async #writeTombstones(tombstones: readonly Tombstone[]): Promise<void> {
    if (tombstones.length === 0) return;
    const retired = tombstones
      .filter(({ mergedInto }) => mergedInto === undefined)
      .map(({ hotelId }) => hotelId);
    const merged = tombstones.flatMap(({ hotelId, mergedInto }) =>
      mergedInto === undefined ? [] : [{ hotelId, mergedInto }],
    );
    for (const ended of [
      await retireHotels(this.#tx, this.#options, retired),
      await mergeInto(this.#tx, this.#options, merged),
    ]) {
      this.counts.ended += ended.changed;
      this.counts.unchanged += ended.unchanged;
      this.counts.unknown += ended.unknown.length;
    }
  }

  async #nameLostRooms(): Promise<void> {
    const { roomsFile, onProblem } = this.#options;
    if (roomsFile === undefined) return;
    for (let after = 0; ; ) {
      const lost = await listLostRooms(this.#tx, after, MANY);
      if (lost.length === 0) return;
      for (const { nr, hotelId, line } of lost) {
        after = nr;
        onProblem({ file: roomsFile, line, path: '', message: `The hotels file has no hotel ${hotelId}.` });
      }
    }
  }

  /** A fault in a room of the second file is named there. */
  #tell(line: number, { path, message }: Fault, rooms: readonly StagedRoom[] = []): void {
    const { file, roomsFile, onProblem } = this.#options;
    const [, index, rest = ''] = /^\/rooms\/(\d+)(.*)$/.exec(path) ?? [];
    const room = index === undefined ? undefined : rooms[Number(index)];
    if (room === undefined || roomsFile === undefined) onProblem({ file, line, path, message });
    else onProblem({ file: roomsFile, line: room.line, path: rest, message });
  }
}

/** Stands for a record that cannot be read although it names its hotel. */
const BAD: object = {};

function withRooms(value: object, rooms: readonly StagedRoom[]): object {
  const { status } = value as { status?: unknown };
  const isEnd = status !== undefined && status !== 'ACTIVE';
  if (isEnd && rooms.length === 0) return value;
  return { ...value, rooms: rooms.map(({ record }) => JSON.parse(record) as unknown) };
}
