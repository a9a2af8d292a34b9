/** What people do at the door, step by step, as they see it. */
import type { Page } from 'playwright-core';
import type { DashboardUnderTest } from './dashboard-under-test.ts';

/** Of everybody who signs up here. */
export const PASSWORD = 'plum kettle orbit sandal';
export const TEAM = '/sandbox/settings/team';
export const ACCOUNT = '/sandbox/settings/account';

export function heading(page: Page, name: string | RegExp): Promise<void> {
  return page.getByRole('heading', { level: 1, name }).waitFor();
}

/** As the first start and `serai sign-in` print it. */
export async function printedLink({ app }: DashboardUnderTest): Promise<string> {
  const { json } = await app.operate('session/create-link', { role: 'owner' });
  return json.url;
}

export async function fillAccount(page: Page, person: { name: string; email?: string }): Promise<void> {
  await page.getByLabel('Your name').fill(person.name);
  if (person.email !== undefined) await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create your account' }).click();
}

/** An owner with an account and a browser of their own. */
export async function newOwner(dashboard: DashboardUnderTest, name: string, email: string): Promise<Page> {
  const page = await dashboard.visit();
  await page.goto(await printedLink(dashboard));
  await fillAccount(page, { name, email });
  await heading(page, 'Overview');
  return page;
}

/** Invited as developer in the page of another, accepted in a browser of their own. */
export async function newMember(
  dashboard: DashboardUnderTest,
  owner: Page,
  person: { name: string; email: string },
): Promise<Page> {
  await owner.goto(TEAM);
  await owner.getByRole('button', { name: 'Invite a person' }).first().click();
  await owner.getByLabel('Email').fill(person.email);
  await owner.getByRole('button', { name: 'Invite', exact: true }).click();
  const link = await owner.getByRole('dialog').locator('.copyable code').innerText();
  await owner.getByRole('button', { name: 'Done' }).click();
  const page = await dashboard.visit();
  await page.goto(link);
  await heading(page, /^Join /);
  await fillAccount(page, { name: person.name });
  await heading(page, 'Overview');
  return page;
}

export async function fillSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: / · / }).click();
}

export async function createOrganisation(page: Page, name: string): Promise<void> {
  await openMenu(page);
  await page.getByRole('button', { name: 'Create an organisation' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create and enter' }).click();
  await page.getByRole('button', { name: new RegExp(`^${name} .* · owner`) }).waitFor();
}

export async function signOut(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await heading(page, /^Sign in/);
}
