import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { systemClock as clock } from '../../server/src/platform/clock.ts';
import {
  type HotelbedsSimulator,
  startHotelbeds,
} from '../../server/test/suppliers/hotelbeds/hotelbeds-simulator.ts';
import { expectNoHorizontalScroll, expectUsable } from './browser/accessibility.ts';
import { choose } from './browser/choose.ts';
import { type DashboardUnderTest, dashboardUnderTest, PHONE } from './browser/dashboard-under-test.ts';
import { openSettled } from './browser/pages.ts';
import { hasFocus } from './jobs/walker.ts';

let dashboard: DashboardUnderTest;
let simulator: HotelbedsSimulator;
beforeAll(async () => {
  simulator = await startHotelbeds({ clock });
  dashboard = await dashboardUnderTest();
});
afterAll(async () => {
  await dashboard?.close();
  await simulator?.close();
});
afterEach(async () => {
  await dashboard.closePages();
  expect(dashboard.problems.splice(0)).toEqual([]);
});

async function openForm(page: Page, adapter: string) {
  await openSettled(page, '/sandbox/providers');
  await page.getByRole('button', { name: 'Connect provider' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect provider' });
  await choose(dialog, 'Adapter', adapter);
  return dialog;
}

/** A mistake is explained beside its field. */
async function addSupportContact(page: Page): Promise<void> {
  const card = page.getByRole('region', { name: 'Support contact' });
  await card.getByRole('button', { name: 'Add contact' }).click();
  const dialog = page.getByRole('dialog', { name: 'Support contact for Hotelbeds' });
  await dialog.getByLabel('Phone').fill('call us');
  await dialog.getByLabel('Email').fill('help@provider.example');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Use a phone number, for example +34 910 000 000.').waitFor();
  await expectUsable(page);
  await dialog.getByLabel('Phone').fill('+34 (910) 000-000');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const phone = card.getByRole('link', { name: '+34 (910) 000-000' });
  expect(await phone.getAttribute('href')).toBe('tel:+34910000000');
}

test('an admin can connect, test, pause and resume an account, and its secret is not shown again', async () => {
  const page = await dashboard.visit('admin');
  const dialog = await openForm(page, 'hotelbeds');
  const { apiKey, secret } = simulator.credentials;
  await dialog.getByLabel('API key').fill(apiKey);
  await dialog.getByLabel('Secret', { exact: true }).fill('wrong-secret');
  await dialog.getByLabel('Hotels per search').fill('5000');
  await dialog.getByLabel('Calls per day').fill('1000');
  await dialog.getByLabel('Simulator URL').fill(simulator.url);
  await expectUsable(page);
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await dialog.getByText('Use a whole number from 1 to 2000.').waitFor();
  await dialog.getByLabel('Hotels per search').fill('50');
  await dialog.getByLabel('Secret', { exact: true }).fill(secret);
  await dialog.getByRole('button', { name: 'Connect' }).click();
  const providers = page.getByRole('table', { name: 'Providers' });
  await providers.getByRole('link', { name: /Hotelbeds/ }).click();

  await page.getByRole('heading', { level: 1, name: 'Hotelbeds' }).waitFor();
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText('The credentials work and belong to sandbox.').first().waitFor();
  expect(await page.getByRole('listitem').filter({ hasText: 'Passed' }).count()).toBe(6);
  await page.getByRole('heading', { name: 'Call budget' }).waitFor();
  await page.getByText('hidden, ends in 0000').waitFor();
  await expectUsable(page);

  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
  await page.getByText('This provider is paused').waitFor();
  const banner = page.getByRole('status').filter({ hasText: 'This provider is paused' });
  await expect.poll(() => page.getByRole('button', { name: /^(Pause|Resume)$/ }).count()).toBe(1);
  await banner.getByRole('button', { name: 'Resume' }).click();
  await banner.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  // The button that had the focus no longer exists.
  await expect.poll(() => hasFocus(page.locator('#content'))).toBe(true);

  await addSupportContact(page);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const edit = page.getByRole('dialog');
  expect(await edit.getByLabel('API key').inputValue()).toBe('');
  await page.getByText('Hotels per search: 50').waitFor();
  await edit.getByLabel('Hotels per search').fill('');
  await edit.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Hotels per search: 50').waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain(secret);
});

test('a failed connection test shows the supplier’s error message, and the page fits on a phone', async () => {
  await dashboard.app.operate('providers/connect', {
    adapter: 'hotelbeds',
    code: 'hotelbeds-wrong',
    environment: 'sandbox',
    credentials: { ...simulator.credentials, secret: 'wrong-secret' },
    settings: { baseUrl: simulator.url },
  });
  const page = await dashboard.visit('admin', { viewport: PHONE });
  await openSettled(page, '/sandbox/providers/prv_sandbox_hotelbeds-wrong');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText('Request signature verification failed').first().waitFor();
  await page.getByText('Set the credentials again with serai providers update.').waitFor();
  await expectNoHorizontalScroll(page);
});
