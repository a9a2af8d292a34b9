import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { book } from '../../server/test/booking-steps.ts';
import { accessibilityViolations, expectUsable } from './browser/accessibility.ts';
import {
  callAs,
  type DashboardUnderTest,
  dashboardUnderTest,
  PHONE,
} from './browser/dashboard-under-test.ts';
import { signOut } from './browser/people-steps.ts';

const EVIDENCE = 'Ana at the provider confirmed by phone that it is booked.';

let dashboard: DashboardUnderTest;
let confirmed: { bookingId: string; clientReference: string };
/** A booking with an unknown outcome. */
let waiting: { bookingId: string };

beforeAll(async () => {
  dashboard = await dashboardUnderTest();
  confirmed = (await book(dashboard, 'ok')).json.booking;
  const { bookingId } = (await book(dashboard, 'book.timeout_forever')).json.booking;
  waiting = { bookingId };
  // The service sets this flag when its automatic checks end.
  await dashboard.app.database.db`
    UPDATE booking SET needs_attention = true WHERE booking_id = ${bookingId}`;
});
afterAll(() => dashboard?.close());
afterEach(() => dashboard.closePages());

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Bookings', exact: true }).locator('tbody tr');

describe('the booking list', () => {
  test('the booking list filters by reference, name and need for attention, and keeps a filter after a reload', async () => {
    const page = await dashboard.visit('viewer');
    await page.goto('/sandbox/bookings');
    await rowsOf(page).nth(1).waitFor();
    await page.getByLabel('Search', { exact: true }).fill(confirmed.clientReference);
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    expect(await rowsOf(page).innerText()).toContain(confirmed.bookingId);
    await page.reload();
    await rowsOf(page).first().waitFor();
    expect(await rowsOf(page).count()).toBe(1);
    expect(await page.getByLabel('Search', { exact: true }).inputValue()).toBe(confirmed.clientReference);

    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => rowsOf(page).count()).toBe(2);
    await page.getByRole('button', { name: /Needs attention/ }).click();
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    expect(await rowsOf(page).innerText()).toContain('Needs attention');
    await page.getByLabel('Search', { exact: true }).fill('Nobody');
    await page.getByRole('heading', { name: 'No matching bookings' }).waitFor();
  });

  test('the presets for the day of creation count from today in the time zone of the operator', async () => {
    const page = await dashboard.visit('viewer', { timezoneId: 'Pacific/Kiritimati' });
    // In Kiritimati, the next day has begun.
    await page.clock.setFixedTime('2027-03-01T12:00:00Z');
    await page.goto('/sandbox/bookings');
    await page.getByRole('button', { name: /^Created/ }).click();
    await page.getByRole('dialog', { name: 'Created' }).getByRole('button', { name: 'Yesterday' }).click();
    await page.waitForURL(/createdFrom=2027-02-28&createdTo=2027-02-28/);
  });

  test('the booking list is usable on a phone', async () => {
    const page = await dashboard.visit('owner', { viewport: PHONE, colorScheme: 'dark' });
    await page.goto('/sandbox/bookings');
    await rowsOf(page).first().waitFor();
    await expectUsable(page);
  });
});

