import { followBookings } from '../src/billing/reports/follow-bookings.ts';
import { changeFeedHorizon } from '../src/booking/bookings/change-feed-store.ts';
import type { Database } from '../src/platform/database/connect.ts';

/** Brings the reports up to date. The job that does this runs only every 15 seconds. */
export async function followReports(db: Database, timeZone = 'UTC'): Promise<void> {
  const parts = { horizon: changeFeedHorizon, timeZone: async () => timeZone };
  await followBookings(parts, { db, signal: new AbortController().signal });
}
