import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { book } from '../../server/test/booking-steps.ts';
import { openReceiver } from '../../server/test/webhooks/receiver.ts';
import { expectUsable } from './browser/accessibility.ts';
import { choose } from './browser/choose.ts';
import { type DashboardUnderTest, dashboardUnderTest, PHONE } from './browser/dashboard-under-test.ts';
import { openSettled } from './browser/pages.ts';

let dashboard: DashboardUnderTest;
beforeAll(async () => {
  dashboard = await dashboardUnderTest({ settings: { SERAI_WEBHOOK_ALLOWED_TARGETS: '127.0.0.1' } });
});
afterAll(() => dashboard?.close());
afterEach(async () => {
  await dashboard.closePages();
  expect(dashboard.problems.splice(0)).toEqual([]);
});

type Scenario = Parameters<typeof book>[1];
const bookingOf = async (scenario: Scenario): Promise<string> =>
  (await book(dashboard, scenario)).json.booking.bookingId;

async function downloaded(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test('support staff see the key, the request and the timeline of a booking, and can add a note', async () => {
  const bookingId = await bookingOf('ok');
  await expect
    .poll(async () => (await dashboard.app.operate('requests/list', { bookingId })).json.requests.length, {
      timeout: 20_000,
    })
    .toBeGreaterThan(0);
  const page = await dashboard.visit('support');
  await openSettled(page, `/sandbox/bookings/${bookingId}`);
  await page.getByRole('link', { name: 'test', exact: true }).waitFor();
  await page.getByRole('link', { name: /^req_/ }).waitFor();
  const timeline = page.locator('.timeline li[data-kind]');
  await timeline.filter({ hasText: 'Provider call' }).first().waitFor();
  await timeline.filter({ hasText: 'The provider confirmed the booking' }).first().waitFor();
  expect(await page.locator('.timeline').getByText('booking.confirmed').count()).toBe(0);
  await timeline.filter({ hasText: 'Request' }).first().waitFor();
  await page.getByRole('button', { name: 'Add a note' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a note' });
  await dialog.getByLabel('Note').fill('The guest arrives after midnight.');
  await dialog.getByRole('button', { name: 'Add note' }).click();
  await timeline.first().getByText('The guest arrives after midnight.').waitFor();
  await page.getByRole('button', { name: 'Notes (1)', exact: true }).click();
  await expect.poll(() => timeline.count()).toBe(1);
  await page.getByRole('button', { name: /^All/ }).click();
  await page.getByRole('button', { name: 'Show oldest first' }).click();
  await expect.poll(() => timeline.last().innerText()).toContain('The guest arrives after midnight.');
  await expectUsable(page);
});

test('a note is added once, even if the button is clicked again before the page shows the note', async () => {
  const bookingId = await bookingOf('ok');
  const page = await dashboard.visit('support');
  await openSettled(page, `/sandbox/bookings/${bookingId}`);
  await page.getByRole('button', { name: 'Add a note' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a note' });
  await dialog.getByLabel('Note').fill('Late arrival.');
  let sent = 0;
  page.on('request', request => {
    if (request.url().endsWith('/bookings/notes/add')) sent++;
  });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/v1/bookings/show', async route => {
    await released;
    await route.continue();
  });
  const refresh = page.waitForRequest('**/api/v1/bookings/show');
  await dialog.getByRole('button', { name: 'Add note' }).click();
  await refresh;
  await dialog.locator('button[type=submit]').click({ force: true });
  release();
  await dialog.waitFor({ state: 'hidden' });
  expect(sent).toBe(1);
  await page.unrouteAll({ behavior: 'wait' });
});

test('the queue of one partner and provider leads only through their bookings, and back to the same list', async () => {
  const bookingId = await bookingOf('book.timeout_forever');
  const [row] = await dashboard.app.database.ownerDb<{ partner: string }[]>`
    UPDATE booking SET needs_attention = true WHERE booking_id = ${bookingId} RETURNING organisation_id AS partner`;
  const partner = row?.partner ?? '';
  const filtersOf = (page: Page) => {
    const { searchParams } = new URL(page.url());
    return ['partner', 'provider', 'taken'].map(name => searchParams.get(name));
  };
  const page = await dashboard.visit('support');
  const provider = 'test-3';
  await openSettled(page, `/sandbox/attention?partner=${partner}&provider=${provider}&taken=nobody`);
  await page.getByRole('link', { name: 'Start with the most urgent' }).click();
  const queue = page.getByRole('navigation', { name: 'Queue' });
  await queue.getByText('The only booking that needs attention').waitFor();
  expect(filtersOf(page)).toEqual([partner, provider, 'nobody']);
  await queue.getByRole('link', { name: 'Back to the queue' }).click();
  await page.getByRole('heading', { level: 1, name: 'Needs attention' }).waitFor();
  expect(filtersOf(page)).toEqual([partner, provider, 'nobody']);
  await openSettled(page, `/sandbox/bookings/${await bookingOf('ok')}?queue=yes&partner=${partner}`);
  await queue.getByText('This booking is not in the queue. 1 booking needs attention.').waitFor();
});

test('all unassigned bookings are taken together, except one that a colleague takes first', async () => {
  const ids = [await bookingOf('book.timeout_forever'), await bookingOf('book.timeout_forever')];
  await dashboard.app.database.ownerDb`
    UPDATE booking SET needs_attention = booking_id = ANY (${ids}) WHERE NOT needs_attention OR booking_id <> ALL (${ids})`;
  const page = await dashboard.visit('support');
  await openSettled(page, '/sandbox/attention');
  await page.getByRole('combobox', { name: 'Provider' }).fill('own');
  await page.getByRole('option', { name: /^Own inventory/ }).click();
  await page.getByRole('heading', { name: 'No bookings match these filters' }).waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await page.getByRole('button', { name: 'Take both' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take both unassigned bookings?' });
  const [first] = ids;
  expect((await dashboard.app.operate('attention/take', { bookingId: first })).status).toBe(200);
  await dialog.getByRole('button', { name: 'Take both' }).click();
  await page.getByText('1 booking assigned to you. 1 skipped: assigned to the operator token.').waitFor();
  await page.getByRole('button', { name: 'Mine (1)' }).waitFor();
  await page.getByRole('button', { name: 'Unassigned (0)' }).waitFor();
  // The row of the colleague's booking leads to the same question as its page.
  await page.getByRole('button', { name: /^Take over the booking of / }).click();
  const takeOver = page.getByRole('dialog', { name: 'Take over from the operator token?' });
  await takeOver.getByRole('button', { name: 'Take over' }).click();
  await page.getByRole('button', { name: 'Mine (2)' }).waitFor();
});

test('a finished booking shows how it ended instead of its current penalty', async () => {
  const bookingId = await bookingOf('ok');
  await dashboard.call('cancel', { bookingId });
  const page = await dashboard.visit('support');
  await openSettled(page, `/sandbox/bookings/${bookingId}`);
  await page.getByText(/^Cancelled by the partner on .*\.$/).waitFor();
  expect(await page.getByText(/Free to cancel|Cancelling costs/).count()).toBe(0);
  expect(await page.getByText('Now', { exact: true }).count()).toBe(0);
});

test('staff settle a reservation without a booking, and it leaves the queue', async () => {
  await dashboard.app.database.ownerDb`
    INSERT INTO orphan_reservation (provider, test_mode, reference, supplier_ref, found_at)
    VALUES ('test-1', true, '7Q2M4K9TXA1WZB3EHV6C', 'TEST-9', serai_now())`;
  const page = await dashboard.visit('support', { viewport: PHONE });
  await openSettled(page, '/sandbox/attention');
  await page.getByRole('heading', { name: 'Reservations without a booking' }).waitFor();
  await expectUsable(page);
  await page.getByRole('button', { name: 'Record what was done' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record what was done' });
  await dialog.getByLabel('Evidence').fill('Cancelled in the portal.');
  await expectUsable(page);
  await dialog.getByRole('button', { name: 'Remove from the queue' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('heading', { name: 'Reservations without a booking' }).waitFor({ state: 'detached' });
  const audit = await dashboard.app.operate('audit/list', { target: 'bkg_7Q2M4K9TXA1WZB3EHV6C' });
  expect(audit.json.entries[0]).toMatchObject({ action: 'orphans/settle' });
});

test('a role that cannot decide sees neither the queue nor its badge', async () => {
  const page = await dashboard.visit('finance');
  await openSettled(page, '/sandbox/attention');
  await page.getByRole('heading', { name: 'This page is not available for your role' }).waitFor();
  expect(await page.getByRole('link', { name: /^Needs attention/ }).count()).toBe(0);
});

test('the voucher is shown as it is printed, can be downloaded as a PDF, and is available in another language', async () => {
  const bookingId = await bookingOf('ok');
  const page = await dashboard.visit('support');
  await openSettled(page, `/sandbox/bookings/${bookingId}`);
  await page.getByRole('link', { name: 'Voucher' }).click();
  const voucher = page.locator('.voucher');
  await voucher.getByRole('heading', { level: 2 }).waitFor();
  // The style sheet of the page applies: without it, the heading is smaller.
  expect((await voucher.locator('h2').boundingBox())?.height).toBeGreaterThan(30);
  await voucher.getByText(bookingId).first().waitFor();
  const { name, bytes } = await downloaded(page, 'PDF');
  expect([name, bytes.subarray(0, 5).toString()]).toEqual([`voucher-${bookingId}.pdf`, '%PDF-']);
  await choose(page, 'Language', 'de');
  await voucher.getByText('Anreise').first().waitFor();
  await expectUsable(page);
  await page.setViewportSize(PHONE);
  await expectUsable(page);
});

test('support staff see the penalty before they cancel a booking at the provider', async () => {
  const bookingId = await bookingOf('cancel.penalty');
  const page = await dashboard.visit('support');
  await openSettled(page, `/sandbox/bookings/${bookingId}`);
  await page.getByRole('button', { name: 'Cancel booking' }).click();
  const dialog = page.getByRole('dialog', { name: /^Cancel .+’s booking, \d.*\?$/ });
  await dialog.getByText('Penalty now').waitFor();
  await dialog.getByLabel(/^You, the operator/).check();
  await dialog.getByLabel('Reason').fill('The hotel is closed.');
  await expectUsable(page);
  await dialog.getByRole('button', { name: 'Cancel the booking' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('main').getByText('Cancelled', { exact: true }).first().waitFor();
  await page.locator('.timeline').getByText('The hotel is closed.').waitFor();
  expect(await page.getByRole('button', { name: 'Cancel booking' }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Voucher' }).count()).toBe(0);

  const { name, bytes } = await downloaded(page, 'Download proof file');
  expect(name).toBe(`proof-${bookingId}.json`);
  const { proof, sha256 } = JSON.parse(bytes.toString());
  expect([proof.booking.bookingId, sha256.length]).toEqual([bookingId, 64]);
});

test('a cancelled booking shows the penalty that was charged and the refund', async () => {
  const bookingId = await bookingOf('cancel.penalty');
  const { json } = await dashboard.app.operate('bookings/cancel', { bookingId, mode: 'QUOTE' });
  await dashboard.app.operate('bookings/cancel', { bookingId, mode: 'COMMIT', maxPenalty: json.penalty });
  const page = await dashboard.visit('support');
  await openSettled(page, `/sandbox/bookings/${bookingId}`);
  const amounts = page.locator('.amounts');
  const row = (label: string) => amounts.locator('div').filter({ hasText: label }).locator('dd').innerText();
  await amounts.waitFor();
  expect(await row('Penalty')).toBe(`${json.penalty.amount} ${json.penalty.currency}`);
  const net = `${json.penalty.amount} ${json.penalty.currency}`;
  expect(await row('Refund to the partner')).toBe(`${json.refund.amount} ${json.refund.currency}`);
  // The timeline begins with the same amount, which is the sum of its signed entries.
  expect(await page.locator('.timeline-net').textContent()).toBe(`Net charge ${net}`);
  await page
    .locator('.timeline li[data-kind="ledger"]')
    .filter({ hasText: /^[\s\S]*−/ })
    .first()
    .waitFor();
  expect(Number(json.penalty.amount)).toBeGreaterThan(0);
});

test('the cancel dialog cannot be closed while the cancellation runs, and shows why it failed', async () => {
  const bookingId = await bookingOf('ok');
  const page = await dashboard.visit('support');
  await openSettled(page, `/sandbox/bookings/${bookingId}`);
  await page.getByRole('button', { name: 'Cancel booking' }).click();
  const dialog = page.getByRole('dialog', { name: /^Cancel .+’s booking, \d.*\?$/ });
  await dialog.getByText('Penalty now').waitFor();
  let commits = 0;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/v1/bookings/cancel', async route => {
    if (route.request().postDataJSON().mode !== 'COMMIT') return route.continue();
    commits++;
    await released;
    const error = { code: 'INVALID_STATE', message: 'The booking has changed.', details: [] };
    await route.fulfill({ status: 409, json: { error } });
  });
  await dialog.getByRole('button', { name: 'Cancel the booking' }).click();
  const keep = dialog.getByRole('button', { name: 'Keep the booking' });
  await expect.poll(() => keep.isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('Escape');
  expect(await dialog.isVisible()).toBe(true);
  release();
  await dialog.getByText('The booking has changed.').waitFor();
  await keep.click();
  await dialog.waitFor({ state: 'hidden' });
  expect(commits).toBe(1);
  await page.unrouteAll({ behavior: 'wait' });
  // The browser logs the refused request.
  dashboard.problems.splice(0);
});

test('a failed call to the provider is marked with an icon and a word', async () => {
  const bookingId = await bookingOf('book.timeout_forever');
  const page = await dashboard.visit('support', { viewport: PHONE });
  await openSettled(page, `/sandbox/bookings/${bookingId}`);
  const failed = page.locator('.timeline li[data-failed]').filter({ hasText: 'Outcome unknown' });
  await failed.locator('.badge svg').waitFor();
  await expectUsable(page);
});

test('a delivery that took one attempt names its endpoint and its duration', async () => {
  const receiver = await openReceiver();
  const url = `${receiver.url}/hooks`;
  const input = { environment: 'sandbox', url, eventTypes: ['booking.confirmed'] };
  expect((await dashboard.app.operate('webhooks/create', input)).status).toBe(200);
  const bookingId = await bookingOf('ok');
  await expect
    .poll(
      async () => (await dashboard.app.operate('bookings/show', { bookingId })).json.deliveries[0]?.status,
      {
        timeout: 60_000,
      },
    )
    .toBe('DELIVERED');
  const page = await dashboard.visit('support');
  await openSettled(page, `/sandbox/bookings/${bookingId}`);
  const text = page.locator('.timeline li[data-kind="delivery"] .entry-more > p');
  await expect.poll(() => text.innerText()).toMatch(/^Delivered to http.*\/hooks in .+ ms$/);
  await receiver.close();
});

test('partner users see the voucher and the timeline, but no notes, proof file or cancellation by staff', async () => {
  const bookingId = await bookingOf('ok');
  await dashboard.app.operate('bookings/notes/add', { bookingId, text: 'Only for staff.' });
  const page = await dashboard.visit('partner-admin', { viewport: PHONE, colorScheme: 'dark' });
  await openSettled(page, `/sandbox/bookings/${bookingId}`);
  // On a phone, the actions are in one menu.
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('link', { name: 'Voucher' }).waitFor();
  await expectUsable(page);
  await page.locator('.timeline li[data-kind]').first().waitFor();
  for (const button of ['Download proof file', 'Cancel booking', 'Add a note']) {
    expect(await page.getByRole('button', { name: button }).count()).toBe(0);
  }
  // The exchanges of a test booking contain no cost.
  await page.getByRole('button', { name: /^Provider call/ }).waitFor();
  expect(await page.getByText('Only for staff.').count()).toBe(0);
  expect(await page.getByText('API key', { exact: true }).count()).toBe(0);
  await expectUsable(page);
});
