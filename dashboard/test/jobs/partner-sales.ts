/** What a partner does while its manager looks at the dashboard. */
import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { expect, vi } from 'vitest';
import { STAY } from '../../../server/test/booking-app.ts';
import { book } from '../../../server/test/booking-steps.ts';
import { followReports } from '../../../server/test/follow-reports.ts';
import type { DashboardUnderTest } from '../browser/dashboard-under-test.ts';

/** The partner asks for two prices, so that there is something to preview. */
export async function quoteWith(dashboard: DashboardUnderTest, key: string): Promise<void> {
  for (const adults of [1, 2]) {
    const search = { ...STAY, occupancies: [{ adults }], hotelIds: [scenarioHotelId('ok')] };
    const { json } = await dashboard.call('availability', search, { key });
    const { status, text } = await dashboard.call(
      'prebooking',
      { offerId: json.hotels[0].offers[0].offerId },
      { key },
    );
    if (status !== 200) throw new Error(text);
  }
}

/** Reports and last uses of keys are otherwise stored within half a minute. Requests are counted within seconds. */
export async function sellAndStoreLastUses(dashboard: DashboardUnderTest): Promise<void> {
  const { db, ownerDb } = dashboard.app.database;
  expect((await book(dashboard, 'ok')).status).toBe(200);
  await followReports(db);
  await ownerDb`
    INSERT INTO api_key_last_use (secret_id, used_at, organisation_id)
    SELECT secret.id, serai_now(), key.organisation_id FROM api_key AS key JOIN api_key_secret AS secret ON secret.key_id = key.id
    WHERE key.purpose = 'CLIENT' AND key.environment = 'sandbox' AND key.name <> 'First sandbox key' ON CONFLICT DO NOTHING`;
  const counted = () => ownerDb`SELECT DISTINCT organisation_id FROM usage_minute LIMIT 2`;
  await vi.waitFor(async () => expect(await counted()).toHaveLength(2), { timeout: 30_000, interval: 250 });
}
