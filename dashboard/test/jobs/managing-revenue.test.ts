/**
 * The job of a revenue manager: look at the month, change prices of many plans and nights, close a day, save everything
 * as one batch, see who has booked, make a plan easier to cancel, and complete the content of the hotel.
 */
import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CHECK_IN, STAY } from '../../../server/test/booking-app.ts';
import { followReports } from '../../../server/test/follow-reports.ts';
import { accessibilityViolations } from '../browser/accessibility.ts';
import { choose } from '../browser/choose.ts';
import { type DashboardUnderTest, dashboardUnderTest } from '../browser/dashboard-under-test.ts';
import { openSettled } from '../browser/pages.ts';
import { bottomOf, hasFocus, JOB_VIEWPORT, Walker } from './walker.ts';
import { sellYearBefore } from './year-before.ts';

const hotelId = scenarioHotelId('ok');
const MONTH = CHECK_IN.slice(0, 7);
const CALENDAR = `/sandbox/hotels/${hotelId}/calendar?month=${MONTH}`;
/** The column of the arrival. */
const COLUMN = Number(CHECK_IN.slice(8)) - 1;
/** The last night of the next month. */
const LAST = new Date(Date.UTC(Number(MONTH.slice(0, 4)), Number(MONTH.slice(5)) + 1, 0))
  .toISOString()
  .slice(0, 10);
/** A part of the name that the calendar gives to a day. */
const LONG_DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const DAYS = new Date(Date.UTC(Number(MONTH.slice(0, 4)), Number(MONTH.slice(5)), 0)).getUTCDate();

let dashboard: DashboardUnderTest;
let rooms: { roomCode: string; name: string }[];
beforeAll(async () => {
  dashboard = await dashboardUnderTest();
  const { json } = await dashboard.app.operate('hotels/show', { environment: 'sandbox', hotelId });
  rooms = json.rooms.slice(0, 2);
  // In Barcelona, whose time zone the hotel has.
  await dashboard.app.database.ownerDb`
    UPDATE hotel SET latitude = 41.3851, longitude = 2.1734 WHERE hotel_id = ${hotelId}`;
  await importInventory();
  for (let sold = 0; sold < 3; sold++) await sell();
  await sellYearBefore(dashboard);
});
afterAll(() => dashboard?.close());
afterEach(async () => {
  await dashboard.closePages();
  expect(dashboard.problems.splice(0)).toEqual([]);
});

/** Two room types with three rate plans each. */
async function importInventory(): Promise<void> {
  const codes = rooms.map(({ roomCode }) => roomCode);
  const plan = { board: 'RO', priceModel: 'PER_ROOM', rooms: codes, cancellationPolicy: 'TWO_DAYS' };
  const property = {
    ...{ type: 'property', hotelId, currency: 'EUR' },
    rooms: codes.map(roomCode => ({
      ...{ roomCode, baseOccupancy: 2, maxAdults: 2, maxChildren: 0, maxTotal: 2 },
    })),
    plans: [
      { ...plan, code: 'FLEX', name: { en: 'Flexible' } },
      { ...plan, code: 'SAVER', name: { en: 'Saver' }, derivedFrom: { plan: 'FLEX', percent: '-10' } },
      { ...plan, code: 'HALF', name: { en: 'Half board' }, board: 'HB', supplement: { adult: '25.00' } },
    ],
    cancellationPolicies: [
      {
        code: 'TWO_DAYS',
        rules: [{ daysBefore: 2, at: '18:00', penalty: { nights: 1 } }],
        noShow: { percent: '100' },
      },
    ],
  };
  const nights = { hotelId, from: `${MONTH}-01`, to: `${MONTH}-${DAYS}` };
  const lines = [
    property,
    ...codes.flatMap((roomCode, at) => [
      { type: 'allotment', ...nights, roomCode, total: 8 - at * 3 },
      { type: 'rate', ...nights, roomCode, planCode: 'FLEX', amount: `${118 + at * 40}.00` },
      { type: 'rate', ...nights, roomCode, planCode: 'HALF', amount: `${130 + at * 40}.00` },
    ]),
  ];
  const text = lines.map(line => JSON.stringify(line)).join('\n');
  const { status, text: answer } = await dashboard.app.operate('inventory/import', {
    environment: 'sandbox',
    text,
  });
  if (status !== 200) throw new Error(answer);
}

