/** Deletes what has no use any more, the oldest first and in portions: a long delete would hold others up. */
import { OPEN_STATES } from '@serai/contract/booking/booking-states.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Statement } from '../../platform/database/statement.ts';

/** A quote is told from one that never was for so long after its end. Booked ones live on in their bookings. */
const QUOTE_DAYS = 7;
const IDEMPOTENCY_KEY_DAYS = 30;
/** After check-out: until then a booking is looked up at its provider. */
const TEST_RESERVATION_DAYS = 30;
/** While a booking is open or waits for a person they are evidence, and stay. */
const EXCHANGE_DAYS = 180;
/** Of how calls to providers ended: slots of a minute, and of an hour. */
const CALL_MINUTES_DAYS = 2;
const CALL_HOURS_DAYS = 30;
const PORTION = 1_000;

export interface Kept {
  /** Of the exchanges with providers; 180 when absent. */
  exchangeDays?: number | undefined;
}

/** Each portion is a transaction of its own. Answers whether there may be more. */
export async function deleteOldRows(db: Database, { exchangeDays = EXCHANGE_DAYS }: Kept): Promise<boolean> {
  // By place in the table: joined by key, a portion of a large table would be looked for in all of it.
  const deletions = [
    db`
      DELETE FROM quote WHERE ctid = ANY (ARRAY (
        SELECT ctid FROM quote WHERE expires_at < ${daysAgo(db, QUOTE_DAYS)}
        ORDER BY expires_at LIMIT ${PORTION}))`,
    db`
      DELETE FROM idempotency_key WHERE ctid = ANY (ARRAY (
        SELECT ctid FROM idempotency_key WHERE created_at < ${daysAgo(db, IDEMPOTENCY_KEY_DAYS)}
        ORDER BY created_at LIMIT ${PORTION}))`,
    db`
      DELETE FROM test_reservation WHERE ctid = ANY (ARRAY (
        SELECT ctid FROM test_reservation WHERE check_out < (${daysAgo(db, TEST_RESERVATION_DAYS)})::date
        ORDER BY check_out LIMIT ${PORTION}))`,
    db`
      DELETE FROM booking_exchange WHERE ctid = ANY (ARRAY (
        SELECT exchange.ctid FROM booking_exchange AS exchange JOIN booking USING (booking_id)
        WHERE at < ${daysAgo(db, exchangeDays)} AND NOT needs_attention AND status <> ALL (${OPEN_STATES})
        ORDER BY at LIMIT ${PORTION}))`,
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
          ORDER BY environment, start LIMIT ${PORTION}))`,
    ),
  ];
  let isMore = false;
  for (const deletion of deletions) isMore = (await deletion).count === PORTION || isMore;
  return isMore;
}

/** Asked for once a statement: compared with a volatile function, no index would be used. */
function daysAgo(db: Database, days: number): Statement {
  return db`(SELECT serai_now()) - ${days}::int * interval '1 day'`;
}
