/**
 * The job of a developer of a partner, with the keyboard alone: try the API without an API key, look at the
 * request and its JSON, see what is left for the certification, and find an error in the request log.
 */
import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { book } from '../../../server/test/booking-steps.ts';
import { type DashboardUnderTest, dashboardUnderTest } from '../browser/dashboard-under-test.ts';
import { JOB_VIEWPORT, Walker } from './walker.ts';

let dashboard: DashboardUnderTest;
let page: Page;
let walk: Walker;
beforeAll(async () => {
  dashboard = await dashboardUnderTest();
  page = await dashboard.visit('partner-developer', JOB_VIEWPORT);
  walk = new Walker(page, 'developer', 'keyboard', true);
});
afterEach(() => {
  expect(dashboard.problems.splice(0)).toEqual([]);
});
afterAll(async () => {
  walk?.report();
  await dashboard?.close();
});

const press = async (name: string) => {
  await walk.tabTo(page.getByRole('button', { name }));
  await walk.press('Enter');
};

test('search, quote, book and cancel take four presses of a button, and the ids are carried on', async () => {
  await page.goto('/sandbox/reference/availability?view=try');
  await press('Send');
  await page.getByRole('button', { name: 'Quote this offer' }).waitFor();
  // The request makes room for its response, so that both are seen without scrolling.
  await page.getByRole('status').filter({ hasText: '1 hotel, 10 offers' }).waitFor();
  const response = await page.getByRole('tree', { name: 'response' }).boundingBox();
  expect(response?.y).toBeLessThan(JOB_VIEWPORT.viewport.height - 250);
  expect(response?.height).toBeGreaterThan(JOB_VIEWPORT.viewport.height / 2);
  const operations = page.getByRole('navigation', { name: 'Operations' });
  expect(await operations.locator('[aria-current]').allInnerTexts()).toEqual(['Search hotel availability']);
  await walk.screen('searched');
  // The first offer is chosen, and any other can be quoted instead.
  const offers = page.getByRole('combobox', { name: 'Offer' });
  const first = await offers.innerText();
  await walk.tabTo(offers, 'Shift+Tab');
  for (const key of ['Enter', 'ArrowDown', 'Enter']) await walk.press(key);
  await expect.poll(() => offers.innerText()).not.toBe(first);
  // It stays as it is while its quote is requested.
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const hold = (route: Route) => released.then(() => route.continue());
  await page.route('**/sandbox/try', hold, { times: 1 });
  await press('Quote this offer');
  await expect.poll(() => offers.isDisabled()).toBe(true);
  release();
  await page.getByRole('button', { name: 'Book this quote' }).waitFor();
  await press('Book this quote');
  await page.getByRole('button', { name: 'Cancel this booking' }).waitFor();
  // The quote names what was chosen, which is not the offer of the search that was chosen first.
  const chosen = (await page.locator('.id-chip').innerText()).match(/[\d,]+\.\d\d EUR/)?.[0];
  expect(chosen).toMatch(/EUR$/);
  expect(first).not.toContain(chosen);
  await page.locator('.try-result').first().getByText(String(chosen)).waitFor();
  await walk.screen('booked');
  await page.getByText('What each status means, and what to do').click();
  await page.getByRole('table', { name: 'Outcomes' }).getByText('PRICE_CHANGED').waitFor();
  await press('Cancel this booking');
  // The documentation beside the form is that of the step.
  await page.waitForURL('**/reference/cancel?view=try');
  await expect.poll(() => page.locator('.try-response').count()).toBe(4);
  await page.getByRole('tree', { name: 'response' }).getByText('"CANCELLED"').first().waitFor();
  await page.getByText('The booking was cancelled', { exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'Continue certification' }).count()).toBe(1);
  await page.getByText('Try it does not count towards certification.').waitFor();
  expect(await page.locator('.try-steps li[data-done]').count()).toBe(4);
  await walk.screen('cancelled');
});

test('JSON is searched, folded and opened with the keyboard', async () => {
  const search = page.getByLabel('Search in response').first();
  await walk.tabTo(search, 'Shift+Tab');
  await walk.type('penalty');
  await page
    .getByText(/^1 of \d+$/)
    .first()
    .waitFor();
  await walk.press('Enter');
  await page
    .getByText(/^2 of \d+$/)
    .first()
    .waitFor();
  const tree = page.getByRole('tree', { name: 'response' }).first();
  await walk.tabTo(tree.getByRole('treeitem').first());
  const lines = () => tree.getByRole('treeitem').count();
  const before = await lines();
  await walk.press('ArrowLeft');
  await expect.poll(lines).toBe(1);
  await walk.press('ArrowRight');
  await expect.poll(lines).toBe(before);
  await walk.press('ArrowDown');
  expect(await tree.locator(':focus').getAttribute('aria-level')).toBe('2');
});

