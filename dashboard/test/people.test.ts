/** People at the door: who comes in, by what, and who stays out. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { accessibilityFaults } from './browser/accessibility.ts';
import { authenticatorCode } from './browser/authenticator.ts';
import { callAs } from './browser/call-as.ts';
import { type DashboardUnderTest, dashboardUnderTest } from './browser/dashboard-under-test.ts';
import {
  ACCOUNT,
  createOrganisation,
  fillAccount,
  fillSignIn,
  heading,
  newMember,
  newOwner,
  openMenu,
  PASSWORD,
  printedLink,
  signOut,
  TEAM,
} from './browser/people-steps.ts';
import { openSettled } from './browser/settled.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let dashboard: DashboardUnderTest;
beforeAll(async () => {
  dashboard = await dashboardUnderTest();
});
afterAll(() => dashboard?.close());
afterEach(() => {
  expect(dashboard.problems.splice(0)).toEqual([]);
});

/** As if the last proof of everybody were long ago. */
async function forgetProofs(): Promise<void> {
  await dashboard.app.database.db`
    UPDATE operator_session SET confirmed_at = confirmed_at - interval '1 hour'`;
}

describe('signing up and in', () => {
  const email = 'ana@example.com';
  let page: Page;
  afterAll(() => dashboard.closePages());

  test('the printed link makes an account, and stays in no history', async () => {
    page = await dashboard.visit();
    const link = await printedLink(dashboard);
    await page.goto(link);
    await heading(page, 'Welcome to Serai');
    expect(page.url()).not.toContain('#');
    expect(await accessibilityFaults(page)).toEqual([]);
    await fillAccount(page, { name: 'Ana Ruiz', email });
    await heading(page, 'Overview');
    await page.getByRole('button', { name: /Ana Ruiz · owner/ }).waitFor();

    const other = await dashboard.visit();
    await other.goto(link);
    await heading(other, 'This link no longer works');
    await other.getByText('npx serai sign-in').waitFor();
  });

  test('a password that is too short or too common makes none', async () => {
    const other = await dashboard.visit();
    await other.goto(await printedLink(dashboard));
    await other.getByLabel('Your name').fill('Bo');
    await other.getByLabel('Email').fill('bo@example.com');
    const create = other.getByRole('button', { name: 'Create your account' });
    await other.getByLabel('Password', { exact: true }).fill('short');
    expect(await create.isDisabled()).toBe(true);
    await other.getByLabel('Password', { exact: true }).fill('passwordpassword');
    await create.click();
    await other.locator('.problem').waitFor();
    await heading(other, 'Welcome to Serai');
  });

  test('after signing out the password opens the same page again, and a wrong one nothing', async () => {
    await page.goto(TEAM);
    await heading(page, 'Team');
    await signOut(page);
    expect(await accessibilityFaults(page)).toEqual([]);
    await fillSignIn(page, email, 'plum kettle orbit scandal');
    await page.getByRole('alert').waitFor();
    await fillSignIn(page, email);
    await heading(page, 'Team');
    expect(new URL(page.url()).pathname).toBe(TEAM);
  });

  test('a session that the server ended leads to the page to sign in, and back', async () => {
    // Settled, so that it is the click that finds out.
    await openSettled(page, ACCOUNT);
    await dashboard.app.database.db`DELETE FROM operator_session`;
    await page.getByRole('link', { name: 'Team' }).first().click();
    await heading(page, 'Sign in again');
    await fillSignIn(page, email);
    await heading(page, 'Team');
  });

  test('a stolen cookie is worth nothing after signing out', async () => {
    const cookies = await page.context().cookies();
    const flags = cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite]);
    expect(flags.toSorted()).toEqual([
      ['serai_device', true, 'Strict'],
      ['serai_session', true, 'Lax'],
    ]);
    const thief = await dashboard.visit();
    await thief.context().addCookies(cookies);
    await thief.goto(TEAM);
    await heading(thief, 'Team');
    await signOut(page);
    await thief.reload();
    await heading(thief, 'Sign in');
    expect((await callAs(thief, 'session/show', {})).status()).toBe(401);
  });
});

