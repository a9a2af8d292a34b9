import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { book } from '../../server/test/booking-steps.ts';
import { followReports } from '../../server/test/follow-reports.ts';
import { type DashboardUnderTest, dashboardUnderTest, PHONE } from './browser/dashboard-under-test.ts';
import { FIRST_VIEW_LIMIT_KB, openFirstView, totalKb } from './browser/first-view.ts';
import { openSettled } from './browser/pages.ts';

/** One more than the overview shows before "Show all". */
const ENDPOINTS = 5;

let dashboard: DashboardUnderTest;
beforeAll(async () => {
  dashboard = await dashboardUnderTest();
  const { operate, database } = dashboard.app;
  const { ownerDb } = database;
  await book(dashboard, 'ok');
  await followReports(database.db);
  const partnerId = await owe('Southern Tours', { amount: '90.00', currency: 'EUR' });
  await owe('Western Trips', { amount: '70.00', currency: 'USD' });
  for (let i = 1; i <= ENDPOINTS; i++) {
    const input = { partnerId, environment: 'sandbox', url: `https://shop.example/${i}` };
    const created = await operate('webhooks/create', { ...input, eventTypes: ['booking.confirmed'] });
    expect([created.status, created.text]).toEqual([200, created.text]);
    await ownerDb`
      INSERT INTO notice (notice_id, organisation_id, environment, kind, subject_id, text, at)
      SELECT ${`ntc_${i}`}, id, 'sandbox', 'webhook.failing', ${created.json.endpoint.endpointId},
        ${`Endpoint ${i} fails.`}, now()
      FROM organisation WHERE kind = 'OPERATOR'`;
  }
  await ownerDb`UPDATE webhook_endpoint SET failing_since = serai_now() - interval '2 hours'`;
});
afterAll(() => dashboard?.close());
afterEach(async () => {
  await dashboard.closePages();
  expect(dashboard.problems.splice(0)).toEqual([]);
});

async function owe(name: string, amount: { amount: string; currency: string }): Promise<string> {
  const { operate } = dashboard.app;
  const limit = { ...amount, amount: '1000.00' };
  const billing = { model: 'CREDIT', currency: amount.currency, limit };
  const { partnerId } = (await operate('partners/create', { name, billing })).json.partner;
  const rest = { environment: 'sandbox', effect: 'OWES_MORE', amount, reason: 'Opening balance' };
  expect((await operate('billing/adjust', { partnerId, ...rest })).status).toBe(200);
  return partnerId;
}

test('a read that fails does not keep the overview from being shown', async () => {
  const page = await dashboard.visit('owner');
  for (const name of ['webhooks/list', 'reports/sales', 'usage/funnel'])
    await page.route(`**/${name}`, route => route.fulfill({ status: 400, body: '{}' }));
  await openSettled(page, '/sandbox');
  const health = page.getByRole('region', { name: 'Health' });
  await health
    .getByRole('listitem')
    .filter({ hasText: 'Webhooks' })
    .getByText('Could not be loaded')
    .waitFor();
  await statOf(page, 'Owed by partners').waitFor();
  for (const label of ['Revenue', 'Margin', 'Searches per booking'])
    await statOf(page, label).getByText('Could not be loaded.').waitFor();
  await page.unroute('**/reports/sales');
  await statOf(page, 'Revenue').getByRole('button').click();
  await page.getByText(/Revenue and margin as of/).waitFor();
  expect(await statOf(page, 'Margin').getByText('Could not be loaded.').count()).toBe(0);
  // The browser reports each failed response.
  dashboard.problems.splice(0);
});

const statOf = (page: Page, label: string) => page.locator('.stat', { hasText: label });

/** A text of downshift, the library of lists, that its minified code contains. */
const LIST_LIBRARY = 'getToggleButtonProps';

test('the scripts of the first view stay within the limit, and the list of a select is loaded when it is reached', async () => {
  const page = await dashboard.visit('owner');
  const scripts = await openFirstView(page);
  const largest = scripts.slice(0, 10).map(({ path, gzipKb }) => `${path} ${gzipKb.toFixed(1)} kB`);
  const advice = `Load what the overview does not show at first with lazy(). The largest scripts: ${largest.join(', ')}`;
  expect(scripts).not.toEqual([]);
  expect(totalKb(scripts), advice).toBeLessThanOrEqual(FIRST_VIEW_LIMIT_KB);
  const withLists = scripts.filter(({ body }) => body.includes(LIST_LIBRARY)).map(({ path }) => path);
  expect(withLists, 'Use LazySelect, and import no Select or Combobox into the overview').toEqual([]);

  // A key that is pressed before the list is loaded opens it.
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/*.js', route => released.then(() => route.continue()));
  const selects = page.getByRole('combobox', { name: 'Period' });
  const [business, traffic] = [selects.first(), selects.last()];
  const before = await business.boundingBox();
  await business.press('ArrowDown');
  release();
  const list = page.getByRole('listbox', { name: 'Period' }).first();
  await list.getByRole('option', { name: 'Last 7 days' }).waitFor();
  expect(await business.boundingBox()).toEqual(before);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toContain('business=30d');
  await page.locator(':focus', { hasText: 'Last 30 days' }).waitFor();
  // The focus stays on the select when its list is loaded.
  await traffic.focus();
  await page.locator(':focus[aria-controls]', { hasText: 'Last 24 hours' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toContain('period=7d');
});

test('a page whose scripts an upgrade has replaced says so, and can be reloaded', async () => {
  const page = await dashboard.visit('owner');
  await openSettled(page, '/sandbox');
  await page.route('**/*.js', route => route.fulfill({ status: 404, body: '' }));
  const select = page.getByRole('combobox', { name: 'Period' }).first();
  const title = page.getByRole('heading', { name: 'Overview', level: 1 });
  const explained = page.getByRole('heading', { name: 'This page could not be shown' });
  const failed = page.waitForEvent('requestfailed');
  await select.hover();
  await failed;
  await title.waitFor();
  await page.getByRole('combobox', { name: 'Period' }).last().click();
  await explained.waitFor();
  await page.unroute('**/*.js');
  await page.getByRole('button', { name: 'Reload page' }).click();
  await title.waitFor();
  expect(await explained.count()).toBe(0);
  // The browser reports each failed script.
  dashboard.problems.splice(0);
});

