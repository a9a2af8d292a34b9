/** A property with inventory and a client, and a check that its tables are consistent. */
import { expect } from 'vitest';
import { testDatabase } from '../../../../../test/database.ts';
import { simulateTime } from '../../../../../test/simulated-time.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import type { BookRequest, KnownBooking, SoldHotel, Stay } from '../../../port/supplier.ts';
import { SupplierClient } from '../../conformance/supplier-client.ts';
import { createOwnInventory } from '../create-own-inventory.ts';
import { OWN_HOTEL, type WrittenProperty, writeProperty } from './sold-property.ts';

export const PAIR = [{ adults: 2, childAges: [] }];
export const MAY: Stay = { checkIn: '2027-05-14', checkOut: '2027-05-17', occupancies: PAIR };

export type InventoryStage = Awaited<ReturnType<typeof inventoryStage>>;

export async function inventoryStage(property: Partial<WrittenProperty> = {}) {
  const database = await testDatabase();
  const { db, ownerDb } = database;
  const time = await simulateTime(ownerDb, Date.UTC(2027, 0, 10, 12));
  const hotel = OWN_HOTEL;
  const write = (given: Partial<WrittenProperty>) =>
    writeProperty(db, { environment: 'sandbox', hotelId: hotel.hotelId, ...given });
  await write(property);
  /** Creates a client as in another process. */
  const another = (other: Database = db) =>
    new SupplierClient(
      createOwnInventory({ db: other, clock: time.clock, environment: 'sandbox', kind: 'TEST' }),
      time.clock,
    );
  const client = another();
  return {
    database,
    time,
    client,
    supplier: client.supplier,
    hotel,
    another,
    write,
    /** Returns a request to book a room type. Fails the test if a search does not find it. */
    async order(roomCode: string): Promise<BookRequest> {
      return (await ordered(client, hotel, roomCode, MAY)) ?? expect.fail('nothing to book');
    },
    sell: (request: BookRequest) => client.supplier.book(client.call(), request),
    /** Books an offer for one room type. Returns undefined if a search no longer finds it. */
    async book(roomCode: string, stay = MAY, by = client) {
      const request = await ordered(by, hotel, roomCode, stay);
      return request && by.supplier.book(by.call(), request);
    },
    behindLock: <T>(statements: number, start: () => Promise<T>, meanwhile?: () => void) =>
      behindLock(ownerDb, statements, start, meanwhile),
    checkLedger: () => checkLedger(ownerDb),
    close: database.drop,
  };
}

/** Starts work that must wait for the lock on the property. Releases the lock once `statements` statements are waiting. */
async function behindLock<T>(
  db: Database,
  statements: number,
  start: () => Promise<T>,
  meanwhile = () => {},
): Promise<T> {
  const started: Promise<T>[] = [];
  const countWaiting = async () => {
    const { count } = await db`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return count;
  };
  await db.transaction(async tx => {
    await tx`SELECT FROM inventory_property FOR UPDATE`;
    started.push(start());
    await expect.poll(countWaiting, { timeout: 10_000 }).toBe(statements);
    meanwhile();
  });
  return started[0] as Promise<T>;
}

/** Returns a request to book the first offer of a room type, with a hold if possible. */
export async function ordered(
  client: SupplierClient,
  hotel: SoldHotel,
  roomCode: string,
  stay: Stay,
): Promise<BookRequest | undefined> {
  const found = await client.supplier.search(client.call(), client.searchRequest(stay, hotel));
  if (found.kind !== 'OK') return expect.fail(found.kind);
  const offers = found.value.hotels[0]?.offers ?? [];
  const offer = offers.find(({ rooms }) => rooms.every(room => room.roomCode === roomCode));
  if (offer === undefined) return undefined;
  const quoteRequest = client.quoteRequest(stay, hotel, offer.rateKey);
  const quote = await client.supplier.quote(client.call(), quoteRequest);
  if (quote.kind === 'GONE') return undefined;
  if (quote.kind !== 'OK') return expect.fail(quote.kind);
  return client.bookRequest(stay, hotel, quote.value, quoteRequest.quoteId);
}

export const knownOf = ({ reference, hotel, currency, holder, tokens }: BookRequest): KnownBooking => ({
  reference,
  supplierRef: null,
  hotelId: hotel.hotelId,
  sentAtMs: 0,
  currency,
  holderEmail: holder.email,
  tokens,
});

/** Sold rooms must match confirmed bookings, held rooms must match holds, and neither may exceed the total. */
async function checkLedger(db: Database): Promise<void> {
  const mismatches = await db`
    SELECT cell.hotel_id, cell.room_code, cell.night, cell.total, cell.sold, cell.held, booked.rooms AS booked,
      kept.rooms AS kept
    FROM inventory_allotment AS cell
    LEFT JOIN LATERAL (
      SELECT coalesce(sum(rooms), 0)::integer AS rooms
      FROM inventory_booking_night JOIN inventory_booking USING (environment, reference)
      WHERE inventory_booking.environment = cell.environment AND inventory_booking.hotel_id = cell.hotel_id
        AND night = cell.night AND room_code = cell.room_code AND state = 'BOOKED'
    ) AS booked ON true
    LEFT JOIN LATERAL (
      SELECT count(*)::integer AS rooms FROM inventory_hold AS hold, unnest(room_codes) AS code
      WHERE hold.environment = cell.environment AND hold.hotel_id = cell.hotel_id AND code = cell.room_code
        AND cell.night >= check_in AND cell.night < check_out
    ) AS kept ON true
    WHERE cell.sold <> booked.rooms OR cell.held <> kept.rooms OR cell.sold + cell.held > cell.total`;
  expect(mismatches).toEqual([]);
  const orphans = await db`
    SELECT reference FROM inventory_booking_night JOIN inventory_booking USING (environment, reference)
    WHERE state <> 'BOOKED'`;
  expect(orphans).toEqual([]);
}
