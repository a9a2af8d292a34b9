/**
 * Turns a batch of records into hotels and tombstones. The first step identifies the hotel of each line; a `sourceId`
 * always refers to the hotel that already has it. The second step parses the records with their rooms.
 */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { hotelIdOf, type IdentifiedHotel } from '../../catalogue/catalogue-hotel.ts';
import { hotelIdsOf, parseRecord, type Tombstone } from '../catalogue-record.ts';
import type { FileRecord } from '../file-record.ts';
import type { ProblemList } from './import-report.ts';
import {
  findHotelsBySourceId,
  type IdentifiedLine,
  recordHotels,
  type SourceOwner,
} from './imported-hotels-store.ts';
import { listStagedRooms, type StagedRoom } from './imported-rooms-store.ts';

export interface IdentifiedRecord extends IdentifiedLine {
  value: object;
}

export interface IdentifiedRecords {
  /** The records whose hotel is known, without duplicates. */
  identified: IdentifiedRecord[];
  /** True if an invalid line does not identify its hotel. */
  hasUnidentified: boolean;
}

/** Replaces the value of an invalid record whose hotel is known. */
const INVALID: object = {};

export async function identifyHotels(
  tx: Database,
  environment: Environment,
  batch: readonly FileRecord[],
  problems: ProblemList,
): Promise<IdentifiedRecords> {
  const lines = batch.map(record => ({ ...record, ...hotelIdsOf(record.value) }));
  const sourceIds = new Set(lines.flatMap(({ sourceId = [] }) => sourceId));
  const owners = await findHotelsBySourceId(tx, environment, [...sourceIds]);
  const identified: IdentifiedRecord[] = [];
  for (const line of lines) {
    for (const fault of line.faults) problems.add(line.line, fault);
    const found = identify(line, environment, owners, problems);
    if (found === undefined) reportUnidentified(line, problems);
    else identified.push(found);
  }
  return {
    identified: await withoutDuplicates(tx, identified, problems),
    hasUnidentified: identified.length < lines.length,
  };
}

interface Line extends FileRecord {
  hotelId: string | undefined;
  sourceId: string | undefined;
}

function identify(
  { line, value, faults, sourceId, ...given }: Line,
  environment: Environment,
  owners: Map<string, SourceOwner>,
  problems: ProblemList,
): IdentifiedRecord | undefined {
  const owner = sourceId === undefined ? undefined : owners.get(sourceId);
  const derivedId = sourceId === undefined ? undefined : hotelIdOf(environment, sourceId);
  const hotelId = given.hotelId ?? owner?.hotelId ?? derivedId;
  if (hotelId === undefined) return undefined;
  if (owner !== undefined && owner.hotelId !== hotelId) {
    const where = owner.line === null ? '' : ` on line ${owner.line}`;
    const message = `The sourceId ${sourceId} already belongs to the hotel ${owner.hotelId}${where}.`;
    problems.add(line, { path: '/sourceId', message });
    return { line, hotelId, sourceId: undefined, value: INVALID };
  }
  if (sourceId !== undefined) owners.set(sourceId, owner ?? { hotelId, line });
  return { line, hotelId, sourceId, value: faults.length > 0 ? INVALID : (value as object) };
}

function reportUnidentified({ line, value, faults }: Line, problems: ProblemList): void {
  if (faults.length > 0) return;
  const parsed = parseRecord(value, '');
  if (Array.isArray(parsed)) for (const fault of parsed) problems.add(line, fault);
}

async function withoutDuplicates(
  tx: Database,
  identified: readonly IdentifiedRecord[],
  problems: ProblemList,
): Promise<IdentifiedRecord[]> {
  const duplicates = new Set<number>();
  for (const { hotelId, line, firstLine } of await recordHotels(tx, identified)) {
    duplicates.add(line);
    problems.add(line, {
      path: '',
      message: `The hotel ${hotelId} is already listed on line ${firstLine}.`,
    });
  }
  return identified.filter(({ line, value }) => value !== INVALID && !duplicates.has(line));
}

export interface LineHotel {
  line: number;
  hotel: IdentifiedHotel;
  /** The hotel's rooms from the second file. */
  rooms: readonly StagedRoom[];
}

export type LineTombstone = Tombstone & { line: number };

export interface BatchHotels {
  hotels: LineHotel[];
  tombstones: LineTombstone[];
}

export async function readHotels(
  tx: Database,
  identified: readonly IdentifiedRecord[],
  hasRoomsFile: boolean,
  problems: ProblemList,
): Promise<BatchHotels> {
  const roomsByHotel = hasRoomsFile ? await roomsOf(tx, identified) : undefined;
  const hotels: LineHotel[] = [];
  const tombstones: LineTombstone[] = [];
  for (const { line, hotelId, value } of identified) {
    const all = roomsByHotel?.get(hotelId) ?? [];
    const rooms = all.filter(({ record }) => record !== null);
    const parsed = parseRecord(roomsByHotel === undefined ? value : withRooms(value, rooms), hotelId);
    if (Array.isArray(parsed)) for (const fault of parsed) problems.add(line, fault, rooms);
    // Importing the hotel without its invalid room would remove an existing room.
    else if (rooms.length < all.length) continue;
    else if (parsed.kind === 'tombstone') tombstones.push({ line, ...parsed.tombstone });
    else hotels.push({ line, hotel: parsed.hotel, rooms });
  }
  return { hotels, tombstones };
}

async function roomsOf(
  tx: Database,
  identified: readonly IdentifiedRecord[],
): Promise<Map<string, StagedRoom[]>> {
  const rooms = new Map<string, StagedRoom[]>(identified.map(({ hotelId }) => [hotelId, []]));
  for (const room of await listStagedRooms(tx, identified)) rooms.get(room.hotelId)?.push(room);
  return rooms;
}

function withRooms(value: object, rooms: readonly StagedRoom[]): object {
  const { status } = value as { status?: unknown };
  const isTombstone = status !== undefined && status !== 'ACTIVE';
  if (isTombstone && rooms.length === 0) return value;
  return { ...value, rooms: rooms.map(({ record }) => JSON.parse(record ?? 'null') as unknown) };
}
