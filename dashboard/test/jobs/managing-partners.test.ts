/**
 * The job of a partner manager: a new partner signs a contract. Create it with credit, give it a key, add a pricing
 * rule for its group, follow its certification, invite its developer, and check in the audit log what was done.
 */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type MailServer, mailServer } from '../../../server/test/mail-server.ts';
import { type DashboardUnderTest, dashboardUnderTest } from '../browser/dashboard-under-test.ts';
import { addScheduledRun, createLatePartner, createOpenPartners, LATE_PARTNER } from './billed-partners.ts';
import { quoteWith, sellAndStoreLastUses } from './partner-sales.ts';
import { JOB_VIEWPORT, Walker } from './walker.ts';

let mails: MailServer;
let dashboard: DashboardUnderTest;
let page: Page;
let walk: Walker;
beforeAll(async () => {
  mails = await mailServer();
  dashboard = await dashboardUnderTest({
    settings: {
      SERAI_SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
      SERAI_MAIL_FROM: 'Serai <no-reply@example.com>',
    },
  });
  await createLatePartner(dashboard.app);
  page = await dashboard.visit('owner', JOB_VIEWPORT);
  walk = new Walker(page, 'managing-partners');
});
afterEach(() => {
  expect(dashboard.problems.splice(0)).toEqual([]);
});
afterAll(async () => {
  walk?.report();
  await dashboard?.close();
  await mails?.close();
});

test('the payment details and the days of automatic emails are set, and a typing error in the IBAN is noticed', async () => {
  await page.goto('/sandbox/settings/company');
  const account = page.getByLabel('IBAN or account number');
  await walk.fill(page.getByLabel('Account holder'), 'Serai Hotels, S.L.');
  await walk.fill(account, 'ES91 2100 0418 4502 0005 1323');
  await walk.fill(page.getByLabel('Note for partners'), 'Use the statement number as the reference.');
  await walk.click(page.getByRole('button', { name: 'Save' }));
  await page.getByText(/^The check digits of this IBAN are wrong\./).waitFor();
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
  await page.getByText(/statements are closed and sent automatically on 3 \w+ \d{4}\./).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'No billing email' }).waitFor();
  await walk.screen('schedule');
});

test('a partner that pays late is found by the age of what it owes, and its payment is recorded', async () => {
  await page.goto('/sandbox/billing');
  const table = page.getByRole('table', { name: 'Balances' });
  const row = table.locator('tbody tr', { hasText: 'Southern Tours' });
  await row.getByText('640.50').waitFor();
  await row.getByText(/^oldest due \d+ \w+ \d{4}$/).waitFor();
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
  const overdue = page.getByRole('row').filter({ hasText: /Overdue, due \d+ \w+ \d{4}/ });
  await overdue.first().waitFor();
  await overdue.last().locator('.overdue', { hasText: '640.50 EUR' }).waitFor();
  await page.getByRole('columnheader', { name: 'Still unpaid' }).waitFor();
  await walk.click(overdue.first().getByRole('link').first());
  await page.getByRole('table', { name: 'Totals' }).waitFor();
  await page.getByRole('button', { name: 'Download PDF' }).waitFor();
  await page
    .getByText(/^Still to pay: 4,935\.70 EUR, of which 1,985\.20 EUR is from this statement$/)
    .waitFor();
  await walk.screen('statement');
  await sendTheStatement();
  await page.goBack();
  await overdue
    .first()
    .getByText(/^Reminder sent \d+ \w+ \d{4}$/)
    .waitFor();
  await walk.screen('unpaid');
  await walk.click(page.getByRole('tab', { name: 'Overview' }));
  await page
    .locator('.stat', { hasText: /^Revenue in \w+ \d{4}/ })
    .getByText('4,120.00 EUR')
    .waitFor();
  await page
    .locator('.stat', { hasText: /^Bookings in \w+ \d{4}/ })
    .getByText('14', { exact: true })
    .waitFor();
  await walk.screen('business');
  await walk.click(page.getByRole('tab', { name: 'Billing' }));
  await walk.click(page.getByRole('button', { name: 'Record payment' }));
  const dialog = page.getByRole('dialog', { name: 'Record payment from Southern Tours' });
  await dialog.getByText('Owed 8,055.70 EUR, overdue 4,935.70 EUR').waitFor();
  await walk.click(dialog.getByRole('button', { name: 'Overdue (4,935.70 EUR)' }));
  expect(await dialog.getByLabel('Amount').inputValue()).toBe('4935.70');
  await dialog.getByText('Settles everything that is overdue. 3,120.00 EUR remains outstanding.').waitFor();
  await walk.screen('payment');
  await dialog.getByLabel('Amount').fill('640.50');
  await dialog.getByText(/4,295.20 EUR stays overdue\.$/).waitFor();
  await walk.fill(dialog.getByLabel('External reference'), 'BANK-2026-0815');
  await walk.click(dialog.getByRole('button', { name: /^Received on/ }));
  await walk.click(page.getByRole('button', { name: /, today/ }));
  await walk.click(dialog.getByRole('button', { name: 'Record payment' }));
  await page.getByText('Payment of 640.50 EUR recorded.').waitFor();
  await page.getByText(/^received on \d+ \w+ \d{4}, recorded by/).waitFor();
  await page.getByRole('cell', { name: 'Paid', exact: true }).first().waitFor();
  await page.locator('.ageing-legend [data-none]', { hasText: 'Over 90 days' }).waitFor();
});

