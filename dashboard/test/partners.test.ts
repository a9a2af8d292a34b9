import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { accessibilityViolations } from './browser/accessibility.ts';
import { choose } from './browser/choose.ts';
import { callAs, type DashboardUnderTest, dashboardUnderTest } from './browser/dashboard-under-test.ts';
import { openSettled } from './browser/pages.ts';
import {
  createPartner,
  heading,
  newOwner,
  newPartnerUser,
  openMenu,
  PASSWORD,
  TEAM,
} from './browser/people-steps.ts';

let dashboard: DashboardUnderTest;
beforeAll(async () => {
  dashboard = await dashboardUnderTest();
});
afterAll(() => dashboard?.close());
afterEach(async () => {
  await dashboard.closePages();
  expect(dashboard.problems.splice(0)).toEqual([]);
});

test('staff can create a partner, and its users see only that partner', async () => {
  const staff = await newOwner(dashboard, 'Hugo', 'hugo@example.com');
  await createPartner(staff, 'Southern Tours');
  expect(await accessibilityViolations(staff)).toEqual([]);
  const page = await newPartnerUser(dashboard, staff, {
    name: 'Sara',
    email: 'sara@example.com',
    role: 'Admin',
  });
  await page.getByRole('button', { name: /Southern Tours Sara · Admin/ }).waitFor();
  await page.goto(TEAM);
  await page.getByRole('row', { name: /sara@example.com/ }).waitFor();
  expect(await page.getByRole('row').count()).toBe(2);
  for (const hidden of ['Partners', 'Providers', 'System']) {
    expect(await page.getByRole('link', { name: hidden, exact: true }).count()).toBe(0);
  }
  expect((await callAs(page, 'members/list', { partnerId: 'prt_other' })).status()).toBe(404);
  // Its admins keep the data on their statements up to date.
  await openSettled(page, '/sandbox/settings/company');
  await page.getByText('Making it optional requires your password.').waitFor();
  await page.getByLabel('Legal name').fill('Southern Tours, S.A.');
  await page.getByRole('button', { name: 'Add contact' }).click();
  await page.getByRole('group', { name: 'Contact 1' }).getByLabel('Name').fill('Carmen Ruiz');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Company saved.').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByLabel('Legal name').fill('Southern');
  await page.getByRole('button', { name: 'Discard' }).click();
  expect(await page.getByLabel('Legal name').inputValue()).toBe('Southern Tours, S.A.');
  expect(await page.getByText('Unsaved changes').count()).toBe(0);
  await staff.goto('/sandbox/partners?search=southern');
  await staff.getByRole('link', { name: /^Southern Tours/ }).click();
  await staff.getByText('Southern Tours, S.A.').waitFor();
  await staff.getByText('Carmen Ruiz').waitFor();
});

test('a person who belongs to two companies can switch between them in the user menu', async () => {
  const staff = await newOwner(dashboard, 'Olga', 'olga@example.com');
  await createPartner(staff, 'Island Trips');
  await staff.getByRole('tab', { name: 'People' }).click();
  await staff.getByRole('button', { name: 'Invite person' }).first().click();
  await staff.getByLabel('Email').fill('olga@example.com');
  await staff.getByRole('button', { name: 'Invite', exact: true }).click();
  const link = await staff.getByRole('dialog').locator('.copyable code').innerText();
  const page = await dashboard.visit();
  await page.goto(link);
  await heading(page, /^Join Island Trips/);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: /sign in|accept/i }).click();
  await page.getByRole('button', { name: /Island Trips Olga · Developer/ }).waitFor();
  await openMenu(page);
  await page
    .getByRole('list', { name: 'Companies' })
    .getByRole('button', { name: /^My company/ })
    .click();
  await page.getByRole('button', { name: /My company Olga · Owner/ }).waitFor();
});

/** Pages that only staff can open. The dashboard shows partner users no links to them, so the test opens their URLs. */
const STAFF_PAGES = [
  '/pricing',
  '/partners',
  '/partners/prt_other',
  '/providers',
  '/providers/own',
  '/mapping',
  '/mapping/own/1',
  '/hotels/htl_1/calendar',
  '/settings/system',
];

test('partner users cannot open pages about the installation, and the key form shows their maximums', async () => {
  const page = await dashboard.visit('partner-admin');
  await openSettled(page, '/sandbox');
  expect(await page.getByRole('link', { name: 'Security' }).count()).toBe(1);
  for (const path of STAFF_PAGES) {
    await openSettled(page, `/sandbox${path}`);
    await page.getByRole('heading', { name: 'This page is not available for your role' }).waitFor();
    expect(await page.getByRole('alert').count(), path).toBe(0);
  }
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Go to Overview' }).click();
  await heading(page, 'Overview');
  await openSettled(page, '/sandbox/settings/api-keys/new');
  await page.getByText('Maximum: 15,000').waitFor();
  expect(await page.getByLabel('Per minute').getAttribute('max')).toBe('600');
  expect(await page.getByLabel('Partner').count()).toBe(0);
});

