import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import { ofPartner } from '../../platform/database/of-partner.ts';
import { eraseEvents } from '../../platform/events/outbox-store.ts';
import type { Booking } from '../bookings/booking.ts';

/** Runs in the transaction that erases the booking itself. */
export async function eraseTraces(
  tx: Database,
  { booking_id, organisation_id, environment }: Booking,
): Promise<void> {
  await eraseEvents(tx, [booking_id]);
  await tx`DELETE FROM booking_exchange WHERE booking_id = ${booking_id}`;
  await tx`
    DELETE FROM idempotency_key
    WHERE organisation_id = ${organisation_id} AND environment = ${environment} AND booking_id = ${booking_id}`;
  await tx`
    UPDATE request_log SET request_body = NULL, response_body = NULL, idempotency_key = NULL
    WHERE booking_id = ${booking_id} AND organisation_id = ${organisation_id}
      AND (request_body IS NOT NULL OR response_body IS NOT NULL OR idempotency_key IS NOT NULL)`;
}

export interface ChosenBookings {
  organisationId: string;
  environment?: Environment | undefined;
  clientReference?: string | undefined;
  bookingId?: string | undefined;
  holderMark?: Buffer | undefined;
  /** Id of the last booking of the previous page. */
  after: string;
  limit: number;
}

/** Sorted by id. Erased bookings cannot be found by `holderMark`. */
export async function listChosenBookings(db: Database, query: ChosenBookings): Promise<Booking[]> {
  const { organisationId, environment, clientReference, bookingId, holderMark, after, limit } = query;
  return await db<Booking[]>`
    SELECT * FROM booking
    WHERE organisation_id = ${organisationId} AND booking_id > ${after}
      AND environment = ANY (${environment ? [environment] : ['sandbox', 'production']}::text[])
      ${clientReference === undefined ? db`` : db`AND client_reference = ${clientReference}`}
      ${bookingId === undefined ? db`` : db`AND booking_id = ${bookingId}`}
      ${holderMark === undefined ? db`` : db`AND holder_mark = ${holderMark}::bytea`}
    ORDER BY booking_id LIMIT ${limit}`;
}

export interface Erasure {
  booking_id: string;
  client_reference: string;
  environment: Environment;
  check_out: string;
  erased_at: Date;
  erased_because: NonNullable<Booking['erased_because']>;
}

export interface ErasureFilter {
  /** Undefined means all partners. */
  organisationId: string | undefined;
  environment?: Environment | undefined;
  cause?: Erasure['erased_because'] | undefined;
  /** The last entry of the previous page. */
  before?: { at: string; bookingId: string } | undefined;
  limit: number;
}

/** Most recently erased first. Uses the index booking_erased. */
export async function listErasures(db: Database, filter: ErasureFilter): Promise<Erasure[]> {
  const { organisationId, environment, cause, before, limit } = filter;
  return await db<Erasure[]>`
    SELECT booking_id, client_reference, environment, check_out, erased_at, erased_because FROM booking
    WHERE ${ofPartner(db, organisationId)} AND erased_at IS NOT NULL
      ${environment === undefined ? db`` : db`AND environment = ${environment}`}
      ${cause === undefined ? db`` : db`AND erased_because = ${cause}`}
      ${before === undefined ? db`` : db`AND (erased_at, booking_id) < (${before.at}::text::timestamptz, ${before.bookingId})`}
    ORDER BY erased_at DESC, booking_id DESC LIMIT ${limit}`;
}

/**
 * Lists bookings in a final state whose retention has ended, except those that need attention. For each partner, reads only a range
 * of the index booking_guests_kept.
 */
export async function listOutdatedGuests(
  db: Database,
  defaultDays: number,
  limit: number,
): Promise<string[]> {
  const rows = await db<{ booking_id: string }[]>`
    SELECT old.booking_id FROM organisation
    CROSS JOIN LATERAL (
      SELECT booking_id FROM booking
      WHERE organisation_id = organisation.id AND people_key IS NOT NULL
        AND status IN ('REJECTED', 'CANCELLED', 'COMPLETED', 'NO_SHOW') AND NOT needs_attention
        AND check_out < ((SELECT serai_now()) - coalesce(guest_days, ${defaultDays}::int) * interval '1 day')::date
      ORDER BY check_out LIMIT ${limit}
    ) AS old
    LIMIT ${limit}`;
  return rows.map(row => row.booking_id);
}
