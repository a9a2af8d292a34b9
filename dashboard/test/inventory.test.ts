import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHECK_IN, CHECK_OUT, STAY } from '../../server/test/booking-app.ts';
import { accessibilityViolations, expectUsable } from './browser/accessibility.ts';
import { choose } from './browser/choose.ts';
import {
  callAs,
  type DashboardUnderTest,
  dashboardUnderTest,
  PHONE,
} from './browser/dashboard-under-test.ts';
import {
  CALENDAR,
  COLUMN,
  cell,
  hotelId,
  labelOf,
  MONTH,
  type OwnInventory,
  ownInventory,
  seen,
} from './browser/own-inventory.ts';
import { hasFocus } from './jobs/walker.ts';

let dashboard: DashboardUnderTest;
let inventory: OwnInventory;

beforeAll(async () => {
  dashboard = await dashboardUnderTest();
  inventory = await ownInventory(dashboard);
});
afterAll(() => dashboard?.close());
beforeEach(() => inventory.clear());
afterEach(() => dashboard.closePages());

/** The prices that the rate plans themselves set, as the server stores them. */
async function shownPrices(): Promise<string[]> {
  const { json } = await inventory.operate('calendar', { hotelId, from: CHECK_IN, to: CHECK_OUT });
  return json.rooms[0].plans.flatMap(({ nights }: { nights: { amount: string; own: string[] }[] }) =>
    nights.filter(({ own }) => own.includes('amount')).map(({ amount }) => amount),
  );
}

