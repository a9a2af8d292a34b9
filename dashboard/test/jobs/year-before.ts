import type { DashboardUnderTest } from '../browser/dashboard-under-test.ts';

/**
 * Copies of the allotment and of stays on the same weekdays of the year before. Two were booked by this time a year ago.
 * The others were booked later and are not compared.
 */
export async function sellYearBefore(dashboard: DashboardUnderTest): Promise<void> {
  const { ownerDb } = dashboard.app.database;
  await ownerDb`
    INSERT INTO inventory_allotment (environment, hotel_id, night, room_code, total)
    SELECT environment, hotel_id, night - 364, room_code, total FROM inventory_allotment`;
  await ownerDb`
    INSERT INTO inventory_booking
    SELECT copy.* FROM (SELECT *, row_number() OVER (ORDER BY created_at, reference) FROM inventory_booking) AS sold,
    LATERAL jsonb_populate_record(NULL::inventory_booking, to_jsonb(sold) || jsonb_build_object(
      'reference', reference || '-before', 'supplier_ref', supplier_ref || '-before', 'check_in', check_in - 364,
      'check_out', check_out - 364,
      'created_at', created_at - CASE WHEN row_number <= 2 THEN interval '1 year' ELSE '2 months' END)) AS copy`;
}
