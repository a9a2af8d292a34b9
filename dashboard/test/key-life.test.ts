/** The whole life of a key in a real browser, and that its secret is seen once and nowhere else. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { accessibilityFaults } from './browser/accessibility.ts';
import { callAs } from './browser/call-as.ts';
import { type DashboardUnderTest, dashboardUnderTest } from './browser/dashboard-under-test.ts';
import { heading } from './browser/people-steps.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const KEYS = '/sandbox/settings/api-keys';
const SECRET = /^serai_sandbox_[0-9A-Za-z]{12}_[0-9A-Za-z]{36}$/;
const WITHIN = { timeout: 10_000, interval: 100 };

let dashboard: DashboardUnderTest;
beforeAll(async () => {
  dashboard = await dashboardUnderTest();
});
afterAll(() => dashboard?.close());
afterEach(() => {
  expect(dashboard.problems.splice(0)).toEqual([]);
});

const use = async (key: string) =>
  (await dashboard.app.post('/content/hotels/v1/boards', {}, { key })).status;

/** A change acts on every node within a second. */
const untilAnswered = (key: string, status: number) =>
  vi.waitFor(async () => expect(await use(key)).toBe(status), WITHIN);

/** Every answer of the operator interface that the page was given. */
function listenIn(page: Page): Promise<string>[] {
  const answers: Promise<string>[] = [];
  page.on('response', response => {
    if (response.url().includes('/api/v1/')) answers.push(response.text().catch(() => ''));
  });
  return answers;
}

