/** Lists bookings sorted by one of their dates, then by id. Every sort order has an index. */
import type { BookinglistRequest } from '@serai/contract/booking/bookinglist.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Statement } from '../../platform/database/statement.ts';
import type { Booking, BookingScope } from './booking.ts';

type Filters = NonNullable<BookinglistRequest['filters']>;
export type BookingDate = NonNullable<Filters['dateType']>;

export interface BookingListQuery {
  scope: BookingScope;
  filters: Filters;
  holderMark: Buffer | undefined;
  by: BookingDate;
  isAscending: boolean;
  /** The last booking of the previous page. `date` is null if the booking has no such date. */
  after: { date: string | null; bookingId: string } | undefined;
  /** Only changes before this time are listed, so that no change can later appear behind a cursor. */
  horizon: string | undefined;
  limit: number;
}

export interface ListedBooking extends Booking {
  /** The exact sort value of the booking, or null if it has none. */
  sort_date: string | null;
}

/**
 * Bookings without a sort date come last in both directions. This takes two statements, because a backward index scan returns them
 * first.
 */
export async function listBookings(db: Database, query: BookingListQuery): Promise<ListedBooking[]> {
  const { by, after, limit } = query;
  const dated = after?.date === null ? [] : await listDated(db, query);
  if (by !== 'FREE_CANCELLATION_UNTIL' || dated.length === limit) return dated;
  return [...dated, ...(await listUndated(db, { ...query, limit: limit - dated.length }))];
}

function listDated(db: Database, query: BookingListQuery): PromiseLike<ListedBooking[]> {
  const { scope, by, isAscending, after, horizon, limit } = query;
  const column = columnOf(db, by);
  const type = isCalendar(by) ? db`date` : db`timestamptz`;
  const direction = isAscending ? db`ASC` : db`DESC`;
  const sortText = isCalendar(by)
    ? db`${column}::text`
    : db`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  return db<ListedBooking[]>`
    SELECT *, ${sortText} AS sort_date
    FROM booking
    WHERE organisation_id = ${scope.organisationId} AND environment = ${scope.environment}
      AND ${column} IS NOT NULL
      ${
        after === undefined
          ? db``
          : db`AND (${column}, booking_id) ${isAscending ? db`>` : db`<`} (${after.date}::text::${type}, ${after.bookingId})`
      }
      ${horizon === undefined ? db`` : db`AND updated_at < ${horizon}::text::timestamptz`}
      ${conditions(db, query)}
    ORDER BY ${column} ${direction}, booking_id ${direction}
    LIMIT ${limit}`;
}

function listUndated(db: Database, query: BookingListQuery): PromiseLike<ListedBooking[]> {
  const { scope, by, isAscending, after, limit } = query;
  const comparison = isAscending ? db`>` : db`<`;
  return db<ListedBooking[]>`
    SELECT *, NULL AS sort_date
    FROM booking
    WHERE organisation_id = ${scope.organisationId} AND environment = ${scope.environment}
      AND ${columnOf(db, by)} IS NULL
      ${after?.date === null ? db`AND booking_id ${comparison} ${after.bookingId}` : db``}
      ${conditions(db, query)}
    ORDER BY booking_id ${isAscending ? db`ASC` : db`DESC`}
    LIMIT ${limit}`;
}

function conditions(db: Database, { filters, holderMark }: BookingListQuery): Statement {
  const { dateType = 'CREATED', from, to, statuses, hotelIds, clientReferences, needsAttention } = filters;
  const column = columnOf(db, dateType);
  return db`
    ${from === undefined ? db`` : db`AND ${column} >= ${from}::text::${isCalendar(dateType) ? db`date` : db`timestamptz`}`}
    ${to === undefined ? db`` : until(db, column, dateType, to)}
    ${statuses === undefined ? db`` : db`AND status = ANY (${statuses})`}
    ${hotelIds === undefined ? db`` : db`AND hotel_id = ANY (${hotelIds})`}
    ${clientReferences === undefined ? db`` : db`AND client_reference = ANY (${clientReferences})`}
    ${needsAttention === undefined ? db`` : db`AND needs_attention = ${needsAttention}`}
    ${holderMark === undefined ? db`` : db`AND holder_mark = ${holderMark}::bytea`}`;
}

/** A date includes its whole day. A timestamp is exclusive. */
function until(db: Database, column: Statement, dateType: BookingDate, to: string): Statement {
  if (isCalendar(dateType)) return db`AND ${column} <= ${to}::text::date`;
  const isDate = !to.includes('T');
  return isDate
    ? db`AND ${column} < (${to}::text::date + 1)::timestamp AT TIME ZONE 'UTC'`
    : db`AND ${column} < ${to}::text::timestamptz`;
}

function isCalendar(by: BookingDate): boolean {
  return by === 'CHECK_IN' || by === 'CHECK_OUT';
}

function columnOf(db: Database, by: BookingDate): Statement {
  switch (by) {
    case 'CREATED':
      return db`created_at`;
    case 'UPDATED':
      return db`updated_at`;
    case 'CHECK_IN':
      return db`check_in`;
    case 'CHECK_OUT':
      return db`check_out`;
    case 'FREE_CANCELLATION_UNTIL':
      return db`free_cancellation_until`;
  }
}