async function sell(): Promise<void> {
  const { json: found } = await dashboard.call('availability', { ...STAY, hotelIds: [hotelId] });
  const own = found.hotels[0].offers.find(({ provider }: { provider?: string }) => provider === undefined);
  const { offerId } = own ?? found.hotels[0].offers[0];
  const { json: quote } = await dashboard.call('prebooking', { offerId });
  const { status, text } = await dashboard.call('booking', dashboard.bookingOf(quote));
  if (status !== 200) throw new Error(text);
}

const cell = (page: Page, row: number, column: number) => page.locator(`[data-cell="${row}-${column}"]`);
const titleOf = (page: Page, row: number, column: number) => cell(page, row, column).getAttribute('title');
const batches = async () => {
  const { json } = await dashboard.app.operate('audit/list', { target: hotelId });
  return json.entries.filter(({ action }: { action: string }) => action === 'inventory/update').length;
};

test('a month of prices is changed with the mouse and saved as one batch, and a sold night opens its bookings', async () => {
  const page = await dashboard.visit('revenue', JOB_VIEWPORT);
  const walk = new Walker(page, 'managing-revenue');
  await openSettled(page, CALENDAR);
  for (const figure of ['Occupancy', 'ADR', 'Room revenue', 'Pickup (7 days)'])
    await page.locator('.kpis').getByText(figure, { exact: true }).waitFor();
  await page
    .locator('.kpis')
    .getByText(/^1\.\d% a year earlier/)
    .waitFor();
  await page
    .getByTitle(/^Room revenue, .*\. As booked one year ago for \w+ \d+ \w+ \d{4}: \d/)
    .first()
    .waitFor();
  // The first row is a room type, and rooms are counted.
  await page.getByPlaceholder('5, +2, −1').waitFor();
  await walk.screen('month');

  // Drag from the first plan to the third, over five nights, and type a price.
  await cell(page, 1, 0).hover();
  await page.mouse.down();
  await cell(page, 3, 4).hover();
  await page.mouse.up();
  walk.clicks++;
  await page.getByText('3 rate plans × 5 nights selected').waitFor();
  await walk.type('140');
  await walk.press('Enter');
  await expect.poll(() => titleOf(page, 1, 0)).toContain('not saved, was 118.00');

  // Five per cent more on the weekends of the first plan.
  await walk.click(page.getByRole('rowheader', { name: /^Flexible/ }).first());
  for (const day of ['Fri', 'Sat']) await walk.click(page.getByRole('button', { name: day, exact: true }));
  await walk.click(page.getByLabel('Set or adjust selection'));
  await walk.type('+5%');
  await walk.press('Enter');
  await page.getByText(/unsaved changes in \d rows/).waitFor();
  for (const day of ['Fri', 'Sat']) await walk.click(page.getByRole('button', { name: day, exact: true }));

  // Two rows from a spreadsheet.
  await page.evaluate("navigator.clipboard.writeText('151\\t152\\t153\\n161\\t162\\t163\\n')");
  await walk.click(cell(page, 5, 9));
  await walk.press('Control+v');
  await page.getByText(/values pasted/).waitFor();

  // Close a day, then undo it, because it was the wrong one.
  await choose(page, 'Show and edit', 'stopSell');
  for (const column of [20, 21]) {
    await walk.click(cell(page, 1, column));
    await walk.type('y');
    await walk.press('Enter');
    await expect.poll(() => titleOf(page, 1, column)).toContain('stop sell');
  }
  await walk.click(page.getByRole('button', { name: 'Undo' }));
  await expect.poll(() => titleOf(page, 1, 21)).not.toContain('stop sell');
  await choose(page, 'Show and edit', 'price');
  await page.evaluate('window.scrollTo(0, 0)');
  await walk.screen('changes');
  // The second plan follows the first one, where it has no price of its own.
  await expect.poll(() => titleOf(page, 2, 20)).toContain('follows an unsaved change');
  await walk.click(page.getByRole('button', { name: 'Review' }));
  const changes = page.getByRole('list', { name: 'Changes' });
  await changes.getByText('106.20 (follows Flexible) → 140.00').first().waitFor();
  // Both plans cost 140.00 on three of the five nights.
  await page.getByText('Double room: Saver is not cheaper than Flexible on 3 nights').waitFor();
  // No price is cut off, and the review ends above the bar.
  const clipped =
    '[...document.querySelectorAll(".calendar td")].filter(td => td.scrollWidth > td.clientWidth)';
  expect(await page.evaluate(`${clipped}.map(({ title }) => title)`)).toEqual([]);
  await walk.screen('review');
  // At least six changes are shown beside the warnings, and every warning leads to its cells.
  const sixth = changes.getByRole('listitem').nth(5);
  await expect.poll(async () => (await bottomOf(sixth)) <= (await bottomOf(changes))).toBe(true);
  const warnings = page.getByRole('list', { name: 'Warnings' }).getByRole('listitem');
  expect(await warnings.getByRole('button', { name: /^Show/ }).count()).toBe(await warnings.count());
  await page.getByText('37 prices change on 16 nights: 29 edited, 8 derived.').waitFor();
  await page.getByText('Sales stop on 21 Jan for Flexible and Saver (Double room).').waitFor();
  await page.getByText('3 warnings need your confirmation').waitFor();
  await walk.click(warnings.first().getByRole('button', { name: /^Show/ }));
  await expect.poll(() => hasFocus(cell(page, 1, 0))).toBe(true);
  await expect.poll(() => cell(page, 1, 1).getAttribute('aria-selected')).toBe('true');
  // A name in the review leads to its cells, which the review does not cover.
  await walk.click(changes.getByRole('button', { name: 'Flexible, Family room' }).first());
  await expect.poll(() => hasFocus(cell(page, 5, 9))).toBe(true);
  const covered = (await page.locator('.pending').boundingBox()) ?? { y: 0 };
  expect(await bottomOf(cell(page, 5, 9))).toBeLessThanOrEqual(covered.y);
  // A narrow window keeps the selection and the review.
  await walk.click(cell(page, 6, 12));
  await page.setViewportSize({ width: 700, height: 900 });
  await page.getByRole('group', { name: `Nights: ${rooms[1]?.name}` }).waitFor();
  await changes.waitFor();
  await page.setViewportSize(JOB_VIEWPORT.viewport);
  await expect.poll(() => cell(page, 6, 12).getAttribute('aria-selected')).toBe('true');
  // An open form keeps its rows and nights in a narrow window, which shows fewer rows.
  await cell(page, 2, 12).click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Bulk edit' }).click();
  const form = page.getByRole('dialog', { name: 'Bulk edit' });
  await form.waitFor();
  await page.setViewportSize({ width: 700, height: 900 });
  await page.locator('.week-strip').waitFor();
  expect(await form.isVisible()).toBe(true);
  // The review does not cover the form.
  expect(await page.getByRole('dialog').count()).toBe(1);
  await page.setViewportSize(JOB_VIEWPORT.viewport);
  // The weekends of this and the next month, in one batch with the other changes.
  const season = page.getByRole('dialog').filter({ has: page.getByText('Room types and rate plans') });
  await walk.click(season.getByRole('button', { name: /^Change/ }));
  await walk.click(season.getByRole('button', { name: /^To / }));
  await walk.click(season.getByRole('button', { name: 'Go to the Next Month' }));
  await walk.click(season.getByRole('button', { name: LONG_DATE.format(new Date(LAST)) }));
  for (const day of ['Fri', 'Sat']) await walk.click(season.getByRole('button', { name: day, exact: true }));
  await walk.fill(season.getByLabel('Price (EUR)'), '135');
  await walk.click(season.getByRole('button', { name: 'Show all' }));
  // Each plan changes by its own share, and the next month has no prices yet.
  await season.getByText(/^Flexible, Family room: .* → 135\.00 EUR/).waitFor();
  await season.getByText(/^Half board, .*: .* → 185\.00 EUR with board \(rate .* → 135\.00/).waitFor();
  await season.getByText(/^\d+ prices are set for the first time/).waitFor();
  await walk.click(season.getByRole('button', { name: 'Show fewer' }));
  await walk.screen('bulk');
  await walk.click(season.getByRole('button', { name: 'Apply' }));
  await changes
    .getByText(/only Fri and Sat/)
    .first()
    .waitFor();
  await walk.click(page.getByRole('button', { name: 'Save anyway' }));
  await page.getByText(/nights saved/).waitFor();
  expect(await batches()).toBe(1);
  await expect.poll(() => titleOf(page, 1, 0)).toMatch(/rate 1(40|47)\.00/);
  await expect.poll(() => titleOf(page, 1, 20)).toContain('stop sell');

  await walk.click(cell(page, 0, COLUMN).locator('[data-sold]'));
  await page.getByRole('dialog').getByRole('link').nth(2).waitFor();
  await page.evaluate('window.scrollTo(0, 0)');
  await walk.screen('bookings');
  await page.setViewportSize({ width: 700, height: 900 });
  await page.locator('.week-strip').waitFor();
  expect(await page.getByRole('dialog').getByRole('link').count()).toBe(3);
  await page.setViewportSize(JOB_VIEWPORT.viewport);
  walk.report();
});

test('prices are changed, undone and saved, and bookings are opened, with the keyboard alone', async () => {
  const before = await batches();
  const page = await dashboard.visit('revenue', JOB_VIEWPORT);
  const walk = new Walker(page, 'managing-revenue', 'keyboard');
  await openSettled(page, CALENDAR);
  await walk.tabTo(cell(page, 0, 0));
  await walk.press('ArrowDown');
  await walk.press('ArrowRight', 6);
  await walk.press('Shift+ArrowRight', 2);
  await walk.type('175');
  await walk.press('Enter');
  await expect.poll(() => titleOf(page, 1, 6)).toContain('rate 175.00');
  await walk.type('+10%');
  await walk.press('Enter');
  await expect.poll(() => titleOf(page, 1, 8)).toContain('rate 192.50');
  await walk.press('Control+z');
  await expect.poll(() => titleOf(page, 1, 8)).toContain('rate 175.00');
  await walk.press('Control+s');
  await page.getByText(/prices change by more than 20%/).waitFor();
  expect(await batches()).toBe(before);
  await walk.press('Control+s');
  await page.getByText('3 nights saved.').waitFor();
  expect(await batches()).toBe(before + 1);
  // The focus is in the grid again.
  await walk.press('Control+Home');
  await walk.press('ArrowRight', COLUMN);
  await walk.press('b');
  await page.getByRole('dialog').getByRole('link').first().waitFor();
  await walk.press('Escape');
  // The next month is chosen from the months of a year.
  await walk.tabTo(page.getByRole('button', { name: /^Month / }), 'Shift+Tab');
  await walk.press('Enter');
  await page.getByRole('group', { name: /^Months of / }).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await expect.poll(() => hasFocus(page.locator(`[data-month="${MONTH}"]`))).toBe(true);
  await walk.press('ArrowRight');
  await walk.press('Enter');
  await page.waitForURL(`**month=${LAST.slice(0, 7)}*`);
  walk.report();
});

test('a season is changed in bulk, a change by someone else is reported, and a plan follows another one again', async () => {
  const page = await dashboard.visit('revenue', JOB_VIEWPORT);
  const walk = new Walker(page, 'managing-revenue-season');
  await openSettled(page, CALENDAR);
  await cell(page, 1, 12).click();
  await page.getByRole('button', { name: 'Bulk edit' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: /^Change/ }).click();
  const room = form.getByRole('group', { name: rooms[0]?.name as string, exact: true });
  await room.getByRole('checkbox', { name: 'Saver' }).check();
  // The next month is not loaded. Its values are read before they are changed.
  await form.getByRole('button', { name: /^To / }).click();
  await form.getByRole('button', { name: 'Go to the Next Month' }).click();
  await form.getByRole('button', { name: LONG_DATE.format(new Date(LAST)) }).click();
  await form.getByLabel('Price (EUR)').fill('90');
  await form.getByRole('button', { name: 'Apply' }).click();
  await page.getByText(/unsaved changes in 2 rows/).waitFor();
  await page.getByText(/prices no longer follow Flexible/).waitFor();
  const property = { environment: 'sandbox', hotelId };
  const range = { from: LAST, to: LAST };
  const elsewhere = { roomCode: rooms[0]?.roomCode, planCode: 'FLEX', ...range, amount: '4.00' };
  await dashboard.app.operate('inventory/update', { ...property, cells: [elsewhere] });
  await page.getByRole('button', { name: 'Save all' }).click();
  await page.getByText(/prices change by more than 20%. Nothing is saved yet/).waitFor();
  await walk.screen('warned');
  // A warning about nights of another month leads there.
  const unsold = page.getByRole('listitem').filter({ hasText: 'nights have a price but no allotment' });
  await unsold.getByRole('button', { name: /^Show/ }).click();
  await page.waitForURL(`**month=${LAST.slice(0, 7)}*`);
  await expect.poll(() => cell(page, 0, 0).getAttribute('aria-selected')).toBe('true');
  // The review is open, so the changes are saved without another warning.
  await page.getByRole('button', { name: 'Save anyway' }).click();
  await page.getByText('Price is now 4.00. It was not set before.').waitFor();
  await page.getByRole('button', { name: 'Save anyway' }).click();
  await page.getByText(/nights saved/).waitFor();
  const { json } = await dashboard.app.operate('inventory/calendar', { ...property, ...range });
  const [flexible, saver] = json.rooms[0].plans;
  expect([flexible.nights[0].amount, saver.nights[0].amount]).toEqual(['90.00', '90.00']);

  await cell(page, 2, 12).click();
  await page.getByRole('button', { name: 'Follow Flexible again' }).click();
  await expect.poll(() => titleOf(page, 2, 12)).toContain('rate 81.00, follows Flexible');
  await page.getByRole('button', { name: 'Discard' }).click();
});

test('a rate plan gets another cancellation policy after a look at three sample stays', async () => {
  const page = await dashboard.visit('revenue', JOB_VIEWPORT);
  const walk = new Walker(page, 'managing-revenue-terms');
  await openSettled(page, `${CALENDAR}&tab=terms`);
  const preview = page.getByRole('complementary', { name: 'Check and preview' });
  await preview.getByText('Three sample stays').waitFor();
  await walk.click(page.getByRole('button', { name: 'Add policy' }));
  const plans = page.getByRole('region', { name: 'Rate plans' });
  await walk.click(plans.getByText('Flexible', { exact: true }).first());
  await choose(plans, 'Cancellation', 'POLICY2');
  await preview.getByText('Free cancellation until').first().waitFor();
  await walk.screen('terms');
  await walk.click(page.getByRole('button', { name: 'Save', exact: true }));
  await page.getByText('Rate plans and terms saved.').waitFor();
  const { json } = await dashboard.app.operate('inventory/show', { environment: 'sandbox', hotelId });
  expect(json.document.plans[0].cancellationPolicy).toBe('POLICY2');
  walk.report();
});

test('a hotel gets its arrival times, a phone number, a facility, a photo and its place on the map', async () => {
  const page = await dashboard.visit('revenue', JOB_VIEWPORT);
  const walk = new Walker(page, 'managing-revenue-content');
  await followReports(dashboard.app.database.db);
  await openSettled(page, `/sandbox/hotels/${hotelId}`);
  await page.locator('.gallery img').first().waitFor();
  const isShown = 'document.querySelector(".gallery img").naturalWidth > 0';
  await expect.poll(() => page.evaluate(isShown)).toBe(true);
  // Three bookings of one room and three nights. The figure leads to them.
  const figure = page.locator('.stat', { hasText: /^Room nights/ });
  await figure.getByText('9', { exact: true }).waitFor();
  expect(await figure.getByRole('link').getAttribute('href')).toContain(`hotel=${hotelId}`);
  await page.locator('.hotel-sellers').getByText('On sale').waitFor();
  await walk.screen('hotel');
  await walk.click(page.getByRole('button', { name: 'Edit content' }));
  await page.getByText('photos from the catalogue. Your own photos replace them.').waitFor();
  await walk.click(page.getByLabel('Photo URL'));
  // An address on this host, because the test allows no requests to others.
  const photo = new URL(
    await page.evaluate(
      'performance.getEntriesByType("resource").find(({ name }) => name.endsWith(".svg") && name.includes("/pictures/")).name',
    ),
  );
  await walk.type(photo.href);
  await walk.click(page.getByRole('button', { name: 'Add', exact: true }));
  await choose(page, 'Kind of photo 1', 'EXTERIOR');
  await page.locator('.map-land[d]').waitFor({ state: 'attached' });
  for (const [field, value] of [
    ['Latitude', '41.3'],
    ['Longitude', '2.17'],
  ] as const) {
    await page.getByRole('textbox', { name: field }).fill(value);
  }
  await page.getByLabel('Check-in from').fill('14:30');
  await page.getByLabel('Phone').fill('+34 930 000 000');
  await walk.click(page.getByRole('button', { name: 'Show all facilities' }));
  await walk.click(page.getByRole('checkbox', { name: 'Hearing loop' }));
  await walk.click(page.getByRole('button', { name: 'Show selected only' }));
  await page.getByRole('textbox', { name: 'Longitude' }).focus();
  await walk.tabTo(page.getByRole('application'), 'Shift+Tab');
  await walk.press('ArrowUp', 2);
  await page.evaluate('window.scrollTo(0, 0)');
  await walk.screen('content');
  await walk.click(page.getByRole('button', { name: 'Save' }));
  await page.getByText('Hotel content saved.').waitFor();
  const { json } = await dashboard.app.operate('hotels/content', { environment: 'sandbox', hotelId });
  expect(json.images.map(({ url }: { url: string }) => url)).toEqual([photo.href]);
  expect(json.location.latitude).toBeGreaterThan(41.3);
  expect([json.checkIn.from, json.contact.phone]).toEqual(['14:30', '+34 930 000 000']);
  expect(json.facilities).toContainEqual({ code: 'HEARING_LOOP', surcharge: null });
  walk.report();
});
