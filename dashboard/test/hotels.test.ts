import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHECK_OUT } from '../../server/test/booking-app.ts';
import { type ContentStage, STAGES } from '../../server/test/mapping/content-stages.ts';
import { accessibilityViolations, expectUsable } from './browser/accessibility.ts';
import { choose } from './browser/choose.ts';
import { type DashboardUnderTest, dashboardUnderTest, PHONE } from './browser/dashboard-under-test.ts';
import {
  CALENDAR,
  cell,
  hotelId,
  labelOf,
  MONTH,
  type OwnInventory,
  ownInventory,
  seen,
} from './browser/own-inventory.ts';
import { openSettled } from './browser/pages.ts';
import { hasFocus } from './jobs/walker.ts';

const HOTELS = 8;

let dashboard: DashboardUnderTest;
let stage: ContentStage;
let inventory: OwnInventory;
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
  inventory = await ownInventory(dashboard);
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
  const card = page.getByRole('region', { name: 'Content sync' });
  await card.getByRole('button', { name: 'Sync now' }).click();
  await card.getByText(`${HOTELS} of ${HOTELS} hotels on 1 page, ${HOTELS} new`).waitFor();
  await card.locator('.badge', { hasText: 'Done' }).waitFor();
  await expectUsable(page);

  for (const index of [1, 2]) stage.remove(index);
  await card.getByRole('button', { name: 'Read all hotels' }).click();
  await card.getByText('2 of 8 hotels are missing from the supplier’s list').waitFor();
  await card.locator('.badge', { hasText: 'Needs confirmation' }).waitFor();
  await expectUsable(page);
  await card.getByRole('button', { name: 'Remove hotels' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove hotels' }).click();
  await card.getByText('2 removed').waitFor();
  expect(await card.getByText('missing from the supplier’s list').count()).toBe(0);
});

test('a viewer sees when the next content sync runs, but no buttons', async () => {
  const page = await dashboard.visit('viewer');
  await openSettled(page, '/sandbox/providers/prv_sandbox_hotelbeds');
  const card = page.getByRole('region', { name: 'Content sync' });
  await card.getByText('Next run').waitFor();
  expect(await card.getByRole('button').count()).toBe(0);
});

