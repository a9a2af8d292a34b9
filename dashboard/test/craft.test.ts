import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CHECK_IN, CHECK_OUT } from '../../server/test/booking-app.ts';
import { book } from '../../server/test/booking-steps.ts';
import { accessibilityViolations, expectUsable } from './browser/accessibility.ts';
import { choose } from './browser/choose.ts';
import { type DashboardUnderTest, dashboardUnderTest, PHONE } from './browser/dashboard-under-test.ts';

let dashboard: DashboardUnderTest;
let page: Page;
let bookingId: string;
beforeAll(async () => {
  dashboard = await dashboardUnderTest();
  ({ bookingId } = (await book(dashboard, 'ok')).json.booking);
  page = await dashboard.visit('owner');
});
afterAll(() => dashboard?.close());
afterEach(() => {
  expect(dashboard.problems.splice(0)).toEqual([]);
});

test('a chart moves nothing when the pointer is over it, zooms by dragging, and is always as wide as its place', async () => {
  await page.goto('/sandbox/bookings');
  await page.getByRole('table', { name: 'Bookings', exact: true }).waitFor();
  const chart = page.locator('.chart').first();
  const rows = () => chart.locator('table tbody tr').count();
  await expect.poll(rows).toBeGreaterThan(1);
  await chart.scrollIntoViewIfNeeded();
  const box = await chart.boundingBox();
  if (box === null) throw new Error('the chart has no box');
  const drawing = chart.locator('svg');
  const area = await drawing.boundingBox();
  if (area === null) throw new Error('the drawing has no box');
  const textSize = () =>
    drawing
      .locator('text')
      .first()
      .evaluate(text => text.getBoundingClientRect().height);
  const [height, before] = [await textSize(), await rows()];

  await page.mouse.move(area.x + area.width * 0.4, area.y + area.height / 2);
  await chart.locator('.chart-values').waitFor();
  expect(await chart.boundingBox()).toEqual(box);
  await page.mouse.down();
  await page.mouse.move(area.x + area.width * 0.7, area.y + area.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(rows).toBeLessThan(before);
  expect(await chart.boundingBox()).toEqual(box);
  await chart.getByRole('button', { name: 'Reset zoom' }).click();
  await expect.poll(rows).toBe(before);

  // An observer that is added later runs after that of the chart, before the same frame is painted.
  const drawn = await page.evaluate(`new Promise(resolve => {
    const figure = document.querySelector('.chart');
    const observer = new ResizeObserver(([entry]) => {
      if (Math.round(entry.contentRect.width) !== 420) return;
      observer.disconnect();
      resolve(figure.querySelector('svg').getAttribute('viewBox'));
      figure.removeAttribute('style');
    });
    observer.observe(figure);
    figure.style.width = '420px';
  })`);
  expect(drawn).toMatch(/^0 0 420 /);

  // On phones, the card is folded.
  await page.setViewportSize({ width: 800, height: 844 });
  await expect.poll(textSize).toBe(height);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('an id in a row that opens can be selected, and a click on it opens the row', async () => {
  await page.goto('/sandbox/bookings');
  const bookings = page.getByRole('table', { name: 'Bookings', exact: true });
  const id = bookings.locator('td code', { hasText: /^bkg_/ }).first();
  await id.waitFor();
  const box = await id.boundingBox();
  if (box === null) throw new Error('the id has no box');
  await page.mouse.move(box.x + 1, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  expect(await page.evaluate('getSelection().toString()')).toMatch(/^b?kg_/);
  expect(new URL(page.url()).pathname).toBe('/sandbox/bookings');
  await page.evaluate('getSelection().removeAllRanges()');
  await id.click();
  await page.waitForURL(/\/bookings\/bkg_/);
});

test('on a phone, a list shows eight entries at once, and its controls are large enough for a thumb', async () => {
  for (let i = 0; i < 10; i++) await dashboard.app.createKey({ name: `Listed ${i}` });
  const phone = await dashboard.visit('owner', { viewport: PHONE });
  for (const [path, name] of [
    ['settings/audit', 'Audit log'],
    ['settings/api-keys', 'API keys'],
  ] as const) {
    await phone.goto(`/sandbox/${path}`);
    const entries = phone.getByRole('table', { name }).locator('tbody tr:not(.group-head)');
    const eighth = entries.nth(7);
    await eighth.waitFor();
    const box = await eighth.boundingBox();
    expect(box && box.y + box.height, name).toBeLessThanOrEqual(PHONE.height);
    const small = await phone
      .locator('main button:visible:not(.audit-toggle), main .button:visible')
      .evaluateAll(all =>
        all.filter(each => each.getBoundingClientRect().height < 40).map(each => each.textContent),
      );
    expect(small, name).toEqual([]);
    await expectUsable(phone);
  }
  // A tablet has room for the columns that a phone leaves out.
  const scopes = phone.getByRole('table', { name: 'API keys' }).locator('td[data-heading="Scopes"]').first();
  expect(await scopes.isVisible()).toBe(false);
  await phone.setViewportSize({ width: 820, height: 1180 });
  await scopes.waitFor();
  await expectUsable(phone);
  // A table sorts its rows if it has all of them. Cards have no headings, but the same order can be chosen above them.
  const sort = phone
    .getByRole('table', { name: 'API keys' })
    .getByRole('button', { name: 'Key', exact: true });
  expect(await sort.count()).toBe(0);
  const first = phone.getByRole('table', { name: 'API keys' }).locator('tbody tr').first();
  await phone.setViewportSize(PHONE);
  await choose(phone, 'Sort by', 'Key');
  await first.getByText('First sandbox key').waitFor();
  await expectUsable(phone);
  await phone.getByRole('button', { name: 'Sort descending' }).click();
  await first.getByText('test', { exact: true }).waitFor();
  await choose(phone, 'Sort by', 'Newest first');
  await phone.setViewportSize({ width: 1440, height: 900 });
  expect(await phone.getByText('Sort by').isVisible()).toBe(false);
  await sort.click();
  await first.getByText('First sandbox key').waitFor();
  await sort.click();
  await first.getByText('test', { exact: true }).waitFor();
  expect(await phone.locator('[aria-sort=descending]').count()).toBe(1);
  await phone.context().close();
});

test('data of the previous environment cannot be used while that of the next one loads', async () => {
  await page.goto('/sandbox/providers');
  const row = page.getByRole('table', { name: 'Providers' }).locator('tbody tr').first();
  await row.waitFor();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/v1/providers/list', async route => {
    await released;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Production', exact: true }).click();
  await page.locator('.loaded[aria-busy=true]').waitFor();
  await row.getByRole('link').first().click();
  await row.getByRole('button', { name: 'Pause' }).click();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe('/production/providers');
  release();
  await page.locator('.loaded[aria-busy=true]').waitFor({ state: 'detached' });
  await page.unrouteAll({ behavior: 'wait' });
});

test('a select is opened, searched and chosen with the keyboard', async () => {
  await page.goto('/sandbox/partners');
  const status = page.getByRole('combobox', { name: 'Status' });
  await status.focus();
  await page.keyboard.press('ArrowDown');
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.type('sus');
  await page.keyboard.press('Enter');
  await page.waitForURL(/status=SUSPENDED/);
  expect(await status.innerText()).toBe('Suspended');
  await choose(page, 'Status', 'All statuses');
  await page.waitForURL(url => !url.search.includes('status'));
});

test('Escape closes the list of a select, but not the dialog that contains it', async () => {
  const { keyId } = await dashboard.app.createKey({ name: 'Rotated' });
  await page.goto(`/sandbox/settings/api-keys/${keyId}?do=rotate`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').first().click();
  await dialog.getByRole('option').first().waitFor();
  await page.keyboard.press('Escape');
  await dialog.getByRole('option').first().waitFor({ state: 'detached' });
  expect(await dialog.isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('settings of a partner that erase data are saved only after confirmation, and a text is never read as no limit', async () => {
  const { partner } = (await dashboard.app.operate('partners/create', { name: 'Careful', guestDays: 90 }))
    .json;
  const { partnerId } = partner;
  const stored = async () => (await dashboard.app.operate('partners/show', { partnerId })).json.partner;
  await page.goto(`/sandbox/partners/${partnerId}`);
  await page.getByRole('button', { name: 'Edit terms and limits' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit terms and limits' });
  const days = dialog.getByLabel('Erase guest data after');
  await days.fill('30 days');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Enter a whole number without a unit.').waitFor();
  await days.fill('30');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('dialog', { name: 'Save these settings?' });
  await question.getByText('Guest data is erased 30 days after check-out.').waitFor();
  expect((await stored()).guestDays).toBe(90);
  // Someone else changes another setting meanwhile, which must not be undone.
  await dashboard.app.operate('partners/update', { partnerId, requireSecondFactor: true });
  await question.getByRole('button', { name: 'Save settings' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await stored()).toMatchObject({ guestDays: 30, requireSecondFactor: true });
});

test('a booking is chosen by its reference in the filter of ledger entries', async () => {
  await page.goto('/sandbox/billing?tab=entries');
  await page.getByRole('combobox', { name: 'Booking' }).fill(bookingId.slice(0, 14).toLowerCase());
  await page.getByRole('option').first().click();
  await page.waitForURL(url => url.searchParams.get('booking') === bookingId);
});

test('the revenue grid asks before unsaved changes are lost, and keeps them if the user stays', async () => {
  const hotelId = scenarioHotelId('ok');
  const { json } = await dashboard.app.operate('hotels/show', { environment: 'sandbox', hotelId });
  const { roomCode } = json.rooms[0];
  const range = { hotelId, roomCode, from: CHECK_IN, to: CHECK_OUT };
  const room = { roomCode, baseOccupancy: 2, maxAdults: 2, maxChildren: 0, maxTotal: 2 };
  const plan = { code: 'FLEX', name: { en: 'Flexible' }, board: 'RO', priceModel: 'PER_ROOM' };
  const lines = [
    { type: 'property', hotelId, currency: 'EUR', rooms: [room], plans: [{ ...plan, rooms: [roomCode] }] },
    { type: 'allotment', ...range, total: 3 },
    { type: 'rate', ...range, planCode: 'FLEX', amount: '2.00' },
  ];
  const text = lines.map(line => JSON.stringify(line)).join('\n');
  await dashboard.app.operate('inventory/import', { environment: 'sandbox', text });
  await page.goto(`/sandbox/hotels/${hotelId}/calendar?month=${CHECK_IN.slice(0, 7)}`);
  await page.locator(`[data-cell="1-${Number(CHECK_IN.slice(8)) - 1}"]`).click();
  await page.keyboard.type('7.5');
  await page.keyboard.press('Enter');
  await page.getByText('1 unsaved change in 1 row').waitFor();

  const leave = () => page.getByRole('link', { name: 'Partners' }).first().click();
  await leave();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('1 unsaved change in 1 row').waitFor();
  await leave();
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  await page.waitForURL(/\/sandbox\/partners$/);
});