/** Sends the statement, and then a reminder, because it is overdue. */
async function sendTheStatement(): Promise<void> {
  const open = page.getByRole('button', { name: 'Send by email' });
  const dialog = page.getByRole('dialog', { name: /^Email to Southern Tours about \w+ \d{4}$/ });
  await walk.click(open);
  expect(await dialog.getByLabel('To').inputValue()).toBe(LATE_PARTNER.billingEmail);
  await walk.click(dialog.getByRole('button', { name: 'Send statement' }));
  await page.getByText(`Statement sent to ${LATE_PARTNER.billingEmail}`).waitFor();
  await walk.click(open);
  // The partner has the statement, so a reminder is next.
  await dialog.getByText('[Sandbox] Payment reminder: 4,935.70 EUR overdue').waitFor();
  await dialog
    .getByRole('listitem')
    .filter({ hasText: /statement-TEST-[\d-]+\.pdf/ })
    .waitFor();
  // The dialog scrolls, and the email in it is never cut off.
  const email = dialog.getByRole('region', { name: 'Preview of the email' });
  expect(await email.evaluate(each => each.scrollHeight - each.clientHeight)).toBeLessThanOrEqual(1);
  await walk.screen('send');
  await walk.click(dialog.getByRole('button', { name: 'Send reminder' }));
  await page.getByText(`Reminder sent to ${LATE_PARTNER.billingEmail}`).waitFor();
  expect(mails.received.map(({ to }) => to)).toEqual([
    [LATE_PARTNER.billingEmail],
    [LATE_PARTNER.billingEmail],
  ]);
  await walk.screen('sent');
}

test('the statements of a month are closed and sent in one step, and partners that are late are reminded', async () => {
  await createOpenPartners(dashboard.app);
  await page.goto('/sandbox/billing');
  await walk.click(page.getByRole('button', { name: 'Send statements' }));
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/, office@coastal\.example$/).waitFor();
  await dialog.getByText('Closes the statement. It cannot be changed afterwards.').waitFor();
  const leftOut = dialog.getByRole('listitem');
  await leftOut.filter({ hasText: 'Island Trips' }).getByText('No billing email').waitFor();
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
  await walk.click(dialog.getByRole('button', { name: 'Close and send 1 statement' }));
  await dialog.getByRole('button', { name: 'Sending …' }).and(page.locator(':focus')).waitFor();
  expect(await dialog.getByRole('combobox', { name: 'Month' }).isDisabled()).toBe(true);
  // Escape only stops the run, so that the outcome can be seen.
  await page.keyboard.press('Escape');
  held.resolve();
  await dialog.getByText('Closed and sent').waitFor();
  await dialog.getByText('1 sent', { exact: true }).and(page.locator(':focus')).waitFor();
  await page.unroute(closing);
  await walk.click(dialog.getByRole('button', { name: 'Close', exact: true }).last());

  await dashboard.app.database
    .ownerDb`UPDATE statement SET due_on = due_on - 30 WHERE closing_minor = 124000`;
  await walk.click(page.getByRole('button', { name: 'Send reminders' }));
  // Southern Tours was reminded today, so it is offered but not chosen.
  await dialog.getByText(/^Reminded on/).waitFor();
  await dialog.getByText('1 of 2 selected').waitFor();
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
  const reminder = page.getByRole('dialog', { name: 'Send a reminder to Southern Tours' });
  await reminder.getByText('[Sandbox] Payment reminder: 4,295.20 EUR overdue').waitFor();
  await walk.click(reminder.getByRole('button', { name: 'Cancel' }));
});

