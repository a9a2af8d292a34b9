import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { DashboardUnderTest } from './dashboard-under-test.ts';

export const PASSWORD = 'plum kettle orbit sandal';
export const TEAM = '/sandbox/settings/team';
export const ACCOUNT = '/sandbox/settings/account';

export function heading(page: Page, name: string | RegExp): Promise<void> {
  return page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Returns a link like those that the first start and `serai sign-in` print. */
export async function createSignInLink({ app }: DashboardUnderTest): Promise<string> {
  const { json } = await app.operate('session/create-link', { role: 'owner' });
  return json.url;
}

export async function fillAccount(page: Page, person: { name: string; email?: string }): Promise<void> {
  await page.getByLabel('Your name').fill(person.name);
  if (person.email !== undefined) await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create your account' }).click();
}

/** Creates an owner with an account, in a separate browser context. */
export async function newOwner(dashboard: DashboardUnderTest, name: string, email: string): Promise<Page> {
  const page = await dashboard.visit();
  await page.goto(await createSignInLink(dashboard));
  await fillAccount(page, { name, email });
  await heading(page, 'Overview');
  return page;
}

/** Invites a developer and accepts the invitation in a separate browser context. */
export async function newMember(
  dashboard: DashboardUnderTest,
  owner: Page,
  person: { name: string; email: string },
): Promise<Page> {
  await owner.goto(TEAM);
  await owner.getByRole('button', { name: 'Invite person' }).first().click();
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

/** Creates a partner as staff, and shows its page. */
export async function createPartner(page: Page, name: string): Promise<void> {
  await page.goto('/sandbox/partners');
  await page.getByRole('button', { name: 'Create partner' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Create partner' }).click();
  await heading(page, name);
}

/**
 * Invites a partner user on the page of the partner that is shown, and accepts the invitation in a separate browser
 * context.
 */
export async function newPartnerUser(
  dashboard: DashboardUnderTest,
  staff: Page,
  person: { name: string; email: string; role: 'Admin' | 'Developer' | 'Viewer' },
): Promise<Page> {
  await staff.getByRole('tab', { name: 'People' }).click();
  await staff.getByRole('button', { name: 'Invite person' }).first().click();
  await staff.getByLabel('Email').fill(person.email);
  await staff.getByRole('radio', { name: new RegExp(`^${person.role}`) }).check();
  await staff.getByRole('button', { name: 'Invite', exact: true }).click();
  const link = await staff.getByRole('dialog').locator('.copyable code').innerText();
  await staff.getByRole('button', { name: 'Done' }).click();
  const page = await dashboard.visit();
  await page.goto(link);
  await heading(page, /^Join /);
  await fillAccount(page, { name: person.name });
  await heading(page, 'Overview');
  return page;
}

export async function signOut(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await heading(page, /^Sign in/);
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

/**
 * Returns a six-digit TOTP code (RFC 6238). A code works once. `ahead` selects a later code, in steps of 30
 * seconds.
 */
export function authenticatorCode(secret: string, ahead = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + ahead));
  const hash = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const start = (hash.at(-1) as number) & 0x0f;
  return String((hash.readUInt32BE(start) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map(letter => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)));
}
