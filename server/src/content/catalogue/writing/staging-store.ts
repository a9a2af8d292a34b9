/**
 * Temporary staging tables for hotels and rooms. A few statements then write many rows in the order of their ids, which
 * keeps index writes local.
 */

import type { CatalogueRoom } from '@serai/contract/catalogue/catalogue-file.ts';
import { CATEGORIES } from '@serai/contract/content/code-lists.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { type CopyValue, copyChunks } from '../../place-data/staging/copy-text.ts';
import type { HotelContent, IdentifiedHotel } from '../catalogue-hotel.ts';
import { nameWords } from '../name-words.ts';
import type { PlacedHotel } from './place-hotels.ts';

/** The tables are dropped at the end of the transaction. */
export async function createStaging(tx: Database): Promise<void> {
  await tx.script(`
    CREATE TEMPORARY TABLE staged_hotel (
      hotel_id text NOT NULL, status text NOT NULL, target text, type text NOT NULL, category_code text,
      stars numeric(2, 1), chain_code text, country_code text NOT NULL, city integer, places integer[] NOT NULL,
      latitude double precision NOT NULL, longitude double precision NOT NULL, facility_codes text[] NOT NULL,
      time_zone text, source_id text, name_words text[] NOT NULL, lists_rooms boolean NOT NULL, content json NOT NULL
    ) ON COMMIT DROP;
    CREATE TEMPORARY TABLE staged_room (
      hotel_id text NOT NULL, room_code text NOT NULL, status text NOT NULL, merged_into text, content json NOT NULL
    ) ON COMMIT DROP`);
}

export async function stageHotels(tx: Database, placed: readonly PlacedHotel[]): Promise<void> {
  if (placed.length === 0) return;
  await tx.copyIn('COPY staged_hotel FROM STDIN', copyChunks(placed.map(hotelRow)));
  const rooms = placed.flatMap(({ hotel }) => roomRows(hotel));
  if (rooms.length > 0) await tx.copyIn('COPY staged_room FROM STDIN', copyChunks(rooms));
}

/** Call it after the last row is staged. Without the indexes, every range of ids would scan the whole table. */
export async function indexStaging(tx: Database): Promise<void> {
  await tx.script(`
    CREATE INDEX staged_hotel_by_id ON staged_hotel (hotel_id);
    CREATE INDEX staged_room_by_code ON staged_room (hotel_id, room_code);
    ANALYZE staged_hotel;
    ANALYZE staged_room`);
}

/** Keeps rooms that are missing from the staged hotels, because the list of rooms may be incomplete. */
export async function keepMissingRooms(tx: Database): Promise<void> {
  await tx`UPDATE staged_hotel SET lists_rooms = false WHERE lists_rooms`;
}

export async function dropStaging(tx: Database): Promise<void> {
  await tx.script('DROP TABLE staged_hotel, staged_room');
}

/**
 * A range of staged hotel ids, from `after` (exclusive) to `upTo` (inclusive). Statements repeat both bounds for every
 * joined table, so that no plan reads more than the range.
 */
export interface StagedRange {
  after: string;
  upTo: string;
  hotels: number;
  rooms: number;
  /** How many of the hotels are already in the catalogue. */
  known: number;
}

export async function findNextRange(
  tx: Database,
  environment: string,
  after: string,
  size: number,
): Promise<StagedRange | undefined> {
  const [range] = await tx<(Omit<StagedRange, 'upTo'> & { upTo: string | null })[]>`
    WITH next AS MATERIALIZED (
      SELECT hotel_id FROM staged_hotel WHERE hotel_id > ${after} ORDER BY hotel_id LIMIT ${size})
    SELECT ${after} AS after, (SELECT max(hotel_id) FROM next) AS "upTo",
      (SELECT count(*) FROM next)::integer AS hotels,
      (SELECT count(*) FROM staged_room
        WHERE hotel_id > ${after} AND hotel_id <= (SELECT max(hotel_id) FROM next))::integer AS rooms,
      (SELECT count(*) FROM next JOIN hotel USING (hotel_id)
        WHERE environment = ${environment} AND hotel.hotel_id > ${after}
          AND hotel.hotel_id <= (SELECT max(hotel_id) FROM next))::integer AS known`;
  return range === undefined || range.upTo === null ? undefined : (range as StagedRange);
}

function hotelRow({ hotel, where }: PlacedHotel): CopyValue[] {
  const facilities = new Set(hotel.facilities.map(({ code }) => code));
  return [
    hotel.hotelId,
    hotel.status,
    hotel.mergedInto ?? null,
    hotel.type,
    hotel.categoryCode ?? null,
    hotel.stars ?? starsOf(hotel.categoryCode),
    hotel.chain?.code ?? null,
    hotel.address.countryCode,
    where.city,
    `{${where.places}}`,
    hotel.location.latitude,
    hotel.location.longitude,
    `{${[...facilities].sort()}}`,
    hotel.timeZone ?? where.timeZone,
    hotel.sourceId ?? null,
    // The words are quoted, because PostgreSQL would read an unquoted word `null` as a missing value.
    `{${nameWords(hotel.name).map(word => `"${word}"`)}}`,
    hotel.rooms === undefined ? 'f' : 't',
    JSON.stringify(contentOf(hotel)),
  ];
}

function roomRows({ hotelId, rooms = [] }: IdentifiedHotel): CopyValue[][] {
  return resolveMergedRooms(rooms).map(({ roomCode, status, mergedInto, content }) => [
    hotelId,
    roomCode,
    status,
    mergedInto,
    content,
  ]);
}

/** A hotel without stars gets the stars of its category. */
function starsOf(categoryCode: IdentifiedHotel['categoryCode']): number | null {
  return CATEGORIES.find(({ code }) => code === categoryCode)?.stars ?? null;
}

function contentOf({
  rooms: _rooms,
  status: _status,
  mergedInto: _target,
  ...content
}: IdentifiedHotel): HotelContent {
  return content;
}

interface ResolvedRoom {
  roomCode: string;
  status: CatalogueRoom['status'];
  mergedInto: string | null;
  content: string;
}

/**
 * A room that was merged into another merged room follows the chain. It becomes INACTIVE if the chain does not end in an
 * ACTIVE room.
 */
function resolveMergedRooms(rooms: readonly CatalogueRoom[]): ResolvedRoom[] {
  const byCode = new Map(rooms.map(room => [room.roomCode, room]));
  return rooms.map(room => {
    const { status, mergedInto, ...content } = room;
    const resolved = { roomCode: room.roomCode, content: JSON.stringify(content) };
    if (status !== 'MERGED') return { ...resolved, status, mergedInto: null };
    let end = byCode.get(mergedInto as string);
    for (let step = 0; end?.status === 'MERGED' && step < rooms.length; step++) {
      end = byCode.get(end.mergedInto as string);
    }
    if (end?.status !== 'ACTIVE') return { ...resolved, status: 'INACTIVE', mergedInto: null };
    return { ...resolved, status, mergedInto: end.roomCode };
  });
}