describe('a key', () => {
  let page: Page;
  let answers: Promise<string>[];
  let keyId: string;
  let first: string;
  let second: string;
  const keyPage = (search = '') => page.goto(`${KEYS}/${keyId}${search}`);

  beforeAll(async () => {
    page = await dashboard.visit('developer');
    answers = listenIn(page);
  });
  afterAll(() => dashboard.closePages());

  test('is created, and shown once with a way to copy it', async () => {
    await page.goto(KEYS);
    await page.getByRole('link', { name: 'Create API key' }).first().click();
    await heading(page, 'Create API key');
    await page.getByLabel('Name').fill('Shop');
    const create = page.getByRole('button', { name: 'Create sandbox key' });
    expect(await create.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Full booking' }).click();
    await page.getByLabel('Allowed addresses').fill('10.0.0.5/8');
    await page.getByText('write 10.0.0.0/8').waitFor();
    expect(await create.isDisabled()).toBe(true);
    await page.getByLabel('Allowed addresses').fill('');
    await page.getByRole('button', { name: 'Add your current address (127.0.0.1)' }).click();
    expect(await page.getByLabel('Allowed addresses').inputValue()).toBe('127.0.0.1');
    await page.getByLabel('Allowed addresses').fill('');
    await create.click();
    await heading(page, 'Shop is ready');

    first = await page.locator('.secret .copyable code').innerText();
    expect(first).toMatch(SECRET);
    keyId = first.split('_')[2] as string;
    await page.getByRole('button', { name: 'Copy the key' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(first);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
  });

  test('works, and the page turns green when it is used', async () => {
    expect(await use(first)).toBe(200);
    await page.getByText('The key works').waitFor();
    expect(await page.locator('.first-use').getAttribute('data-tone')).toBe('good');
  });

  test('has its request in the log', async () => {
    await page.getByRole('link', { name: 'See the request' }).click();
    await page.getByText('boards').first().waitFor();
    await page.goto(`/sandbox/requests?key=${keyId}`);
    await page.getByRole('row').filter({ hasText: 'boards' }).first().waitFor();
  });

  test('is not shown again: not by going back, by a reload, in the list, on its page, in any answer', async () => {
    const isGone = async () => {
      expect(await page.content()).not.toContain(first.slice(-30));
    };
    await page.goto(`${KEYS}/new`);
    await heading(page, 'Create API key');
    await page.getByLabel('Name').fill('Other');
    await page.getByRole('button', { name: 'Content', exact: true }).click();
    await page.getByRole('button', { name: 'Create sandbox key' }).click();
    await heading(page, 'Other is ready');
    const other = await page.locator('.secret .copyable code').innerText();
    await page.reload();
    await heading(page, 'Create API key');
    expect(await page.content()).not.toContain(other.slice(-30));
    await page.goto(KEYS);
    await page.getByRole('link', { name: /Shop/ }).waitFor();
    await isGone();
    await page.goBack();
    await heading(page, 'Create API key');
    await isGone();
    await keyPage();
    await heading(page, 'Shop');
    await isGone();
    const texts = await Promise.all(answers);
    expect(texts.filter(text => text.includes(first.slice(-36)))).toHaveLength(1);
    expect(texts.filter(text => text.includes(other.slice(-36)))).toHaveLength(1);
    const stored = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])',
    );
    expect(stored).not.toContain(first.slice(-36));
  });

  test('gets an address list, with a warning of whom it shuts out, and is refused from elsewhere', async () => {
    await keyPage('?tab=settings');
    await page.getByLabel('Allowed addresses').fill('203.0.113.0/24');
    await page.getByText('The new list shuts out clients of the last 7 days').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save changes' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('127.0.0.1').waitFor();
    await dialog.getByRole('button', { name: 'Save the list' }).click();
    await page.getByText('Saved. It acts within a second.').waitFor();
    await untilAnswered(first, 403);
  });

  test('works again when the address it was seen from is added', async () => {
    await page.getByRole('tab', { name: 'Use' }).click();
    await page.getByRole('button', { name: 'Add 127.0.0.1 to the list' }).click();
    await page.getByText('The address is on the list.').waitFor();
    await untilAnswered(first, 200);
  });

  test('is rotated: a new secret once, and both work for a while', async () => {
    await page.getByRole('button', { name: 'Rotate' }).click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel('The old secret works for another').selectOption({ label: '1 hour' });
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    await heading(page, 'Shop has a new secret');
    second = await page.locator('.secret .copyable code').innerText();
    expect(second).toMatch(SECRET);
    expect([second.split('_')[2], second === first]).toEqual([keyId, false]);
    expect([await use(first), await use(second)]).toEqual([200, 200]);
    await page.getByLabel('I have stored the key').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await heading(page, 'Shop');
    await page.getByText(/The old secret .{4}… works for another 59 min/).waitFor();
    expect(await page.content()).not.toContain(second.slice(-30));
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('loses its old secret when the overlap is ended', async () => {
    await page.getByRole('button', { name: 'End it now' }).click();
    await page.getByText('Only the new secret works now.').waitFor();
    await untilAnswered(first, 401);
    expect(await use(second)).toBe(200);
  });

  test('is disabled and enabled from the list', async () => {
    const choose = async (action: string, confirm: string) => {
      await page.goto(KEYS);
      await page.getByRole('button', { name: 'Actions of Shop' }).click();
      await page.getByRole('button', { name: action, exact: true }).click();
      await page.getByRole('button', { name: confirm }).click();
    };
    await choose('Disable', 'Disable the key');
    await untilAnswered(second, 401);
    await choose('Enable', 'Enable the key');
    await untilAnswered(second, 200);
  });

  test('is revoked by typing its name, and refused for good', async () => {
    await keyPage();
    await page.getByRole('button', { name: 'Revoke' }).click();
    const revoke = page.getByRole('button', { name: 'Revoke for good' });
    expect(await revoke.isDisabled()).toBe(true);
    await page.getByLabel('Type Shop to go on').fill('Shop');
    await revoke.click();
    await page.getByText('Shop is revoked.').waitFor();
    await untilAnswered(second, 401);
    expect(await page.getByRole('button', { name: 'Rotate' }).count()).toBe(0);
    await page.goto(`${KEYS}?status=REVOKED`);
    await page.getByRole('link', { name: /Shop/ }).waitFor();
  });

  test('leaves a trail without a secret', async () => {
    await keyPage('?tab=trail');
    for (const action of ['create', 'update', 'rotate', 'end-overlap', 'disable', 'enable', 'revoke'])
      await page.getByText(`keys/${action}`).first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const text = JSON.stringify((await dashboard.app.operate('audit/list', { target: keyId })).json);
    for (const secret of [first, second]) expect(text).not.toContain(secret.slice(-30));
  });
});

/** Its message too, for the reason. */
async function callFrom(page: Page, name: string, input: object) {
  const answer = await callAs(page, name, input);
  return { status: answer.status(), message: (await answer.json()).error?.message ?? '' };
}

const LIVE = { name: 'Live', environment: 'production', scopes: ['hotels:search'] };

describe('a live key', () => {
  let keyId: string;
  const changes = (): readonly (readonly [string, object])[] => [
    ['keys/create', LIVE],
    ['keys/update', { keyId, name: 'Mine' }],
    ['keys/rotate', { keyId }],
    ['keys/end-overlap', { keyId }],
    ['keys/disable', { keyId }],
    ['keys/enable', { keyId }],
    ['keys/revoke', { keyId }],
  ];
  beforeAll(async () => {
    ({ keyId } = await dashboard.app.createKey(LIVE));
  });

  test('is not made or changed by a developer, neither in the page nor by calling the interface', async () => {
    const page = await dashboard.visit('developer');
    await page.goto('/production/settings/api-keys');
    await page.getByRole('link', { name: /Live/ }).waitFor();
    expect(await page.getByRole('link', { name: 'Create API key' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Actions of Live' }).count()).toBe(0);
    await page.goto('/production/settings/api-keys/new');
    await page.getByText('makes no production keys').waitFor();
    for (const [name, input] of changes()) {
      const { status, message } = await callFrom(page, name, input);
      expect([name, status]).toEqual([name, 403]);
      expect(message).toContain('yours is developer');
    }
    expect((await callFrom(page, 'keys/create', { ...LIVE, environment: 'sandbox' })).status).toBe(200);
  });

  test('is not made or changed by an owner whose last proof is old', async () => {
    const page = await dashboard.visit('owner');
    await page.goto('/production/settings/api-keys');
    await heading(page, 'API keys');
    await dashboard.app.database
      .db`UPDATE operator_session SET confirmed_at = confirmed_at - interval '1 hour'`;
    for (const [name, input] of changes()) {
      const { status, message } = await callFrom(page, name, input);
      expect([name, status]).toEqual([name, 403]);
      expect(message).toContain('session/confirm');
    }
  });

  test('is made by an owner', async () => {
    const page = await dashboard.visit('owner');
    await page.goto('/sandbox/settings/api-keys/new');
    await page.getByLabel('Name').fill('Shop');
    await page.getByRole('radio', { name: /Production/ }).check();
    await page.waitForURL('**/production/settings/api-keys/new');
    await page.getByRole('button', { name: 'Search only' }).click();
    await page.getByRole('button', { name: 'Create production key' }).click();
    await heading(page, 'Shop is ready');
    expect(await page.locator('.secret .copyable code').innerText()).toMatch(/^serai_live_/);
  });
});
