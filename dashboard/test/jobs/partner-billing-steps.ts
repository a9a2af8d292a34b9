/** The steps of a partner manager that concern billing: days of automatic emails, late payments, and the end of a month. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { MailServer } from '../../../server/test/mail-server.ts';
import type { DashboardUnderTest } from '../browser/dashboard-under-test.ts';
import {
  addScheduledRun,
  addUnpreparedRun,
  backdateClosings,
  createOpenPartners,
  LATE_PARTNER,
} from './billed-partners.ts';
import type { Walker } from './walker.ts';

export interface BillingJob {
  page: Page;
  walk: Walker;
  dashboard: DashboardUnderTest;
  mails: MailServer;
}

export async function setUpBilling({ page, walk, dashboard }: BillingJob): Promise<void> {
  await page.goto('/sandbox/settings/company');
  const account = page.getByLabel('IBAN or account number');
  await walk.fill(page.getByLabel('Account holder'), 'Serai Hotels, S.L.');
  await walk.fill(account, 'ES91 2100 0418 4502 0005 1323');
  await walk.fill(page.getByLabel('Note for partners'), 'Use the statement number as the reference.');
  await walk.click(page.getByRole('button', { name: 'Save' }));
  await page.getByText(/^The check digits of this IBAN are wrong\./).waitFor();
  await page.getByRole('button', { name: '1 field needs attention' }).click();
  await account.and(page.locator(':focus')).waitFor();
  await walk.screen('payment-details');
  await account.fill('ES9121000418450200051332');
  await walk.click(page.getByRole('combobox', { name: 'Close and send statements' }));
  await walk.click(page.getByRole('option', { name: 'On day 3 of the following month' }));
  await walk.click(page.getByRole('combobox', { name: 'Send payment reminders' }));
  await walk.click(page.getByRole('option', { name: '7 days after the due date', exact: true }));
  await walk.click(page.getByRole('button', { name: 'Save' }));
  await page.getByText('Company saved.').waitFor();
  await addScheduledRun(dashboard.app);
  await page.goto('/production/billing');
  await page.getByText(/^The October 2026 statement for Southern Tours was not sent/).waitFor();
  await page.getByRole('link', { name: 'Billing (1 failed email)' }).waitFor();
  await walk.click(page.getByRole('link', { name: 'Open automatic emails' }));
  await page.getByText(/statements will be closed and sent automatically on 3 \w+ \d{4}\./).waitFor();
  const island = page.getByRole('listitem').filter({ hasText: 'The partner has no billing email.' });
  await island.getByRole('link', { name: 'Add billing email for Island Trips' }).first().waitFor();
  await walk.click(page.getByText(/^September 2026 statements, 3 Oct 2026/));
  await walk.click(page.getByText(/^Reminders, 22 Oct 2026/));
  await page.getByText('Includes statement 2026-08-0002, which had not been sent before.').waitFor();
  const refused = page.getByRole('listitem').filter({ hasText: /^Southern Tours/ });
  await refused.getByText(/^Failed on 3 Nov 2026.*not retried automatically\.$/).waitFor();
  await refused.getByText(/^550 5\.1\.1 /).waitFor();
  await refused.getByText('Check the partner’s billing email, then send the statement again.').waitFor();
  await refused.getByRole('link', { name: 'Check billing email for Southern Tours' }).waitFor();
  await walk.screen('schedule');
  const again = page.getByRole('button', { name: 'Send again to Southern Tours' });
  await walk.click(again);
  await page.getByRole('dialog').getByRole('button', { name: 'Send statement' }).waitFor();
  await page.keyboard.press('Escape');
  await addUnpreparedRun(dashboard.app);
  await page.reload();
  await walk.click(again.last());
  await page.getByRole('dialog').getByRole('link', { name: 'Close it before you send it' }).waitFor();
  await page.keyboard.press('Escape');
}

export async function settleLatePayment(job: BillingJob): Promise<void> {
  const { page, walk } = job;
  await page.goto('/sandbox/billing');
  const table = page.getByRole('table', { name: 'Balances' });
  const row = table.locator('tbody tr', { hasText: 'Southern Tours' });
  await row.getByText('640.50').waitFor();
  await row.getByText(/^Oldest due \d+ \w+ \d{4}$/).waitFor();
  await row.getByRole('button', { name: 'Record payment from Southern Tours' }).waitFor();
  await table.locator('tfoot').getByText('8,055.70 EUR').waitFor();
  await walk.screen('balances');
  await walk.click(page.getByRole('combobox', { name: 'Show' }));
  await walk.click(page.getByRole('option', { name: 'Overdue, oldest first' }));
  await expect.poll(() => table.locator('tbody tr').count()).toBe(1);
  await table.locator('tfoot').getByText('4,935.70', { exact: true }).waitFor();
  expect(page.url()).toContain('show=overdue');
  const download = page.waitForEvent('download');
  await walk.click(page.getByRole('button', { name: 'Export CSV' }));
  expect((await download).suggestedFilename()).toBe('balances-sandbox.csv');
  await walk.click(row.getByRole('link').first());
  await page.getByRole('heading', { level: 1, name: 'Southern Tours' }).waitFor();
  const overdue = page.getByRole('row').filter({ hasText: /Overdue, was due \d+ \w+ \d{4}/ });
  await overdue.first().waitFor();
  await overdue.last().locator('.overdue', { hasText: '640.50' }).waitFor();
  await page.getByRole('columnheader', { name: 'Unpaid' }).waitFor();
  await walk.click(overdue.first().getByRole('link').first());
  await page.getByRole('table', { name: 'Totals' }).waitFor();
  await page.getByRole('button', { name: 'Statement files' }).waitFor();
  expect(await page.locator('.due-parts > div').allInnerTexts()).toEqual([
    'Amount due\n4,935.70 EUR',
    'Unpaid from this statement\n1,985.20 EUR',
    'Unpaid from earlier statements\n2,950.50 EUR',
  ]);
  await page
    .locator('.page-head')
    .getByText(/^Overdue, was due/)
    .waitFor();
  await page.getByText('Overdue, but never sent').waitFor();
  await walk.screen('statement');
  await sendTheStatement(job);
  await page.goBack();
  await overdue
    .first()
    .getByText(/^Reminder sent \d+ \w+ \d{4}$/)
    .waitFor();
  await walk.screen('unpaid');
  await walk.click(page.getByRole('tab', { name: 'Overview' }));
  await page
    .locator('.stat', { hasText: /^Revenue this month/ })
    .getByText('4,120.00 EUR')
    .waitFor();
  await page
    .locator('.stat', { hasText: /^Revenue this month/ })
    .getByText(/^1(–\d+)? \w+: [\d.,]+ EUR$/)
    .waitFor();
  await page
    .locator('.stat', { hasText: /^Bookings this month/ })
    .getByText('14', { exact: true })
    .waitFor();
  await walk.screen('business');
  await walk.click(page.getByRole('tab', { name: 'Billing' }));
  await walk.click(page.getByRole('button', { name: 'Record payment' }));
  const dialog = page.getByRole('dialog', { name: 'Record payment from Southern Tours' });
  await dialog.getByRole('button', { name: 'Full balance 8,055.70 EUR' }).waitFor();
  await walk.click(dialog.getByRole('button', { name: 'Overdue 4,935.70 EUR' }));
  expect(await dialog.getByLabel('Amount').inputValue()).toBe('4935.70');
  await dialog.getByText('Settles everything overdue. 3,120.00 EUR remains owed.').waitFor();
  await walk.screen('payment');
  await dialog.getByLabel('Amount').fill('640.50');
  await dialog.getByText(/4,295.20 EUR remains overdue\.$/).waitFor();
  await walk.fill(dialog.getByLabel('Bank transaction ID'), 'BANK-2026-0815');
  await walk.click(dialog.getByRole('button', { name: /^Received on/ }));
  await walk.click(page.getByRole('button', { name: /, today/ }));
  await walk.click(dialog.getByRole('button', { name: 'Record payment' }));
  await page.getByText('Payment of 640.50 EUR recorded.').waitFor();
  await page.getByText(/^Received on \d+ \w+ \d{4}$/).waitFor();
  await page.getByText('Paid', { exact: true }).first().waitFor();
  await page.locator('.ageing-legend [data-none]', { hasText: 'Over 90 days' }).waitFor();
  await returnAPayment(job);
}

/** A second payment is recorded and then marked as returned, so that the partner owes the same again. */
async function returnAPayment({ page, walk, dashboard }: BillingJob): Promise<void> {
  const partnerId = /prt_\w+/.exec(page.url())?.[0];
  const amount = { amount: '2310.00', currency: 'EUR' };
  const payment = { partnerId, environment: 'sandbox', amount, externalReference: 'SEPA-4711' };
  expect((await dashboard.app.operate('billing/payments/record', payment)).status).toBe(200);
  await page.reload();
  await walk.click(page.getByRole('button', { name: 'Actions for payment SEPA-4711' }));
  await walk.click(page.getByRole('button', { name: 'Mark as returned' }));
  const dialog = page.getByRole('dialog', { name: 'Mark payment as returned' });
  await dialog.getByText(/The partner will owe 2,310\.00 EUR more/).waitFor();
  await walk.fill(dialog.getByLabel('Reason'), 'Direct debit returned: insufficient funds');
  await walk.screen('return');
  await walk.click(dialog.getByRole('button', { name: 'Mark as returned' }));
  await page.getByText('Payment of 2,310.00 EUR marked as returned.').waitFor();
  await page.getByText('Returned payment', { exact: true }).waitFor();
  await page.getByText('Direct debit returned: insufficient funds').waitFor();
  await page.getByText('7,415.20 EUR').first().waitFor();
  await walk.screen('returned');
}

