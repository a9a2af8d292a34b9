/** Writes the catalogue to a file. Importing the file again changes nothing. */
import type { Database } from '../../platform/database/connect.ts';
import { HOTEL_COLUMNS, ROOM_COLUMNS } from './csv/csv-columns.ts';
import { csvWriter } from './csv/csv-writer.ts';
import {
  countHotels,
  type ExportScope,
  inSnapshot,
  listHotelsAfter,
  listLanguages,
  listRoomsOf,
  type StoredHotel,
  type StoredRoom,
} from './export-store.ts';

type Write = (text: string) => Promise<void>;

export interface ExportOptions extends ExportScope {
  format: 'jsonl' | 'csv';
  write: Write;
  /** The rooms file of the CSV format. If omitted, rooms are not exported. */
  writeRooms?: Write | undefined;
  onProgress(done: number, share: number): void;
}

export interface ExportSummary {
  hotels: number;
  rooms: number;
}

const BATCH = 500;

export async function exportHotels(db: Database, options: ExportOptions): Promise<ExportSummary> {
  return inSnapshot(db, async tx => {
    const total = await countHotels(tx, options);
    const printer = options.format === 'csv' ? await csvPrinter(tx, options) : jsonPrinter(options);
    const summary = { hotels: 0, rooms: 0 };
    for (let after = ''; ; ) {
      const hotels = await listHotelsAfter(tx, options, after, BATCH);
      if (hotels.length === 0) return summary;
      after = hotels.at(-1)?.hotelId ?? '';
      const rooms = await listRoomsOf(
        tx,
        options,
        hotels.map(({ hotelId }) => hotelId),
      );
      await printer(hotels, rooms);
      summary.hotels += hotels.length;
      summary.rooms += rooms.length;
      options.onProgress(summary.hotels, summary.hotels / total);
    }
  });
}

type Printer = (hotels: readonly StoredHotel[], rooms: readonly StoredRoom[]) => Promise<void>;

function jsonPrinter({ write }: ExportOptions): Printer {
  return async (hotels, rooms) => {
    const byHotel = new Map<string, object[]>(hotels.map(({ hotelId }) => [hotelId, []]));
    for (const room of rooms) byHotel.get(room.hotelId)?.push(roomRecord(room));
    const lines = hotels.map(hotel =>
      JSON.stringify({ ...hotelRecord(hotel), rooms: byHotel.get(hotel.hotelId) }),
    );
    await write(`${lines.join('\n')}\n`);
  };
}

async function csvPrinter(tx: Database, { write, writeRooms, ...scope }: ExportOptions): Promise<Printer> {
  const { name, description, roomName, roomDescription } = await listLanguages(tx, scope);
  const hotelRows = csvWriter(HOTEL_COLUMNS, { name, description });
  const roomRows = csvWriter(ROOM_COLUMNS, { name: roomName, description: roomDescription });
  await write(hotelRows.head());
  await writeRooms?.(roomRows.head());
  return async (hotels, rooms) => {
    await write(hotels.map(hotel => hotelRows.row(hotelRecord(hotel))).join(''));
    const lines = rooms.map(room => roomRows.row({ hotelId: room.hotelId, ...roomRecord(room) }));
    await writeRooms?.(lines.join(''));
  };
}

function hotelRecord({ hotelId, status, mergedInto, content }: StoredHotel): object {
  const { sourceId, ...rest } = content;
  return {
    hotelId,
    ...(sourceId !== undefined && { sourceId }),
    status,
    ...(mergedInto !== null && { mergedInto }),
    ...rest,
  };
}

function roomRecord({ status, mergedInto, content }: StoredRoom): object {
  const { roomCode, ...rest } = content;
  return { roomCode, status, ...(mergedInto !== null && { mergedInto }), ...rest };
}