test('what partners owe is shown for each currency', async () => {
  const page = await dashboard.visit('owner');
  await openSettled(page, '/sandbox');
  const owed = statOf(page, 'Owed by partners');
  await owed.getByText(/^[\d.,]+ EUR$/).waitFor();
  await owed.getByText('70.00 USD', { exact: true }).waitFor();
});

test('partner users and support agents see the value of bookings, but neither margin nor the sales of others', async () => {
  for (const role of ['partner-admin', 'support'] as const) {
    const page = await dashboard.visit(role);
    const asked: string[] = [];
    page.on('request', request => asked.push(request.url()));
    await openSettled(page, '/sandbox');
    await statOf(page, 'Value of confirmed bookings').waitFor();
    expect(await statOf(page, 'Margin').count()).toBe(0);
    expect(await page.getByRole('heading', { name: 'Top partners' }).count()).toBe(0);
    expect(asked.filter(url => url.includes('/reports/'))).toEqual([]);
  }
});

test('figures follow the chosen period, in days of the operator, and link to the bookings that they count', async () => {
  const page = await dashboard.visit('owner', { timezoneId: 'America/Los_Angeles' });
  await openSettled(page, '/sandbox?business=month');
  const days = page.getByRole('table', { name: 'Bookings per day' }).locator('tbody th');
  const now = new Date();
  await expect.poll(() => days.count()).toBe(now.getUTCDate());
  const today = now.toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
  expect(await days.last().innerText()).toBe(`${today} so far`);
  await statOf(page, 'Bookings')
    .getByText(/^\w+, same days$/)
    .waitFor();
  await statOf(page, 'Bookings').first().getByRole('link', { name: 'Bookings' }).click();
  const month = now.toISOString().slice(0, 7);
  await expect.poll(() => page.url()).toContain(`createdFrom=${month}-01`);
  const rows = page.getByRole('table', { name: 'Bookings', exact: true }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(1);
  await openSettled(page, '/sandbox?business=year');
  await statOf(page, 'Room nights')
    .getByText(`${now.getUTCFullYear() - 1}, same days`)
    .waitFor();
  const months = page.getByRole('table', { name: 'Revenue per month' }).locator('tbody th');
  await expect.poll(() => months.count()).toBe(now.getUTCMonth() + 1);
});

test('a notice about an endpoint is hidden only while the overview shows the endpoint', async () => {
  const page = await dashboard.visit('owner');
  await openSettled(page, '/sandbox');
  const rows = page.getByRole('region', { name: 'Problems' }).getByRole('listitem');
  await rows
    .filter({ hasText: /Southern Tours’ webhook endpoint .* is down/ })
    .first()
    .waitFor();
  const banners = page.locator('.banner', { hasText: /Endpoint \d fails/ });
  await expect.poll(() => banners.count()).toBe(1);
  await page.getByRole('button', { name: `Show all ${ENDPOINTS}` }).click();
  await expect.poll(() => banners.count()).toBe(0);
});

test('the first problem is open, and the others have one line each that opens with the keyboard', async () => {
  const page = await dashboard.visit('owner');
  await openSettled(page, '/sandbox');
  const problems = page.getByRole('region', { name: 'Problems' }).getByRole('listitem');
  await problems
    .first()
    .getByText(/ since /)
    .waitFor();
  const second = problems.nth(1);
  await second.getByText(/\bDown for \d+ hours?\.$/).waitFor();
  await second.getByRole('link', { name: 'Open endpoint' }).waitFor();
  expect(await second.getByText(/ since /).isVisible()).toBe(false);
  expect((await second.boundingBox())?.height).toBeLessThan(60);
  await second.getByRole('button').press('Enter');
  await second.getByText(/ since /).waitFor();
});

test('on a phone, the menu button shows the sum of all marks, and all problems are closed, so that the figures are near', async () => {
  const page = await dashboard.visit('owner', { viewport: PHONE });
  await openSettled(page, '/sandbox');
  await page.getByRole('button', { name: `Menu (${ENDPOINTS} down)` }).waitFor();
  const problems = page.getByRole('region', { name: 'Problems' }).getByRole('listitem');
  const [first, second] = [problems.first(), problems.nth(1)];
  await first.getByRole('link', { name: 'Open endpoint' }).waitFor();
  expect(await first.getByRole('button').getAttribute('aria-expanded')).toBe('false');
  await second.getByText(/\bDown for \d+ hours?\.$/).waitFor();
  // Its link needs no second step.
  await second.getByRole('link', { name: 'Open endpoint' }).waitFor();
  await second.getByRole('button').click();
  const today = statOf(page, 'Bookings').first().getByText('Today', { exact: true });
  expect(await today.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Show details' }).click();
  await today.waitFor();
});
