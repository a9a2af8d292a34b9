/**
 * Finds what must be reported by email. Each claim marks the rows that it returns as reported, in the caller's
 * transaction.
 */
import type { Role } from '@serai/contract/roles.ts';
import type { Booking } from '../../booking/bookings/booking.ts';
import type { Database } from '../../platform/database/connect.ts';

const LIMIT = 100;

/**
 * Production bookings that need attention. A booking that needs attention again later is returned again. Uses the index
 * booking_all_in_need.
 */
export async function claimNeedyBookings(tx: Database): Promise<{ bookingId: string; at: Date }[]> {
  await tx`
    DELETE FROM mail_told AS told WHERE kind = 'booking.attention' AND NOT EXISTS (
      SELECT FROM booking WHERE booking_id = told.subject_id AND needs_attention)`;
  return await tx<{ bookingId: string; at: Date }[]>`
    INSERT INTO mail_told (kind, subject_id)
    SELECT 'booking.attention', booking_id FROM booking
    WHERE needs_attention AND environment = 'production' AND NOT test_mode
      AND NOT EXISTS (SELECT FROM mail_told WHERE kind = 'booking.attention' AND subject_id = booking_id)
    ORDER BY updated_at LIMIT ${LIMIT}
    ON CONFLICT DO NOTHING RETURNING subject_id AS "bookingId", at`;
}

export interface EndpointNotice {
  noticeId: string;
  organisationId: string;
  text: string;
}

export async function claimEndpointNotices(tx: Database): Promise<EndpointNotice[]> {
  await tx`
    DELETE FROM mail_told AS told WHERE kind = 'notice' AND NOT EXISTS (
      SELECT FROM notice WHERE notice_id = told.subject_id AND ended_at IS NULL)`;
  return await tx<EndpointNotice[]>`
    WITH claimed AS (
      INSERT INTO mail_told (kind, subject_id)
      SELECT 'notice', notice_id FROM notice
      WHERE ended_at IS NULL AND kind IN ('webhook.failing', 'webhook.disabling_soon', 'webhook.disabled')
        AND NOT EXISTS (SELECT FROM mail_told WHERE mail_told.kind = 'notice' AND subject_id = notice_id)
      ORDER BY at LIMIT ${LIMIT}
      ON CONFLICT DO NOTHING RETURNING subject_id
    )
    SELECT notice_id AS "noticeId", organisation_id AS "organisationId", text
    FROM notice JOIN claimed ON notice_id = claimed.subject_id ORDER BY at`;
}

/** Recorded when the emails are written, because users can leave before their emails are sent. */
export async function markNoticeRecipients(tx: Database, noticeId: string, areStaff: boolean): Promise<void> {
  await tx`UPDATE notice SET mails_staff = ${areStaff} WHERE notice_id = ${noticeId}`;
}

/** If a job outlives its lease, an email may be sent twice. Its address is recorded once. */
export async function markNoticeMailed(tx: Database, noticeId: string, address: string): Promise<void> {
  await tx`
    UPDATE notice SET mailed_at = serai_now(), mailed_to = array_append(mailed_to, ${address}::text)
    WHERE notice_id = ${noticeId} AND ${address} <> ALL (coalesce(mailed_to, '{}'))`;
}

/** Production bookings of own inventory that were confirmed in the last 24 hours. */
export async function claimHotelBookings(tx: Database): Promise<Booking[]> {
  await tx`
    DELETE FROM mail_told WHERE kind = 'hotel.confirmation' AND at < serai_now() - interval '30 days'`;
  return await tx<Booking[]>`
    WITH claimed AS (
      INSERT INTO mail_told (kind, subject_id)
      SELECT 'hotel.confirmation', booking_id FROM booking
      WHERE environment = 'production' AND NOT test_mode AND provider = 'own' AND status = 'CONFIRMED'
        -- Uses booking_all_updated. A later change is no new booking, even if the claim was deleted.
        AND updated_at > serai_now() - interval '1 day' AND confirmed_at > serai_now() - interval '1 day'
        AND NOT EXISTS (SELECT FROM mail_told WHERE kind = 'hotel.confirmation' AND subject_id = booking_id)
      ORDER BY updated_at LIMIT ${LIMIT}
      ON CONFLICT DO NOTHING RETURNING subject_id
    )
    SELECT booking.* FROM booking JOIN claimed ON booking_id = claimed.subject_id`;
}

export async function listStaffAddresses(db: Database, roles: readonly Role[]): Promise<string[]> {
  const rows = await db<{ email: string }[]>`
    SELECT email FROM member JOIN organisation ON organisation.id = organisation_id
    WHERE kind = 'OPERATOR' AND person_id IS NOT NULL AND role = ANY (${roles}) ORDER BY email LIMIT ${LIMIT}`;
  return rows.map(({ email }) => email);
}

/** Addresses are stored in lower case. */
export async function isStaffAddress(
  db: Database,
  roles: readonly Role[],
  address: string,
): Promise<boolean> {
  const rows = await db`
    SELECT FROM member JOIN organisation ON organisation.id = organisation_id
    WHERE kind = 'OPERATOR' AND person_id IS NOT NULL AND role = ANY (${roles}) AND email = ${address} LIMIT 1`;
  return rows.length > 0;
}

export async function listPartnerAddresses(
  db: Database,
  organisationId: string,
  roles: readonly Role[],
): Promise<string[]> {
  const rows = await db<{ email: string }[]>`
    SELECT email FROM member
    WHERE organisation_id = ${organisationId} AND person_id IS NOT NULL AND role = ANY (${roles})
    ORDER BY email LIMIT ${LIMIT}`;
  return rows.map(({ email }) => email);
}

export async function findPartnerName(db: Database, organisationId: string): Promise<string | undefined> {
  const [row] = await db<{ name: string }[]>`SELECT name FROM organisation WHERE id = ${organisationId}`;
  return row?.name;
}
