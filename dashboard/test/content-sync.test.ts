import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ContentStage, STAGES } from '../../server/test/mapping/content-stages.ts';
import { expectUsable } from './browser/accessibility.ts';
import { type DashboardUnderTest, dashboardUnderTest } from './browser/dashboard-under-test.ts';
import { openSettled } from './browser/pages.ts';

const HOTELS = 8;

let dashboard: DashboardUnderTest;
let stage: ContentStage;
beforeAll(async () => {
  stage = await STAGES.hotelbeds(HOTELS);
  dashboard = await dashboardUnderTest();
  const { status } = await dashboard.app.operate('providers/connect', {
    adapter: 'hotelbeds',
    name: 'Hotelbeds',
    environment: 'sandbox',
    credentials: stage.credentials,
    settings: { baseUrl: stage.simulator.url },
  });
  expect(status).toBe(200);
});
afterAll(async () => {
  await dashboard?.close();
  await stage?.simulator.close();
});
afterEach(async () => {
  await dashboard.closePages();
  expect(dashboard.problems.splice(0)).toEqual([]);
});

test('an admin can start a content sync and confirm the removal of many hotels', async () => {
  const page = await dashboard.visit('admin');
  await openSettled(page, '/sandbox/providers/prv_sandbox_hotelbeds');
  const card = page.getByRole('region', { name: 'Hotels of this account' });
  await card.getByRole('button', { name: 'Sync now' }).click();
  await card.getByText(`${HOTELS} of ${HOTELS} hotels on 1 page, ${HOTELS} new`).waitFor();
  await card.locator('.badge', { hasText: 'Done' }).waitFor();
  await expectUsable(page);

  for (const index of [1, 2]) stage.remove(index);
  await card.getByRole('button', { name: 'Read all hotels' }).click();
  await card.getByText('The supplier’s list lacks 2 of 8 hotels').waitFor();
  await card.locator('.badge', { hasText: 'Needs confirmation' }).waitFor();
  await expectUsable(page);
  await card.getByRole('button', { name: 'Remove them' }).click();
  await page.getByRole('button', { name: 'Remove hotels' }).click();
  await card.getByText('2 removed').waitFor();
  expect(await card.getByText('The supplier’s list lacks').count()).toBe(0);
});

test('a viewer sees when the next content sync runs, but no buttons', async () => {
  const page = await dashboard.visit('viewer');
  await openSettled(page, '/sandbox/providers/prv_sandbox_hotelbeds');
  const card = page.getByRole('region', { name: 'Hotels of this account' });
  await card.getByText('Next run').waitFor();
  expect(await card.getByRole('button').count()).toBe(0);
});
