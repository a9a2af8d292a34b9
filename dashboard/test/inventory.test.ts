import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import type { Page } from 'playwright-core';
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
import { hasFocus } from './jobs/walker.ts';

const hotelId = scenarioHotelId('ok');
const CALENDAR = `/sandbox/hotels/${hotelId}/calendar`;
const MONTH = `${CALENDAR}?month=${CHECK_IN.slice(0, 7)}`;
/** A part of the name that the calendar gives to a day, such as `16 January 2027`. */
const LONG_DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
/** In the order of `getUTCDay`, one day later. */
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const COLUMN = Number(CHECK_IN.slice(8)) - 1;

let dashboard: DashboardUnderTest;
let roomCode: string;

beforeAll(async () => {
  dashboard = await dashboardUnderTest();
  const { json } = await dashboard.app.operate('hotels/show', { environment: 'sandbox', hotelId });
  roomCode = json.rooms[0].roomCode;
});
afterAll(() => dashboard?.close());

const operate = (verb: string, input: object) =>
  dashboard.app.operate(`inventory/${verb}`, { environment: 'sandbox', ...input });

function inventoryFile(): string {
  const range = { hotelId, roomCode, from: CHECK_IN, to: CHECK_OUT };
  const room = { roomCode, baseOccupancy: 2, maxAdults: 2, maxChildren: 0, maxTotal: 2 };
  const plan = { name: { en: 'Flexible' }, board: 'RO', priceModel: 'PER_ROOM', rooms: [roomCode] };
  const saver = {
    ...plan,
    code: 'SAVER',
    name: { en: 'Saver' },
    derivedFrom: { plan: 'FLEX', percent: '50' },
  };
  const plans = [{ ...plan, code: 'FLEX' }, saver];
  return [
    { type: 'property', hotelId, currency: 'EUR', rooms: [room], plans },
    { type: 'allotment', ...range, total: 3 },
    { type: 'rate', ...range, planCode: 'FLEX', amount: '2.00' },
  ]
    .map(line => JSON.stringify(line))
    .join('\n');
}

beforeEach(async () => {
  await dashboard.app.database.ownerDb`TRUNCATE inventory_property CASCADE`;
});

afterEach(() => dashboard.closePages());

const cell = (page: Page, row: number, column = COLUMN) => page.locator(`[data-cell="${row}-${column}"]`);
/** A long timeout, so that tests do not fail on a busy machine. */
const seen = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 45_000 });
const labelOf = (page: Page, row: number) => cell(page, row).getAttribute('title');

/** The prices that the rate plans themselves set, as the server stores them. */
async function shownPrices(): Promise<string[]> {
  const { json } = await operate('calendar', { hotelId, from: CHECK_IN, to: CHECK_OUT });
  return json.rooms[0].plans.flatMap(({ nights }: { nights: { amount: string; own: string[] }[] }) =>
    nights.filter(({ own }) => own.includes('amount')).map(({ amount }) => amount),
  );
}

