import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityViolations } from './browser/accessibility.ts';
import { choose } from './browser/choose.ts';
import { callAs, type DashboardUnderTest, dashboardUnderTest } from './browser/dashboard-under-test.ts';
import { openSettled } from './browser/pages.ts';
import {
  ACCOUNT,
  authenticatorCode,
  createSignInLink,
  fillAccount,
  fillSignIn,
  heading,
  newMember,
  newOwner,
  PASSWORD,
  signOut,
  TEAM,
} from './browser/people-steps.ts';

let dashboard: DashboardUnderTest;
beforeAll(async () => {
  dashboard = await dashboardUnderTest();
});
afterAll(() => dashboard?.close());
afterEach(() => {
  expect(dashboard.problems.splice(0)).toEqual([]);
});

/** Makes the last step-up of every session an hour old. */
async function expireConfirmations(): Promise<void> {
  await dashboard.app.database.db`
    UPDATE operator_session SET confirmed_at = confirmed_at - interval '1 hour'`;
}

describe('signing up and in', () => {
  const email = 'ana@example.com';
  let page: Page;
  afterAll(() => dashboard.closePages());

  test('a sign-in link creates an account, works once and has its token removed from the address bar', async () => {
    page = await dashboard.visit();
    const link = await createSignInLink(dashboard);
    await page.goto(link);
    await heading(page, 'Welcome to Serai');
    expect(page.url()).not.toContain('#');
    expect(await accessibilityViolations(page)).toEqual([]);
    await fillAccount(page, { name: 'Ana Ruiz', email });
    await heading(page, 'Overview');
    await page.getByRole('button', { name: /Ana Ruiz · Owner/ }).waitFor();

    const other = await dashboard.visit();
    await other.goto(link);
    await heading(other, 'This link no longer works');
    await other.getByText('npx serai sign-in').waitFor();
  });

  test('a short or common password is rejected when an account is created', async () => {
    const other = await dashboard.visit();
    await other.goto(await createSignInLink(dashboard));
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

  test('a user who signs in again returns to the same page, and a wrong password is rejected', async () => {
    await page.goto(TEAM);
    await heading(page, 'Team');
    await signOut(page);
    expect(await accessibilityViolations(page)).toEqual([]);
    await fillSignIn(page, email, 'plum kettle orbit scandal');
    await page.getByRole('alert').waitFor();
    await fillSignIn(page, email);
    await heading(page, 'Team');
    expect(new URL(page.url()).pathname).toBe(TEAM);
  });

  test('a user whose session was ended by the server reaches the requested page after signing in again', async () => {
    // Wait until the page is loaded, so that the click is what detects the ended session.
    await openSettled(page, ACCOUNT);
    await dashboard.app.database.db`DELETE FROM operator_session`;
    await page.getByRole('link', { name: 'Team' }).first().click();
    await heading(page, 'Sign in again');
    await fillSignIn(page, email);
    await heading(page, 'Team');
  });

  test('a copied session cookie stops working after sign-out', async () => {
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

describe('cross-site requests', () => {
  test("another site cannot act with a signed-in user's cookie", async () => {
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
    const otherUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
    await other.goto(otherUrl);

    const [form] = await Promise.all([
      other.waitForResponse(/sign-out/),
      other.getByRole('button', { name: 'Win a trip' }).click(),
    ]);
    expect(form.status()).toBe(403);
    await other.goto(otherUrl);
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

  test('setting up a second factor shows backup codes, and the user must confirm that they are stored', async () => {
    page = await newOwner(dashboard, 'Cleo', email);
    await page.goto(ACCOUNT);
    await page.getByRole('button', { name: 'Set up two-factor sign-in' }).click();
    await page.getByLabel('Your password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    secret = await page.getByRole('dialog').locator('.copyable code').innerText();
    const code = page.getByLabel('Code from your authenticator app');
    await code.fill('000000');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('alert').waitFor();
    await code.fill(authenticatorCode(secret));
    await page.getByRole('button', { name: 'Turn on' }).click();

    const done = page.getByRole('button', { name: 'Done' });
    expect(await done.isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByText('Store the codes first').waitFor();
    backupCodes = await page
      .getByRole('list', { name: 'Backup codes' })
      .getByRole('listitem')
      .allInnerTexts();
    await page.getByLabel('I have stored the codes').check();
    await done.click();
    await page.getByText(`${backupCodes.length} backup codes are left.`).waitFor();
  });

  test('sign-in asks for the second factor after the password, and no code works twice', async () => {
    const code = page.getByLabel('Code from your authenticator app');
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

  test('an invited member joins the team, and the invitation link is shown once', async () => {
    owner = await newOwner(dashboard, 'Dora', 'dora@example.com');
    member = await newMember(dashboard, owner, { name: 'Emil', email: 'emil@example.com' });
    await member.getByRole('button', { name: /Emil · Developer/ }).waitFor();
    await owner.reload();
    const row = owner.getByRole('row', { name: /emil@example.com/ });
    await row.getByText('Active').waitFor();
    expect(await accessibilityViolations(owner)).toEqual([]);
    expect(await owner.content()).not.toContain('/sign-in#');
  });

  test('a new role ends the sessions of a member and applies after the next sign-in', async () => {
    await member.goto(TEAM);
    await heading(member, 'Team');
    await owner.getByRole('button', { name: 'Change role of Emil' }).click();
    await owner.getByRole('radio', { name: /^Viewer/ }).check();
    await owner.getByRole('button', { name: 'Change role', exact: true }).click();
    await owner
      .getByRole('row', { name: /emil@example.com/ })
      .getByText('Viewer')
      .waitFor();

    const created = await callAs(member, 'keys/create', {
      name: 'mine',
      environment: 'sandbox',
      scopes: ['content:read'],
    });
    expect(created.status()).toBe(401);
    await member.reload();
    await fillSignIn(member, 'emil@example.com');
    await member.getByRole('button', { name: /Emil · Viewer/ }).waitFor();
  });

  test('a removed member loses access and all sessions', async () => {
    await owner.getByRole('button', { name: 'Remove Emil' }).click();
    await owner.getByRole('button', { name: 'Remove person' }).click();
    await owner.getByRole('row', { name: /emil@example.com/ }).waitFor({ state: 'detached' });
    await member.getByRole('link', { name: 'API keys' }).first().click();
    await heading(member, 'Sign in again');
    await fillSignIn(member, 'emil@example.com');
    await member.getByRole('alert').waitFor();
    await heading(member, 'Sign in again');
  });
});

describe('sessions', () => {
  test('a session can be ended from another browser', async () => {
    const here = await newOwner(dashboard, 'Gus', 'gus@example.com');
    const there = await dashboard.visit(undefined, { userAgent: 'Old Firefox/1.0 (Windows)' });
    await there.goto(TEAM);
    await fillSignIn(there, 'gus@example.com');
    await heading(there, 'Team');
    await here.goto(ACCOUNT);
    await here.getByRole('button', { name: 'End session in Firefox on Windows' }).click();
    await here.getByText('Firefox on Windows').waitFor({ state: 'detached' });
    await there.reload();
    await heading(there, 'Sign in');
  });
});

describe('an action that requires step-up', () => {
  afterEach(() => dashboard.closePages());

  test('creating a production key and changing the legal data require recent step-up authentication', async () => {
    const page = await newOwner(dashboard, 'Finn', 'finn@example.com');
    await expireConfirmations();
    await page.goto('/production/settings/api-keys/new');
    await choose(page, 'Partner', 'Direct');
    await page.getByLabel('Name').fill('Live');
    await page.getByRole('button', { name: /search and quote/i }).click();
    await page.getByRole('button', { name: /^Create/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.getByLabel('Your password').fill('not my password');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await page
      .getByText(/serai_live_/)
      .first()
      .waitFor();
    await expireConfirmations();
    await page.goto('/production/settings/company');
    await page.getByText('Making two-factor sign-in optional requires your password.').waitFor();
    await page.getByLabel('Legal name').fill('Serai Hotels, S.L.');
    await page.getByRole('button', { name: 'Save' }).click();
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Company saved.').waitFor();
  });

  test('a session from an old one-time link cannot create a production key', async () => {
    const page = await dashboard.visit('owner');
    await expireConfirmations();
    await page.goto('/production/settings/api-keys/new');
    await choose(page, 'Partner', 'Direct');
    await page.getByLabel('Name').fill('Live');
    await page.getByRole('button', { name: /search and quote/i }).click();
    await page.getByRole('button', { name: /^Create/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await dialog.getByText('npx serai sign-in').waitFor();
    await dialog.getByRole('button', { name: 'Create your account' }).click();
    await heading(page, 'My account');
    await page.getByLabel('Your name').waitFor();
  });
});
