/** Bookings as the operator of an organisation finds them: of both environments, the last changed first. */
import type { listBookings } from '@serai/contract/account/bookings.ts';
import { ENVIRONMENTS, type Environment } from '@serai/contract/shared/answer.ts';
import type { z } from 'zod';
import type { Database } from '../../../../platform/database/connect.ts';
import type { Booking } from '../../../bookings/booking.ts';

type Filters = Omit<z.output<typeof listBookings.input>, 'page' | 'holderLastName'>;

export interface OrganisationBookings extends Filters {
  organisationId: string;
  holderMark: Buffer | undefined;
  /** The last one of the page before. */
  after: ChangePosition | undefined;
  limit: number;
}

/** The time is exact to the microsecond, which a Date is not. */
export interface ChangePosition {
  changedAt: string;
  bookingId: string;
}

export interface ChangedBooking extends Booking {
  changed_at: string;
}

export async function findOrganisationBooking(
  db: Database,
  organisationId: string,
  bookingId: string,
): Promise<Booking | undefined> {
  const [booking] = await db<Booking[]>`
    SELECT * FROM booking WHERE booking_id = ${bookingId} AND organisation_id = ${organisationId}`;
  return booking;
}

/** Each environment by its own index, then merged. */
export async function listOrganisationBookings(
  db: Database,
  wish: OrganisationBookings,
): Promise<ChangedBooking[]> {
  const environments = wish.environment === undefined ? ENVIRONMENTS : [wish.environment];
  const lists = await Promise.all(environments.map(environment => listChanged(db, wish, environment)));
  return lists.flat().toSorted(lastChangedFirst).slice(0, wish.limit);
}

function listChanged(
  db: Database,
  wish: OrganisationBookings,
  environment: Environment,
): PromiseLike<ChangedBooking[]> {
  const { from, to, after, holderMark } = wish;
  const when = <T>(value: T | undefined, clause: (value: T) => ReturnType<Database>) =>
    value === undefined ? db`` : clause(value);
  return db<ChangedBooking[]>`
    SELECT *, to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS changed_at
    FROM booking
    WHERE organisation_id = ${wish.organisationId} AND environment = ${environment}
      ${when(from, value => db`AND updated_at >= ${value}::text::timestamptz`)}
      ${when(to, value => db`AND updated_at < ${value}::text::timestamptz`)}
      ${when(wish.bookingId, value => db`AND booking_id = ${value}`)}
      ${when(wish.clientReference, value => db`AND client_reference = ${value}`)}
      ${when(wish.providerReference, value => db`AND supplier_ref = ${value}`)}
      ${when(wish.statuses, value => db`AND status = ANY (${value})`)}
      ${when(wish.checkInFrom, value => db`AND check_in >= ${value}::text::date`)}
      ${when(wish.checkInTo, value => db`AND check_in <= ${value}::text::date`)}
      ${when(wish.hotelId, value => db`AND hotel_id = ${value}`)}
      ${when(wish.needsAttention, value => db`AND needs_attention = ${value}`)}
      ${when(holderMark, value => db`AND holder_mark = ${value}::bytea`)}
      ${when(after, value => db`AND (updated_at, booking_id) < (${value.changedAt}::text::timestamptz, ${value.bookingId})`)}
    ORDER BY updated_at DESC, booking_id DESC
    LIMIT ${wish.limit}`;
}

function lastChangedFirst(a: ChangedBooking, b: ChangedBooking): number {
  const key = ({ changed_at, booking_id }: ChangedBooking) => `${changed_at} ${booking_id}`;
  return key(a) < key(b) ? 1 : -1;
}
