/** Reads all rows that the checkers need, from one snapshot. */
import type { Booking } from '../../server/src/booking/bookings/booking.ts';
import type { Database } from '../../server/src/platform/database/connect.ts';
import type {
  BookingAttemptRow,
  BookingHistoryRow,
  InventoryAllotmentRow,
  InventoryBookingRow,
  JobRow,
  LedgerBalanceRow,
  LedgerEntryRow,
  OutboxEventRow,
  QuoteRow,
  TestReservationRow,
  WebhookDeliveryRow,
  WebhookEndpointRow,
} from '../../server/src/platform/database/generated/tables.ts';

/** One night of a room type in own inventory: the stored counters, and the sums of the bookings and holds. */
export type Cell = InventoryAllotmentRow & { booked: number; kept: number };

export interface StoredFacts {
  now: Date;
  bookings: readonly Booking[];
  history: readonly BookingHistoryRow[];
  events: readonly OutboxEventRow[];
  attempts: readonly BookingAttemptRow[];
  exchanges: readonly { booking_id: string; sealed: Buffer }[];
  jobs: readonly JobRow[];
  quotes: readonly QuoteRow[];
  reservations: readonly TestReservationRow[];
  ownBookings: readonly InventoryBookingRow[];
  cells: readonly Cell[];
  endpoints: readonly WebhookEndpointRow[];
  deliveries: readonly WebhookDeliveryRow[];
  entries: readonly LedgerEntryRow[];
  balances: readonly LedgerBalanceRow[];
}

export function readStoredFacts(owner: Database): Promise<StoredFacts> {
  return owner.transaction(async tx => {
    await tx`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`;
    const [time] = await tx<{ now: Date }[]>`SELECT serai_now() AS now`;
    return {
      now: time?.now ?? new Date(0),
      bookings: (await tx`SELECT * FROM booking`) as unknown as Booking[],
      history: await tx<BookingHistoryRow[]>`SELECT * FROM booking_history`,
      events: await tx<OutboxEventRow[]>`SELECT * FROM outbox_event`,
      attempts: await tx<BookingAttemptRow[]>`SELECT * FROM booking_attempt`,
      exchanges: await tx<{ booking_id: string; sealed: Buffer }[]>`
        SELECT booking_id, sealed FROM booking_exchange ORDER BY booking_id, number`,
      jobs: await tx<JobRow[]>`SELECT * FROM job`,
      quotes: await tx<QuoteRow[]>`SELECT * FROM quote`,
      reservations: await tx<TestReservationRow[]>`SELECT * FROM test_reservation`,
      ownBookings: await tx<InventoryBookingRow[]>`SELECT * FROM inventory_booking`,
      cells: await listCells(tx),
      endpoints: await tx<WebhookEndpointRow[]>`SELECT * FROM webhook_endpoint`,
      deliveries: await tx<WebhookDeliveryRow[]>`SELECT * FROM webhook_delivery`,
      entries: await tx<LedgerEntryRow[]>`SELECT * FROM ledger_entry`,
      balances: await tx<LedgerBalanceRow[]>`SELECT * FROM ledger_balance`,
    };
  });
}

async function listCells(tx: Database): Promise<Cell[]> {
  return tx<Cell[]>`
    SELECT cell.*, coalesce(booked.rooms, 0)::int AS booked, coalesce(kept.rooms, 0)::int AS kept
    FROM inventory_allotment cell
    LEFT JOIN (
      SELECT night.environment, night.hotel_id, night.night, night.room_code, sum(night.rooms) AS rooms
      FROM inventory_booking_night night JOIN inventory_booking one USING (environment, reference)
      WHERE one.state = 'BOOKED' GROUP BY 1, 2, 3, 4
    ) booked USING (environment, hotel_id, night, room_code)
    LEFT JOIN (
      SELECT environment, hotel_id, day::date AS night, room_code, count(*) AS rooms
      FROM inventory_hold, unnest(room_codes) AS room_code,
        generate_series(check_in, check_out - 1, interval '1 day') AS day
      GROUP BY 1, 2, 3, 4
    ) kept USING (environment, hotel_id, night, room_code)`;
}

/** Open work, which should end before the guarantees are checked. */
export interface Unfinished {
  openBookings: number;
  deliveries: number;
  dueJobs: number;
  /** Bookings that a node of the previous version changed, until a job posts their ledger entries. */
  unsettledBills: number;
}

export async function countUnfinished(owner: Database): Promise<Unfinished> {
  const [row] = await owner<Unfinished[]>`
    SELECT
      (SELECT count(*)::int FROM booking WHERE status IN ('PENDING', 'ON_REQUEST', 'CANCEL_PENDING')
        AND NOT needs_attention) AS "openBookings",
      (SELECT count(*)::int FROM webhook_delivery WHERE status = 'PENDING') AS deliveries,
      (SELECT count(*)::int FROM job WHERE dead_at IS NULL AND run_at < serai_now() - interval '5 seconds')
        AS "dueJobs",
      (SELECT count(*)::int FROM booking WHERE billing IS NOT NULL AND (
        (status IN ('REJECTED', 'CANCELLED') AND (billing ->> 'held' IS NOT NULL OR billing ->> 'charged' IS NOT NULL))
        OR (status IN ('CONFIRMED', 'COMPLETED', 'NO_SHOW') AND billing ->> 'charged' IS NULL))) AS "unsettledBills"`;
  return row as Unfinished;
}

/** Jobs that are due or running. */
export async function countOpenJobs(owner: Database): Promise<number> {
  const [row] = await owner<{ open: number }[]>`
    SELECT count(*)::int AS open FROM job
    WHERE dead_at IS NULL AND (run_at <= serai_now() OR lease_until IS NOT NULL)`;
  return row?.open ?? 0;
}

export async function organisationOfKey(owner: Database, keyId: string): Promise<string> {
  const [row] = await owner<{ id: string }[]>`SELECT organisation_id AS id FROM api_key WHERE id = ${keyId}`;
  if (row === undefined) throw new Error(`there is no key ${keyId}`);
  return row.id;
}

/** Closes the connections that notify gateways of changed keys. */
export async function endListening(owner: Database): Promise<void> {
  await owner`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'serai listen'`;
}
