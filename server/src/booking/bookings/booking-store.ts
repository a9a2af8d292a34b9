/**
 * Stores bookings. What partners see of a booking changes only through `changeBooking`, apart from the progress of the
 * checks and the new version after a restore.
 */
import type { Database } from '../../platform/database/connect.ts';
import { ofPartner } from '../../platform/database/of-partner.ts';
import type { Statement } from '../../platform/database/statement.ts';
import type { AttemptLease } from './attempt-store.ts';
import type { Booking, BookingScope, Resolution } from './booking.ts';
import { changeTime } from './change-feed-store.ts';

export type BookingKey = { bookingId: string } | { clientReference: string };

export async function findBooking(
  db: Database,
  { organisationId, environment }: BookingScope,
  key: BookingKey,
): Promise<Booking | undefined> {
  const named =
    'bookingId' in key ? db`booking_id = ${key.bookingId}` : db`client_reference = ${key.clientReference}`;
  const [booking] = await db<Booking[]>`
    SELECT * FROM booking
    WHERE organisation_id = ${organisationId} AND environment = ${environment} AND ${named}`;
  return booking;
}

/** For background jobs, which handle the bookings of all partners. */
export async function findAnyBooking(db: Database, bookingId: string): Promise<Booking | undefined> {
  const [booking] = await db<Booking[]>`SELECT * FROM booking WHERE booking_id = ${bookingId}`;
  return booking;
}

export async function lockBooking(tx: Database, bookingId: string): Promise<Booking> {
  const [booking] = await tx<Booking[]>`SELECT * FROM booking WHERE booking_id = ${bookingId} FOR UPDATE`;
  if (!booking) throw new Error(`booking ${bookingId} does not exist`);
  return booking;
}

export const NEW_BOOKING_COLUMNS = [
  'booking_id',
  'organisation_id',
  'environment',
  'test_mode',
  'client_reference',
  'fingerprint',
  'quote_id',
  'provider',
  'status',
  'status_reason',
  'hotel_id',
  'check_in',
  'check_out',
  'free_cancellation_until',
  'currency',
  'net_minor',
  'supplier_currency',
  'supplier_net_minor',
  'content',
  'people',
  'people_key',
  'holder_mark',
  'key_id',
  'request_id',
  'billing',
  'spend_currency',
  'spend_rate',
  'spend_minor',
] as const satisfies readonly (keyof Booking)[];

export type NewBookingRow = Pick<Booking, (typeof NEW_BOOKING_COLUMNS)[number]>;

/** Time limits of the first attempt, counted from the insertion. */
interface FirstCall {
  leaseMs: number;
  /** A booking whose outcome is still unknown after this time needs attention. */
  resolveMs: number;
}

const INITIAL = {
  version: 1,
  supplier_ref: null,
  hotel_confirmation: null,
  needs_attention: false,
  confirmed_at: null,
  cancelled_at: null,
  penalty_minor: null,
  refused_net_minor: null,
  cancel_intent: null,
  erased_at: null,
  erased_because: null,
  attention_since: null,
  taken_by: null,
  taken_at: null,
} satisfies Partial<Booking>;

/**
 * Inserts a booking with its first attempt and its ledger entries. Returns undefined if the client reference or the quote is already taken. If
 * another transaction is inserting the same reference or quote, waits until that transaction ends.
 */
