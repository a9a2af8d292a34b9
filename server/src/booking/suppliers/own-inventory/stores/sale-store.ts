/**
 * Sells a stay in a single statement, which is its own transaction, so that the property is locked only briefly. The previous
 * holder of the lock may have changed everything, so all relevant rows are read with FOR UPDATE, which returns their latest
 * version. Everything depends on `locked`, so the property is always locked first.
 */
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import type { NewInventoryBooking } from './booking-store.ts';
import type { PriceVersions } from './read-store.ts';
import type { PropertyKey } from './rooms-store.ts';

export interface Sale {
  booking: NewInventoryBooking;
  versions: PriceVersions;
  /** The quote whose hold is consumed. */
  quoteId: string;
}

/**
 * A sale is executed completely or not at all. TAKEN: the reference already has a booking. MOVED: the price versions have changed.
 * HELD_OTHERWISE: the quote's hold is for another stay. SHORT: rooms are missing. SHORT_BY_EXPIRED: rooms are missing, but expired
 * holds can be freed.
 */
export type SaleOutcome = 'SOLD' | 'TAKEN' | 'MOVED' | 'HELD_OTHERWISE' | 'SHORT' | 'SHORT_BY_EXPIRED';

interface SaleFacts {
  isBooked: boolean;
  isTaken: boolean;
  isSame: boolean;
  isHeldOtherwise: boolean;
  isFree: boolean;
  hasExpired: boolean;
}

export async function sellStay(db: Database, property: PropertyKey, sale: Sale): Promise<SaleOutcome> {
  const { environment, hotelId } = property;
  const { booking, versions, quoteId } = sale;
  const { reference, checkIn, checkOut, roomCodes } = booking;
  const rooms = db`cardinality(array_positions(${roomCodes}::text[], cell.room_code))`;
  const isCell = db`
    cell.environment = ${environment} AND cell.hotel_id = ${hotelId} AND cell.night >= ${checkIn}::date
      AND cell.night < ${checkOut}::date AND cell.room_code = ANY (${roomCodes}::text[])`;
  const cells = new Set(roomCodes).size * nightsBetween(checkIn, checkOut);
  const [facts] = await db<SaleFacts[]>`
    WITH locked AS (
      UPDATE inventory_property SET rooms_version = rooms_version + 1
      WHERE environment = ${environment} AND hotel_id = ${hotelId}
      RETURNING document_version = ${versions.documentVersion} AND rates_version = ${versions.ratesVersion} AS is_same
    ), own AS (
      SELECT check_in = ${checkIn}::date AND check_out = ${checkOut}::date
        AND ARRAY(SELECT unnest(room_codes) ORDER BY 1) = ARRAY(SELECT unnest(${roomCodes}::text[]) ORDER BY 1) AS is_same
      FROM inventory_hold
      WHERE (SELECT is_same FROM locked) AND quote_id = ${quoteId} AND environment = ${environment}
        AND hotel_id = ${hotelId} AND expires_at > serai_now()
      FOR UPDATE
    ), held AS (
      SELECT count(*) FILTER (WHERE is_same)::integer AS here, count(*) FILTER (WHERE NOT is_same) AS elsewhere FROM own
    ), free AS (
      SELECT FROM inventory_allotment AS cell
      WHERE (SELECT elsewhere = 0 FROM held) AND (SELECT is_same FROM locked) AND ${isCell}
        AND total - sold - cell.held + (SELECT here FROM held) * ${rooms} >= ${rooms}
      FOR UPDATE
    ), booked AS (
      INSERT INTO inventory_booking (environment, reference, supplier_ref, state, hotel_id, plan_code, check_in, check_out,
        room_codes, currency, net_minor, nightly_minor, penalties, created_at)
      SELECT ${environment}, ${reference}, ${booking.supplierRef}, 'BOOKED', ${hotelId}, ${booking.planCode},
        ${checkIn}::date, ${checkOut}::date, ${roomCodes}::text[], ${booking.currency}, ${booking.netMinor}::bigint,
        ${booking.nightlyMinor}::bigint[],
        ${db.json(booking.penalties)}::json, date_trunc('milliseconds', serai_now())
      WHERE (SELECT count(*) FROM free) = ${cells}::integer
      ON CONFLICT (environment, reference) DO NOTHING
      RETURNING 1
    ), moved AS (
      UPDATE inventory_allotment AS cell SET sold = sold + ${rooms}, held = cell.held - (SELECT here FROM held) * ${rooms}
      WHERE EXISTS (SELECT FROM booked) AND ${isCell}
      RETURNING night, room_code, ${rooms} AS rooms
    ), filled AS (
      INSERT INTO inventory_booking_night (environment, reference, hotel_id, night, room_code, rooms)
      SELECT ${environment}, ${reference}, ${hotelId}, night, room_code, rooms FROM moved
    ), ended AS (
      DELETE FROM inventory_hold
      WHERE EXISTS (SELECT FROM booked) AND (SELECT here = 1 FROM held) AND quote_id = ${quoteId}
    )
    SELECT is_booked AS "isBooked", (SELECT is_same FROM locked) AS "isSame",
      (SELECT elsewhere > 0 FROM held) AS "isHeldOtherwise", (SELECT count(*) FROM free) = ${cells}::integer AS "isFree",
      NOT is_booked AND EXISTS (
        SELECT FROM inventory_booking WHERE environment = ${environment} AND reference = ${reference}) AS "isTaken",
      NOT is_booked AND EXISTS (
        SELECT FROM inventory_hold
        WHERE environment = ${environment} AND hotel_id = ${hotelId} AND expires_at <= serai_now()) AS "hasExpired"
    FROM (SELECT EXISTS (SELECT FROM booked) AS is_booked OFFSET 0) AS end_of_it`;
  return outcomeOf(facts as SaleFacts);
}

function outcomeOf(facts: SaleFacts): SaleOutcome {
  if (facts.isBooked) return 'SOLD';
  if (facts.isTaken) return 'TAKEN';
  if (!facts.isSame) return 'MOVED';
  if (facts.isHeldOtherwise) return 'HELD_OTHERWISE';
  // A concurrent sale of the same reference committed first.
  if (facts.isFree) return 'TAKEN';
  return facts.hasExpired ? 'SHORT_BY_EXPIRED' : 'SHORT';
}
