/** Bookings as rows. Only `changeBooking` changes what partners see of one. */
import type { Database } from '../../platform/database/connect.ts';
import type { Statement } from '../../platform/database/statement.ts';
import type { AttemptLease } from './attempt-store.ts';
import type { Booking, BookingScope, Resolution } from './booking.ts';
import { changeMoment } from './change-feed-store.ts';

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

/** For the service's own work, which is about one booking whosoever it is. */
export async function findAnyBooking(db: Database, bookingId: string): Promise<Booking | undefined> {
  const [booking] = await db<Booking[]>`SELECT * FROM booking WHERE booking_id = ${bookingId}`;
  return booking;
}

/** Until the end of the transaction nobody else changes it. */
export async function lockBooking(tx: Database, bookingId: string): Promise<Booking> {
  const [booking] = await tx<Booking[]>`SELECT * FROM booking WHERE booking_id = ${bookingId} FOR UPDATE`;
  if (!booking) throw new Error(`there is no booking ${bookingId}`);
  return booking;
}

export type NewBookingRow = Pick<
  Booking,
  | 'booking_id'
  | 'organisation_id'
  | 'environment'
  | 'test_mode'
  | 'client_reference'
  | 'fingerprint'
  | 'quote_id'
  | 'provider'
  | 'status'
  | 'status_reason'
  | 'hotel_id'
  | 'check_in'
  | 'check_out'
  | 'free_cancellation_until'
  | 'currency'
  | 'net_minor'
  | 'supplier_currency'
  | 'supplier_net_minor'
  | 'content'
  | 'people'
  | 'people_key'
  | 'holder_mark'
>;

/** Of a new booking's first call, from the moment it is written. */
interface FirstCall {
  leaseMs: number;
  /** When a person takes over. */
  resolveMs: number;
}

/** What every new booking is. */
const NEW = {
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
} satisfies Partial<Booking>;

/**
 * With the attempt to book it. Undefined when its client reference or its quote is taken: of several at once one gets it, the others
 * wait for that.
 */
export async function insertBooking(
  tx: Database,
  row: NewBookingRow,
  { leaseMs, resolveMs }: FirstCall,
): Promise<{ booking: Booking; attempt: AttemptLease } | undefined> {
  const [written] = await tx<
    (Pick<Booking, 'created_at' | 'updated_at' | 'resolution'> & { fence: number })[]
  >`
    WITH moment AS MATERIALIZED (
      SELECT at, floor(extract(epoch FROM at) * 1000)::bigint AS ms FROM (${changeMoment(tx)}) AS change
    ), booked AS (
      INSERT INTO booking (booking_id, organisation_id, environment, test_mode, client_reference, fingerprint, quote_id,
        provider, status, status_reason, version, hotel_id, check_in, check_out, created_at, updated_at,
        free_cancellation_until, currency, net_minor, supplier_currency, supplier_net_minor, content,
        people, people_key, holder_mark, resolution)
      SELECT ${row.booking_id}, ${row.organisation_id}, ${row.environment}, ${row.test_mode}, ${row.client_reference},
        ${row.fingerprint}, ${row.quote_id}, ${row.provider}, ${row.status}, ${row.status_reason}, ${NEW.version},
        ${row.hotel_id}, ${row.check_in}::date, ${row.check_out}::date, at, at,
        ${row.free_cancellation_until}::timestamptz, ${row.currency}, ${row.net_minor}::bigint,
        ${row.supplier_currency}, ${row.supplier_net_minor}::bigint, ${tx.json(row.content)}::json,
        ${row.people}::bytea, ${row.people_key}::bytea, ${row.holder_mark}::bytea,
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
    )
    SELECT created_at, updated_at, resolution, fence FROM booked, attempted`;
  if (written === undefined) return undefined;
  const { fence, ...times } = written;
  return { booking: { ...row, ...NEW, ...times }, attempt: { bookingId: row.booking_id, number: 1, fence } };
}

