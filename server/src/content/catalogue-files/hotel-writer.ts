/** Takes the records of an import one by one and writes them in batches, naming everything that is wrong. */

import type { Database } from '../../platform/database/connect.ts';
import type { CatalogueWrite, IdentifiedHotel } from '../catalogue/catalogue-write.ts';
import { hotelIdOf } from '../catalogue/hotel-id.ts';
import { type Ended, mergeInto, retireHotels, settleMerges } from '../catalogue/tombstones-store.ts';
import { checkHotels, type MergeProblem, mergeHotels } from '../catalogue/write-hotels-store.ts';
import type { RoomCounts } from '../catalogue/write-rooms-store.ts';
import { hotelNames, parseRecord, type Tombstone } from './catalogue-record.ts';
import type { Fault, FileRecord } from './file-record.ts';
import {
  dropUnknownMerges,
  type HeldMerge,
  holdMerges,
  listHeldMerges,
  resolveTargets,
  takeBrokenMerges,
} from './held-merges-store.ts';
import {
  findSourceHolders,
  listLostRooms,
  listMissingHotels,
  listStagedRooms,
  type NamedLine,
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

interface Named extends NamedLine {
  value: object;
}

interface LineHotel {
  line: number;
  hotel: IdentifiedHotel;
  /** Its rooms of the second file. */
  own: readonly StagedRoom[];
}

type LineEnd = Tombstone & { line: number };

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
  #problems: { hotelLine: number; problem: Problem }[] = [];

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
    const named = await this.#withoutRepeats(await this.#identify(batch));
    const rooms = await this.#roomsOf(named);
    const hotels: LineHotel[] = [];
    const ends: LineEnd[] = [];
    for (const { line, hotelId, value } of named) {
      const own = rooms?.get(hotelId) ?? [];
      const parsed = parseRecord(rooms === undefined ? value : withRooms(value, own), hotelId);
      if (Array.isArray(parsed)) for (const fault of parsed) this.#tell(line, fault, own);
      else if (parsed.kind === 'tombstone') ends.push({ line, ...parsed.tombstone });
      else hotels.push({ line, hotel: parsed.hotel, own });
    }
    await this.#writeHotels(hotels.filter(({ hotel }) => hotel.mergedInto === undefined));
    await this.#retire(ends.filter(({ mergedInto }) => mergedInto === undefined));
    await this.#hold(hotels, ends);
    this.#tellInOrder();
  }

  /** Hotels that no line names become INACTIVE. */
  async removeMissing(): Promise<void> {
    for (;;) {
      const ids = await listMissingHotels(this.#tx, this.#options.environment, MANY);
      if (ids.length === 0) return;
      this.counts.ended += (await retireHotels(this.#tx, this.#options, ids)).changed;
    }
  }

  /** After the last record: merges, now that their targets are there, and rooms that belong to nothing. */
  async settle(): Promise<void> {
    const { environment } = this.#options;
    await resolveTargets(this.#tx, environment);
    this.counts.unknown += await dropUnknownMerges(this.#tx, environment);
    for (const { line, hotelId, mergedInto, problem } of await takeBrokenMerges(this.#tx, environment)) {
      const message =
        problem === 'CIRCLE'
          ? `The hotels that took over lead back to ${hotelId}.`
          : `There is no hotel ${mergedInto} that could have taken over.`;
      this.#tell(line, { path: '/mergedInto', message });
    }
    for (let after = 0; ; ) {
      const held = await listHeldMerges(this.#tx, after);
      if (held.length === 0) break;
      after = held.at(-1)?.line ?? after;
      await this.#writeMerges(held);
    }
    this.#tellInOrder();
    await settleMerges(this.#tx, this.#options);
    await this.#nameLostRooms();
  }

  /** Finds the hotel of each line. An id of the operator leads to the hotel that has it, and to no other. */
  async #identify(batch: readonly FileRecord[]): Promise<Named[]> {
    const { environment } = this.#options;
    const lines = batch.map(record => ({ ...record, ...hotelNames(record.value) }));
    const sourceIds = new Set(lines.flatMap(({ sourceId = [] }) => sourceId));
    const holders = await findSourceHolders(this.#tx, environment, [...sourceIds]);
    const named: Named[] = [];
    for (const { line, value, faults, sourceId, ...given } of lines) {
      for (const fault of faults) this.#tell(line, fault);
      const holder = sourceId === undefined ? undefined : holders.get(sourceId);
      const hotelId =
        given.hotelId ??
        holder?.hotelId ??
        (sourceId === undefined ? undefined : hotelIdOf(environment, sourceId));
      if (hotelId === undefined) this.#refuseUnnamed(line, value, faults);
      else if (holder !== undefined && holder.hotelId !== hotelId) {
        const where = holder.line === null ? '' : ` on line ${holder.line}`;
        const message = `The sourceId ${sourceId} is that of the hotel ${holder.hotelId}${where}.`;
        this.#tell(line, { path: '/sourceId', message });
        named.push({ line, hotelId, sourceId: undefined, value: BAD });
      } else {
        if (sourceId !== undefined) holders.set(sourceId, holder ?? { hotelId, line });
        named.push({ line, hotelId, sourceId, value: faults.length > 0 ? BAD : (value as object) });
      }
    }
    return named;
  }

  #refuseUnnamed(line: number, value: unknown, faults: readonly Fault[]): void {
    this.hasUnnamedHotels = true;
    if (faults.length > 0) return;
    const parsed = parseRecord(value, '');
    if (Array.isArray(parsed)) for (const fault of parsed) this.#tell(line, fault);
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
    for (const room of await listStagedRooms(this.#tx, named)) rooms.get(room.hotelId)?.push(room);
    return rooms;
  }

  async #writeHotels(given: readonly LineHotel[]): Promise<void> {
    if (given.length === 0) return;
    const hotels = given.map(({ hotel }) => hotel);
    const merged = await mergeHotels(this.#tx, this.#options, hotels);
    this.counts.created += merged.created;
    this.counts.changed += merged.changed;
    this.counts.unchanged += merged.unchanged;
    for (const name of ['created', 'changed', 'unchanged', 'retired'] as const) {
      this.counts.rooms[name] += merged.rooms[name];
    }
    this.#tellOf(merged.problems, given);
  }

  async #retire(ends: readonly LineEnd[]): Promise<void> {
    const hotelIds = ends.map(({ hotelId }) => hotelId);
    if (hotelIds.length > 0) this.#countEnded(await retireHotels(this.#tx, this.#options, hotelIds));
  }

  /** Those of the lines that tell a merge. */
  async #hold(hotels: readonly LineHotel[], ends: readonly LineEnd[]): Promise<void> {
    const whole = hotels.filter(({ hotel }) => hotel.mergedInto !== undefined);
    const problems = await checkHotels(
      this.#tx,
      whole.map(({ hotel }) => hotel),
    );
    this.#tellOf(problems, whole);
    const bad = new Set(problems.map(({ hotelId }) => hotelId));
    const held: HeldMerge[] = [];
    for (const { line, hotel } of whole) {
      const { hotelId, mergedInto: target = '' } = hotel;
      if (!bad.has(hotelId)) held.push({ line, hotelId, target, record: JSON.stringify(hotel) });
    }
    for (const { line, hotelId, mergedInto: target } of ends) {
      if (target !== undefined) held.push({ line, hotelId, target, record: null });
    }
    if (held.length > 0) await holdMerges(this.#tx, this.#options.environment, held);
  }

  async #writeMerges(held: readonly HeldMerge[]): Promise<void> {
    const hotels: LineHotel[] = [];
    const ends: { hotelId: string; mergedInto: string }[] = [];
    for (const { line, hotelId, target, record } of held) {
      if (record === null) ends.push({ hotelId, mergedInto: target });
      else {
        const hotel = JSON.parse(record) as IdentifiedHotel;
        hotels.push({ line, hotel: { ...hotel, mergedInto: target }, own: [] });
      }
    }
    await this.#writeHotels(hotels);
    if (ends.length > 0) this.#countEnded(await mergeInto(this.#tx, this.#options, ends));
  }

  #countEnded({ changed, unchanged, unknown }: Ended): void {
    this.counts.ended += changed;
    this.counts.unchanged += unchanged;
    this.counts.unknown += unknown.length;
  }

  #tellOf(problems: readonly MergeProblem[], given: readonly LineHotel[]): void {
    for (const { hotelId, path, message } of problems) {
      const at = given.find(({ hotel }) => hotel.hotelId === hotelId);
      if (at !== undefined) this.#tell(at.line, { path, message }, at.own);
    }
  }

  async #nameLostRooms(): Promise<void> {
    const { roomsFile, onProblem } = this.#options;
    if (roomsFile === undefined) return;
    for (let after = 0; ; ) {
      const lost = await listLostRooms(this.#tx, after, MANY);
      if (lost.length === 0) return;
      for (const { nr, hotelId, sourceId, line } of lost) {
        after = nr;
        const message = `The hotels file has no hotel ${sourceId ?? hotelId}.`;
        onProblem({ file: roomsFile, line, path: '', message });
      }
    }
  }

  /** Told with the others of its batch. A fault in a room of the second file is named there. */
  #tell(hotelLine: number, { path, message }: Fault, rooms: readonly StagedRoom[] = []): void {
    const { file, roomsFile } = this.#options;
    const [, index, rest = ''] = /^\/rooms\/(\d+)(.*)$/.exec(path) ?? [];
    const room = index === undefined ? undefined : rooms[Number(index)];
    const problem =
      room === undefined || roomsFile === undefined
        ? { file, line: hotelLine, path, message }
        : { file: roomsFile, line: room.line, path: rest, message };
    this.#problems.push({ hotelLine, problem });
  }

  #tellInOrder(): void {
    const problems = this.#problems.sort((a, b) => a.hotelLine - b.hotelLine);
    this.#problems = [];
    for (const { problem } of problems) this.#options.onProblem(problem);
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
