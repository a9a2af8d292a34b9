/** The reservations of the test providers. Fault tests compare bookings with them. All times are on the database clock. */
import type { Database } from '../../../platform/database/connect.ts';
import type { TestReservationRow } from '../../../platform/database/generated/tables.ts';

export interface NewReservation {
  provider: string;
  reference: string;
  supplierRef: string;
  state: 'BOOKED' | 'ON_REQUEST';
  scenario: string | null;
  hotelId: string;
  checkIn: string;
  checkOut: string;
  currency: string;
  netMinor: number;
}

export interface LedgerReservation extends NewReservation {
  createdAtMs: number;
  cancelledAtMs: number | null;
  /** When the row was read. */
  nowMs: number;
}

type ReadRow = TestReservationRow & { now: Date };

/** Returns undefined if the reference is already in use. */
export async function insertReservation(
  db: Database,
  taken: NewReservation,
): Promise<LedgerReservation | undefined> {
  const [row] = await db<ReadRow[]>`
    INSERT INTO test_reservation (provider, reference, supplier_ref, state, scenario, hotel_id, check_in, check_out,
      currency, net_minor, created_at)
    VALUES (${taken.provider}, ${taken.reference}, ${taken.supplierRef}, ${taken.state}, ${taken.scenario},
      ${taken.hotelId}, ${taken.checkIn}, ${taken.checkOut}, ${taken.currency}, ${taken.netMinor},
      date_trunc('milliseconds', serai_now()))
    ON CONFLICT (provider, reference) DO NOTHING
    RETURNING *, created_at AS now`;
  return row && reservationOf(row);
}

export async function findReservation(
  db: Database,
  provider: string,
  reference: string,
): Promise<LedgerReservation | undefined> {
  const [row] = await db<ReadRow[]>`
    SELECT *, serai_now() AS now FROM test_reservation
    WHERE provider = ${provider} AND reference = ${reference}`;
  return row && reservationOf(row);
}

/** Returns false if the reservation was already cancelled. */
export async function markCancelled(db: Database, provider: string, reference: string): Promise<boolean> {
  const { count } = await db`
    UPDATE test_reservation SET cancelled_at = date_trunc('milliseconds', serai_now())
    WHERE provider = ${provider} AND reference = ${reference} AND cancelled_at IS NULL`;
  return count === 1;
}

/** Oldest first. Uses the index on provider and creation time. */
export async function listReservations(
  db: Database,
  provider: string,
  created: { fromMs: number; toMs: number },
  limit: number,
): Promise<LedgerReservation[]> {
  const rows = await db<ReadRow[]>`
    SELECT *, serai_now() AS now FROM test_reservation
    WHERE provider = ${provider} AND created_at >= ${new Date(created.fromMs)}
      AND created_at < ${new Date(created.toMs)}
    ORDER BY created_at, reference LIMIT ${limit}`;
  return rows.map(reservationOf);
}

function reservationOf(row: ReadRow): LedgerReservation {
  return {
    provider: row.provider,
    reference: row.reference,
    supplierRef: row.supplier_ref,
    state: row.state,
    scenario: row.scenario,
    hotelId: row.hotel_id,
    checkIn: row.check_in,
    checkOut: row.check_out,
    currency: row.currency,
    netMinor: row.net_minor,
    createdAtMs: row.created_at.getTime(),
    cancelledAtMs: row.cancelled_at?.getTime() ?? null,
    nowMs: row.now.getTime(),
  };
}