test('a partner is created with credit and a group', async () => {
  await page.goto('/sandbox/partners');
  await walk.click(page.getByRole('button', { name: 'Create partner' }).first());
  const dialog = page.getByRole('dialog', { name: 'Create partner' });
  await walk.click(dialog.getByLabel('Name'));
  await walk.type('Northern Travel');
  await walk.press('Tab');
  await walk.type('gold');
  await walk.click(dialog.getByRole('radio', { name: /^Credit/ }));
  await walk.click(dialog.getByRole('textbox', { name: 'Credit limit' }));
  await walk.type('5000.00');
  await walk.screen('create-partner');
  await walk.click(dialog.getByRole('button', { name: 'Create partner' }));
  await page.getByRole('heading', { level: 1, name: 'Northern Travel' }).waitFor();
  await walk.screen('partner');
});

test('a key is created for the partner from its page', async () => {
  await walk.click(page.getByRole('tab', { name: 'Keys and webhooks' }));
  await page.getByText('No keys in this environment.').waitFor();
  await walk.screen('keys');
  await walk.click(page.getByRole('link', { name: 'Create API key' }));
  await walk.click(page.getByLabel('Name'));
  await walk.type('Web shop');
  await walk.click(page.getByRole('button', { name: /search and quote/i }));
  await walk.click(page.getByRole('button', { name: 'Create sandbox key' }));
  await page.getByText('Web shop is ready').first().waitFor();
  await quoteWith(
    dashboard,
    await page
      .getByText(/^serai_sandbox_\S+$/)
      .first()
      .innerText(),
  );
});

test('a pricing rule for the group is written as a sentence and applies to the partner', async () => {
  await page.goto('/sandbox/pricing');
  await walk.click(page.getByRole('button', { name: 'Create rule' }).first());
  const drawer = page.getByRole('dialog', { name: 'Create rule' });
  await walk.click(drawer.getByLabel('Name'));
  await walk.type('Gold');
  await drawer.getByLabel('Markup', { exact: true }).fill('8');
  await drawer.getByLabel('Minimum', { exact: true }).fill('2.00');
  await walk.click(drawer.getByText('Partners and guests'));
  await walk.click(drawer.getByLabel(/groups/i).first());
  await walk.type('gold');
  await walk.press('Enter');
  const sentence = 'For partners in group gold: 8% markup, at least 2.00 EUR per room night';
  await drawer.getByText(sentence).waitFor();
  await drawer.getByText(/The rule matches both recent quotes .* and changes their prices\./).waitFor();
  await drawer.getByRole('columnheader', { name: 'With this rule' }).first().waitFor();
  await walk.screen('rule');
  await walk.click(drawer.getByRole('button', { name: 'Create rule' }));
  await drawer.waitFor({ state: 'hidden' });

  await sellAndStoreLastUses(dashboard);
  await page.goto('/sandbox/partners');
  const partners = page.getByRole('table', { name: 'Partners' }).locator('tbody tr');
  const northern = partners.filter({ hasText: 'Northern Travel' });
  await northern.getByText('2 of 10').waitFor();
  await partners.filter({ hasText: 'Southern Tours' }).getByText('4,295.20 EUR').waitFor();
  await partners
    .filter({ hasText: 'Direct' })
    .getByText(/^[\d.,]+ EUR$/)
    .first()
    .waitFor();
  await walk.screen('partners');
  await walk.click(northern.getByRole('link').first());
  await walk.click(page.getByRole('tab', { name: 'Pricing' }));
  await page.getByText(sentence).waitFor();
  await walk.screen('pricing');
  await walk.click(page.getByRole('link', { name: 'Create rule for this partner' }));
  await drawer.getByRole('button', { name: 'Remove Northern Travel' }).waitFor();
  await page.goBack();
  await walk.click(page.getByRole('link', { name: 'Gold' }));
  await page.getByRole('dialog', { name: 'Edit Gold' }).getByText(sentence).waitFor();
  await page.goBack();
  await page.getByText(sentence).waitFor();
});