/** Sends the statement, and then a reminder, because it is overdue. */
async function sendTheStatement({ page, walk, mails }: BillingJob): Promise<void> {
  const open = page.getByRole('button', { name: 'Send by email' });
  const dialog = page.getByRole('dialog', {
    name: /^Send (payment reminder|\w+ \d{4} statement) to Southern Tours$/,
  });
  await walk.click(open);
  expect(await dialog.getByLabel('To').inputValue()).toBe(LATE_PARTNER.billingEmail);
  await walk.click(dialog.getByRole('button', { name: 'Send statement' }));
  await page.getByText(`Statement sent to ${LATE_PARTNER.billingEmail}`).waitFor();
  await walk.click(open);
  // The partner has the statement, so a reminder is next.
  await dialog.getByText('[Sandbox] Payment reminder: 4,935.70 EUR overdue').waitFor();
  // The statements of all earlier months are attached too, but only this one was sent before.
  await expect
    .poll(() =>
      dialog
        .getByRole('listitem')
        .filter({ hasText: /\.pdf$/ })
        .count(),
    )
    .toBe(3);
  await dialog.getByText('2 of 3 statements were never sent').waitFor();
  // The dialog scrolls, and the email in it is never cut off.
  const email = dialog.getByRole('region', { name: 'Email preview' });
  expect(await email.evaluate(each => each.scrollHeight - each.clientHeight)).toBeLessThanOrEqual(1);
  await walk.screen('send');
  await walk.click(dialog.getByRole('button', { name: 'Send reminder' }));
  await page.getByText(`Reminder sent to ${LATE_PARTNER.billingEmail}`).waitFor();
  const accepted = page.getByText('Accepted by the mail server').first();
  await accepted.click();
  await page.getByText(/^250 /).first().waitFor();
  await accepted.click();
  expect(mails.received.map(({ to }) => to)).toEqual([
    [LATE_PARTNER.billingEmail],
    [LATE_PARTNER.billingEmail],
  ]);
  await walk.screen('sent');
}

