/** Bookings of one or all partners, in both environments, most recently changed first. */

import type { listBookings } from '@serai/contract/account/bookings.ts';
import type { BookingState } from '@serai/contract/booking/booking-states.ts';
import { ENVIRONMENTS, type Environment } from '@serai/contract/shared/answer.ts';
import type { z } from 'zod';
import type { Database } from '../../../platform/database/connect.ts';
import { ofPartner } from '../../../platform/database/of-partner.ts';
import type { Statement } from '../../../platform/database/statement.ts';
import type { Booking } from '../../bookings/booking.ts';

type Filters = Omit<z.output<typeof listBookings.input>, 'page' | 'holderLastName' | 'search'>;

export interface OrganisationBookings extends Omit<Filters, 'partnerId'> {
  /** Undefined means all partners. */
  organisationId: string | undefined;
  holderMarks: readonly Buffer[] | undefined;
  /** Only these bookings. */
  bookingIds?: readonly string[] | undefined;
  /** The last booking of the previous page. */
  after: ChangePosition | undefined;
  limit: number;
}

/** `changedAt` is a string with microseconds, which a Date cannot represent. */
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

/**
 * Reads each environment separately, so that an index returns its bookings in order, and merges the results. A booking
 * created since a time was also changed since then, so a filter by creation ends the read of the index too.
 */
export async function listOrganisationBookings(
  db: Database,
  query: OrganisationBookings,
): Promise<ChangedBooking[]> {
  const environments = query.environment === undefined ? ENVIRONMENTS : [query.environment];
  const lists = await Promise.all(environments.map(environment => listChanged(db, query, environment)));
  return lists.flat().toSorted(lastChangedFirst).slice(0, query.limit);
}

function listChanged(
  db: Database,
  query: OrganisationBookings,
  environment: Environment,
): PromiseLike<ChangedBooking[]> {
  const { from, to, after, holderMarks } = query;
  const when = <T>(value: T | undefined, clause: (value: T) => ReturnType<Database>) =>
    value === undefined ? db`` : clause(value);
  return db<ChangedBooking[]>`
    SELECT *, to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS changed_at
    FROM booking
    WHERE ${ofPartner(db, query.organisationId)} AND environment = ${environment}
      ${when(from, value => db`AND updated_at >= ${value}::text::timestamptz`)}
      ${when(to, value => db`AND updated_at < ${value}::text::timestamptz`)}
      ${when(query.bookingId, value => db`AND booking_id = ${value}`)}
      ${when(query.bookingIds, value => db`AND booking_id = ANY (${value}::text[])`)}
      ${when(query.clientReference, value => db`AND client_reference = ${value}`)}
      ${when(query.providerReference, value => db`AND supplier_ref = ${value}`)}
      ${when(query.statuses, value => db`AND status = ANY (${value})`)}
      ${when(query.createdFrom, value => db`AND created_at >= ${value}::text::timestamptz AND updated_at >= ${value}::text::timestamptz`)}
      ${when(query.createdTo, value => db`AND created_at < ${value}::text::timestamptz`)}
      ${when(query.checkInFrom, value => db`AND check_in >= ${value}::text::date`)}
      ${when(query.checkInTo, value => db`AND check_in <= ${value}::text::date`)}
      ${when(query.hotelId, value => db`AND hotel_id = ${value}`)}
      ${when(query.currency, value => db`AND currency = ${value}`)}
      ${when(query.isSold, value => db`AND (${isSold(db)}) = ${value}`)}
      ${when(query.needsAttention, value => db`AND needs_attention = ${value}`)}
      ${when(holderMarks, value => db`AND holder_mark = ANY (${value}::bytea[])`)}
      ${when(after, value => db`AND (updated_at, booking_id) < (${value.changedAt}::text::timestamptz, ${value.bookingId})`)}
    ORDER BY updated_at DESC, booking_id DESC
    LIMIT ${query.limit}`;
}

/** The bookings that reports count, as `counts` in follow-bookings-store.ts of the billing area. Never null. */
function isSold(db: Database): Statement {
  return db`(environment = 'sandbox' OR NOT test_mode) AND status <> 'REJECTED'
    AND (confirmed_at IS NOT NULL OR (status = 'CANCELLED' AND coalesce(penalty_minor, 0) > 0))`;
}

/** Returns undefined if the key no longer exists. */
export async function findKeyName(db: Database, keyId: string): Promise<string | undefined> {
  const [row] = await db<{ name: string }[]>`SELECT name FROM api_key WHERE id = ${keyId}`;
  return row?.name;
}

export async function listPartnerIds(db: Database): Promise<string[]> {
  const rows = await db<{ id: string }[]>`SELECT id FROM organisation WHERE kind = 'PARTNER'`;
  return rows.map(({ id }) => id);
}

function lastChangedFirst(a: ChangedBooking, b: ChangedBooking): number {
  const key = ({ changed_at, booking_id }: ChangedBooking) => `${changed_at} ${booking_id}`;
  return key(a) < key(b) ? 1 : -1;
}

interface Scope {
  /** Undefined means all partners. */
  organisationId: string | undefined;
  /** Both environments if undefined. */
  environment: Environment | undefined;
}

export interface BookingCount {
  /** Creation date in the time zone. */
  day: string;
  status: BookingState;
  currency: string;
  count: number;
  netMinor: number;
}

/** Uses the index booking_by_created, or booking_all_created for all partners. */
export async function countBookings(
  db: Database,
  { organisationId, environment }: Scope,
  { from, to, timeZone }: { from: Date; to: Date; timeZone: string },
): Promise<BookingCount[]> {
  return await db<BookingCount[]>`
    SELECT to_char(created_at AT TIME ZONE ${timeZone}, 'YYYY-MM-DD') AS day, status, currency,
      count(*)::integer AS count, sum(net_minor)::bigint AS "netMinor"
    FROM booking
    WHERE ${ofPartner(db, organisationId)} AND environment = ANY (${environmentsOf(environment)})
      AND created_at >= ${from} AND created_at < ${to}
    GROUP BY 1, 2, 3
    ORDER BY 1, 2, 3
    LIMIT 10000`;
}

/** Counting stops at this number. */
const MAX_COUNTED = 1_000;

/** Uses the index booking_in_need, or booking_all_in_need for all partners. */
export async function countNeedingAttention(
  db: Database,
  { organisationId, environment }: Scope,
): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM (
      SELECT FROM booking
      WHERE ${ofPartner(db, organisationId)} AND environment = ANY (${environmentsOf(environment)}) AND needs_attention
      ORDER BY updated_at LIMIT ${MAX_COUNTED}
    ) AS in_need`;
  return row?.count ?? 0;
}

function environmentsOf(environment: Environment | undefined): readonly Environment[] {
  return environment === undefined ? ENVIRONMENTS : [environment];
}