test('balance, statements, activity and the certification checklist are on the page of the partner', async () => {
  await walk.click(page.getByRole('tab', { name: 'Billing' }));
  await page.getByRole('heading', { name: 'Statements' }).waitFor();
  await walk.screen('billing');
  await walk.click(page.getByRole('tab', { name: 'Activity' }));
  await page.getByRole('heading', { name: 'From search to booking' }).waitFor();
  await walk.screen('activity');
  await walk.click(page.getByRole('tab', { name: 'Certification' }));
  expect(await page.getByText(/\d+ of 10 done/).innerText()).toBe('2 of 10 done');
  await walk.screen('certification');
});

test('the developer of the partner is invited', async () => {
  await walk.click(page.getByRole('tab', { name: 'People' }));
  await walk.click(page.getByRole('button', { name: 'Invite' }).first());
  const dialog = page.getByRole('dialog');
  await walk.click(dialog.getByLabel('Email'));
  await walk.type('mei@example.com');
  await walk.screen('invite');
  await walk.click(dialog.getByRole('button', { name: 'Invite' }));
  await page.getByRole('dialog', { name: 'Invitation created' }).waitFor();
  await walk.press('Escape');
});

test('the audit log tells in sentences what was done, by partner, and opens to the raw change', async () => {
  await page.goto('/sandbox/settings/audit');
  await page.getByText(/invited mei@example.com as/).waitFor();
  await page.getByText(/created the partner Northern Travel/).waitFor();
  await page.getByText(/created the sandbox key Web shop/).waitFor();
  await page.getByText(/created the pricing rule Gold/).waitFor();
  await walk.click(page.getByRole('button', { name: /^Details/ }).first());
  await page.getByText('Role: Developer').waitFor();
  await walk.screen('audit');
  await page.getByText('Raw entry').click();
  await page.getByRole('tree', { name: 'entry' }).waitFor();
  await walk.click(page.getByRole('combobox', { name: 'Action' }));
  await walk.type('members inv');
  await walk.press('ArrowDown');
  await walk.press('Enter');
  await expect.poll(() => page.getByRole('table', { name: 'Audit log' }).locator('tbody tr').count()).toBe(1);
});

test('the company details of the partner are added, and the audit log names what changed', async () => {
  await page.goto('/sandbox/partners');
  await walk.click(page.getByRole('link', { name: /^Northern Travel/ }));
  await walk.click(page.getByRole('button', { name: 'Edit company details' }));
  const dialog = page.getByRole('dialog', { name: 'Edit company details' });
  await walk.fill(dialog.getByLabel('Legal name'), 'Northern Travel AB');
  await walk.fill(dialog.getByLabel('Tax number'), 'SE556000000001');
  await walk.click(dialog.getByRole('button', { name: 'Add contact' }));
  const contact = dialog.getByRole('group', { name: 'Contact 1' });
  await walk.fill(contact.getByLabel('Name'), 'Maria Lund');
  await walk.fill(contact.getByLabel('Email'), 'maria');
  await walk.click(dialog.getByRole('button', { name: 'Save' }));
  // The problem is shown beside the field of the contact.
  await expect.poll(() => contact.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
  await contact.getByLabel('Email').fill('maria@northern.example');
  expect(await contact.getByLabel('Email').getAttribute('aria-invalid')).toBe(null);
  await walk.screen('company');
  await walk.click(dialog.getByRole('button', { name: 'Save' }));
  await page.getByRole('link', { name: 'maria@northern.example' }).waitFor();
  await page.goto('/sandbox/settings/audit');
  await page
    .getByText(/changed the contacts, the legal name and the tax number of the partner Northern Travel/)
    .waitFor();
  await walk.click(page.getByRole('combobox', { name: 'Changed record' }));
  await walk.type('northern');
  await walk.press('ArrowDown');
  await walk.press('Enter');
  await expect.poll(() => page.url()).toContain('target=prt_');
});

test('a limit of the partner is changed in its settings', async () => {
  await page.goto('/sandbox/partners');
  await walk.click(page.getByRole('link', { name: /^Northern Travel/ }));
  await walk.click(page.getByRole('button', { name: 'Edit', exact: true }));
  const dialog = page.getByRole('dialog', { name: 'Edit Northern Travel' });
  await dialog.getByLabel('Payment terms').fill('30');
  await dialog.getByLabel('Requests per minute').fill('1200');
  await walk.screen('edit-partner');
  await walk.click(dialog.getByRole('button', { name: 'Save' }));
  await page.getByText(/1,200 per minute/).waitFor();
  await page.getByText('30 days after a statement is closed').waitFor();
});
