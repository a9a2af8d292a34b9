import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CHECK_IN } from '../../server/test/booking-app.ts';
import { book } from '../../server/test/booking-steps.ts';
import { monthName } from '../src/lib/format/month.ts';
import { expectUsable } from './browser/accessibility.ts';
import { choose } from './browser/choose.ts';
import {
  callAs,
  type DashboardUnderTest,
  dashboardUnderTest,
  PHONE,
} from './browser/dashboard-under-test.ts';
import { openSettled } from './browser/pages.ts';
import { slowFiles } from './browser/slow-files.ts';

const THIS_MONTH = new Date().toISOString().slice(0, 7);
const PAST_MONTH = new Date(Date.parse(`${THIS_MONTH}-01`) - 86_400_000);
const PAST_MONTH_NAME = PAST_MONTH.toLocaleString('en-GB', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

let dashboard: DashboardUnderTest;
let booked: { bookingId: string };
let other: string;
beforeAll(async () => {
  dashboard = await dashboardUnderTest();
  const { operate } = dashboard.app;
  booked = (await book(dashboard, 'ok')).json.booking;
  const limit = { amount: '100.00', currency: 'EUR' };
  const created = await operate('partners/create', {
    name: 'Southern Tours',
    billing: { model: 'CREDIT', currency: 'EUR', limit },
  });
  other = created.json.partner.partnerId;
  const owed = { amount: '90.00', currency: 'EUR' };
  const adjusted = await operate('billing/adjust', {
    partnerId: other,
    environment: 'sandbox',
    effect: 'OWES_MORE',
    amount: owed,
    reason: 'Opening balance',
  });
  expect(adjusted.status).toBe(200);
});
afterAll(() => dashboard?.close());
afterEach(async () => {
  await dashboard.closePages();
  expect(dashboard.problems.splice(0)).toEqual([]);
});

const rowOf = (page: Page, table: string, text: string) =>
  page.getByRole('table', { name: table }).locator('tbody tr', { hasText: text });

test('the balance list shows what each partner owes and marks partners with little available', async () => {
  const page = await dashboard.visit('finance');
  await openSettled(page, '/sandbox/billing');
  const row = rowOf(page, 'Balances', 'Southern Tours');
  await row.getByText('Low').waitFor();
  expect(await row.innerText()).toContain('10.00 EUR');
  expect(await rowOf(page, 'Balances', 'Direct').getByText('No limit', { exact: true }).count()).toBe(1);
  await choose(page, 'Show', 'low');
  await expect.poll(() => page.getByRole('table', { name: 'Balances' }).locator('tbody tr').count()).toBe(1);
  await expectUsable(page);
});

test('the payment form shows invalid fields, and a payment that is entered twice is recorded once', async () => {
  const page = await dashboard.visit('finance');
  await openSettled(page, '/sandbox/billing');
  const row = rowOf(page, 'Balances', 'Southern Tours');
  const dialog = page.getByRole('dialog', { name: 'Record payment from Southern Tours' });
  const pay = async (amount: string, reference: string) => {
    // Nothing is owed, so it is in the menu.
    await row.getByRole('button', { name: 'Actions for Southern Tours' }).click();
    await row.getByRole('button', { name: 'Record payment' }).click();
    await dialog.getByLabel('Amount').fill(amount);
    await dialog.getByLabel('Bank transaction ID').fill(reference);
    await dialog.getByRole('button', { name: 'Record payment' }).click();
  };
  await pay('0', '');
  await dialog.getByText('Use an amount above zero.').waitFor();
  expect(await dialog.getByLabel('Bank transaction ID').getAttribute('aria-invalid')).toBe('true');
  await expectUsable(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await pay('50.00', 'BANK-1');
  await page.getByText('Payment of 50.00 EUR recorded.').waitFor();
  await row.getByText('60.00 EUR').waitFor();
  await pay('50.00', 'BANK-1');
  await page.getByText('This payment had already been recorded').waitFor();
  expect(await row.innerText()).toContain('60.00 EUR');
  await pay('70.00', 'BANK-1');
  await dialog.getByRole('alert').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await openSettled(page, `/sandbox/billing?tab=entries&partner=${other}&kind=PAYMENT`);
  const entries = page.getByRole('table', { name: 'Ledger entries' }).locator('tbody tr');
  await entries.first().waitFor();
  expect(await entries.count()).toBe(1);
  await expectUsable(page);

  // The command palette opens this address. It asks for the partner first.
  await openSettled(page, '/sandbox/billing?create=payment');
  const pick = page.getByRole('dialog', { name: 'Record payment' });
  await expectUsable(page);
  await pick.getByRole('combobox', { name: 'Partner' }).fill('south');
  await page.getByRole('option', { name: /Southern Tours/ }).click();
  await dialog.getByLabel('Amount').waitFor();

  // A bank file is recorded only after its rows were shown, and without invalid rows only if the user says so.
  await openSettled(page, '/sandbox/billing?create=import');
  const bank = page.getByRole('dialog', { name: 'Import payments' });
  const rows = ['Southern Tours;50,00;EUR;BANK-1', `${other};1,00;EUR;BANK-2`, 'Nobody;7,00;EUR;BANK-3'];
  const text = ['Partner;Amount;Currency;Transaction ID', ...rows].join('\r\n');
  const file = bank.getByLabel('Bank file');
  const choose = (name: string, content: string) =>
    file.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
  await slowFiles(page);
  await choose('lost.csv', text);
  await bank.getByText('The file could not be read').waitFor();
  // A click starts over, so that the same file can be chosen again after it was corrected.
  const chooser = page.waitForEvent('filechooser');
  await file.click();
  await chooser;
  expect([await file.inputValue(), await bank.getByRole('alert').count()]).toEqual(['', 0]);
  // Of two files that are chosen quickly, only the last one is shown and recorded.
  await choose('slow.csv', text.replace('1,00', '9,00'));
  await choose('bank.csv', text);
  await bank.getByText('1 new payment, 1.00 EUR. 1 already recorded. 1 invalid.').waitFor();
  await page.evaluate('readSlowFile()');
  await bank.getByText('There is no partner "Nobody".').waitFor();
  expect(await bank.getByRole('button', { name: 'Record 1 payment' }).isDisabled()).toBe(true);
  await expectUsable(page);
  await bank.getByLabel('Skip 1 invalid row and record the others').check();
  await bank.getByRole('button', { name: 'Record 1 payment' }).click();
  await page.getByText('1 payment recorded, 1 already recorded, 1 row skipped.').waitFor();
  await row.getByText('61.00 EUR').waitFor();
});

test('finance staff can adjust a balance with a reason on the partner page', async () => {
  const page = await dashboard.visit('finance');
  await openSettled(page, `/sandbox/partners/${other}?tab=billing`);
  await page.getByRole('button', { name: 'Adjust balance' }).click();
  const dialog = page.getByRole('dialog', { name: /^Adjust balance/ });
  await dialog.getByLabel('Amount').fill('5.00');
  await dialog.getByLabel('Reason').fill('Goodwill for a late voucher');
  await dialog.getByRole('button', { name: 'Adjust balance' }).click();
  await rowOf(page, 'Ledger entries', 'Goodwill for a late voucher').waitFor();
  await page.getByText('34.00 EUR').first().waitFor();
  await expectUsable(page);
});

test('closing a month that has not ended is refused with the reason', async () => {
  const page = await dashboard.visit('finance');
  await openSettled(page, '/sandbox/billing?tab=statements');
  await rowOf(page, 'Statements', 'Southern Tours').getByRole('link').first().click();
  await page.getByRole('table', { name: 'Totals' }).waitFor();
  await page.getByRole('button', { name: 'Close statement' }).click();
  const dialog = page.getByRole('dialog', { name: /^Close / });
  await dialog.getByRole('button', { name: 'Close statement' }).click();
  await dialog
    .getByRole('alert')
    .getByText(/not over/)
    .waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Statement files' }).click();
  await page.getByRole('button', { name: 'CSV' }).click();
  expect((await download).suggestedFilename()).toBe(`statement-southern-tours-${THIS_MONTH}.csv`);
  await expectUsable(page);
});

test('a past month can be closed once, and its statement then no longer changes', async () => {
  const { operate, database } = dashboard.app;
  const company = {
    legalName: 'Last Month Travel, S.L.',
    address: 'Calle Mayor 1\n28013 Madrid',
    billingEmail: 'accounts@last-month.example',
  };
  const created = await operate('partners/create', { name: 'Last Month Travel', paymentDays: 0, company });
  const { partnerId } = created.json.partner;
  await operate('operator/update', { paymentDetails: { account: 'DE89370400440532013000' } });
  const adjusted = await operate('billing/adjust', {
    partnerId,
    environment: 'sandbox',
    effect: 'OWES_MORE',
    amount: { amount: '120.00', currency: 'EUR' },
    reason: 'Opening balance',
  });
  expect(adjusted.status).toBe(200);
  await database.ownerDb`
    UPDATE ledger_entry SET at = date_trunc('month', at) - interval '10 days' WHERE organisation_id = ${partnerId}`;

  const page = await dashboard.visit('finance');
  await openSettled(page, '/sandbox/billing');
  await page.getByRole('button', { name: 'Close and send statements' }).click();
  const all = page.getByRole('dialog', { name: 'Close and send statements' });
  await all.getByText('Statements can be closed, but not sent.').waitFor();
  await all.getByRole('checkbox', { name: /^Last Month Travel/ }).waitFor();
  await all.getByRole('button', { name: 'Close 1 statement' }).waitFor();
  await expectUsable(page);
  await openSettled(page, `/sandbox/billing?tab=statements&partner=${partnerId}`);
  await rowOf(page, 'Statements', PAST_MONTH_NAME).getByRole('link').first().click();
  await page.getByRole('table', { name: 'Totals' }).waitFor();
  await page.getByRole('button', { name: 'Close statement' }).click();
  const dialog = page.getByRole('dialog', { name: /^Close / });
  await expectUsable(page);
  await dialog.getByRole('button', { name: 'Close statement' }).click();
  await page.getByText('Statement closed.').waitFor();
  expect(await page.getByRole('button', { name: 'Close statement' }).count()).toBe(0);
  const totals = page.getByRole('table', { name: 'Totals' });
  const closed = await totals.innerText();
  const number = await page.locator('.page-head code').innerText();
  expect(number).toMatch(/^TEST-\d{4}-\d\d-0001$/);
  const pdf = page.waitForEvent('download');
  const files = page.getByRole('button', { name: 'Statement files' });
  await files.click();
  await page.getByRole('button', { name: 'Download PDF' }).click();
  expect((await pdf).suggestedFilename()).toBe(`statement-${number}.pdf`);
  expect(closed).toMatch(/Closing balance\s*=\s*120\.00 EUR/);

  const paid = await operate('billing/payments/record', {
    partnerId,
    environment: 'sandbox',
    amount: { amount: '20.00', currency: 'EUR' },
    externalReference: 'LATER',
  });
  expect(paid.status).toBe(200);
  await database.ownerDb`UPDATE statement SET due_on = due_on - 3 WHERE organisation_id = ${partnerId}`;
  await page.reload();
  await totals.waitFor();
  expect(await totals.innerText()).toBe(closed);
  await page.getByText(/^Overdue, was due \d+ \w+ \d{4}$/).waitFor();
  await page
    .locator('.due-parts', { hasText: /^Amount due/ })
    .getByText('100.00 EUR')
    .waitFor();
  await page.getByRole('link', { name: 'Last Month Travel, S.L.' }).waitFor();
  await page.getByRole('button', { name: 'Send by email' }).click();
  const off = page.getByRole('dialog', { name: 'Email is off' });
  await off.getByText('SERAI_SMTP_URL').waitFor();
  const mail = off.getByRole('link', { name: 'accounts@last-month.example' });
  expect(decodeURIComponent((await mail.getAttribute('href')) ?? '')).toContain(
    `Statement number: ${number}`,
  );
  await off.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByRole('button', { name: 'Record payment' }).click();
  const payment = page.getByRole('dialog', { name: 'Record payment from Last Month Travel' });
  expect(await payment.getByLabel('Amount').inputValue()).toBe('100.00');
  await payment.getByRole('button', { name: 'Cancel' }).click();
  await expectUsable(page);

  await page.evaluate("window.print = () => document.body.setAttribute('data-printed', '')");
  await files.click();
  await page.getByRole('button', { name: 'Print' }).click();
  await page.locator('body[data-printed]').waitFor();
  await page.emulateMedia({ media: 'print' });
  const paper = page.locator('.statement-document');
  await paper.waitFor();
  expect(await page.getByRole('navigation', { name: 'Pages' }).count()).toBe(0);
  const text = await paper.innerText();
  // In the sandbox there is nothing to pay.
  expect(text).not.toContain('IBAN');
  for (const part of [
    'My company',
    'Last Month Travel, S.L.',
    '28013 Madrid',
    PAST_MONTH_NAME,
    '120.00 EUR',
    number,
  ])
    expect(text).toContain(part);
  expect(text).toMatch(/Due date\s+\d+ \w+ \d{4}\s+Amount due\s+100\.00 EUR/);
  expect(text).toContain('Sandbox, nothing to pay');
  expect(text).not.toContain('Refunds');

  // The browser can print at any time, also while entries are missing.
  await page.route('**/statements/show', route =>
    route.request().postDataJSON().page.limit === 1
      ? route.fallback()
      : route.fulfill({ status: 400, body: '{}' }),
  );
  await page.reload();
  await paper.getByText('Some entries are not loaded yet.').waitFor();
  expect(await paper.innerText()).not.toContain('120.00 EUR');
  // The browser reports the failed response.
  dashboard.problems.splice(0);
});

test('a report groups bookings by partner and month, by booking or by check-in, of all hotels or one, and can be exported as CSV', async () => {
  const page = await dashboard.visit('finance');
  await openSettled(page, '/sandbox/billing?tab=reports&by=PARTNER,MONTH');
  const row = rowOf(page, 'Report', 'Direct');
  await expect
    .poll(
      async () => {
        await page.reload();
        await openSettled(page, '/sandbox/billing?tab=reports&by=PARTNER,MONTH');
        return row.count();
      },
      { timeout: 50_000, interval: 3_000 },
    )
    .toBe(1);
  await choose(page, 'Then by', 'Lead time', { nth: 1 });
  await page.getByRole('columnheader', { name: 'Lead time' }).waitFor();
  // Nothing was booked a year before.
  await row.getByText(/^ 1 \w+ \d{4}( – \d+ \w+ \d{4})?: no bookings$/).waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'By check-in date' }).click();
  // The stay lies ahead, so it is only on the books.
  await page.getByText('For stays to come, choose “All of this year”').waitFor();
  await page
    .getByRole('region', { name: 'On the books' })
    .getByText(/\d stays?$/)
    .waitFor();
  // The first booking is less than a year old.
  await page.getByText('No comparison yet').waitFor();
  await choose(page, 'Period', 'Next 12 months');
  await row.getByText(monthName(CHECK_IN.slice(0, 7))).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toBe('report-sandbox.csv');
  await expectUsable(page);
  // Custom dates begin with the days that were shown before.
  await choose(page, 'Period', 'Custom dates');
  await row.waitFor();
  await page.getByRole('button', { name: /^Dates 1 \w+ \d{4} – \d+ \w+ \d{4}$/ }).click();
  await page.getByRole('dialog', { name: 'Dates' }).getByRole('button', { name: 'Tomorrow' }).click();
  await page.getByText('No bookings in this report').waitFor();
  // The page of a hotel leads to its report.
  await openSettled(page, `/sandbox/hotels/${scenarioHotelId('ok')}`);
  await page.getByRole('link', { name: 'Revenue' }).click();
  await row.waitFor();
  const hotel = page.getByRole('combobox', { name: 'Hotel', exact: true });
  await expect.poll(() => hotel.inputValue()).not.toMatch(/^$|^htl_/);
  // A count leads to the bookings that it counts. On a phone, a tap on the row shows it.
  const count = row.getByRole('link', { name: '1', exact: true });
  const desk = page.viewportSize();
  await page.setViewportSize(PHONE);
  await count.waitFor({ state: 'hidden' });
  await row.click();
  await count.waitFor();
  await expectUsable(page);
  if (desk) await page.setViewportSize(desk);
  await count.click();
  await page.getByText('Sold, including cancelled').waitFor();
  const listed = page.getByRole('table', { name: 'Bookings', exact: true }).locator('tbody tr');
  await expect.poll(() => listed.count()).toBe(1);
});

