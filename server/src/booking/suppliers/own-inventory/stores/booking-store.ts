import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import type { InventoryBookingRow } from '../../../../platform/database/generated/tables.ts';
import type { PenaltyStep } from '../penalty-steps.ts';
import type { PropertyKey, RoomsOfStay } from './rooms-store.ts';

export interface NewInventoryBooking extends RoomsOfStay {
  reference: string;
  supplierRef: string;
  planCode: string;
  currency: string;
  netMinor: number;
  /** Prices that add up to `netMinor`: all nights of the first room, then of the second, and so on. */
  nightlyMinor: readonly number[];
  penalties: readonly PenaltyStep[];
}

export interface InventoryBooking extends Omit<NewInventoryBooking, 'nightlyMinor'> {
  hotelId: string;
  state: 'BOOKED' | 'CANCELLED';
  penaltyMinor: number | null;
  nowMs: number;
}

type ReadRow = InventoryBookingRow & { now: Date };

export async function findBooking(
  db: Database,
  environment: Environment,
  reference: string,
): Promise<InventoryBooking | undefined> {
  const [row] = await db<ReadRow[]>`
    SELECT *, serai_now() AS now FROM inventory_booking
    WHERE environment = ${environment} AND reference = ${reference}`;
  return row && bookingOf(row);
}

/** Lists the bookings created in a half-open period, oldest first. */
export async function listBookings(
  db: Database,
  environment: Environment,
  created: { fromMs: number; toMs: number },
  limit: number,
): Promise<InventoryBooking[]> {
  const rows = await db<ReadRow[]>`
    SELECT *, serai_now() AS now FROM inventory_booking
    WHERE environment = ${environment} AND created_at >= ${new Date(created.fromMs)}
      AND created_at < ${new Date(created.toMs)}
    ORDER BY created_at, reference LIMIT ${limit}`;
  return rows.map(bookingOf);
}

/**
 * Cancels a booking and frees its rooms. Freed rooms reduce an excess first. Returns false if the booking was already cancelled.
 */
export async function cancelBooking(
  tx: Database,
  { environment, hotelId }: PropertyKey,
  reference: string,
  penaltyMinor: number,
): Promise<boolean> {
  const { count } = await tx`
    UPDATE inventory_booking SET state = 'CANCELLED', cancelled_at = serai_now(), penalty_minor = ${penaltyMinor}
    WHERE environment = ${environment} AND reference = ${reference} AND state = 'BOOKED'`;
  if (count === 0) return false;
  await tx`
    WITH freed AS (
      DELETE FROM inventory_booking_night WHERE environment = ${environment} AND reference = ${reference}
      RETURNING night, room_code, rooms
    )
    UPDATE inventory_allotment AS cell
    SET sold = sold - rooms, total = total - least(excess, rooms), excess = excess - least(excess, rooms)
    FROM freed
    WHERE cell.environment = ${environment} AND cell.hotel_id = ${hotelId} AND cell.night = freed.night
      AND cell.room_code = freed.room_code`;
  return true;
}

function bookingOf(row: ReadRow): InventoryBooking {
  return {
    reference: row.reference,
    supplierRef: row.supplier_ref,
    state: row.state,
    hotelId: row.hotel_id,
    planCode: row.plan_code,
    checkIn: row.check_in,
    checkOut: row.check_out,
    roomCodes: row.room_codes,
    currency: row.currency,
    netMinor: row.net_minor,
    penalties: row.penalties as PenaltyStep[],
    penaltyMinor: row.penalty_minor,
    nowMs: row.now.getTime(),
  };
}
