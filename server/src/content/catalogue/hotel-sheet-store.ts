/** Reads the hotel data that a voucher shows, regardless of the status of the hotel. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { HotelContent } from './catalogue-hotel.ts';
import { textIn } from './language-choice.ts';

export interface HotelSheet {
  name: string;
  address: {
    street: string | null;
    postalCode: string | null;
    city: string | null;
    region: string | null;
    countryCode: string;
  };
  phone: string | null;
  email: string | null;
  checkInFrom: string | null;
  checkOutUntil: string | null;
  /** Room names by room code. */
  rooms: ReadonlyMap<string, string>;
}

interface SheetRow {
  content: HotelContent;
  rooms: { roomCode: string; names: Record<string, string> }[];
}

/**
 * For a merged hotel, returns the data of its successor with the room names of the requested hotel. Returns undefined
 * if the catalogue has never contained the hotel.
 */
export async function findHotelSheet(
  db: Database,
  environment: Environment,
  hotelId: string,
  language: string,
): Promise<HotelSheet | undefined> {
  const [row] = await db<SheetRow[]>`
    SELECT hotel.content, coalesce(named.rooms, '[]') AS rooms
    FROM hotel AS requested
    JOIN hotel ON hotel.environment = ${environment} AND hotel.hotel_id = coalesce(requested.merged_into, requested.hotel_id)
    CROSS JOIN LATERAL (
      SELECT json_agg(json_build_object('roomCode', room_code, 'names', room.content -> 'name')) AS rooms
      FROM room WHERE room.environment = ${environment} AND room.hotel_id = ${hotelId}
    ) AS named
    WHERE requested.environment = ${environment} AND requested.hotel_id = ${hotelId}`;
  if (row === undefined) return undefined;
  const { name, address, contact, checkIn, checkOut } = row.content;
  return {
    name: textIn(name, language).text,
    address: {
      street: address.street ?? null,
      postalCode: address.postalCode ?? null,
      city: address.city ?? null,
      region: address.region ?? null,
      countryCode: address.countryCode,
    },
    phone: contact?.phone ?? null,
    email: contact?.email ?? null,
    checkInFrom: checkIn?.from ?? null,
    checkOutUntil: checkOut?.until ?? null,
    rooms: new Map(row.rooms.map(({ roomCode, names }) => [roomCode, textIn(names, language).text])),
  };
}
