/** Bookings and reservations that need attention. Every statement is limited and uses a partial index with few rows. */
import { type AttentionKind, MAX_ATTENTION_COUNTED } from '@serai/contract/account/attention.ts';
import { ENVIRONMENTS, type Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { ofPartner } from '../../../platform/database/of-partner.ts';
import type { Statement } from '../../../platform/database/statement.ts';
import type { Booking } from '../../bookings/booking.ts';
import { REQUEST_DAYS, UNKNOWN_HOURS, type WaitingBooking } from './response-target.ts';

export interface AttentionScope {
  /** Undefined means all partners. */
  organisationId: string | undefined;
  /** Both environments if undefined. */
  environment: Environment | undefined;
  /** Code of a provider. All providers if undefined. */
  provider?: string | undefined;
}

/** What orders the queue and tells the cases of a person from the others. */
export type ListedBooking = WaitingBooking & Pick<Booking, 'booking_id' | 'taken_by'>;

/** The condition and the order of each kind. The order is that of the index, so that the limit bounds the scan. */
function waiting(db: Database, kind: AttentionKind): { where: Statement; order: Statement } {
  switch (kind) {
    case 'DECISION':
      return { where: db`needs_attention`, order: db`updated_at` };
    case 'OUTCOME_UNKNOWN':
      return {
        // Some changes do not settle the outcome, so that the last change may be recent.
        where: db`NOT needs_attention AND status_reason IN ('OUTCOME_UNKNOWN', 'QUEUED')
          AND least(updated_at, to_timestamp((resolution ->> 'sinceMs')::float8 / 1000))
            < serai_now() - ${UNKNOWN_HOURS}::int * interval '1 hour'`,
        order: db`updated_at`,
      };
    case 'HOTEL_SILENT':
      return {
        where: db`NOT needs_attention AND status = 'ON_REQUEST'
          AND check_in <= (serai_now() AT TIME ZONE 'UTC')::date + ${REQUEST_DAYS}::int`,
        order: db`check_in`,
      };
  }
}

/** Nobody needs to decide about a test booking in production. */
function inScope(db: Database, { organisationId, environment, provider }: AttentionScope): Statement {
  const environments = environment === undefined ? ENVIRONMENTS : [environment];
  return db`${ofPartner(db, organisationId)} AND environment = ANY (${environments})
    AND (environment = 'sandbox' OR NOT test_mode) ${ofProvider(db, provider)}`;
}

function ofProvider(db: Database, provider: string | undefined): Statement {
  return provider === undefined ? db`` : db`AND provider = ${provider}`;
}

/** The part that listing and counting share. A test checks which index it uses. */
export function fromWaiting(db: Database, scope: AttentionScope, kind: AttentionKind): Statement {
  const { where, order } = waiting(db, kind);
  return db`FROM booking WHERE ${inScope(db, scope)} AND ${where}
    ORDER BY ${order}, booking_id LIMIT ${MAX_ATTENTION_COUNTED}`;
}

export async function listWaiting(
  db: Database,
  scope: AttentionScope,
  kind: AttentionKind,
): Promise<ListedBooking[]> {
  const rows = await db<(Omit<ListedBooking, 'kind' | 'content'> & { time_zone: string | null })[]>`
    SELECT booking_id, check_in, updated_at, free_cancellation_until, resolution, status, attention_since, taken_by,
      content -> 'hotel' ->> 'timeZone' AS time_zone
    ${fromWaiting(db, scope, kind)}`;
  return rows.map(({ time_zone: timeZone, ...row }) => ({ ...row, kind, content: { hotel: { timeZone } } }));
}

export type LockedCase = Pick<Booking, 'booking_id' | 'organisation_id' | 'taken_by' | 'taken_at'>;

/**
 * Locks bookings, so that only one of several people can take each of them, always in the same order, so that two
 * requests never deadlock. Bookings that are not in the queue are left out.
 */
export async function lockWaiting(tx: Database, bookingIds: readonly string[]): Promise<LockedCase[]> {
  return await tx<LockedCase[]>`
    SELECT booking_id, organisation_id, taken_by, taken_at FROM booking
    WHERE booking_id = ANY (${bookingIds}::text[]) AND ((${waiting(tx, 'DECISION').where})
      OR (${waiting(tx, 'OUTCOME_UNKNOWN').where}) OR (${waiting(tx, 'HOTEL_SILENT').where}))
    ORDER BY booking_id LIMIT ${bookingIds.length} FOR UPDATE`;
}

/** Creates no version and no event, because partners do not see it. */
export async function saveTaken(
  tx: Database,
  bookingIds: readonly string[],
  by: string | null,
): Promise<Date | null> {
  const [row] = await tx<Pick<Booking, 'taken_at'>[]>`
    UPDATE booking SET taken_by = ${by}::text,
      taken_at = CASE WHEN ${by}::text IS NOT NULL THEN date_trunc('milliseconds', serai_now()) END
    WHERE booking_id = ANY (${bookingIds}::text[])
    RETURNING taken_at`;
  return row?.taken_at ?? null;
}

export interface QueuedBooking extends Booking {
  last_event: string | null;
  /** The last history entry that states a cause. */
  last_cause: { cause: string; summary: string | null; is_last: boolean } | null;
}

export async function findQueued(db: Database, bookingIds: readonly string[]): Promise<QueuedBooking[]> {
  return await db<QueuedBooking[]>`
    SELECT booking.*, last.event AS last_event, (
      SELECT json_build_object(
        'cause', note ->> 'cause', 'summary', note ->> 'summary', 'is_last', entry.version = last.version)
      FROM booking_history AS entry
      WHERE entry.booking_id = booking.booking_id AND note ->> 'cause' IS NOT NULL
      ORDER BY version DESC LIMIT 1
    ) AS last_cause
    FROM booking
    LEFT JOIN LATERAL (
      SELECT event, version FROM booking_history AS entry WHERE entry.booking_id = booking.booking_id
      ORDER BY version DESC LIMIT 1
    ) AS last ON true
    WHERE booking_id = ANY (${bookingIds}::text[])
    ORDER BY booking_id LIMIT ${bookingIds.length}`;
}

export interface StoredOrphan {
  provider: string;
  test_mode: boolean;
  reference: string;
  supplier_ref: string;
  found_at: Date;
}

/** A reservation without a booking belongs to no partner. */
type OrphanScope = Omit<AttentionScope, 'organisationId'>;

/** Oldest first. Uses the index orphan_open. */
export async function listOpenOrphans(
  db: Database,
  scope: OrphanScope,
  limit: number,
): Promise<StoredOrphan[]> {
  return await db<StoredOrphan[]>`
    SELECT provider, test_mode, reference, supplier_ref, found_at FROM orphan_reservation
    WHERE settled_at IS NULL ${isOrphanIn(db, scope)}
    ORDER BY found_at, reference LIMIT ${limit}`;
}

export async function countOpenOrphans(db: Database, scope: OrphanScope): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM (
      SELECT FROM orphan_reservation WHERE settled_at IS NULL ${isOrphanIn(db, scope)}
      ORDER BY found_at LIMIT ${MAX_ATTENTION_COUNTED}
    ) AS open`;
  return row?.count ?? 0;
}

function isOrphanIn(db: Database, { environment, provider }: OrphanScope): Statement {
  const isInEnvironment = environment === undefined ? db`` : db`AND test_mode = ${environment === 'sandbox'}`;
  return db`${isInEnvironment} ${ofProvider(db, provider)}`;
}

/** Returns undefined if there is no such reservation, and false if it was settled before. */
export async function settleStoredOrphan(
  tx: Database,
  { provider, environment, reference }: { provider: string; environment: Environment; reference: string },
  by: string,
): Promise<boolean | undefined> {
  const [row] = await tx<{ settled_at: Date | null }[]>`
    SELECT settled_at FROM orphan_reservation
    WHERE provider = ${provider} AND test_mode = ${environment === 'sandbox'} AND reference = ${reference}
    FOR UPDATE`;
  if (row === undefined) return undefined;
  if (row.settled_at !== null) return false;
  await tx`
    UPDATE orphan_reservation SET settled_at = serai_now(), settled_by = ${by}
    WHERE provider = ${provider} AND test_mode = ${environment === 'sandbox'} AND reference = ${reference}`;
  return true;
}
