import type { Database } from '../../platform/database/connect.ts';

/** Those of these bookings that were confirmed at some time, whatever became of them. */
export async function listConfirmedBookings(
  db: Database,
  organisationId: string,
  bookingIds: readonly string[],
): Promise<string[]> {
  const rows = await db<{ booking_id: string }[]>`
    SELECT booking_id FROM booking
    WHERE booking_id = ANY(${bookingIds}::text[]) AND organisation_id = ${organisationId} AND confirmed_at IS NOT NULL
    ORDER BY booking_id LIMIT ${bookingIds.length}`;
  return rows.map(row => row.booking_id);
}