test('the tried requests are found by their ids, but are neither in the log nor in the usage', async () => {
  await page.goto('/sandbox/requests');
  await page.getByRole('heading', { name: 'No matching requests' }).waitFor();
  await page.goto('/sandbox/settings/api-keys');
  await page.getByRole('link', { name: /^test/ }).first().waitFor();
  expect(await page.getByText('Try it', { exact: true }).count()).toBe(0);
  await walk.screen('keys');
});

test('the checklist of a key shows what is left before the partner goes live', async () => {
  const { key } = dashboard;
  await dashboard.app.post('/content/hotels/v1/boards', {}, { key });
  await page.goto('/sandbox/sandbox?tab=certification');
  await page.getByRole('heading', { name: 'Certification checklist' }).waitFor();
  await page.getByText('Handle a rejected booking').waitFor();
  const events = page.getByRole('listitem').filter({ hasText: 'Receive an event' });
  await events.getByText('Done when a sandbox endpoint accepts an event.').waitFor();
  const add = events.getByRole('link', { name: 'Add endpoint' });
  expect(await add.getAttribute('href')).toBe('/sandbox/webhooks?create=endpoint');
  // The self-test of the installation is a task of the operator.
  expect(await page.getByRole('button', { name: 'Run self-test' }).count()).toBe(0);
  await walk.screen('checklist');
  await walk.tabTo(page.getByRole('link', { name: 'Book with scenario book.soldout' }));
  await walk.press('Enter');
  await page.waitForURL('**/reference/availability?view=try&scenario=book.soldout');
  await page.getByText('These requests show the scenario').waitFor();
  await page.getByText('htl_sandbox_book_soldout').first().waitFor();
});

test('an error in the request log opens with its highlighted body', async () => {
  await dashboard.call('prebooking', { offerId: 'off_wrong' });
  await page.goto('/sandbox/requests?class=4xx');
  const row = page.locator('.log tbody tr').first();
  await row.waitFor();
  await page.getByRole('button', { name: 'Pause' }).focus();
  await walk.press('Enter');
  await walk.tabTo(row.getByRole('link').first());
  await walk.press('Enter');
  await page.getByRole('dialog', { name: 'Request' }).getByRole('tree').first().waitFor();
  await walk.screen('request');
  await walk.tabTo(page.getByRole('link', { name: 'Open full page' }));
  await walk.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'POST /connect/hotels/v1/prebooking' }).waitFor();
  await walk.screen('request-page');
});

test('one search finds bookings, hotels, keys, pages and commands, and lists what was opened before', async () => {
  await book(dashboard, 'ok', { members: { clientReference: 'SANDBOX-2041' } });
  await dashboard.app.createKey({ name: 'Sandbox booking engine' });
  await page.goto('/sandbox');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await walk.find('SANDBOX-2041', /SANDBOX-2041, /);
  await page.waitForURL('**/sandbox/bookings/**');
  await walk.press('ControlOrMeta+k');
  await page.getByRole('group', { name: 'Recent' }).waitFor();
  await walk.screen('palette-recent');
  await walk.type('sand');
  for (const name of ['Bookings', 'Hotels', 'API keys', 'Pages'])
    await page.getByRole('group', { name, exact: true }).waitFor();
  await page
    .getByRole('option', { name: /SANDBOX-2041, / })
    .locator('mark')
    .first()
    .waitFor();
  await walk.screen('palette-found');
  await walk.press('Escape');
});

test('a key is created and rotated, and each secret is shown once', async () => {
  await page.goto('/sandbox/settings/api-keys');
  await walk.tabTo(page.getByRole('link', { name: 'Create API key' }).first());
  await walk.press('Enter');
  await walk.tabTo(page.getByLabel('Name'));
  await walk.type('Web shop');
  await press('Full booking');
  await press('Create sandbox key');
  await page.getByText('Web shop is ready').first().waitFor();
  await walk.screen('key-revealed');
  await press('Copy key');
  await walk.tabTo(page.getByRole('checkbox', { name: /stored the key/ }));
  await walk.press('Space');
  await press('Continue');
  await page.getByRole('heading', { level: 1, name: 'Web shop' }).waitFor();
  await press('Rotate');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Rotate' }).waitFor();
  await walk.screen('rotate');
  await walk.tabTo(dialog.getByRole('button', { name: 'Rotate' }));
  await walk.press('Enter');
  await page.getByText('Web shop has a new key').first().waitFor();
  await walk.screen('rotated');
});
