/** Bookings in a real browser: finding one, settling one that waits for a person, and trying the interface. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { book } from '../../server/test/booking-steps.ts';
import { accessibilityFaults } from './browser/accessibility.ts';
import { callAs } from './browser/call-as.ts';
import { type DashboardUnderTest, dashboardUnderTest, PHONE } from './browser/dashboard-under-test.ts';
import { expectUsable } from './browser/expect-usable.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const EVIDENCE = 'Ana of the provider, by telephone: it is booked.';

let dashboard: DashboardUnderTest;
let confirmed: { bookingId: string; clientReference: string };
/** Of the provider nobody knows whether it booked. */
let waiting: { bookingId: string };

beforeAll(async () => {
  dashboard = await dashboardUnderTest();
  confirmed = (await book(dashboard, 'ok')).json.booking;
  const { bookingId } = (await book(dashboard, 'book.timeout_forever')).json.booking;
  waiting = { bookingId };
  // As the service does by itself when its checks have come to an end.
  await dashboard.app.database.db`
    UPDATE booking SET needs_attention = true WHERE booking_id = ${bookingId}`;
});
afterAll(() => dashboard?.close());
afterEach(() => dashboard.closePages());

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Bookings', exact: true }).locator('tbody tr');

describe('the list', () => {
  test('finds bookings by what people know of them, and keeps the filters over a reload', async () => {
    const page = await dashboard.visit('read-only');
    await page.goto('/sandbox/bookings');
    await rowsOf(page).nth(1).waitFor();
    await page.getByLabel('Booking', { exact: true }).fill(confirmed.clientReference);
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    expect(await rowsOf(page).innerText()).toContain(confirmed.bookingId);
    await page.reload();
    await rowsOf(page).first().waitFor();
    expect(await rowsOf(page).count()).toBe(1);
    expect(await page.getByLabel('Booking', { exact: true }).inputValue()).toBe(confirmed.clientReference);

    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => rowsOf(page).count()).toBe(2);
    await page.getByRole('button', { name: /Needs attention/ }).click();
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    expect(await rowsOf(page).innerText()).toContain('Needs attention');
    await page.getByLabel('Last name of the holder').fill('Nobody');
    await page.getByRole('heading', { name: 'No booking matches' }).waitFor();
  });

  test('is whole on a phone', async () => {
    const page = await dashboard.visit('owner', { viewport: PHONE, colorScheme: 'dark' });
    await page.goto('/sandbox/bookings');
    await rowsOf(page).first().waitFor();
    await expectUsable(page);
  });
});

describe('a booking that needs a person', () => {
  test('tells a reader why, and lets nobody settle it who may not', async () => {
    const page = await dashboard.visit('developer');
    await page.goto(`/sandbox/bookings/${waiting.bookingId}`);
    await page.getByRole('heading', { name: 'This booking needs a person' }).waitFor();
    expect(await page.getByRole('button', { name: 'Settle this booking' }).count()).toBe(0);
    const decision = { ...waiting, version: 2, decision: 'REJECTED', evidence: EVIDENCE };
    expect((await callAs(page, 'bookings/resolve', decision)).status()).toBe(403);
  });

  test('is settled by an admin, also when it changed meanwhile, and the history shows it', async () => {
    const page = await dashboard.visit('admin');
    await page.goto(`/sandbox/bookings/${waiting.bookingId}`);
    await page.getByRole('button', { name: 'Settle this booking' }).click();
    const dialog = page.getByRole('dialog', { name: 'Settle this booking' });
    await dialog.getByLabel('It is booked').check();
    await dialog.getByLabel('Reference at the provider').fill('S-9');
    await dialog.getByLabel('Evidence').fill(EVIDENCE);
    const release = await holdReads(page);
    await dashboard.app.database.db`
      UPDATE booking SET version = version + 1 WHERE booking_id = ${waiting.bookingId}`;
    const answered = page.waitForResponse('**/bookings/resolve');
    await dialog.getByRole('button', { name: 'Record the decision' }).click();
    expect((await answered).status()).toBe(409);
    release();
    await dialog.getByText('had changed since you looked').waitFor();
    await dialog.getByText('version 3, pending').waitFor();
    await dialog.getByRole('button', { name: 'Record the decision' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const newest = page.locator('.timeline > li').first();
    await newest.getByText('Confirmed', { exact: true }).waitFor();
    expect(await newest.innerText()).toContain(EVIDENCE);
    expect(await newest.innerText()).toMatch(/by link-|by .*@/);
    expect(await page.getByRole('heading', { name: 'This booking needs a person' }).count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('shows what was said to the provider', async () => {
    const page = await dashboard.visit('read-only', { viewport: PHONE });
    await page.goto(`/sandbox/bookings/${confirmed.bookingId}?tab=exchanges`);
    await page.getByRole('button', { name: 'book', exact: true }).press('Enter');
    const drawer = page.getByRole('dialog', { name: /^book at/ });
    await drawer.getByText('Outcome').waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    await expectUsable(page);
  });
});

describe('the reference', () => {
  test('describes an operation and tries it with a sandbox key, and with no other', async () => {
    const page = await dashboard.visit('developer');
    await page.goto('/sandbox/reference');
    await page.getByLabel('Search', { exact: true }).fill('boards');
    await page
      .getByRole('main')
      .getByRole('link', { name: /boards/i })
      .click();
    await page.getByText('/content/hotels/v1/boards').first().waitFor();
    const key = page.getByLabel('Sandbox key');
    const send = page.getByRole('button', { name: 'Send' });
    const { secret: live } = await dashboard.app.createKey({ environment: 'production' });
    await key.fill(live);
    await send.click();
    await page.getByText('Give a whole key of the sandbox').waitFor();
    await key.fill(dashboard.key);
    await page.getByRole('textbox', { name: 'Request' }).fill('{}');
    await send.click();
    await page.locator('pre', { hasText: 'Room only' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.content()).not.toContain(live);
  });
});

test('no page did anything forbidden', () => {
  expect(dashboard.problems).toEqual([]);
});

/** An open booking is read again every few seconds; until released the page knows only what it knew. */
async function holdReads(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/v1/bookings/show', async route => {
    await promise;
    await route.continue();
  });
  return resolve;
}
