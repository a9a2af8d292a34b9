/**
 * The job of a partner manager: a new partner signs a contract. Create it with credit, give it a key, add a pricing
 * rule for its group, follow its certification, invite its developer, and check in the audit log what was done.
 */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type DashboardUnderTest, dashboardUnderTest } from '../browser/dashboard-under-test.ts';
import { JOB_VIEWPORT, Walker } from './walker.ts';

let dashboard: DashboardUnderTest;
let page: Page;
let walk: Walker;
beforeAll(async () => {
  dashboard = await dashboardUnderTest();
  page = await dashboard.visit('owner', JOB_VIEWPORT);
  walk = new Walker(page, 'managing-partners');
});
afterEach(() => {
  expect(dashboard.problems.splice(0)).toEqual([]);
});
afterAll(async () => {
  walk?.report();
  await dashboard?.close();
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
  await walk.click(page.getByRole('link', { name: 'Create key' }));
  await walk.click(page.getByLabel('Name'));
  await walk.type('Web shop');
  await walk.click(page.getByRole('button', { name: /search and quote/i }));
  await walk.click(page.getByRole('button', { name: 'Create sandbox key' }));
  await page.getByText('Web shop is ready').first().waitFor();
});

test('a pricing rule for the group is written as a sentence and applies to the partner', async () => {
  await page.goto('/sandbox/pricing');
  await walk.click(page.getByRole('button', { name: 'Create rule' }).first());
  const drawer = page.getByRole('dialog', { name: 'Create rule' });
  await walk.click(drawer.getByLabel('Name'));
  await walk.type('Gold');
  await drawer.getByLabel('Markup (% of cost)').fill('8');
  await drawer.getByLabel('Minimum', { exact: true }).fill('2.00');
  await walk.click(drawer.getByText('Partners and guests'));
  await walk.click(drawer.getByLabel(/groups/i).first());
  await walk.type('gold');
  await walk.press('Enter');
  const sentence = 'For partners in group gold: 8 % markup, at least 2.00 EUR per room night';
  await drawer.getByText(sentence).waitFor();
  await walk.screen('rule');
  await walk.click(drawer.getByRole('button', { name: 'Create rule' }));
  await drawer.waitFor({ state: 'hidden' });

  await page.goto('/sandbox/partners');
  await walk.click(page.getByRole('link', { name: /^Northern Travel/ }));
  await walk.click(page.getByRole('tab', { name: 'Pricing' }));
  await page.getByText(sentence).waitFor();
  await walk.screen('pricing');
});

test('balance, statements, activity and the certification checklist are on the page of the partner', async () => {
  await walk.click(page.getByRole('tab', { name: 'Billing' }));
  await page.getByRole('heading', { name: 'Statements' }).waitFor();
  await walk.screen('billing');
  await walk.click(page.getByRole('tab', { name: 'Activity' }));
  await page.getByRole('heading', { name: 'From search to booking' }).waitFor();
  await walk.screen('activity');
  await walk.click(page.getByRole('tab', { name: 'Certification' }));
  await page.getByText('0 of 10 done').waitFor();
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
  await walk.click(page.getByText('Details').first());
  await page.getByRole('tree', { name: 'entry' }).waitFor();
  await walk.screen('audit');
  await walk.click(page.getByRole('combobox', { name: 'Action' }));
  await walk.type('members inv');
  await walk.press('ArrowDown');
  await walk.press('Enter');
  await expect.poll(() => page.getByRole('table', { name: 'Audit log' }).locator('tbody tr').count()).toBe(1);
});

test('a limit of the partner is changed in its settings', async () => {
  await page.goto('/sandbox/partners');
  await walk.click(page.getByRole('link', { name: /^Northern Travel/ }));
  await walk.click(page.getByRole('button', { name: 'Edit' }));
  const dialog = page.getByRole('dialog', { name: 'Edit Northern Travel' });
  await dialog.getByLabel('Requests per minute').fill('1200');
  await walk.screen('edit-partner');
  await walk.click(dialog.getByRole('button', { name: 'Save' }));
  await page.getByText(/1,200 a minute/).waitFor();
});
