/** Pure, except for the rooms it looks up. Turns the records of a batch into hotels and removals. */
import type { Database } from '../../../platform/database/connect.ts';
import type { IdentifiedHotel } from '../../catalogue/writing/catalogue-write.ts';
import { parseRecord, type Tombstone } from '../catalogue-record.ts';
import type { NamedRecord } from './name-hotels.ts';
import type { ProblemList } from './problem-list.ts';
import { listStagedRooms, type StagedRoom } from './rooms-file-store.ts';

export interface LineHotel {
  line: number;
  hotel: IdentifiedHotel;
  /** Its rooms from the second file. */
  own: readonly StagedRoom[];
}

export type LineEnd = Tombstone & { line: number };

export interface ReadHotels {
  hotels: LineHotel[];
  ends: LineEnd[];
}

export async function readHotels(
  tx: Database,
  named: readonly NamedRecord[],
  hasRoomsFile: boolean,
  problems: ProblemList,
): Promise<ReadHotels> {
  const rooms = hasRoomsFile ? await roomsOf(tx, named) : undefined;
  const hotels: LineHotel[] = [];
  const ends: LineEnd[] = [];
  for (const { line, hotelId, value } of named) {
    const all = rooms?.get(hotelId) ?? [];
    const own = all.filter(({ record }) => record !== null);
    const parsed = parseRecord(rooms === undefined ? value : withRooms(value, own), hotelId);
    if (Array.isArray(parsed)) for (const fault of parsed) problems.tell(line, fault, own);
    // Importing the hotel without its invalid room would remove an existing room.
    else if (own.length < all.length) continue;
    else if (parsed.kind === 'tombstone') ends.push({ line, ...parsed.tombstone });
    else hotels.push({ line, hotel: parsed.hotel, own });
  }
  return { hotels, ends };
}

async function roomsOf(tx: Database, named: readonly NamedRecord[]): Promise<Map<string, StagedRoom[]>> {
  const rooms = new Map<string, StagedRoom[]>(named.map(({ hotelId }) => [hotelId, []]));
  for (const room of await listStagedRooms(tx, named)) rooms.get(room.hotelId)?.push(room);
  return rooms;
}

function withRooms(value: object, rooms: readonly StagedRoom[]): object {
  const { status } = value as { status?: unknown };
  const isEnd = status !== undefined && status !== 'ACTIVE';
  if (isEnd && rooms.length === 0) return value;
  return { ...value, rooms: rooms.map(({ record }) => JSON.parse(record ?? 'null') as unknown) };
}