export async function insertBooking(
  tx: Database,
  row: NewBookingRow,
  { leaseMs, resolveMs }: FirstCall,
  /** Hashes from `holderTerms`. */
  holderTerms: readonly string[],
  entries?: Statement,
): Promise<{ booking: Booking; attempt: AttemptLease } | undefined> {
  const [written] = await tx<
    (Pick<Booking, 'created_at' | 'updated_at' | 'resolution'> & { fence: number })[]
  >`
    WITH moment AS MATERIALIZED (
      SELECT at, floor(extract(epoch FROM at) * 1000)::bigint AS ms FROM (${changeTime(tx)}) AS change
    ), booked AS (
      INSERT INTO booking (booking_id, organisation_id, environment, test_mode, client_reference, fingerprint, quote_id,
        provider, status, status_reason, version, hotel_id, check_in, check_out, created_at, updated_at,
        free_cancellation_until, currency, net_minor, supplier_currency, supplier_net_minor, content,
        people, people_key, holder_mark, key_id, request_id, billing, spend_currency, spend_rate, spend_minor, resolution)
      SELECT ${row.booking_id}, ${row.organisation_id}, ${row.environment}, ${row.test_mode}, ${row.client_reference},
        ${row.fingerprint}, ${row.quote_id}, ${row.provider}, ${row.status}, ${row.status_reason}, ${INITIAL.version},
        ${row.hotel_id}, ${row.check_in}::date, ${row.check_out}::date, at, at,
        ${row.free_cancellation_until}::timestamptz, ${row.currency}, ${row.net_minor}::bigint,
        ${row.supplier_currency}, ${row.supplier_net_minor}::bigint, ${tx.json(row.content)}::json,
        ${row.people}::bytea, ${row.people_key}::bytea, ${row.holder_mark}::bytea, ${row.key_id}, ${row.request_id},
        ${row.billing === null ? null : tx.json(row.billing)}::json,
        ${row.spend_currency}::text, ${row.spend_rate}::text, ${row.spend_minor}::bigint,
        json_build_object('sinceMs', ms, 'attempts', 0, 'nextCheckAtMs', ms + ${leaseMs}::bigint,
          'resolveByMs', ms + ${resolveMs}::bigint, 'firstSeenMs', NULL)
      FROM moment
      ON CONFLICT DO NOTHING
      RETURNING booking_id, provider, created_at, updated_at, resolution
    ), attempted AS (
      INSERT INTO booking_attempt (booking_id, number, operation, provider, started_at, lease_until)
      SELECT booking_id, 1, 'book', provider, created_at, created_at + ${leaseMs}::float8 * interval '1 millisecond'
      FROM booked
      RETURNING fence
    ), named AS (
      INSERT INTO booking_term (organisation_id, environment, kind, term, booking_id)
      SELECT ${row.organisation_id}, ${row.environment}, 'HOLDER', term, booking_id
      FROM booked, unnest(${holderTerms}::text[]) AS term
    )${postedWith(tx, entries)}
    SELECT created_at, updated_at, resolution, fence FROM booked, attempted`;
  if (written === undefined) return undefined;
  const { fence, ...times } = written;
  return {
    booking: { ...row, ...INITIAL, ...times },
    attempt: { bookingId: row.booking_id, number: 1, fence },
  };
}

/** Omitted fields keep their value. */
export interface BookingChanges {
  supplier_ref?: string | null;
  hotel_confirmation?: string | null;
  needs_attention?: boolean;
  /** If true, this change sets the confirmation or cancellation time, unless it is already set. */
  confirmed?: boolean;
  cancelled?: boolean;
  net_minor?: number;
  supplier_net_minor?: number;
  penalty_minor?: number | null;
  spend_minor?: number;
  refused_net_minor?: number | null;
  content?: Booking['content'];
  billing?: NonNullable<Booking['billing']>;
  cancel_intent?: Booking['cancel_intent'];
  resolution?: Booking['resolution'];
  people?: Buffer;
  /** If set, this change permanently erases the personal data. */
  erased_because?: NonNullable<Booking['erased_because']>;
}

/**
 * Changes a booking and writes its ledger entries. Returns undefined if the booking has changed since it was read. The transaction
 * must then be rolled back.
 */
export async function updateBooking(
  tx: Database,
  before: Booking,
  standing: Pick<Booking, 'status' | 'status_reason'>,
  { confirmed = false, cancelled = false, ...set }: BookingChanges,
  entries?: Statement,
): Promise<Booking | undefined> {
  const isErased = set.erased_because !== undefined;
  const changed = { ...before, ...set, ...standing };
  const isDone = !mayWait(changed);
  const after = { ...changed, ...(isErased && ERASED_PEOPLE), ...(isDone && NOT_TAKEN) };
  const json = (value: unknown) => (value === null ? null : tx.json(value));
  const [written] = await tx<
    Pick<
      Booking,
      'version' | 'updated_at' | 'confirmed_at' | 'cancelled_at' | 'erased_at' | 'attention_since'
    >[]
  >`
    WITH moment AS MATERIALIZED (${changeTime(tx)})${postedWith(tx, entries)}
    UPDATE booking SET
      status = ${after.status}, status_reason = ${after.status_reason}, version = version + 1,
      -- Every change gets a later time than the one before, so that the change feed cannot skip it.
      updated_at = greatest(at, updated_at + interval '1 microsecond'),
      supplier_ref = ${after.supplier_ref}, hotel_confirmation = ${after.hotel_confirmation},
      needs_attention = ${after.needs_attention},
      -- An earlier version of the server sets neither this time nor clears it.
      attention_since = CASE WHEN ${after.needs_attention}
        THEN CASE WHEN needs_attention THEN coalesce(attention_since, updated_at) ELSE at END END,
      ${isDone ? tx`taken_by = NULL, taken_at = NULL,` : tx``}
      confirmed_at = CASE WHEN ${confirmed} THEN coalesce(confirmed_at, at) ELSE confirmed_at END,
      cancelled_at = CASE WHEN ${cancelled} THEN coalesce(cancelled_at, at) ELSE cancelled_at END,
      ${set.content === undefined ? tx`` : tx`content = ${tx.json(set.content)},`}
      ${set.billing === undefined ? tx`` : tx`billing = ${tx.json(set.billing)},`}
      ${set.people === undefined ? tx`` : tx`people = ${set.people},`}
      ${isErased ? erasure(tx, after) : tx``}
      net_minor = ${after.net_minor}, supplier_net_minor = ${after.supplier_net_minor},
      ${set.spend_minor === undefined ? tx`` : tx`spend_minor = ${set.spend_minor},`}
      penalty_minor = ${after.penalty_minor}, refused_net_minor = ${after.refused_net_minor}, cancel_intent = ${json(after.cancel_intent)},
      resolution = ${json(after.resolution)}
    FROM moment
    WHERE booking_id = ${before.booking_id} AND version = ${before.version}
    RETURNING version, updated_at, confirmed_at, cancelled_at, erased_at, attention_since`;
  return written && { ...after, ...written };
}