test('partner users see only their own balance, entries and statements, and cannot read reports', async () => {
  const page = await dashboard.visit('partner-viewer', { viewport: PHONE, colorScheme: 'dark' });
  await openSettled(page, '/sandbox/billing');
  await page.getByText('Balance owed', { exact: true }).waitFor();
  const main = page.getByRole('main');
  await main.getByText(booked.bookingId).first().waitFor();
  expect(await main.getByRole('tab').allInnerTexts()).toEqual(['Balance', 'Entries', 'Statements']);
  expect(await main.getByText('Southern Tours').count()).toBe(0);
  expect(await main.getByRole('button', { name: /payment|Adjust/ }).count()).toBe(0);
  await expectUsable(page);
  await openSettled(page, '/sandbox/billing?tab=statements');
  expect(await page.getByRole('table', { name: 'Statements' }).locator('tbody tr').count()).toBe(1);
  await page.getByRole('table', { name: 'Statements' }).getByRole('link').first().click();
  await page.getByRole('table', { name: 'Totals' }).waitFor();
  // In the sandbox there is nothing to pay.
  expect(await page.locator('.pay-to').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Close statement' }).count()).toBe(0);
  expect((await callAs(page, 'billing/entries/list', { partnerId: other })).status()).toBe(404);
  expect((await callAs(page, 'reports/show', { by: ['PARTNER'] })).status()).toBe(403);
  expect((await callAs(page, 'reports/sales', {})).status()).toBe(403);
});

test('staff see the partner and a link to the price explanation on the booking page, and partner users see no such link', async () => {
  const page = await dashboard.visit('finance');
  await openSettled(page, `/sandbox/bookings/${booked.bookingId}`);
  await page.getByRole('main').getByRole('link', { name: 'Direct' }).waitFor();
  await page.getByRole('link', { name: 'Explain price' }).click();
  await page.getByText('Step by step').waitFor();
  const partner = await dashboard.visit('partner-admin');
  await openSettled(partner, `/sandbox/bookings/${booked.bookingId}`);
  await partner.getByText('Net price').waitFor();
  expect(await partner.getByRole('link', { name: 'Explain price' }).count()).toBe(0);
});

test('a notice about a missing exchange rate has no link to the rate limits of a key', async () => {
  await dashboard.app.database.ownerDb`
    INSERT INTO notice (notice_id, organisation_id, environment, kind, subject_id, text, at)
    SELECT 'ntc_rate', id, 'sandbox', 'billing.rate_missing', 'EUR-USD', 'There is no exchange rate.', now()
    FROM organisation WHERE kind = 'OPERATOR'`;
  const page = await dashboard.visit('finance');
  await openSettled(page, '/sandbox/billing');
  await page.getByText('There is no exchange rate.').waitFor();
  expect(await page.getByRole('link', { name: 'View rate limits' }).count()).toBe(0);
});