export async function endTheMonth({ page, walk, dashboard, mails }: BillingJob): Promise<void> {
  await createOpenPartners(dashboard.app);
  await page.goto('/sandbox/billing');
  await walk.click(page.getByRole('button', { name: 'Close and send statements' }));
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/, office@coastal\.example$/).waitFor();
  await dialog.getByText('A closed statement cannot be changed or reopened.').waitFor();
  await dialog.getByText('Will not be sent: no billing email', { exact: true }).waitFor();
  await dialog.getByRole('link', { name: 'Add billing email for Island Trips' }).waitFor();
  const leftOut = dialog.getByRole('listitem');
  await leftOut
    .filter({ hasText: 'Southern Tours' })
    .getByText(/^Sent on/)
    .waitFor();
  await walk.screen('month-end');
  const closing = '**/statements/close';
  const held = Promise.withResolvers<void>();
  await page.route(closing, async route => {
    await held.promise;
    await route.continue();
  });
  await walk.click(dialog.getByRole('button', { name: 'Close 2 statements, send 1' }));
  await dialog.getByRole('button', { name: 'Sending…' }).and(page.locator(':focus')).waitFor();
  expect(await dialog.getByRole('combobox', { name: 'Month' }).isDisabled()).toBe(true);
  // Escape only stops the run, so that the outcome can be seen.
  await page.keyboard.press('Escape');
  held.resolve();
  await dialog.getByText('Closed and sent').waitFor();
  await dialog.getByText('1 sent', { exact: true }).and(page.locator(':focus')).waitFor();
  await walk.click(dialog.getByRole('button', { name: 'Close 1 statement' }));
  await dialog.getByText('Closed, not sent').waitFor();
  await dialog.getByText('1 sent, 1 closed only').waitFor();
  await page.unroute(closing);
  await walk.click(dialog.getByRole('button', { name: 'Close', exact: true }).last());

  await backdateClosings(dashboard.app, 124000);
  await walk.click(page.getByRole('button', { name: 'Send reminders' }));
  // Southern Tours was reminded today, so it is offered but not chosen.
  await dialog.getByText(/^Reminded on/).waitFor();
  await dialog.getByText('1 of 2 selected').waitFor();
  await leftOut.filter({ hasText: 'Island Trips' }).getByText('No billing email').waitFor();
  await walk.screen('reminders');
  const sending = '**/statements/send';
  await page.route(sending, route => route.abort());
  await walk.click(dialog.getByRole('button', { name: 'Send 1 reminder' }));
  await dialog.getByText(/^Could not reach the server/).waitFor();
  await page.unroute(sending);
  // The browser reports the request that failed.
  dashboard.problems.splice(0);
  await walk.click(dialog.getByRole('button', { name: 'Send 1 reminder' }));
  await dialog.getByText('Sent', { exact: true }).waitFor();
  await walk.screen('reminders-sent');
  await walk.click(dialog.getByRole('button', { name: 'Close', exact: true }).last());
  await expect
    .poll(() => mails.received.slice(2).map(({ to }) => to))
    .toEqual([['office@coastal.example'], ['office@coastal.example']]);

  await walk.click(page.getByRole('button', { name: 'Actions for Southern Tours' }));
  await walk.click(page.getByRole('button', { name: 'Send reminder', exact: true }));
  const reminder = page.getByRole('dialog', { name: 'Send payment reminder to Southern Tours' });
  await reminder.getByText('[Sandbox] Payment reminder: 4,295.20 EUR overdue').waitFor();
  await walk.click(reminder.getByRole('button', { name: 'Cancel' }));
}
