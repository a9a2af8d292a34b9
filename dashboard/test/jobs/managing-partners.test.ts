/**
 * The job of a partner manager: a new partner signs a contract. Create it with credit, give it a key, add a pricing
 * rule for its group, follow its certification, invite its developer, and check in the audit log what was done.
 */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type MailServer, mailServer } from '../../../server/test/mail-server.ts';
import { type DashboardUnderTest, dashboardUnderTest } from '../browser/dashboard-under-test.ts';
import { createLatePartner } from './billed-partners.ts';
import { endTheMonth, settleLatePayment, setUpBilling } from './partner-billing-steps.ts';
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

test('the payment details and the days of automatic emails are set, and a typing error in the IBAN is noticed', () =>
  setUpBilling({ page, walk, dashboard, mails }));

test('a partner that pays late is found by the age of what it owes, and its payment is recorded', () =>
  settleLatePayment({ page, walk, dashboard, mails }));

test('the statements of a month are closed and sent in one step, and partners that are late are reminded', () =>
  endTheMonth({ page, walk, dashboard, mails }));

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
  await page.getByText('0 of 5 done').waitFor();
  await page.getByRole('link', { name: 'Create sandbox key' }).waitFor();
  await walk.screen('partner');
});

test('a key is created for the partner from its page', async () => {
  await walk.click(page.getByRole('tab', { name: 'Keys and webhooks' }));
  await page.getByText('No sandbox keys yet.').waitFor();
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
  // The list uses the words of the page of each partner.
  await partners.filter({ hasText: 'Southern Tours' }).getByText('No recent requests').waitFor();
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
  await page.getByRole('link', { name: 'Gold', exact: true }).waitFor();
  const statement = page.getByRole('link', { name: /^TEST-\d{4}-\d\d-0002$/ }).first();
  expect(await statement.getAttribute('href')).toMatch(
    /\/sandbox\/billing\/statements\/\d{4}-\d\d\?partner=prt_/,
  );
  await walk.click(page.getByRole('button', { name: /^Details/ }).first());
  await page.getByText('Role: Developer').waitFor();
  await walk.screen('audit');
  await page.getByText('Raw entry').click();
  await page.getByRole('tree', { name: 'entry' }).waitFor();
  await walk.click(page.getByRole('combobox', { name: 'Action' }));
  await walk.type('members inv');
  await walk.press('ArrowDown');
  await walk.press('Enter');
  const entries = page.getByRole('table', { name: 'Audit log' }).locator('tbody tr:not(.group-head)');
  await expect.poll(() => entries.count()).toBe(1);
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
  // The key, the developer and the first steps of the certification are there. The billing email is not.
  await page.getByText('2 of 5 done').waitFor();
  await page.getByText('Complete certification (2 of 10 steps)', { exact: true }).waitFor();
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
  await walk.click(page.getByRole('button', { name: 'Edit terms and limits' }));
  const dialog = page.getByRole('dialog', { name: 'Edit terms and limits' });
  await dialog.getByLabel('Payment terms').fill('30');
  await dialog.getByLabel('Requests per minute').fill('1200');
  await walk.screen('edit-partner');
  await walk.click(dialog.getByRole('button', { name: 'Save' }));
  await page.getByText(/1,200 per minute/).waitFor();
  await page.getByText('30 days after a statement is closed').waitFor();
});
