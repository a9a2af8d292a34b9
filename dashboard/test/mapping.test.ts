import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { storeSuppliedHotels } from '../../server/src/mapping/content/store-supplied-hotels.ts';
import { writeHotels } from '../../server/test/catalogue-builder.ts';
import { suppliedHotel } from '../../server/test/mapping/hotel-evidence.ts';
import { accessibilityViolations, expectNoHorizontalScroll, expectUsable } from './browser/accessibility.ts';
import { type DashboardUnderTest, dashboardUnderTest, PHONE } from './browser/dashboard-under-test.ts';
import { openSettled } from './browser/pages.ts';

const SCOPE = { provider: 'liteapi', environment: 'sandbox' } as const;

const OURS = ['Larkspur', 'Nightjar'].map((name, i) => ({
  hotelId: `htl_${name.toLowerCase()}`,
  name: { en: `Hotel ${name}` },
  address: { street: `Carrer Major ${10 + i}`, postalCode: '08001', city: 'Barcelona', countryCode: 'ES' },
  location: { latitude: 41.38 + i * 0.0018, longitude: 2.17 },
  contact: { phone: `+34 931 234 56${i}` },
}));

const room = (name: string) => ({
  supplierRoomId: name,
  name,
  maxTotal: 2,
  maxAdults: 2,
  maxChildren: 0,
  beds: [],
  attributes: {},
});

let dashboard: DashboardUnderTest;
beforeAll(async () => {
  dashboard = await dashboardUnderTest({ places: true });
  const { mainDb } = dashboard.app;
  await writeHotels(mainDb, 'sandbox', OURS);
  const hotels = OURS.map(({ name, address, contact, location }, i) =>
    suppliedHotel({
      supplierId: `lp${i}`,
      name: i === 0 ? name.en : `${name.en} II`,
      address: { lines: [address.street], city: 'BARCELONA', postalCode: address.postalCode },
      location: { lat: location.latitude + 0.0004, lng: location.longitude + 0.0003 },
      phones: [contact.phone],
      category: 'Hotel',
      stars: 4,
      rooms: [room('Deluxe Room, 1 King Bed, Sea View'), room('Standard Room, 2 Twin Beds')],
      content: {
        photos: [{ url: 'https://images.example.com/1.jpg', caption: null, supplierRoomId: null }],
        texts: {},
        facilities: [],
        policies: [],
      },
    }),
  );
  await storeSuppliedHotels(mainDb, SCOPE, { hotels, removed: [] });
});
afterAll(() => dashboard?.close());
afterEach(async () => {
  await dashboard.closePages();
  expect(dashboard.problems.splice(0)).toEqual([]);
});

const runMapping = async (page: Page) => {
  await openSettled(page, '/sandbox/mapping?tab=providers');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('table', { name: 'Runs' }).getByText('Done').first().waitFor();
};

test('a revenue manager starts a mapping run, compares a doubtful hotel, decides and undoes the decision', async () => {
  const page = await dashboard.visit('revenue');
  await runMapping(page);
  const figures = page.getByRole('table', { name: 'Providers' }).locator('tbody tr').first();
  expect(await figures.innerText()).toContain('liteapi');
  await expectUsable(page);

  await page.getByRole('tab', { name: 'Review queue' }).click();
  const queue = page.getByRole('table', { name: 'Hotels to review' });
  await queue.getByRole('link', { name: 'Hotel Nightjar II' }).click();
  await page.getByRole('heading', { level: 1, name: 'Hotel Nightjar II' }).waitFor();
  await page.getByText('The names contain different numbers.').waitFor();
  await page.getByRole('img', { name: /The positions are \d+ m apart/ }).waitFor();
  expect(await page.getByRole('table', { name: 'Evidence' }).innerText()).toContain('Address');
  await expectUsable(page);

  await page.getByRole('button', { name: 'Same hotel' }).click();
  await page.getByText('Decision saved').waitFor();
  await page.locator('.badge', { hasText: 'Mapped' }).first().waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Decision undone').waitFor();
  await page.locator('.badge', { hasText: 'Needs review' }).first().waitFor();
  await page.getByRole('button', { name: 'No match' }).click();
  await page.locator('.badge', { hasText: 'No match' }).first().waitFor();
  await openSettled(page, '/sandbox/mapping');
  await page.getByText('Nothing to review').waitFor();
});

test('the comparison of two hotels fits on a phone, and a viewer sees no decision buttons', async () => {
  const page = await dashboard.visit('viewer', { viewport: PHONE });
  await openSettled(page, '/sandbox/mapping/liteapi/lp1');
  await page.getByRole('heading', { level: 1, name: 'Hotel Nightjar II' }).waitFor();
  expect(await page.getByRole('button', { name: /Same hotel|No match|Undo/ }).count()).toBe(0);
  await expectNoHorizontalScroll(page);
  expect(await accessibilityViolations(page)).toEqual([]);
});

test('a revenue manager sees the merged hotels and undoes a merge, and a viewer sees them on a phone without buttons', async () => {
  const { app } = dashboard;
  const pair = { environment: 'sandbox', hotelId: 'htl_nightjar', into: 'htl_larkspur' };
  await app.operate('mapping/decide', {
    ...SCOPE,
    supplierId: 'lp1',
    decision: 'SAME',
    hotelId: pair.hotelId,
  });
  expect((await app.operate('mapping/merge', { ...pair, allowSeveral: true })).status).toBe(200);

  const viewer = await dashboard.visit('viewer', { viewport: PHONE });
  await openSettled(viewer, '/sandbox/mapping?tab=merges');
  await viewer.getByRole('table', { name: 'Merged hotels' }).getByText('htl_nightjar').waitFor();
  expect(await viewer.getByRole('button', { name: /Undo/ }).count()).toBe(0);
  await expectNoHorizontalScroll(viewer);
  expect(await accessibilityViolations(viewer)).toEqual([]);

  const page = await dashboard.visit('revenue');
  await openSettled(page, '/sandbox/mapping');
  await page.getByRole('tab', { name: 'Merged hotels' }).click();
  const table = page.getByRole('table', { name: 'Merged hotels' });
  await table.getByText('lp1', { exact: true }).waitFor();
  await expectUsable(page);
  await table.getByRole('button', { name: 'Undo the merge of Hotel Nightjar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo merge' }).click();
  await page.getByText('Merge undone').waitFor();
  await table.getByText('Undone', { exact: true }).waitFor();
  expect(await table.getByRole('button', { name: /Undo/ }).count()).toBe(0);
  const { json } = await app.operate('mapping/show', { ...SCOPE, supplierId: 'lp1' });
  expect(json.current).toMatchObject({ outcome: 'SAME', hotelId: 'htl_nightjar' });
});