const NOT_TAKEN = { taken_by: null, taken_at: null } satisfies Partial<Booking>;

/** Whether the booking may be in the attention queue, now or later. When it leaves the queue, nobody works on it. */
function mayWait({ needs_attention, status, status_reason }: Booking): boolean {
  const isUnknown = status_reason === 'OUTCOME_UNKNOWN' || status_reason === 'QUEUED';
  return needs_attention || isUnknown || status === 'ON_REQUEST';
}

/** The ledger entries of a change, as another CTE of its statement. */
function postedWith(tx: Database, entries: Statement | undefined): Statement {
  return entries ? tx`, posted AS (${entries})` : tx``;
}

const ERASED_PEOPLE = {
  people: Buffer.alloc(0),
  people_key: null,
  holder_mark: null,
  fingerprint: Buffer.alloc(0),
} satisfies Partial<Booking>;

/** The fingerprint is erased too, because anyone with its key could test names against it. */
function erasure(tx: Database, { people, fingerprint, erased_because }: Booking): Statement {
  return tx`people = ${people}::bytea, people_key = NULL, holder_mark = NULL, fingerprint = ${fingerprint}::bytea,
    erased_because = ${erased_because}, erased_at = date_trunc('milliseconds', at),`;
}

/** Saves the progress of the checks. Partners see it, but it creates no version and no event. */
export async function saveResolution(tx: Database, bookingId: string, resolution: Resolution): Promise<void> {
  await tx`UPDATE booking SET resolution = ${tx.json(resolution)} WHERE booking_id = ${bookingId}`;
}

export async function databaseNowMs(db: Database): Promise<number> {
  const [row] = await db<{ now: Date }[]>`SELECT serai_now() AS now`;
  return (row as { now: Date }).now.getTime();
}

/** Returns the ids of all given bookings that were ever confirmed, regardless of their current state. */
export async function listConfirmedBookings(
  db: Database,
  organisationId: string | undefined,
  bookingIds: readonly string[],
): Promise<string[]> {
  const rows = await db<{ booking_id: string }[]>`
    SELECT booking_id FROM booking
    WHERE booking_id = ANY(${bookingIds}::text[]) AND ${ofPartner(db, organisationId)} AND confirmed_at IS NOT NULL
    ORDER BY booking_id LIMIT ${bookingIds.length}`;
  return rows.map(row => row.booking_id);
}

/** Bookings whose bill does not match their state. Uses the index booking_unsettled_bill, which is usually empty. */
export async function listUnsettledBills(db: Database, limit: number): Promise<string[]> {
  const rows = await db<{ booking_id: string }[]>`
    SELECT booking_id FROM booking
    WHERE (status IN ('REJECTED', 'CANCELLED') AND (billing ->> 'held' IS NOT NULL OR billing ->> 'charged' IS NOT NULL))
      OR (status IN ('CONFIRMED', 'COMPLETED', 'NO_SHOW') AND billing IS NOT NULL AND billing ->> 'charged' IS NULL)
    ORDER BY updated_at, booking_id LIMIT ${limit}`;
  return rows.map(row => row.booking_id);
}

/** Partners do not see the bill, so this creates no version and no event. */
export async function saveBill(
  tx: Database,
  bookingId: string,
  bill: NonNullable<Booking['billing']>,
): Promise<void> {
  await tx`UPDATE booking SET billing = ${tx.json(bill)} WHERE booking_id = ${bookingId}`;
}
