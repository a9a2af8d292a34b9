import { mkdirSync } from 'node:fs';
import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { book } from '../../server/test/booking-steps.ts';
import { createPartner } from '../../server/test/browser-session.ts';
import { accessibilityViolations, expectUsable } from './browser/accessibility.ts';
import { type DashboardUnderTest, dashboardUnderTest, PHONE } from './browser/dashboard-under-test.ts';

let dashboard: DashboardUnderTest;
let page: Page;
beforeAll(async () => {
  dashboard = await dashboardUnderTest();
  await createPartner(dashboard.app, 'Ödland Reisen');
  await book(dashboard, 'ok', { members: { clientReference: 'Filter-1' } });
  page = await dashboard.visit('owner');
});
afterAll(() => dashboard?.close());
afterEach(() => {
  expect(dashboard.problems.splice(0)).toEqual([]);
});

const rows = () => page.getByRole('table', { name: 'Bookings', exact: true }).locator('tbody tr');
const searchOf = () => new URL(page.url()).searchParams;
/** Set to a folder to keep pictures of the pickers. */
const PICTURES = process.env.SERAI_TEST_PICTURES;
async function picture(name: string, of = page): Promise<void> {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  await of.screenshot({ path: `${PICTURES}/${name}.png` });
}

test('a partner is chosen by the beginning of a word of its name with the keyboard, and stays in the URL', async () => {
  await page.goto('/sandbox/bookings');
  await rows().first().waitFor();
  const box = page.getByRole('combobox', { name: 'Partner' });
  await box.focus();
  await page.keyboard.type('REIS');
  await page.getByRole('option', { name: 'Ödland Reisen' }).waitFor();
  await picture('combobox');
  await expectUsable(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'No matching bookings' }).waitFor();
  expect(searchOf().get('partner')).toMatch(/^prt_/);
  await page.reload();
  await expect.poll(() => box.inputValue()).toBe('Ödland Reisen');
  await page.getByRole('button', { name: 'Clear partner' }).click();
  await rows().first().waitFor();
  expect(searchOf().has('partner')).toBe(false);
});

test('a hotel is chosen by its name and shown by its name after a reload', async () => {
  await page.goto('/sandbox/bookings');
  const box = page.getByRole('combobox', { name: 'Hotel' });
  await box.focus();
  await page.keyboard.type('sandb');
  await page.getByRole('listbox', { name: 'Hotel' }).getByRole('option').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => searchOf().get('hotel')).toMatch(/^htl_/);
  const name = await box.inputValue();
  expect(name).not.toMatch(/^htl_/);
  await page.reload();
  await expect.poll(() => box.inputValue()).toBe(name);
});

test('text that matches no option is discarded when the field is left', async () => {
  await page.goto('/sandbox/bookings');
  const box = page.getByRole('combobox', { name: 'Partner' });
  await box.fill('nobody');
  await page.keyboard.press('Tab');
  await expect.poll(() => box.inputValue()).toBe('');
  expect(searchOf().size).toBe(0);
});

test('dates are chosen from presets and in a calendar with the keyboard, and can be cleared', async () => {
  await page.goto('/sandbox/bookings');
  const button = page.getByRole('button', { name: /^Check-in/ });
  await button.click();
  await page.getByRole('grid').waitFor();
  await picture('calendar');
  await expectUsable(page);
  await page.getByRole('button', { name: 'Next 7 days' }).click();
  await expect.poll(() => searchOf().get('from')).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(await button.innerText()).toMatch(/\d{4}/);
  await page.getByRole('heading', { name: 'No matching bookings' }).waitFor();

  await button.click();
  await page.getByRole('gridcell').getByRole('button').nth(9).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('grid').waitFor({ state: 'detached' });
  const days =
    (Date.parse(searchOf().get('to') ?? '') - Date.parse(searchOf().get('from') ?? '')) / 86_400_000;
  expect(days).toBe(2);
  await page.getByRole('button', { name: 'Clear check-in' }).click();
  await rows().first().waitFor();
});

test('filters are saved as a view under a name, opened again, and deleted', async () => {
  await page.goto('/sandbox/bookings?status=CONFIRMED');
  await page.getByRole('button', { name: /^Views/ }).click();
  await page.getByLabel('Name of the view').fill('Confirmed only');
  await page.keyboard.press('Enter');
  await page.goto('/sandbox/bookings');
  await page.getByRole('button', { name: 'Views (1)' }).click();
  await picture('views');
  await expectUsable(page);
  await page.getByRole('link', { name: 'Confirmed only' }).click();
  await expect.poll(() => searchOf().get('status')).toBe('CONFIRMED');
  await page.getByRole('button', { name: 'Views (1)' }).click();
  await page.getByRole('button', { name: 'Delete view Confirmed only' }).click();
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('button', { name: 'Views', exact: true }).waitFor();
});

test('the export contains all bookings that match, not only the rows shown', async () => {
  await page.route('**/api/v1/bookings/list', async route => {
    const body = route.request().postDataJSON();
    await route.continue({ postData: JSON.stringify({ ...body, page: { ...body.page, limit: 1 } }) });
  });
  await book(dashboard, 'ok', { members: { clientReference: 'Filter-2' } });
  await page.goto('/sandbox/bookings');
  await expect.poll(() => rows().count()).toBe(1);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const stream = await file.createReadStream();
  const text = Buffer.concat(await stream.toArray()).toString('utf8');
  expect(text).toContain('Filter-1');
  expect(text).toContain('Filter-2');
  await page.unroute('**/api/v1/bookings/list');
});

test('pickers fit a phone', async () => {
  const phone = await dashboard.visit('owner', { viewport: PHONE, colorScheme: 'dark' });
  await phone.goto('/sandbox/bookings?status=CONFIRMED&from=2020-01-01');
  // The filters are behind one button, which shows how many are set.
  await phone.getByRole('button', { name: 'Filters (2)' }).click();
  await phone.getByRole('button', { name: /^Check-in/ }).click();
  await phone.getByRole('grid').waitFor();
  await picture('calendar-phone', phone);
  await expectUsable(phone);
  // A single filter needs no button in front of it.
  await phone.goto('/sandbox/reference');
  await phone.getByRole('searchbox', { name: 'Search' }).waitFor();
  expect(await phone.getByRole('button', { name: /^Filters/ }).count()).toBe(0);
  await phone.context().close();
});

test('the catalogue finds a hotel by ID, keeps the filter after a reload and shows the hotel details', async () => {
  const hotelId = scenarioHotelId('ok');
  const hotels = page.getByRole('table', { name: 'Hotels', exact: true }).locator('tbody tr');
  await page.goto('/sandbox/hotels');
  await hotels.nth(2).waitFor();
  await page.getByLabel('Name or ID').fill(hotelId);
  await expect.poll(() => hotels.count(), { timeout: 45_000 }).toBe(1);
  await page.reload();
  await expect.poll(() => hotels.count(), { timeout: 45_000 }).toBe(1);
  await hotels.first().getByRole('link').click();
  await page.getByRole('heading', { name: 'Rooms', exact: true }).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByLabel('Name or ID').waitFor({ state: 'detached' });
});