/** Members of a booking that a change may set; what is not named stays. */
export interface BookingChanges {
  supplier_ref?: string | null;
  hotel_confirmation?: string | null;
  needs_attention?: boolean;
  /** True: confirmed or cancelled at this change, unless it was before. */
  confirmed?: boolean;
  cancelled?: boolean;
  net_minor?: number;
  supplier_net_minor?: number;
  penalty_minor?: number | null;
  refused_net_minor?: number | null;
  content?: Booking['content'];
  cancel_intent?: Booking['cancel_intent'];
  resolution?: Booking['resolution'];
  people?: Buffer;
  /** Set: what names people is destroyed at this change, for good. */
  erased_because?: NonNullable<Booking['erased_because']>;
}

/** Undefined when somebody else changed it since it was read. */
export async function updateBooking(
  tx: Database,
  before: Booking,
  standing: Pick<Booking, 'status' | 'status_reason'>,
  { confirmed = false, cancelled = false, ...set }: BookingChanges,
): Promise<Booking | undefined> {
  const isErased = set.erased_because !== undefined;
  const after = { ...before, ...set, ...standing, ...(isErased && NOBODY) };
  const json = (value: unknown) => (value === null ? null : tx.json(value));
  const [written] = await tx<
    Pick<Booking, 'version' | 'updated_at' | 'confirmed_at' | 'cancelled_at' | 'erased_at'>[]
  >`
    WITH moment AS MATERIALIZED (${changeMoment(tx)})
    UPDATE booking SET
      status = ${after.status}, status_reason = ${after.status_reason}, version = version + 1,
      -- Never the same moment twice: a reader of changes keeps the last moment it saw.
      updated_at = greatest(at, updated_at + interval '1 microsecond'),
      supplier_ref = ${after.supplier_ref}, hotel_confirmation = ${after.hotel_confirmation},
      needs_attention = ${after.needs_attention},
      confirmed_at = CASE WHEN ${confirmed} THEN coalesce(confirmed_at, at) ELSE confirmed_at END,
      cancelled_at = CASE WHEN ${cancelled} THEN coalesce(cancelled_at, at) ELSE cancelled_at END,
      ${set.content === undefined ? tx`` : tx`content = ${tx.json(set.content)},`}
      ${set.people === undefined ? tx`` : tx`people = ${set.people},`}
      ${isErased ? erasure(tx, after) : tx``}
      net_minor = ${after.net_minor}, supplier_net_minor = ${after.supplier_net_minor},
      penalty_minor = ${after.penalty_minor}, refused_net_minor = ${after.refused_net_minor}, cancel_intent = ${json(after.cancel_intent)},
      resolution = ${json(after.resolution)}
    FROM moment
    WHERE booking_id = ${before.booking_id} AND version = ${before.version}
    RETURNING version, updated_at, confirmed_at, cancelled_at, erased_at`;
  return written && { ...after, ...written };
}

/** What is left of the people of a booking that were erased. */
const NOBODY = {
  people: Buffer.alloc(0),
  people_key: null,
  holder_mark: null,
  fingerprint: Buffer.alloc(0),
} satisfies Partial<Booking>;

/** The fingerprint goes too: whoever has its key could try names on it. */
function erasure(tx: Database, { people, fingerprint, erased_because }: Booking): Statement {
  return tx`people = ${people}::bytea, people_key = NULL, holder_mark = NULL, fingerprint = ${fingerprint}::bytea,
    erased_because = ${erased_because}, erased_at = date_trunc('milliseconds', at),`;
}

/** How far the checks are. Partners see it, but it is no change of the booking: no version, no event. */
export async function saveResolution(tx: Database, bookingId: string, resolution: Resolution): Promise<void> {
  await tx`UPDATE booking SET resolution = ${tx.json(resolution)} WHERE booking_id = ${bookingId}`;
}

/** The database's clock. */
export async function databaseNowMs(db: Database): Promise<number> {
  const [row] = await db<{ now: Date }[]>`SELECT serai_now() AS now`;
  return (row as { now: Date }).now.getTime();
}