describe('own inventory', () => {
  beforeEach(() => inventory.clear());

  test('a form changes plans and policies after checking them, with warnings and three sample stays', async () => {
    // The night after the others has a price, but no allotment.
    const after = new Date(Date.parse(CHECK_OUT) + 86_400_000).toISOString().slice(0, 10);
    const rate = {
      hotelId,
      roomCode: inventory.roomCode,
      planCode: 'FLEX',
      from: after,
      to: after,
      amount: '2.00',
    };
    await inventory.operate('import', {
      text: `${inventory.file}\n${JSON.stringify({ type: 'rate', ...rate })}`,
    });
    const page = await dashboard.visit('revenue');
    await page.goto(`${CALENDAR}?tab=terms`);
    const preview = page.getByRole('complementary', { name: 'Check and preview' });
    await preview.getByText('Three sample stays').waitFor();
    await preview.getByText(/^\d+ warnings? here, \d+ in the calendar$/).waitFor();
    await preview
      .getByText(/, 2 adults: not sold on \d+ \w+ \d{4}, because there is no allotment\.$/)
      .waitFor();
    // The catalogue allows children in this room, and the imported terms do not. The warning leads to the field.
    await preview.getByText('these terms allow no children, but the catalogue allows').click();
    const children = page.getByLabel('Maximum children');
    await seen(() => hasFocus(children)).toBe(true);
    await seen(() => children.evaluate(field => field.ariaDescribedByElements?.[0]?.textContent)).toContain(
      'these terms allow no children',
    );
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
    await preview.getByText('Free cancellation until').first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Rate plans and terms saved.').waitFor();
    // The server writes 2.5 as 2.50, which is no unsaved change.
    await page.getByText('No unsaved changes', { exact: true }).waitFor();
    const { json } = await inventory.operate('show', { hotelId });
    expect(json.document.plans[0]).toMatchObject({
      ...{ board: 'HB', cancellationPolicy: 'POLICY1', supplement: { adult: '2.50' } },
    });
    await page.getByRole('link', { name: 'Calendar' }).click();
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
    await inventory.operate('import', { text: inventory.file });
    const page = await dashboard.visit('revenue');
    await page.goto(`${CALENDAR}?tab=terms`);
    await page.getByRole('button', { name: 'Add age band' }).click();
    // The unsaved terms survive a look at the calendar.
    await page.getByRole('link', { name: 'Calendar' }).click();
    await page.getByRole('grid').waitFor();
    await page.getByRole('link', { name: 'Rate plans and terms' }).click();
    await page.getByText('Unsaved changes', { exact: true }).waitFor();
    await inventory.operate('import', { text: inventory.file.replace('"RO"', '"BB"') });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('have changed since you read them').waitFor();
    expect((await inventory.operate('show', { hotelId })).json.document.ageBands).toEqual([]);
  });
  test('the inventory import reports errors in an invalid file by line and accepts a valid file', async () => {
    const page = await dashboard.visit('revenue');
    await page.goto('/sandbox/hotels');
    // The scenario hotels are in no country.
    expect(await page.getByRole('table', { name: 'Hotels' }).innerText()).not.toContain('ZZ');
    await page.getByRole('button', { name: 'Import inventory' }).click();
    const attach = (text: string) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'inventory.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(text) });
    await attach(`${inventory.file}\n{"type":"rate"}\nnonsense`);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Nothing was imported').waitFor();
    expect(await page.locator('.import-problems').innerText()).toMatch(/Line 4[\s\S]*Line 5/);
    expect((await inventory.operate('properties', {})).json.properties).toEqual([]);
    await attach(inventory.file);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Imported', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('tab', { name: 'Own inventory' }).click();
    await page.getByRole('table', { name: 'Hotels with own inventory' }).getByRole('link').click();
    await page.getByRole('grid').waitFor();
    // Figures that cannot be read are reported, in the calendar and on the page of the hotel, and can be read again.
    await page.route('**/inventory/performance', route => route.abort());
    await page.reload();
    await page.getByRole('grid').waitFor();
    await page.getByRole('alert').waitFor();
    await page.getByRole('link', { name: 'Details' }).click();
    await page.getByText('Room nights', { exact: true }).waitFor();
    await page.getByRole('alert').waitFor();
    await page.unroute('**/inventory/performance');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Occupancy', { exact: true }).waitFor();
  });
});

