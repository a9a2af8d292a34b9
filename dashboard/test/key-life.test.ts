import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { accessibilityViolations } from './browser/accessibility.ts';
import { choose } from './browser/choose.ts';
import { callAs, type DashboardUnderTest, dashboardUnderTest } from './browser/dashboard-under-test.ts';
import { heading } from './browser/people-steps.ts';

const KEYS = '/sandbox/settings/api-keys';
const SECRET = /^serai_sandbox_[0-9A-Za-z]{12}_[0-9A-Za-z]{36}$/;
const POLLING = { timeout: 60_000, interval: 100 };

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

/** Changes take effect on every node within a second. */
const waitForStatus = (key: string, status: number) =>
  vi.waitFor(async () => expect(await use(key)).toBe(status), POLLING);

function recordResponses(page: Page): Promise<string>[] {
  const responses: Promise<string>[] = [];
  page.on('response', response => {
    if (response.url().includes('/api/v1/')) responses.push(response.text().catch(() => ''));
  });
  return responses;
}

describe('an API key', () => {
  let page: Page;
  let responses: Promise<string>[];
  let keyId: string;
  let first: string;
  let second: string;
  const keyPage = (search = '') => page.goto(`${KEYS}/${keyId}${search}`);

  beforeAll(async () => {
    page = await dashboard.visit('developer');
    responses = recordResponses(page);
  });
  afterAll(() => dashboard.closePages());

  test('a new key is shown with a copy button', async () => {
    await page.goto(KEYS);
    await page.getByRole('link', { name: 'Create API key' }).first().click();
    await heading(page, 'Create API key');
    await page.getByLabel('Name').fill('Shop');
    const create = page.getByRole('button', { name: 'Create sandbox key' });
    expect(await create.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Full booking' }).click();
    await page.getByLabel('Allowed IP addresses').fill('10.0.0.5/8');
    await page.getByText('Use 10.0.0.0/8 instead').waitFor();
    expect(await create.isDisabled()).toBe(true);
    await page.getByLabel('Allowed IP addresses').fill('');
    await page.getByRole('button', { name: 'Add your IP address (127.0.0.1)' }).click();
    expect(await page.getByLabel('Allowed IP addresses').inputValue()).toBe('127.0.0.1');
    await page.getByLabel('Allowed IP addresses').fill('');
    await create.click();
    await heading(page, 'Shop is ready');

    first = await page.locator('.secret .copyable code').innerText();
    expect(first).toMatch(SECRET);
    keyId = first.split('_')[2] as string;
    await page.getByRole('button', { name: 'Copy key' }).click();
    await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(first);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await page.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true);
  });

  test('the page of a new key shows its first successful request', async () => {
    expect(await use(first)).toBe(200);
    await page.getByText('The key works').waitFor();
    expect(await page.locator('.first-use').getAttribute('data-tone')).toBe('good');
  });

  test('a request with a new key appears in the request log', async () => {
    // The key is lost if the page is left now, so the user is asked first.
    await page.getByRole('link', { name: 'View request' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without the key?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.locator('.secret .copyable code').innerText()).toBe(first);
    await page.getByLabel('I have stored the key').check();
    await page.getByRole('link', { name: 'View request' }).click();
    await page.getByText('boards').first().waitFor();
    await page.goto(`/sandbox/requests?key=${keyId}`);
    await page.getByRole('row').filter({ hasText: 'boards' }).first().waitFor();
  });

  test('a key is found by its name and by pasting it, and its secret does not become part of the address', async () => {
    await page.goto(KEYS);
    const search = page.getByLabel('Search', { exact: true });
    await search.fill('no such key');
    await page.getByText('No matching keys').waitFor();
    for (const [typed, kept] of [
      ['sho', 'sho'],
      [first, `serai_sandbox_${keyId}`],
    ] as const) {
      await search.fill(typed);
      await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(kept);
      await page.getByRole('link', { name: /^Shop/ }).waitFor();
    }
    expect(await search.inputValue()).toBe(`serai_sandbox_${keyId}`);
  });

  test('the secret of a new key does not appear on later pages or in later responses, even after a reload or after going back', async () => {
    const expectSecretHidden = async () => {
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
    await expectSecretHidden();
    await page.goBack();
    await heading(page, 'Create API key');
    await expectSecretHidden();
    await keyPage();
    await heading(page, 'Shop');
    await expectSecretHidden();
    const texts = await Promise.all(responses);
    expect(texts.filter(text => text.includes(first.slice(-36)))).toHaveLength(1);
    expect(texts.filter(text => text.includes(other.slice(-36)))).toHaveLength(1);
    const stored = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])',
    );
    expect(stored).not.toContain(first.slice(-36));
  });

  test('an address list that would block recent clients is enforced only after confirmation', async () => {
    await keyPage('?tab=settings');
    await page.getByLabel('Allowed IP addresses').fill('203.0.113.0/24');
    await page.getByText('The new list blocks clients that used this key in the last 7 days').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save changes' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('127.0.0.1').waitFor();
    await dialog.getByRole('button', { name: 'Save and block' }).click();
    await page.getByText('Saved. Changes take effect within a second.').waitFor();
    await waitForStatus(first, 403);
  });

  test('a blocked client works again after its address is allowed', async () => {
    await page.getByRole('tab', { name: 'Usage' }).click();
    await page.getByRole('button', { name: 'Allow 127.0.0.1' }).click();
    await page.getByText('IP address added.').waitFor();
    await waitForStatus(first, 200);
  });

  test('rotating a key shows the new secret once, and both secrets work during the overlap', async () => {
    await page.getByRole('button', { name: 'Rotate' }).click();
    expect(await accessibilityViolations(page)).toEqual([]);
    await choose(page, 'Keep the old key valid for', '1 hour');
    await page
      .getByRole('dialog', { name: 'Rotate the key “Shop”' })
      .getByText(/^The old key works until/)
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    await heading(page, 'Shop has a new key');
    await page.getByRole('button', { name: 'Revoke now' }).waitFor();
    second = await page.locator('.secret .copyable code').innerText();
    expect(second).toMatch(SECRET);
    expect([second.split('_')[2], second === first]).toEqual([keyId, false]);
    expect([await use(first), await use(second)]).toEqual([200, 200]);
    await page.getByLabel('I have stored the new key').check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await heading(page, 'Shop');
    await page.getByText(/The old key .{4}… expires in 59 min/).waitFor();
    expect(await page.content()).not.toContain(second.slice(-30));
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('the old secret of a rotated key stops working when the user ends the overlap', async () => {
    await page.getByRole('button', { name: 'Revoke now' }).click();
    await page.getByText('Only the new key works now.').waitFor();
    await waitForStatus(first, 401);
    expect(await use(second)).toBe(200);
  });

  test('a key can be disabled and enabled from the list', async () => {
    const choose = async (action: string, confirm: string) => {
      await page.goto(KEYS);
      await page.getByRole('button', { name: 'Actions for Shop' }).click();
      await page.getByRole('button', { name: action, exact: true }).click();
      await page.getByRole('button', { name: confirm }).click();
    };
    await choose('Disable', 'Disable key');
    await waitForStatus(second, 401);
    await choose('Enable', 'Enable key');
    await waitForStatus(second, 200);
  });

  test('a key is revoked permanently after the user types its name', async () => {
    await keyPage();
    await page.getByRole('button', { name: 'Revoke' }).click();
    const revoke = page.getByRole('button', { name: 'Revoke key' });
    expect(await revoke.isDisabled()).toBe(true);
    await page.getByLabel('Type Shop to confirm').fill('Shop');
    await revoke.click();
    await page.getByText('Shop revoked.').waitFor();
    await waitForStatus(second, 401);
    expect(await page.getByRole('button', { name: 'Rotate' }).count()).toBe(0);
    await page.goto(`${KEYS}?status=REVOKED`);
    await page.getByRole('link', { name: /Shop/ }).waitFor();
  });

  test('the audit log lists every change to a key and contains no secret', async () => {
    await keyPage('?tab=trail');
    for (const action of ['create', 'update', 'rotate', 'end-overlap', 'disable', 'enable', 'revoke'])
      await page.getByText(`keys/${action}`).first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const text = JSON.stringify((await dashboard.app.operate('audit/list', { target: keyId })).json);
    for (const secret of [first, second]) expect(text).not.toContain(secret.slice(-30));
  });
});

/** Returns the status and the error message. */
async function callFrom(page: Page, name: string, input: object) {
  const response = await callAs(page, name, input);
  return { status: response.status(), message: (await response.json()).error?.message ?? '' };
}

const LIVE = { name: 'Live', environment: 'production', scopes: ['hotels:search'] };

describe('a production key', () => {
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

  test('a developer cannot create or change a production key, either in the dashboard or through the API', async () => {
    const page = await dashboard.visit('developer');
    await page.goto('/production/settings/api-keys');
    await page.getByRole('link', { name: /Live/ }).waitFor();
    expect(await page.getByRole('link', { name: 'Create API key' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Actions for Live' }).count()).toBe(0);
    await page.goto('/production/settings/api-keys/new');
    await page.getByText('cannot create production keys').waitFor();
    for (const [name, input] of changes()) {
      const { status, message } = await callFrom(page, name, input);
      expect([name, status]).toEqual([name, 403]);
      expect(message).toContain('Your role is developer');
    }
    expect((await callFrom(page, 'keys/create', { ...LIVE, environment: 'sandbox' })).status).toBe(200);
  });

  test('an owner cannot create or change a production key without recent step-up authentication', async () => {
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

  test('an owner can create a production key', async () => {
    const page = await dashboard.visit('owner');
    await page.goto('/sandbox/settings/api-keys/new');
    await page.getByLabel('Name').fill('Shop');
    await page.getByRole('radio', { name: /Production/ }).check();
    await page.waitForURL('**/production/settings/api-keys/new');
    await page.getByRole('button', { name: 'Search and quote' }).click();
    await page.getByRole('button', { name: 'Create production key' }).click();
    await heading(page, 'Shop is ready');
    expect(await page.locator('.secret .copyable code').innerText()).toMatch(/^serai_live_/);
  });
});
