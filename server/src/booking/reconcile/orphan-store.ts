import type { Database } from '../../platform/database/connect.ts';
import type { Booking } from '../bookings/booking.ts';
import type { Swept } from '../port/supplier.ts';

export type SweptBooking = Pick<
  Booking,
  'booking_id' | 'organisation_id' | 'provider' | 'test_mode' | 'status' | 'needs_attention'
>;

export async function findSweptBookings(
  db: Database,
  bookingIds: readonly string[],
): Promise<Map<string, SweptBooking>> {
  const rows = await db<SweptBooking[]>`
    SELECT booking_id, organisation_id, provider, test_mode, status, needs_attention
    FROM booking WHERE booking_id = ANY (${bookingIds}::text[])`;
  return new Map(rows.map(row => [row.booking_id, row]));
}

/** Returns the references that were not stored before. */
export async function insertOrphans(
  tx: Database,
  { code, testMode }: { code: string; testMode: boolean },
  orphans: readonly Pick<Swept, 'reference' | 'supplierRef'>[],
): Promise<Set<string>> {
  const rows = await tx<{ reference: string }[]>`
    INSERT INTO orphan_reservation (provider, test_mode, reference, supplier_ref, found_at)
    SELECT ${code}, ${testMode}, reference, supplier_ref, serai_now()
    FROM unnest(${orphans.map(({ reference }) => reference)}::text[],
      ${orphans.map(({ supplierRef }) => supplierRef)}::text[]) AS orphan (reference, supplier_ref)
    ON CONFLICT DO NOTHING
    RETURNING reference`;
  return new Set(rows.map(({ reference }) => reference));
}
