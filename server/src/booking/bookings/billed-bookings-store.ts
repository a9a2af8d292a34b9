import type { Database } from '../../platform/database/connect.ts';
import { ofPartner } from '../../platform/database/of-partner.ts';
import type { SealedPeople } from './people.ts';

export interface BilledBookingRow extends SealedPeople {
  bookingId: string;
  clientReference: string;
  hotel: string;
  checkIn: string;
  checkOut: string;
}

/** Uses the primary key. `organisationId` undefined means all partners. */
export async function listBilledBookings(
  db: Database,
  organisationId: string | undefined,
  bookingIds: readonly string[],
): Promise<BilledBookingRow[]> {
  return await db<BilledBookingRow[]>`
    SELECT booking_id AS "bookingId", client_reference AS "clientReference", content #>> '{hotel,name}' AS hotel,
      check_in::text AS "checkIn", check_out::text AS "checkOut", people, people_key
    FROM booking WHERE booking_id = ANY (${bookingIds}::text[]) AND ${ofPartner(db, organisationId)}
    ORDER BY booking_id LIMIT ${bookingIds.length}`;
}
