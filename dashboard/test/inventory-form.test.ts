/** The form that changes all values of any nights, room types and rate plans. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { CHECK_IN, CHECK_OUT, STAY } from '../../server/test/booking-app.ts';
import { accessibilityViolations } from './browser/accessibility.ts';
import { choose } from './browser/choose.ts';
import { type DashboardUnderTest, dashboardUnderTest } from './browser/dashboard-under-test.ts';
import {
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

/** A part of the name that the calendar gives to a day, such as `16 January 2027`. */
const LONG_DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
/** In the order of `getUTCDay`, one day later. */
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

let dashboard: DashboardUnderTest;
let inventory: OwnInventory;
beforeAll(async () => {
  dashboard = await dashboardUnderTest();
  inventory = await ownInventory(dashboard);
});
afterAll(() => dashboard?.close());
beforeEach(() => inventory.clear());
afterEach(() => dashboard.closePages());

test('all fields of a range can be edited in a form that reports invalid values next to the field', async () => {
  await inventory.operate('import', { text: inventory.file });
  const page = await dashboard.visit('owner');
  await page.goto(MONTH);
  await cell(page, 1).click();
  // None of the selected nights falls on the chosen weekday.
  const tools = page.locator('.grid-tools');
  const otherDay = WEEKDAYS[new Date(CHECK_IN).getUTCDay()] as string;
  await tools.getByRole('button', { name: otherDay, exact: true }).click();
  await page.getByRole('button', { name: 'Bulk edit' }).click();
  await page.getByText('No nights in the range fall on these weekdays.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: otherDay, exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Change/ })
    .click();
  await seen(() => hasFocus(page.getByRole('dialog').getByRole('checkbox').first())).toBe(true);
  await page.getByLabel('Price (EUR)').fill('2');
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
  await page.getByText('These nights already have these values.').waitFor();
  await page.getByLabel('Minimum stay (arrival)').fill('many');
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
  await page.locator('.problem').waitFor();
  await page.getByLabel('Minimum stay (arrival)').fill('2');
  await choose(page, 'Stop sell', 'Yes');
  await page.getByRole('button', { name: /^To / }).click();
  await page.getByRole('button', { name: LONG_DATE.format(new Date(CHECK_OUT)) }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: 'Save all' }).click();
  await page.getByText('4 nights saved.').waitFor();
  await seen(() => labelOf(page, 1)).toContain('stop sell; minimum stay 2 nights for arrivals on this night');
  const { json } = await dashboard.call('availability', { ...STAY, hotelIds: [hotelId] });
  expect(JSON.stringify(json)).not.toContain('"amount":"6.00"');
  // A restriction can be removed in a range that is not loaded, although its values are not known.
  await tools.getByRole('button', { name: otherDay, exact: true }).click();
  await page.getByRole('button', { name: 'Bulk edit' }).click();
  await page.getByRole('button', { name: /^To / }).click();
  await page.getByRole('button', { name: 'Go to the Next Month' }).click();
  const [year, month] = CHECK_IN.split('-').map(Number) as [number, number];
  await page.getByRole('button', { name: LONG_DATE.format(Date.UTC(year, month, 15)) }).click();
  await page.getByRole('button', { name: /^Remove ?: Minimum stay \(arrival\)$/ }).click();
  await seen(() => hasFocus(page.getByLabel('Minimum stay (arrival)'))).toBe(true);
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: 'Save all' }).click();
  await seen(() => labelOf(page, 1)).not.toContain('minimum stay');
});

test('a price on a night without an allotment is reported before it is saved, and the allotment is set from there', async () => {
  await inventory.operate('import', { text: inventory.file });
  const page = await dashboard.visit('owner');
  await page.goto(MONTH);
  // The night before the ones with prices and allotments, or a later one.
  const bare = COLUMN > 0 ? COLUMN - 1 : COLUMN + 9;
  await cell(page, 1, bare).click();
  await page.keyboard.type('9');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Review' }).click();
  const warning = page
    .locator('.impact-warnings > li')
    .filter({ hasText: '1 night has a price but no allotment' });
  await warning.getByRole('button', { name: /^Set allotment for (?!these)/ }).click();
  const form = page.getByRole('dialog');
  await form.getByText('Applies to 1 night of 1 room type').waitFor();
  await form.getByLabel('Allotment').fill('4');
  await form.getByText('Changes 1 night of 1 room type: new allotment 4').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Apply' }).click();
  await warning.waitFor({ state: 'detached' });
  await page.getByText('2 unsaved changes in 2 rows').waitFor();
  // Nights of another month are read, so that the form can name its effect.
  await cell(page, 1).click();
  await page.getByRole('button', { name: 'Bulk edit' }).click();
  await form.getByRole('button', { name: /^To / }).click();
  await form.getByRole('button', { name: 'Go to the Next Month' }).click();
  const [year, month] = CHECK_IN.split('-').map(Number) as [number, number];
  await form.getByRole('button', { name: LONG_DATE.format(Date.UTC(year, month, 15)) }).click();
  await form.getByLabel('Price (EUR)').fill('3');
  await form.getByText(/: 2\.00 → 3\.00 EUR, \d+ nights? \+50%/).waitFor();
  await form.getByText(/^\d+ prices are set for the first time: 3\.00 EUR\.$/).waitFor();
});