describe('another site', () => {
  test('cannot act with the cookie of somebody who is signed in', async () => {
    const page = await dashboard.visit('owner');
    await page.goto(TEAM);
    await heading(page, 'Team');
    const site = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<form method="post" enctype="text/plain" action="${dashboard.url}/api/v1/session/sign-out">
        <input name='{"a":"' value='"}'><button>Win a trip</button></form>`);
    });
    await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve));
    const other = await page.context().newPage();
    await other.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);

    const [form] = await Promise.all([
      other.waitForResponse(/sign-out/),
      other.getByRole('button', { name: 'Win a trip' }).click(),
    ]);
    expect(form.status()).toBe(403);
    await other.goBack();
    await other.evaluate(url => {
      const sent = { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}' } as const;
      return fetch(url, sent).then(String, String);
    }, `${dashboard.url}/api/v1/session/sign-out`);
    const forged = await page.request.post('/api/v1/session/sign-out', {
      data: {},
      headers: { origin: 'http://127.0.0.1:1' },
    });
    expect(forged.status()).toBe(403);

    await page.reload();
    await heading(page, 'Team');
    site.close();
  });
});

describe('a second factor', () => {
  const email = 'cleo@example.com';
  let page: Page;
  let secret: string;
  let backupCodes: string[];
  afterAll(() => dashboard.closePages());

  test('is set up with the app, and its backup codes are shown once', async () => {
    page = await newOwner(dashboard, 'Cleo', email);
    await page.goto(ACCOUNT);
    await page.getByRole('button', { name: 'Set up the second factor' }).click();
    await page.getByLabel('Your password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    secret = await page.getByRole('dialog').locator('.copyable code').innerText();
    const code = page.getByLabel('Code of your authenticator app');
    await code.fill('000000');
    await page.getByRole('button', { name: 'Turn it on' }).click();
    await page.getByRole('alert').waitFor();
    await code.fill(authenticatorCode(secret));
    await page.getByRole('button', { name: 'Turn it on' }).click();

    const done = page.getByRole('button', { name: 'Done' });
    expect(await done.isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByText('Store the codes first').waitFor();
    backupCodes = await page
      .getByRole('list', { name: 'Backup codes' })
      .getByRole('listitem')
      .allInnerTexts();
    await page.getByLabel('I have stored them').check();
    await done.click();
    await page.getByText(`${backupCodes.length} backup codes are left.`).waitFor();
  });

  test('is asked for after the password; no code works twice', async () => {
    const code = page.getByLabel('Code of your authenticator app');
    const confirm = page.getByRole('button', { name: 'Confirm and sign in' });
    const next = authenticatorCode(secret, 1);
    await signOut(page);
    await fillSignIn(page, email);
    await code.fill(next);
    await confirm.click();
    await heading(page, 'My account');
    await signOut(page);
    await fillSignIn(page, email);
    await code.fill(next);
    await confirm.click();
    await page.getByRole('alert').waitFor();

    const [backup] = backupCodes as [string];
    await page.getByRole('button', { name: 'Use a backup code' }).click();
    await page.getByLabel('Backup code').fill(backup);
    await confirm.click();
    await heading(page, 'My account');
    await page.getByText(`${backupCodes.length - 1} backup codes are left.`).waitFor();
    await signOut(page);
    await fillSignIn(page, email);
    await page.getByRole('button', { name: 'Use a backup code' }).click();
    await page.getByLabel('Backup code').fill(backup);
    await confirm.click();
    await page.getByRole('alert').waitFor();
  });
});

describe('the team', () => {
  let owner: Page;
  let member: Page;
  afterAll(() => dashboard.closePages());

  test('grows by an invitation, whose link is shown once', async () => {
    owner = await newOwner(dashboard, 'Dora', 'dora@example.com');
    member = await newMember(dashboard, owner, { name: 'Emil', email: 'emil@example.com' });
    await member.getByRole('button', { name: /Emil · developer/ }).waitFor();
    await owner.reload();
    const row = owner.getByRole('row', { name: /emil@example.com/ });
    await row.getByText('Active').waitFor();
    expect(await accessibilityFaults(owner)).toEqual([]);
    expect(await owner.content()).not.toContain('/sign-in#');
  });

  test('a new role acts at once', async () => {
    await member.goto(TEAM);
    await heading(member, 'Team');
    await owner.getByRole('button', { name: 'Change role of Emil' }).click();
    await owner.getByRole('radio', { name: /^Read-only/ }).check();
    await owner.getByRole('button', { name: 'Change the role', exact: true }).click();
    await owner
      .getByRole('row', { name: /emil@example.com/ })
      .getByText('Read-only')
      .waitFor();

    const made = await callAs(member, 'keys/create', {
      name: 'mine',
      environment: 'sandbox',
      scopes: ['content:read'],
    });
    expect(made.status()).toBe(401);
    await member.reload();
    await fillSignIn(member, 'emil@example.com');
    await member.getByRole('button', { name: /Emil · read-only/ }).waitFor();
  });

  test('who is removed is out, with every session', async () => {
    await owner.getByRole('button', { name: 'Remove Emil' }).click();
    await owner.getByRole('button', { name: 'Remove the member' }).click();
    await owner.getByRole('row', { name: /emil@example.com/ }).waitFor({ state: 'detached' });
    await member.getByRole('link', { name: 'API keys' }).first().click();
    await heading(member, 'Sign in again');
    await fillSignIn(member, 'emil@example.com');
    await member.getByRole('alert').waitFor();
    await heading(member, 'Sign in again');
  });
});

describe('sessions of one person', () => {
  test('are listed, and end from another browser', async () => {
    const here = await newOwner(dashboard, 'Gus', 'gus@example.com');
    const there = await dashboard.visit(undefined, { userAgent: 'Old Firefox/1.0 (Windows)' });
    await there.goto(TEAM);
    await fillSignIn(there, 'gus@example.com');
    await heading(there, 'Team');
    await here.goto(ACCOUNT);
    await here.getByRole('button', { name: 'End the session of Firefox on Windows' }).click();
    await here.getByText('Firefox on Windows').waitFor({ state: 'detached' });
    await there.reload();
    await heading(there, 'Sign in');
  });
});

describe('organisations', () => {
  afterEach(() => dashboard.closePages());

  test('are made and entered in the menu, and share no people', async () => {
    const page = await newOwner(dashboard, 'Hugo', 'hugo@example.com');
    await createOrganisation(page, 'Southern Tours');
    await page.goto(TEAM);
    await page.getByRole('row', { name: /hugo@example.com/ }).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    await openMenu(page);
    await page
      .getByRole('listitem')
      .getByRole('button', { name: /^My organisation/ })
      .click();
    await page.getByRole('button', { name: /My organisation Hugo · owner/ }).waitFor();
  });

  test('other than the first see nothing of the whole installation, and their keys have ceilings', async () => {
    const { app } = dashboard;
    const { json } = await app.operate('organisations/create', { name: 'Northern Travel' });
    const first = (await app.operate('session/show', {})).json.session.organisation.organisationId;
    await app.operate('organisations/select', { organisationId: json.organisation.organisationId });
    const page = await dashboard.visit('owner');
    await app.operate('organisations/select', { organisationId: first });
    await openSettled(page, '/sandbox');
    expect(await page.getByRole('link', { name: 'Security' }).count()).toBe(1);
    expect(await page.getByRole('link', { name: 'System' }).count()).toBe(0);
    await openSettled(page, '/sandbox/settings/system');
    await page.getByText('Only the operator sees this page').waitFor();
    await openSettled(page, '/sandbox/providers');
    expect(await page.getByRole('columnheader', { name: 'p95' }).count()).toBe(0);
    await openSettled(page, '/sandbox/settings/api-keys/new');
    await page.getByText('Ceiling: 15,000').waitFor();
    expect(await page.getByLabel('A minute').getAttribute('max')).toBe('600');
  });

  test('can require a second factor: without one every other page stays closed', async () => {
    const owner = await newOwner(dashboard, 'Ida', 'ida@example.com');
    await createOrganisation(owner, 'Strict Tours');
    await owner.goto(TEAM);
    await owner.getByRole('checkbox', { name: /Not required/ }).click();
    await owner.getByRole('button', { name: 'Require it' }).click();
    await heading(owner, 'One step more');
    expect(await accessibilityFaults(owner)).toEqual([]);
    await owner.getByRole('link', { name: /Set it up/ }).click();
    await owner.getByRole('button', { name: 'Set up the second factor' }).waitFor();
  });
});

describe('a live key', () => {
  afterEach(() => dashboard.closePages());

  test('needs a fresh proof of who makes it', async () => {
    const page = await newOwner(dashboard, 'Finn', 'finn@example.com');
    await forgetProofs();
    await page.goto('/production/settings/api-keys/new');
    await page.getByLabel('Name').fill('Live');
    await page.getByRole('button', { name: /search only/i }).click();
    await page.getByRole('button', { name: /^Create/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.getByLabel('Your password').fill('not my password');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await page
      .getByText(/serai_live_/)
      .first()
      .waitFor();
  });

  test('is not made by a one-time link that was opened long ago', async () => {
    const page = await dashboard.visit('owner');
    await forgetProofs();
    await page.goto('/production/settings/api-keys/new');
    await page.getByLabel('Name').fill('Live');
    await page.getByRole('button', { name: /search only/i }).click();
    await page.getByRole('button', { name: /^Create/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.getByText('npx serai sign-in').waitFor();
    await dialog.getByRole('button', { name: 'Create your account' }).click();
    await heading(page, 'My account');
    await page.getByLabel('Your name').waitFor();
  });
});