describe('resolving a booking', () => {
  test.each(['developer', 'partner-admin'] as const)(
    'a %s sees that the operator is resolving a booking, but cannot resolve it',
    async role => {
      const page = await dashboard.visit(role);
      await page.goto(`/sandbox/bookings/${waiting.bookingId}`);
      await page.getByText('The operator is resolving it.').waitFor();
      expect(await page.getByRole('heading', { name: 'Needs your decision' }).count()).toBe(0);
      for (const button of [/^Booked/, /message to provider/]) {
        expect(await page.getByRole('button', { name: button }).count()).toBe(0);
      }
      const decision = { ...waiting, version: 2, decision: 'REJECTED', evidence: EVIDENCE };
      expect((await callAs(page, 'bookings/resolve', decision)).status()).toBe(403);
    },
  );

  test('an admin can resolve a booking even if it changed in the meantime, and the history shows the decision', async () => {
    const page = await dashboard.visit('admin');
    await page.goto(`/sandbox/bookings/${waiting.bookingId}`);
    const decision = page.getByRole('region', { name: 'Needs your decision' });
    await decision.getByText('Free cancellation ends').waitFor();
    await decision.getByText(/^In \d+ days · /).waitFor();
    await loseTheRaceToTakeIt(page, decision);
    await decision.getByRole('button', { name: 'Copy our reference' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      waiting.bookingId.slice('bkg_'.length),
    );
    await decision.getByRole('button', { name: /^Booked/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Resolve .+’s booking, \d/ });
    // The dialog does not ask again for what was chosen on the page.
    await dialog.getByText('Status at the provider: Booked').waitFor();
    expect(await dialog.getByRole('radio').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Change' }).click();
    expect(await dialog.getByLabel(/^Booked/).isChecked()).toBe(true);
    await dialog.getByText('This booking is assigned to the operator token.').waitFor();
    await dialog.getByLabel('Provider reference').fill('S-9');
    await dialog.getByLabel('Evidence').fill(EVIDENCE);
    const release = await blockReads(page);
    await dashboard.app.database.db`
      UPDATE booking SET version = version + 1 WHERE booking_id = ${waiting.bookingId}`;
    const response = page.waitForResponse('**/bookings/resolve');
    await dialog.getByRole('button', { name: 'Record as booked' }).click();
    expect((await response).status()).toBe(409);
    release();
    await dialog.getByText('has changed since you opened it').waitFor();
    await dialog.getByText('Its status is pending.').waitFor();
    await dialog.getByRole('button', { name: 'Record as booked' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const newest = page.locator('.timeline [data-kind="change"]').first();
    await newest.getByText('Confirmed', { exact: true }).waitFor();
    expect(await newest.innerText()).toContain(EVIDENCE);
    expect(await newest.innerText()).toMatch(/by a one-time link user/);
    expect(await page.getByRole('heading', { name: 'Needs your decision' }).count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('a role that may not open keys and requests sees them without links', async () => {
    const page = await dashboard.visit('revenue');
    await page.goto(`/sandbox/bookings/${confirmed.bookingId}`);
    await page.getByText(/^req_/).waitFor();
    expect(await page.getByRole('link', { name: /^req_/ }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'test', exact: true }).count()).toBe(0);
  });

  test('the timeline opens the request and the response of a provider call', async () => {
    const page = await dashboard.visit('viewer', { viewport: PHONE });
    await page.goto(`/sandbox/bookings/${confirmed.bookingId}`);
    await page.getByRole('button', { name: 'Serai sent the booking to the provider' }).press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Serai sent the booking to the provider' });
    await drawer.getByText('Outcome').waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    await expectUsable(page);
  });
});

describe('the API reference', () => {
  test('Try it forgets the key when the user signs out, even if the page is not reloaded', async () => {
    const page = await dashboard.visit('developer');
    await page.goto('/sandbox/reference/boards?view=try');
    await page.getByText('Use your own sandbox key').click();
    await page.getByLabel('Sandbox key').fill(dashboard.key);
    await page.evaluate('window.isSameDocument = true');
    await signOut(page);
    const { json } = await dashboard.app.operate('session/create-link', { role: 'developer' });
    await page.evaluate(
      `history.replaceState(null, '', '/sign-in'); location.hash = '${new URL(json.url).hash}'`,
    );
    await page.getByRole('button', { name: 'Continue without an account' }).click();
    await page.getByRole('link', { name: 'API reference' }).first().click();
    await page
      .getByRole('main')
      .getByRole('link', { name: /boards/i })
      .click();
    await page.getByText('Use your own sandbox key').click();
    expect(await page.getByLabel('Sandbox key').inputValue()).toBe('');
    expect(await page.evaluate('window.isSameDocument')).toBe(true);
  });

  test('the API reference describes an operation and lets users try it with sandbox keys only', async () => {
    const page = await dashboard.visit('developer');
    await page.goto('/sandbox/reference');
    await page.getByLabel('Search', { exact: true }).fill('boards');
    await page
      .getByRole('main')
      .getByRole('link', { name: /boards/i })
      .click();
    await page.getByText('/content/hotels/v1/boards').first().waitFor();
    await page.getByText('Use your own sandbox key').click();
    const key = page.getByLabel('Sandbox key');
    const send = page.getByRole('button', { name: 'Send' });
    const { secret: live } = await dashboard.app.createKey({ environment: 'production' });
    await key.fill(live);
    await send.click();
    await page.getByText('Send the complete sandbox key').waitFor();
    await key.fill(dashboard.key);
    await page.getByRole('textbox', { name: 'Request' }).fill('{}');
    await send.click();
    await page.getByRole('tree', { name: 'response' }).getByText('Room only').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await page.content()).not.toContain(live);
    await page.getByRole('link', { name: 'Open this request' }).waitFor();
    // A request that succeeded is folded. One press opens it again, ready for typing.
    await page.getByRole('button', { name: 'Edit request' }).click();
    await page.keyboard.press('End');
    await page.keyboard.type(' ');
    expect(await page.getByRole('textbox', { name: 'Request' }).inputValue()).toBe('{} ');
    // From one operation to another, by name and in the order of the reference.
    await page.getByRole('combobox', { name: 'Go to operation' }).fill('Book a quote');
    // The list may not have opened yet when the key is pressed. The key then opens it with another option.
    const wanted = page.getByRole('option', { name: /^Book a quote/ });
    await wanted.waitFor();
    await expect.poll(() => page.getByRole('option').count()).toBeLessThan(5);
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: /^Book a quote/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/sandbox/reference/booking');
    const steps = page.getByRole('navigation', { name: 'Previous and next operation' });
    await steps.getByRole('link', { name: /^Previous/ }).click();
    await page.waitForURL('**/sandbox/reference/prebooking');
  });
});

test('the booking pages cause no errors, policy violations or requests to other hosts', () => {
  expect(dashboard.problems).toEqual([]);
});

/** Somebody else takes the booking while the page still shows that nobody has. */
async function loseTheRaceToTakeIt(page: Page, decision: Locator): Promise<void> {
  const release = await blockReads(page);
  const { bookingId } = waiting;
  expect((await dashboard.app.operate('attention/take', { bookingId })).status).toBe(200);
  await decision.getByRole('button', { name: 'Take', exact: true }).click();
  await decision.getByText(/^This booking is assigned to operator-token/).waitFor();
  release();
  await decision.getByText('Assigned to the operator token').waitFor();
  await decision.getByRole('button', { name: 'Take over' }).waitFor();
}

/** Blocks the page's regular reads of an open booking until released, so that it keeps showing old data. */
async function blockReads(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/v1/bookings/show', async route => {
    await promise;
    await route.continue();
  });
  return resolve;
}
