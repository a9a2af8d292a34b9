import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ContentStage, STAGES } from '../../server/test/mapping/content-stages.ts';
import { accessibilityViolations, expectUsable } from './browser/accessibility.ts';
import { choose } from './browser/choose.ts';
import { type DashboardUnderTest, dashboardUnderTest, PHONE } from './browser/dashboard-under-test.ts';
import { openSettled } from './browser/pages.ts';
import { hasFocus } from './jobs/walker.ts';

const HOTELS = 8;
const hotelId = scenarioHotelId('ok');

let dashboard: DashboardUnderTest;
let stage: ContentStage;
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
  const card = page.getByRole('region', { name: 'Hotels from this account' });
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
  const card = page.getByRole('region', { name: 'Hotels from this account' });
  await card.getByText('Next run').waitFor();
  expect(await card.getByRole('button').count()).toBe(0);
});

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
  await page.getByLabel('Hearing loop').check();
  await page.getByRole('combobox', { name: 'Extra charge' }).fill('hearing');
  await page.getByRole('option', { name: 'Hearing loop' }).click();
  await page.getByRole('button', { name: /^Copy (it|them) here$/ }).click();
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
  // The two photos do not exist.
  const others = dashboard.problems.splice(0).filter(problem => !/\/(one|two)\.png/.test(problem));
  dashboard.problems.push(...others);
});