test('staff can create a key for a chosen partner, and can suspend and resume the partner', async () => {
  const staff = await newOwner(dashboard, 'Ines', 'ines@example.com');
  await createPartner(staff, 'Mountain Stays');
  await staff.goto('/sandbox/settings/api-keys/new');
  await choose(staff, 'Partner', 'Mountain Stays');
  await staff.getByLabel('Name').fill('Website');
  await staff.getByRole('button', { name: /search and quote/i }).click();
  // What the platform states about itself can be entered as soon as there is a platform.
  await staff.getByLabel('UCP platform profile').fill('https://platform.example/ucp');
  await staff.getByLabel('UCP version').fill('2026-08-22');
  await staff.getByLabel('UCP capabilities').fill('dev.ucp.lodging.booking');
  await staff.getByLabel(/^Each booking must be approved/).check();
  await staff.getByRole('button', { name: /^Create/ }).click();
  await staff
    .getByText(/serai_sandbox_/)
    .first()
    .waitFor();
  await staff.goto('/sandbox/settings/api-keys');
  await staff.getByRole('link', { name: 'Website' }).click();
  await staff
    .getByText('https://platform.example/ucp, version 2026-08-22, each booking must be approved on your page')
    .waitFor();
  // Staff see whose key it is, below the title.
  expect(await staff.getByRole('main').getByRole('link', { name: 'Mountain Stays' }).count()).toBe(1);
  await staff.goto('/sandbox/partners?search=mountain');
  await staff.getByRole('link', { name: /Mountain Stays/ }).click();
  await staff.getByRole('button', { name: /^More actions for/ }).click();
  await staff.getByRole('button', { name: 'Suspend partner' }).click();
  await staff.getByRole('dialog').getByRole('button', { name: 'Suspend partner' }).click();
  await staff.getByText('This partner is suspended').waitFor();
  await staff.getByRole('button', { name: 'Resume' }).click();
  await staff.getByRole('button', { name: 'Resume partner' }).click();
  await staff.getByText('This partner is suspended').waitFor({ state: 'detached' });
});

test('if a partner requires a second factor, users without one are asked to set one up', async () => {
  const staff = await newOwner(dashboard, 'Ida', 'ida@example.com');
  await createPartner(staff, 'Strict Tours');
  const page = await newPartnerUser(dashboard, staff, {
    name: 'Ivo',
    email: 'ivo@example.com',
    role: 'Admin',
  });
  await page.goto(TEAM);
  await page.getByRole('checkbox', { name: /Not required/ }).click();
  await page.getByRole('button', { name: 'Require two-factor sign-in' }).click();
  await heading(page, 'One more step');
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole('link', { name: /Set up/ }).click();
  await page.getByRole('button', { name: 'Set up two-factor sign-in' }).waitFor();
});

test('a page about a partner states nothing about its money until it is known', async () => {
  const { operate } = dashboard.app;
  const create = async (name: string) =>
    (await operate('partners/create', { name })).json.partner.partnerId as string;
  const [owing, other] = [await create('Owing Tours'), await create('Other Tours')];
  const amount = { amount: '100.00', currency: 'EUR' };
  const adjustment = { environment: 'sandbox', effect: 'OWES_MORE', amount, reason: 'Opening balance' };
  expect((await operate('billing/adjust', { ...adjustment, partnerId: owing })).status).toBe(200);
  const page = await dashboard.visit('owner');
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.goto(`/sandbox/partners/${owing}`);
  await page.getByText('100.00 EUR').first().waitFor();
  await page.route('**/api/v1/billing/balances/list', async route => {
    await promise;
    await route.continue();
  });
  await page.evaluate(`history.pushState({}, '', '/sandbox/partners/${other}')`);
  await heading(page, 'Other Tours');
  const owed = page.locator('.stat', { hasText: 'Balance owed' }).locator('.stat-value');
  await expect.poll(() => owed.innerText()).toBe('–');
  expect(await page.getByText('This partner owes nothing.').count()).toBe(0);
  expect(await page.getByText('100.00 EUR').count()).toBe(0);
  resolve();
  await page.getByText('This partner owes nothing.').waitFor();
  await expect.poll(() => owed.innerText()).toBe('0.00 EUR');
});

test('a typed group is used as it is, even if another one begins with the same letters', async () => {
  await dashboard.app.operate('partners/create', { name: 'Online Tours', groups: ['online'] });
  const page = await dashboard.visit('owner');
  await page.goto('/sandbox/partners');
  await page.getByRole('combobox', { name: 'Group', exact: true }).fill('wholesale');
  await page.getByRole('option', { name: 'wholesale' }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/group=wholesale/);
  await page.goto('/sandbox/partners');
  await page.getByRole('button', { name: 'Create partner' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create partner' });
  await dialog.getByRole('combobox', { name: 'Groups' }).pressSequentially('on');
  await dialog.getByRole('option', { name: 'online' }).waitFor();
  await dialog.getByRole('option', { name: 'Create “on”' }).waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Remove on', exact: true }).waitFor();
});

test('a text that is no country is not added to the nationalities of a rule', async () => {
  const page = await dashboard.visit('owner');
  await page.goto('/sandbox/pricing');
  await page.getByRole('button', { name: 'Create rule' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Create rule' });
  await drawer.getByText('Partners and guests').click();
  const field = drawer.getByRole('combobox', { name: 'Nationalities' });
  await field.pressSequentially('es, nowhere');
  await page.keyboard.press('Tab');
  await drawer.getByRole('button', { name: 'Remove Spain' }).waitFor();
  await drawer.getByText('“nowhere” is not in the list.').waitFor();
  expect(await field.inputValue()).toBe('nowhere');
});