describe('the inventory calendar', () => {
  test('a price typed in the grid applies to the next search after saving, and a sold night opens its booking', async () => {
    await inventory.operate('import', { text: inventory.file });
    const page = await dashboard.visit('revenue');
    await page.goto(MONTH);
    expect(await labelOf(page, 0)).toContain('0 of 3 sold, 0 held, 3 free');
    // The toolbar names what the selected row shows, and its exact value.
    const tools = page.locator('.grid-tools');
    const shownField = page.getByRole('combobox', { name: 'Show and edit' });
    await cell(page, 0).click();
    await tools.getByText(': 0 of 3 sold').waitFor();
    expect(await shownField.innerText()).toBe('Allotment');
    await choose(page, 'Show and edit', 'Price');
    await seen(() => cell(page, 1).getAttribute('aria-selected')).toBe('true');
    expect(await shownField.innerText()).toBe('Price');
    await cell(page, 0).click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('7.5');
    await page.keyboard.press('Enter');
    await seen(() => labelOf(page, 1)).toContain('not saved, was 2.00');
    // The derived plan shows its new price before it is saved, with the same rule as the server.
    await seen(() => labelOf(page, 2)).toContain('rate 11.25, follows Flexible); follows an unsaved change');
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('list', { name: 'Changes' }).getByText('11.25 EUR follows Flexible').waitFor();
    const impact = page.getByRole('region', { name: 'Impact' });
    await impact.getByText('3.00 → 11.25 EUR').waitFor();
    expect(await impact.getByText('+275%').count()).toBe(2);
    // Derived prices are rounded in the grid and exact in the toolbar.
    await cell(page, 2).click();
    await tools.getByText(': 11.25 EUR').waitFor();
    await tools.getByText('Follows Flexible', { exact: true }).waitFor();
    expect(await cell(page, 2).locator('.cell-main').innerText()).toBe('11.3');
    await page.getByRole('heading', { level: 1, name: 'Sandbox ok' }).waitFor();
    expect(await page.title()).toBe('Sandbox ok: Calendar · Sandbox · Serai');
    expect((await shownPrices())[0]).toBe('2.00');
    await page.getByRole('button', { name: 'Save anyway' }).click();
    await page.getByText('1 night saved.').waitFor();
    await seen(() => labelOf(page, 1)).toContain('rate 7.50');
    await seen(() => labelOf(page, 2)).toContain('rate 11.25, follows Flexible');

    const { json: found } = await dashboard.call('availability', { ...STAY, hotelIds: [hotelId] });
    const [offer] = found.hotels[0].offers;
    expect(offer.price.net.amount).toBe('11.50');
    const { json: quote } = await dashboard.call('prebooking', { offerId: offer.offerId });
    const { json: booked } = await dashboard.call('booking', dashboard.bookingOf(quote));
    expect([booked.booking.status, booked.booking.price.net.amount]).toEqual(['CONFIRMED', '11.50']);
    await page.reload();
    await seen(() => labelOf(page, 0)).toContain('1 of 3 sold, 0 held, 2 free');
    await page.locator('.kpis').getByText('11.50 EUR').first().waitFor();
    await cell(page, 0).click();
    await page.keyboard.press('b');
    const { firstName, lastName } = booked.booking.holder;
    const link = page.getByRole('dialog').getByRole('link', { name: `${firstName} ${lastName}` });
    expect(await link.getAttribute('href')).toContain(booked.booking.bookingId);
    await page.getByRole('dialog').getByText('1 booking, 1 of 3 rooms, 11.50 EUR').waitFor();
    await page.getByRole('dialog').getByText(`${booked.booking.clientReference} · booked`).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    const { json: audit } = await dashboard.app.operate('audit/list', { target: hotelId });
    expect(audit.entries[0]).toMatchObject({ action: 'inventory/update' });
  });

  test('many plans and nights are changed by dragging, a percentage, undo, redo and a paste, and saved as one batch', async () => {
    await inventory.operate('import', { text: inventory.file });
    const page = await dashboard.visit('owner');
    await page.goto(MONTH);
    await cell(page, 1).hover();
    await page.mouse.down();
    await cell(page, 2, COLUMN + 3).hover();
    await page.mouse.up();
    await page.getByText('2 rate plans × 4 nights selected').waitFor();
    await page.getByLabel('Set or adjust selection').fill('+50%');
    await page.keyboard.press('Enter');
    await page.getByText('4 unsaved changes in 1 row').waitFor();
    await page.getByText('4 cells have no value of their own').waitFor();
    await cell(page, 1).focus();
    await page.keyboard.press('Control+z');
    await seen(() => labelOf(page, 1)).toContain('rate 2.00');
    await page.keyboard.press('Control+y');
    await seen(() => labelOf(page, 1)).toContain('rate 3.00');

    await page.evaluate("navigator.clipboard.writeText('5\\t6\\n4,5\\t5,50\\n')");
    await cell(page, 1).click();
    await page.keyboard.press('Control+v');
    await page.getByText('4 values pasted.').waitFor();
    // While the changes are saved, nothing can be undone or changed.
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/inventory/update', async route => {
      await isReleased;
      await route.continue();
    });
    // Prices that change a lot are shown before they are saved.
    await page.keyboard.press('Control+s');
    const warning = page
      .locator('.impact [tabindex="-1"]')
      .filter({ hasText: 'prices change by more than 20%. Nothing is saved yet.' });
    await seen(() => hasFocus(warning)).toBe(true);
    await page.keyboard.press('Control+s');
    await page.getByRole('button', { name: 'Saving…' }).waitFor();
    await cell(page, 1).focus();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Delete');
    await page.getByText('Your changes are being saved.').waitFor();
    for (const name of ['Undo', 'Bulk edit'])
      expect(await page.getByRole('button', { name }).isDisabled()).toBe(true);
    release();
    await page.getByText('6 nights saved.').waitFor();
    expect(await shownPrices()).toEqual(['5.00', '6.00', '3.00', '3.00', '4.50', '5.50']);
    await page.keyboard.press('Control+c');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('5.00');
    const { json: audit } = await dashboard.app.operate('audit/list', { target: hotelId });
    expect(audit.entries[0].after.cells).toHaveLength(5);
  });

  test('a value that someone else changed in the meantime is reported, and nothing is saved', async () => {
    await inventory.operate('import', { text: inventory.file });
    const page = await dashboard.visit('owner');
    await page.goto(MONTH);
    await cell(page, 1).click();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.type('9');
    await page.keyboard.press('Enter');
    await seen(() => labelOf(page, 1)).toContain('rate 9.00');
    const change = {
      roomCode: inventory.roomCode,
      planCode: 'FLEX',
      from: CHECK_IN,
      to: CHECK_IN,
      amount: '4.00',
    };
    await inventory.operate('update', { hotelId, cells: [change] });
    await page.getByRole('button', { name: 'Save all' }).click();
    await page.getByRole('button', { name: 'Save anyway' }).click();
    await page.getByText('Price is now 4.00. It was 2.00 before.').waitFor();
    await page.getByText('The grid now shows the current values.').waitFor();
    expect(await shownPrices()).toEqual(['4.00', '2.00', '2.00', '2.00']);
    await page.getByRole('button', { name: 'Save anyway' }).click();
    await page.getByText('2 nights saved.').waitFor();
    expect(await shownPrices()).toEqual(['9.00', '9.00', '2.00', '2.00']);
  });

  test('a month fits a window of 1440 pixels, and the calendar is accessible and usable by keyboard and on a phone', async () => {
    const page = await dashboard.visit('revenue', { viewport: { width: 1440, height: 900 } });
    await page.goto(CALENDAR);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create sample inventory' }).click();
    await page.getByRole('grid').waitFor();
    await page.locator('.kpis').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const hidden = await page.locator('.calendar-box').evaluate(box => box.scrollWidth - box.clientWidth);
    expect(hidden).toBe(0);
    // The tools are one line of buttons. If they wrapped when something is selected, the grid would move.
    const lineOf = async (name: string) => (await page.getByRole('button', { name }).boundingBox())?.y;
    expect(await lineOf('Undo')).toBe(await lineOf('Apply'));
    // Head, figures and tools leave room for at least eight rate plans of four rooms in a window of 900 pixels.
    const first = await page.locator('.calendar tbody tr').first().boundingBox();
    expect(900 - (first?.y ?? 900)).toBeGreaterThan(12 * (first?.height ?? 100));
    await page.getByRole('gridcell', { selected: true }).focus();
    await page.keyboard.press('Shift+End');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('8');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Review' }).click();
    // The review scrolls into view. Otherwise the sticky header covers a part of the toolbar.
    await page.evaluate('window.scrollTo(0, 0)');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Bulk edit' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    const phone = await dashboard.visit('revenue', { viewport: PHONE, colorScheme: 'dark', hasTouch: true });
    await phone.goto(MONTH);
    const strip = phone.getByRole('group', { name: /^Nights: / });
    await strip.waitFor();
    await phone.locator('.kpis').waitFor();
    // A room type with its rate plans fits on one screen, and every button is large enough for a finger.
    const { y = 0, height = 0 } = (await strip.boundingBox()) ?? {};
    expect(y + height).toBeLessThan(PHONE.height);
    const heights = await strip.getByRole('button').evaluateAll(all => all.map(one => one.clientHeight + 2));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
    await expectUsable(phone);
    // A swipe to the left shows the next week, and the button goes back.
    const week = await phone.getByRole('heading', { level: 2 }).innerText();
    const finger = await phone.context().newCDPSession(phone);
    // Two fingers zoom and do not change the week.
    const two = [300, 100].map((x, id) => ({ x, y: y + 20, id }));
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: two });
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    for (const [type, x] of [
      ['touchStart', 300],
      ['touchMove', 200],
      ['touchMove', 100],
    ] as const)
      await finger.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y: y + 20 }] });
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await seen(() => phone.getByRole('heading', { level: 2 }).innerText()).not.toBe(week);
    await phone.getByRole('button', { name: `Previous week: ${week}` }).click();
    await phone
      .getByRole('button', { name: /^Edit .*guest pays/ })
      .first()
      .click();
    await phone.getByLabel('Price (EUR)').fill('9');
    await phone.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
    await phone.getByText('1 unsaved change in 1 row').waitFor();
    // The only change can be made again after it was undone.
    await phone.getByRole('button', { name: 'Undo' }).click();
    await phone.getByText('No unsaved changes').waitFor();
    await expectUsable(phone);
    const again = phone.getByRole('button', { name: 'Redo' });
    await seen(() => hasFocus(again)).toBe(true);
    await again.click();
    await phone.getByText('1 unsaved change in 1 row').waitFor();
    await seen(() => hasFocus(phone.getByRole('button', { name: 'Undo' }))).toBe(true);
    // The same in the review, which stays closed afterwards.
    const sheet = phone.getByRole('dialog', { name: 'Review changes' });
    await phone.getByRole('button', { name: 'Review' }).click();
    await sheet.getByRole('button', { name: 'Undo' }).click();
    await phone.getByText('No unsaved changes').waitFor();
    await seen(() => hasFocus(again)).toBe(true);
    await again.click();
    await phone.getByText('1 unsaved change in 1 row').waitFor();
    expect(await sheet.count()).toBe(0);
    // The review is as high as the window, and includes the prices of the room type that is no longer shown.
    const room = await phone.getByRole('combobox', { name: 'Room type' }).innerText();
    await phone.getByRole('combobox', { name: 'Room type' }).click();
    await phone.getByRole('option').nth(1).click();
    await phone.getByRole('group', { name: `Nights: ${room}` }).waitFor({ state: 'detached' });
    // If its prices cannot be read, the user can try again.
    await phone.route(/inventory\/calendar$/, route => route.abort());
    await phone.getByRole('button', { name: 'Review' }).click();
    await sheet.getByText('that could not be loaded').waitFor();
    await phone.unrouteAll({ behavior: 'wait' });
    await sheet.getByRole('button', { name: 'Try again' }).click();
    await sheet.getByRole('list', { name: 'Average prices' }).getByText(room).first().waitFor();
    expect(await sheet.getByText('in other months or room types').count()).toBe(0);
    expect((await sheet.boundingBox())?.height).toBe(PHONE.height);
    await expectUsable(phone);
    await phone.keyboard.press('Escape');
    await seen(() => hasFocus(phone.getByRole('button', { name: 'Review' }))).toBe(true);
    await phone.getByRole('button', { name: 'Bulk edit' }).click();
    await phone.getByRole('dialog', { name: 'Bulk edit' }).waitFor();
    await expectUsable(phone);
    expect(dashboard.problems).toEqual([]);
  });

  test('nothing in the calendar moves while it loads or when another week has guests, and another hotel keeps the week', async () => {
    await inventory.operate('import', { text: inventory.file });
    const other = scenarioHotelId('avail.on_request');
    await inventory.operate('import', { text: inventory.file.replaceAll(hotelId, other) });
    const page = await dashboard.visit('revenue', { viewport: { width: 1440, height: 900 } });
    let blocked = Promise.withResolvers<void>();
    await page.route(/inventory\/(calendar|performance)$/, async route => {
      await blocked.promise;
      await route.continue();
    });
    const placesOf = (selectors: readonly string[]) =>
      Promise.all(selectors.map(async each => await page.locator(each).last().boundingBox()));
    const inGrid = ['.kpis > div', '.calendar tr[data-kind="figures"]', '.calendar tbody tr', '.grid-help'];
    await page.goto(MONTH);
    await page.locator('.calendar[aria-busy]').waitFor();
    const before = await placesOf(inGrid);
    // A dash would mean that there is no value.
    expect(await page.locator('.kpis').innerText()).not.toContain('–');
    expect(await page.locator('.kpis .skeleton-text').count()).toBe(4);
    blocked.resolve();
    await seen(() => labelOf(page, 0)).toContain('0 of 3 sold');
    await page.locator('.kpis:not([aria-busy])').waitFor();
    expect(await placesOf(inGrid)).toEqual(before);
    await cell(page, 1).click();
    await cell(page, 2).click();
    expect(await placesOf(inGrid)).toEqual(before);

    await dashboard.app.database.ownerDb`UPDATE inventory_allotment SET sold = 1 WHERE night = ${CHECK_IN}`;
    await page.setViewportSize(PHONE);
    blocked = Promise.withResolvers<void>();
    const inWeek = ['.week-day', '.week-row', '.kpis'];
    await page.goto(`${CALENDAR}?week=${CHECK_IN}`);
    await page.locator('.week-strip[aria-busy]').waitFor();
    const loading = await placesOf(inWeek);
    blocked.resolve();
    const stays = page.getByRole('button', { name: /^View bookings for .*, 1 sold$/ });
    await stays.waitFor();
    await page.locator('.kpis:not([aria-busy])').waitFor();
    expect(await placesOf(inWeek)).toEqual(loading);
    const week = await page.getByRole('heading', { level: 2 }).innerText();
    await page.getByRole('button', { name: /^Next week/ }).click();
    await page.getByText('Nothing sold this week').waitFor();
    expect(await placesOf(inWeek)).toEqual(loading);
    await page.getByRole('button', { name: `Previous week: ${week}` }).click();
    await stays.waitFor();

    await page.getByRole('combobox', { name: 'Switch hotel' }).fill('avail');
    await page.getByRole('option', { name: /on_request/ }).click();
    await page.waitForURL(`**/hotels/${other}/calendar?**`);
    await page.getByRole('group', { name: /^Nights: / }).waitFor();
    expect(await page.getByRole('heading', { level: 2 }).innerText()).toBe(week);
    await page.unrouteAll({ behavior: 'wait' });
  });

  test('read-only users can view but not edit the calendar', async () => {
    await inventory.operate('import', { text: inventory.file });
    const page = await dashboard.visit('viewer');
    await page.goto(MONTH);
    await cell(page, 1).click();
    await page.keyboard.type('5');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Delete');
    expect(await page.locator('.cell-editor, .pending-bar').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Import' }).count()).toBe(0);
    const input = {
      environment: 'sandbox',
      hotelId,
      cells: [{ roomCode: inventory.roomCode, from: CHECK_IN, to: CHECK_IN, total: 9 }],
    };
    expect((await callAs(page, 'inventory/update', input)).status()).toBe(403);
    // On a phone, a tap shows the exact values.
    await page.setViewportSize(PHONE);
    const night = page.locator('.week-cells').getByRole('button', { name: /^(?!Edit ).*guest pays/ });
    await night.last().click();
    await seen(() => page.locator('.week-selected').innerText()).toContain('guest pays');
    expect(await night.last().getAttribute('aria-pressed')).toBe('true');
    // Partner users may not open the calendar, so their page of the hotel does not link to it.
    const partner = await dashboard.visit('partner-viewer');
    await partner.goto(`/sandbox/hotels/${hotelId}`);
    await partner.getByText('Booked value').waitFor();
    expect(await partner.locator('a[href*="/calendar"]').count()).toBe(0);
  });
});