// Last, because the page of the hotel then asks for photos that do not exist.
test('the content of a hotel is changed in one form, which names all invalid fields at once', async () => {
  const page = await dashboard.visit('revenue');
  await page.goto(`/sandbox/hotels/${hotelId}`);
  await page.getByRole('button', { name: 'Edit content' }).click();
  // The links at the top lead to the sections, with the keyboard too.
  const links = page.getByRole('navigation', { name: 'Sections' });
  await links.getByRole('link', { name: 'Facilities' }).press('Enter');
  await expect.poll(() => page.evaluate('window.scrollY')).toBeGreaterThan(500);
  await page.keyboard.press('Tab');
  const section = 'document.activeElement.closest(".content-section")?.id';
  expect(await page.evaluate(section)).toBe('content-facilities');
  await page.getByLabel('Name in English').fill('Sandbox House');
  await choose(page, 'Add a language', 'Portuguese');
  await page.getByLabel('Description in Portuguese').fill('Um hotel de teste.');
  await page.getByLabel('Name in Portuguese').fill('Casa de Teste');
  await choose(page, 'Type', 'Aparthotel');
  await choose(page, 'Category', 'Aparthotel');
  await choose(page, 'Stars', '4.5 stars');
  await page.getByLabel('Street and number').fill('Carrer del Sol 12');
  await page.getByRole('combobox', { name: 'Country' }).fill('portu');
  await page.getByRole('option', { name: 'Portugal (PT)' }).click();
  await page.getByLabel('Check-in from').fill('3 pm');
  await page.getByLabel('Check-out until').fill('1030');
  await page.getByLabel('Website').fill('a'.repeat(501));
  await page.getByRole('button', { name: 'Show all facilities' }).click();
  await page.getByRole('checkbox', { name: 'Hearing loop' }).check();
  await choose(page, 'Price of Hearing loop', 'Extra charge');
  await page.getByRole('button', { name: 'Show selected only' }).click();
  expect(await page.getByRole('checkbox', { name: 'Sauna' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Add to your photos' }).click();
  for (const name of ['one', 'two']) {
    const url = `${dashboard.url}/${name}.png`.replace('http:', 'https:');
    await page.getByLabel('Photo URL').fill(url);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
  }
  const count = await page.locator('.photos li').count();
  await page.getByRole('button', { name: `Move photo ${count} earlier` }).click();
  await page.getByRole('application').focus();
  await page.keyboard.press('Shift+ArrowUp');
  await page.locator('.map-land[d]').waitFor({ state: 'attached' });
  // Otherwise the sticky header covers a part of a button.
  await page.evaluate('window.scrollTo(0, 0)');
  expect(await accessibilityViolations(page)).toEqual([]);
  const phone = await dashboard.visit('revenue', { viewport: PHONE });
  await openSettled(phone, `/sandbox/hotels/${hotelId}?edit=content`);
  // Phones fold the sections, and the groups of facilities in them.
  expect(await phone.getByLabel('Photo URL').isVisible()).toBe(false);
  await phone.locator('summary', { hasText: 'Facilities' }).click();
  await phone.getByRole('button', { name: 'Show all facilities' }).click();
  await phone.locator('summary', { hasText: 'Accessibility' }).click();
  await phone.getByLabel('Hearing loop').waitFor();
  await expectUsable(phone);
  await phone.context().close();
  const before = await dashboard.app.operate('hotels/content', { environment: 'sandbox', hotelId });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('2 fields are invalid.').waitFor();
  expect(await hasFocus(page.getByLabel('Check-in from'))).toBe(true);
  // Only the message of the field that was corrected disappears.
  await page.getByLabel('Check-in from').fill('15');
  await page.getByText('1 field is invalid.').waitFor();
  await page.getByLabel('Website').fill('https://example.com');
  await page.getByRole('link', { name: 'Hotels', exact: true }).first().click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Hotel content saved.').waitFor();
  await page.getByRole('heading', { name: 'Sandbox House' }).waitFor();
  const { json } = await dashboard.app.operate('hotels/content', { environment: 'sandbox', hotelId });
  expect([json.name.pt, json.description.pt]).toEqual(['Casa de Teste', 'Um hotel de teste.']);
  const urls = json.images.map(({ url }: { url: string }) => url.slice(-7));
  expect(urls.slice(-2)).toEqual(['two.png', 'one.png']);
  expect(json).toMatchObject({
    ...{ type: 'APARTHOTEL', categoryCode: 'APARTHOTEL', stars: 4.5 },
    address: { street: 'Carrer del Sol 12', countryCode: 'PT' },
    ...{ checkIn: { from: '15:00' }, checkOut: { until: '10:30' } },
    contact: { website: 'https://example.com' },
  });
  expect(json.facilities).toContainEqual({ code: 'HEARING_LOOP', surcharge: true });
  expect(json.location.latitude - before.json.location.latitude).toBeCloseTo(0.8, 3);
  await changeRoomTexts(page);
  // The two photos do not exist.
  const others = dashboard.problems.splice(0).filter(problem => !/\/(one|two)\.png/.test(problem));
  dashboard.problems.push(...others);
});

/** The texts of a room type, in a form on the page of its hotel. */
async function changeRoomTexts(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit name and description of Double room' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Double room' });
  for (const language of ['English', 'Spanish']) await dialog.getByLabel(`Name in ${language}`).fill(' ');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Provide the text in at least one language.').waitFor();
  await dialog.getByLabel('Name in English').fill('Garden double room');
  await dialog.getByLabel('Description in English').fill('On the ground floor, with a terrace.');
  await choose(page, 'Add a language', 'Portuguese');
  await dialog.getByLabel('Name in Portuguese').fill('Quarto duplo');
  expect(await accessibilityViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Room type saved.').waitFor();
  const rooms = page.getByRole('table', { name: 'Rooms' });
  await rooms.getByText('Garden double room').first().waitFor();
  await rooms.getByText('On the ground floor, with a terrace.').waitFor();
  const { json } = await dashboard.app.operate('hotels/room-texts', { environment: 'sandbox', hotelId });
  expect(json.rooms.find(({ name }: { name: { pt?: string } }) => name.pt === 'Quarto duplo')).toMatchObject({
    ...{ name: { en: 'Garden double room' }, description: { en: 'On the ground floor, with a terrace.' } },
  });
}
