import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHECK_IN, CHECK_OUT, STAY } from '../../server/test/booking-app.ts';
import { accessibilityViolations, expectUsable } from './browser/accessibility.ts';
import {
  callAs,
  type DashboardUnderTest,
  dashboardUnderTest,
  PHONE,
} from './browser/dashboard-under-test.ts';

const hotelId = scenarioHotelId('ok');
const CALENDAR = `/sandbox/hotels/${hotelId}/calendar`;
const MONTH = `${CALENDAR}?month=${CHECK_IN.slice(0, 7)}`;
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

describe('the inventory calendar', () => {
  test('a price edited with the keyboard applies to the next search, and a booking reduces the free rooms', async () => {
    await operate('import', { text: inventoryFile() });
    const page = await dashboard.visit('revenue');
    await page.goto(MONTH);
    expect(await labelOf(page, 0)).toContain('0 of 3 sold, 0 held, 3 free');
    await cell(page, 0).click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByLabel('Price (EUR)').fill('7.5');
    await page.keyboard.press('Enter');
    await page.getByText('1 night saved.').waitFor();
    await seen(() => labelOf(page, 1)).toContain('7.50 EUR');
    await seen(() => labelOf(page, 2)).toContain('11.25 EUR, follows FLEX');

    const { json: found } = await dashboard.call('availability', { ...STAY, hotelIds: [hotelId] });
    const [offer] = found.hotels[0].offers;
    expect(offer.price.net.amount).toBe('11.50');
    const { json: quote } = await dashboard.call('prebooking', { offerId: offer.offerId });
    const { json: booked } = await dashboard.call('booking', dashboard.bookingOf(quote));
    expect([booked.booking.status, booked.booking.price.net.amount]).toEqual(['CONFIRMED', '11.50']);
    await page.reload();
    await seen(() => labelOf(page, 0)).toContain('1 of 3 sold, 0 held, 2 free');

    const { json: audit } = await dashboard.app.operate('audit/list', { target: hotelId });
    expect(audit.entries[0]).toMatchObject({ action: 'inventory/update' });
  });

  test('a range of nights can be edited in the calendar, and server errors appear next to the field', async () => {
    await operate('import', { text: inventoryFile() });
    const page = await dashboard.visit('owner');
    await page.goto(MONTH);
    await cell(page, 1).click();
    await page.keyboard.press('Enter');
    await page.getByLabel('Minimum stay for arrivals').fill('99');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.problem').waitFor();
    await page.getByLabel('Minimum stay for arrivals').fill('2');
    await page.getByLabel('Stop sell').selectOption('true');
    await page.getByLabel('To', { exact: true }).fill(CHECK_OUT);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('4 nights saved.').waitFor();
    await seen(() => labelOf(page, 1)).toContain(
      'stop sell; minimum stay 2 nights for arrivals on this night',
    );
    const { json } = await dashboard.call('availability', { ...STAY, hotelIds: [hotelId] });
    expect(JSON.stringify(json)).not.toContain('"amount":"6.00"');
  });

  test('the calendar offers to create sample inventory, is accessible, and is usable by keyboard and on a phone', async () => {
    const page = await dashboard.visit('revenue');
    await page.goto(CALENDAR);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create sample inventory' }).click();
    await page.getByRole('grid').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('gridcell', { selected: true }).focus();
    await page.keyboard.press('Shift+End');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    const phone = await dashboard.visit('revenue', { viewport: PHONE, colorScheme: 'dark' });
    await phone.goto(MONTH);
    await phone.locator('.night-list li').first().waitFor();
    await expectUsable(phone);
    expect(dashboard.problems).toEqual([]);
  });

  test('read-only users can view but not edit the calendar', async () => {
    await operate('import', { text: inventoryFile() });
    const page = await dashboard.visit('viewer');
    await page.goto(MONTH);
    await cell(page, 1).click();
    await page.keyboard.press('Enter');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Import' }).count()).toBe(0);
    const input = {
      environment: 'sandbox',
      hotelId,
      cells: [{ roomCode, from: CHECK_IN, to: CHECK_IN, total: 9 }],
    };
    expect((await callAs(page, 'inventory/update', input)).status()).toBe(403);
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

describe('the hotel catalogue', () => {
  test('the catalogue finds a hotel by ID, keeps the filter after a reload and shows the hotel details', async () => {
    const page = await dashboard.visit('viewer');
    await page.goto('/sandbox/hotels');
    const rows = page.getByRole('table', { name: 'Hotels', exact: true }).locator('tbody tr');
    await rows.nth(2).waitFor();
    await page.getByLabel('Name or ID').fill(hotelId);
    await seen(() => rows.count()).toBe(1);
    await page.reload();
    await seen(() => rows.count()).toBe(1);
    await rows.first().getByRole('link').click();
    await page.getByRole('heading', { name: 'Rooms', exact: true }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByLabel('Name or ID').waitFor({ state: 'detached' });
  });
});