describe('the inventory calendar', () => {
  test('a price typed in the grid applies to the next search after saving, and a sold night opens its booking', async () => {
    await operate('import', { text: inventoryFile() });
    const page = await dashboard.visit('revenue');
    await page.goto(MONTH);
    expect(await labelOf(page, 0)).toContain('0 of 3 sold, 0 held, 3 free');
    await cell(page, 0).click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('7.5');
    await page.keyboard.press('Enter');
    await seen(() => labelOf(page, 1)).toContain('not saved, was 2.00');
    // The derived plan shows its new price before it is saved, with the same rule as the server.
    await seen(() => labelOf(page, 2)).toContain('rate 11.25, follows FLEX); follows an unsaved change');
    await page.getByText('1 derived value on this page also changes').waitFor();
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('list', { name: 'Changes' }).getByText('11.25 follows FLEX').waitFor();
    expect(await page.getByRole('combobox', { name: 'Hotel' }).inputValue()).toBe('Sandbox ok');
    expect((await shownPrices())[0]).toBe('2.00');
    await page.getByRole('button', { name: 'Save all' }).click();
    await page.getByText('1 night saved.').waitFor();
    await seen(() => labelOf(page, 1)).toContain('rate 7.50');
    await seen(() => labelOf(page, 2)).toContain('rate 11.25, follows FLEX');

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
    await operate('import', { text: inventoryFile() });
    const page = await dashboard.visit('owner');
    await page.goto(MONTH);
    await cell(page, 1).hover();
    await page.mouse.down();
    await cell(page, 2, COLUMN + 3).hover();
    await page.mouse.up();
    await page.getByText('2 rate plans × 4 nights selected').waitFor();
    await page.getByLabel('Set or adjust selection').fill('+50%');
    await page.keyboard.press('Enter');
    await page.getByText('4 changes in 1 row, not saved').waitFor();
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
    await page.keyboard.press('Control+s');
    await page.getByRole('button', { name: 'Saving…' }).waitFor();
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
    await operate('import', { text: inventoryFile() });
    const page = await dashboard.visit('owner');
    await page.goto(MONTH);
    await cell(page, 1).click();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.type('9');
    await page.keyboard.press('Enter');
    await seen(() => labelOf(page, 1)).toContain('rate 9.00');
    const change = { roomCode, planCode: 'FLEX', from: CHECK_IN, to: CHECK_IN, amount: '4.00' };
    await operate('update', { hotelId, cells: [change] });
    await page.getByRole('button', { name: 'Save all' }).click();
    await page.getByText('Price is now 4.00. It was 2.00 before.').waitFor();
    await page.getByText('The grid now shows the current values.').waitFor();
    expect(await shownPrices()).toEqual(['4.00', '2.00', '2.00', '2.00']);
    await page.getByRole('button', { name: 'Save all' }).click();
    await page.getByText('2 nights saved.').waitFor();
    expect(await shownPrices()).toEqual(['9.00', '9.00', '2.00', '2.00']);
  });

  test('all fields of a range can be edited in a form that reports invalid values next to the field', async () => {
    await operate('import', { text: inventoryFile() });
    const page = await dashboard.visit('owner');
    await page.goto(MONTH);
    await cell(page, 1).click();
    // None of the selected nights falls on the chosen weekday.
    const tools = page.locator('.grid-tools');
    const otherDay = WEEKDAYS[new Date(CHECK_IN).getUTCDay()] as string;
    await tools.getByRole('button', { name: otherDay, exact: true }).click();
    await page.getByRole('button', { name: 'Bulk edit' }).click();
    await page.getByText('No night of the range falls on these weekdays.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: otherDay, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Choose others' }).click();
    await seen(() => hasFocus(page.getByRole('dialog').getByRole('checkbox').first())).toBe(true);
    await page.getByLabel('Price (EUR)').fill('2');
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
    await page.getByText('These nights already have these values.').waitFor();
    await page.getByLabel('Minimum stay for arrivals').fill('many');
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
    await page.locator('.problem').waitFor();
    await page.getByLabel('Minimum stay for arrivals').fill('2');
    await choose(page, 'Stop sell', 'Yes');
    await page.getByRole('button', { name: /^To / }).click();
    await page.getByRole('button', { name: LONG_DATE.format(new Date(CHECK_OUT)) }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Save all' }).click();
    await page.getByText('4 nights saved.').waitFor();
    await seen(() => labelOf(page, 1)).toContain(
      'stop sell; minimum stay 2 nights for arrivals on this night',
    );
    const { json } = await dashboard.call('availability', { ...STAY, hotelIds: [hotelId] });
    expect(JSON.stringify(json)).not.toContain('"amount":"6.00"');
    // A restriction can be cleared in a range that is not loaded, although its values are not known.
    await tools.getByRole('button', { name: otherDay, exact: true }).click();
    await page.getByRole('button', { name: 'Bulk edit' }).click();
    await page.getByRole('button', { name: /^To / }).click();
    await page.getByRole('button', { name: 'Go to the Next Month' }).click();
    const [year, month] = CHECK_IN.split('-').map(Number) as [number, number];
    await page.getByRole('button', { name: LONG_DATE.format(Date.UTC(year, month, 15)) }).click();
    await page.getByRole('button', { name: /^Clear ?: Minimum stay for arrivals$/ }).click();
    await seen(() => hasFocus(page.getByLabel('Minimum stay for arrivals'))).toBe(true);
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Save all' }).click();
    await seen(() => labelOf(page, 1)).not.toContain('minimum stay');
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
    // Head, figures and tools leave room for at least ten rate plans of four rooms in a window of 900 pixels.
    const first = await page.locator('.calendar tbody tr').first().boundingBox();
    expect(900 - (first?.y ?? 900)).toBeGreaterThan(14 * (first?.height ?? 100));
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

    const phone = await dashboard.visit('revenue', { viewport: PHONE, colorScheme: 'dark' });
    await phone.goto(MONTH);
    const night = phone.locator('.night-list li').first();
    await night.waitFor();
    await phone.locator('.kpis').waitFor();
    // The nights begin in the upper half of the screen.
    expect((await night.boundingBox())?.y).toBeLessThan(PHONE.height / 2);
    await expectUsable(phone);
    await phone.getByRole('button', { name: 'Bulk edit' }).click();
    await phone.getByRole('dialog', { name: 'Bulk edit' }).waitFor();
    await expectUsable(phone);
    expect(dashboard.problems).toEqual([]);
  });

  test('read-only users can view but not edit the calendar', async () => {
    await operate('import', { text: inventoryFile() });
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
      cells: [{ roomCode, from: CHECK_IN, to: CHECK_IN, total: 9 }],
    };
    expect((await callAs(page, 'inventory/update', input)).status()).toBe(403);
    // Partner users may not open the calendar, so their page of the hotel does not link to it.
    const partner = await dashboard.visit('partner-viewer');
    await partner.goto(`/sandbox/hotels/${hotelId}`);
    await partner.getByText('Booked value').waitFor();
    expect(await partner.locator('a[href*="/calendar"]').count()).toBe(0);
  });
});

