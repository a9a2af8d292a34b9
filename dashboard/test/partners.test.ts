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

test('partner users cannot open pages about the installation, and the key form shows their ceilings', async () => {
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
  await page.getByText('Ceiling: 15,000').waitFor();
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
  await staff.getByRole('button', { name: /^Create/ }).click();
  await staff
    .getByText(/serai_sandbox_/)
    .first()
    .waitFor();
  await staff.goto('/sandbox/partners?search=mountain');
  await staff.getByRole('link', { name: /Mountain Stays/ }).click();
  await staff.getByRole('button', { name: 'Suspend' }).click();
  await staff.getByRole('button', { name: 'Suspend partner' }).click();
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
  await page.getByRole('button', { name: 'Require second factor' }).click();
  await heading(page, 'One more step');
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole('link', { name: /Set up/ }).click();
  await page.getByRole('button', { name: 'Set up second factor' }).waitFor();
});
