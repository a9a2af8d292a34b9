/** Deletes rows whose retention has ended, oldest first. Works in batches, because a long delete would block other statements. */
import { FAILURE_DAYS, MAX_FAILURES } from '@serai/contract/account/provider-failures.ts';
import { OPEN_STATES } from '@serai/contract/booking/booking-states.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Statement } from '../../platform/database/statement.ts';

/** During this time, an expired quote is distinguished from an unknown quote. Bookings keep a copy of their quote. */
const QUOTE_DAYS = 7;
const IDEMPOTENCY_KEY_DAYS = 30;
/** Counted from check-out, because a booking may be looked up at its provider until then. */
const TEST_RESERVATION_DAYS = 30;
/**
 * Counted from check-out, because invoices can be disputed long after the stay. Exchanges are never deleted while a booking is open or
 * needs attention.
 */
const EXCHANGE_DAYS = 730;
/** Retention of the call counts, in minute slots and hour slots. */
const CALL_MINUTES_DAYS = 2;
const CALL_HOURS_DAYS = 30;
/** A provider's error text may contain personal data that was not recognised. The rest of the last error is kept. */
const ERROR_TEXT_DAYS = 7;
const BATCH_SIZE = 1_000;

export interface Retention {
  /** Retention of provider exchanges, in days after check-out. Default: 730. */
  exchangeDays?: number | undefined;
}

/** Each batch is a separate transaction. Returns whether there may be more rows. */
export async function deleteOldRows(
  db: Database,
  { exchangeDays = EXCHANGE_DAYS }: Retention,
): Promise<boolean> {
  // Deletes by ctid. Joining by key would scan a large table for each batch.
  const batches = [
    db`
      DELETE FROM quote WHERE ctid = ANY (ARRAY (
        SELECT ctid FROM quote WHERE expires_at < ${daysAgo(db, QUOTE_DAYS)}
        ORDER BY expires_at LIMIT ${BATCH_SIZE}))`,
    db`
      DELETE FROM idempotency_key WHERE ctid = ANY (ARRAY (
        SELECT ctid FROM idempotency_key WHERE created_at < ${daysAgo(db, IDEMPOTENCY_KEY_DAYS)}
        ORDER BY created_at LIMIT ${BATCH_SIZE}))`,
    db`
      DELETE FROM test_reservation WHERE ctid = ANY (ARRAY (
        SELECT ctid FROM test_reservation WHERE check_out < (${daysAgo(db, TEST_RESERVATION_DAYS)})::date
        ORDER BY check_out LIMIT ${BATCH_SIZE}))`,
    // Rows of an earlier version have no check-out date. It is filled in once they may be due, so only the oldest rows
    // are read.
    db`
      UPDATE booking_exchange SET check_out = booking.check_out FROM booking
      WHERE booking.booking_id = booking_exchange.booking_id AND booking_exchange.ctid = ANY (ARRAY (
        SELECT ctid FROM booking_exchange
        WHERE at < ${daysAgo(db, exchangeDays)} AND check_out IS NULL ORDER BY at LIMIT ${BATCH_SIZE}))`,
    db`
      DELETE FROM booking_exchange WHERE ctid = ANY (ARRAY (
        SELECT exchange.ctid FROM booking_exchange AS exchange JOIN booking USING (booking_id)
        WHERE exchange.check_out < (${daysAgo(db, exchangeDays)})::date
          AND NOT needs_attention AND status <> ALL (${OPEN_STATES})
        ORDER BY exchange.check_out LIMIT ${BATCH_SIZE}))`,
    db`
      UPDATE provider_error SET words = NULL
      WHERE words IS NOT NULL AND at < ${daysAgo(db, ERROR_TEXT_DAYS)}`,
    db`
      DELETE FROM provider_failure WHERE ctid = ANY (ARRAY (
        SELECT ctid FROM provider_failure WHERE at < ${daysAgo(db, FAILURE_DAYS)} ORDER BY at LIMIT ${BATCH_SIZE}))`,
    // Reads the whole index, which contains only a few thousand rows of each provider.
    db`
      DELETE FROM provider_failure WHERE id = ANY (ARRAY (
        SELECT id FROM (
          SELECT id, row_number() OVER (PARTITION BY environment, code ORDER BY at DESC, id DESC) AS place
          FROM provider_failure) AS ranked
        WHERE place > ${MAX_FAILURES} LIMIT ${BATCH_SIZE}))`,
    ...(
      [
        [1, CALL_MINUTES_DAYS],
        [60, CALL_HOURS_DAYS],
      ] as const
    ).map(
      ([slotMinutes, days]) => db`
        DELETE FROM provider_calls WHERE ctid = ANY (ARRAY (
          SELECT ctid FROM provider_calls
          WHERE slot_minutes = ${slotMinutes}::smallint AND environment IN ('sandbox', 'production')
            AND start < ${daysAgo(db, days)}
          ORDER BY environment, start LIMIT ${BATCH_SIZE}))`,
    ),
  ];
  let isMore = false;
  for (const batch of batches) isMore = (await batch).count === BATCH_SIZE || isMore;
  return isMore;
}

/** The subselect is evaluated once per statement. Comparing with a volatile function would prevent the use of an index. */
function daysAgo(db: Database, days: number): Statement {
  return db`(SELECT serai_now()) - ${days}::int * interval '1 day'`;
}