describe('rate plans and terms', () => {
  test('a form changes plans and policies after checking them, with warnings and three sample stays', async () => {
    // The night after the others has a price, but no allotment.
    const after = new Date(Date.parse(CHECK_OUT) + 86_400_000).toISOString().slice(0, 10);
    const rate = { hotelId, roomCode, planCode: 'FLEX', from: after, to: after, amount: '2.00' };
    await operate('import', { text: `${inventoryFile()}\n${JSON.stringify({ type: 'rate', ...rate })}` });
    const page = await dashboard.visit('revenue');
    await page.goto(`${CALENDAR}?tab=terms`);
    const preview = page.getByRole('complementary', { name: 'Check and preview' });
    await preview.getByText('Three sample stays').waitFor();
    await preview.getByText(/^\d+ warnings?$/).click();
    await preview
      .getByText(/, 2 adults: not sold on \d+ \w+ \d{4}, because there is no allotment\.$/)
      .waitFor();
    // The catalogue allows children in this room, and the imported terms do not. The warning leads to the field.
    await preview.getByText('these terms allow no children, but the catalogue allows').click();
    await seen(() => hasFocus(page.getByLabel('Maximum children'))).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
    const plans = page.getByRole('region', { name: 'Rate plans' });
    await plans.getByText('Flexible', { exact: true }).first().click();
    await plans.getByLabel('Board supplement, adult').first().fill('two');
    // A problem is named as in the form, and leads to its field.
    const supplement = plans.getByLabel('Board supplement, adult').first();
    await preview.getByRole('button', { name: 'Flexible: Board supplement, adult' }).click();
    await seen(() => hasFocus(supplement)).toBe(true);
    expect(await preview.innerText()).not.toContain('/');
    await plans.getByLabel('Board supplement, adult').first().fill('2.5');
    await choose(plans, 'Board', 'Half board', { exact: true });
    await page.getByRole('button', { name: 'Add policy' }).click();
    await choose(plans, 'Cancellation', 'Free until 2 days before arrival, then 1 night');
    await preview.getByText('Cancel free until').first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Rate plans and terms saved.').waitFor();
    // The server writes 2.5 as 2.50, which is no unsaved change.
    await page.getByText('No unsaved changes', { exact: true }).waitFor();
    const { json } = await operate('show', { hotelId });
    expect(json.document.plans[0]).toMatchObject({
      ...{ board: 'HB', cancellationPolicy: 'POLICY1', supplement: { adult: '2.50' } },
    });
    await page.getByRole('tab', { name: 'Calendar' }).click();
    await page.getByRole('grid').waitFor();
    await page.goto(MONTH);
    await seen(() => labelOf(page, 1)).toContain('guest pays 7.00 EUR for 2 adults (rate 2.00)');
    await cell(page, 1).click();
    await page.getByText('Sets the rate before board').waitFor();
    await page.keyboard.type('4');
    await page.getByText('Rate 4.00 + board 5.00 = guests pay 9.00').waitFor();
    const input = page.getByRole('textbox', { name: 'New value' });
    await seen(() => input.evaluate(element => element.ariaDescribedByElements?.[0]?.textContent)).toContain(
      'guests pay 9.00',
    );
  });

  test('terms that someone else has changed are not overwritten', async () => {
    await operate('import', { text: inventoryFile() });
    const page = await dashboard.visit('revenue');
    await page.goto(`${CALENDAR}?tab=terms`);
    await page.getByRole('button', { name: 'Add age band' }).click();
    // The unsaved terms survive a look at the calendar.
    await page.getByRole('tab', { name: 'Calendar' }).click();
    await page.getByRole('grid').waitFor();
    await page.getByRole('tab', { name: 'Rate plans and terms' }).click();
    await page.getByText('Unsaved changes', { exact: true }).waitFor();
    await operate('import', { text: inventoryFile().replace('"RO"', '"BB"') });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('have changed since you read them').waitFor();
    expect((await operate('show', { hotelId })).json.document.ageBands).toEqual([]);
  });
});

describe('the inventory import', () => {
  test('the inventory import reports errors in an invalid file by line and accepts a valid file', async () => {
    const page = await dashboard.visit('revenue');
    await page.goto('/sandbox/hotels');
    await page.getByRole('button', { name: 'Import inventory' }).click();
    const choose = (text: string) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'inventory.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(text) });
    await choose(`${inventoryFile()}\n{"type":"rate"}\nnonsense`);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Nothing was imported').waitFor();
    expect(await page.locator('.import-problems').innerText()).toMatch(/Line 4[\s\S]*Line 5/);
    expect((await operate('properties', {})).json.properties).toEqual([]);
    await choose(inventoryFile());
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Imported', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('tab', { name: 'Own inventory' }).click();
    await page.getByRole('table', { name: 'Hotels with own inventory' }).getByRole('link').click();
    await page.getByRole('grid').waitFor();
  });
});
