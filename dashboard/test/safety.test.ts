/** The pages that keep an organisation safe: what they find, what they stop, and what they remember. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { accessibilityFaults } from './browser/accessibility.ts';
import { type DashboardUnderTest, dashboardUnderTest } from './browser/dashboard-under-test.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const SECURITY = '/sandbox/settings/security';
const AUDIT = '/sandbox/settings/audit';

let dashboard: DashboardUnderTest;
let page: Page;
beforeAll(async () => {
  dashboard = await dashboardUnderTest();
  page = await dashboard.visit('owner');
});
afterAll(() => dashboard?.close());
afterEach(() => {
  expect(dashboard.problems.splice(0)).toEqual([]);
});

const use = async (key: string) =>
  (await dashboard.app.post('/content/hotels/v1/boards', {}, { key })).status;

describe('the security page', () => {
  test('lists what it finds and leads to where it is mended', async () => {
    const { keyId } = await dashboard.app.createKey({ name: 'Forgotten', environment: 'production' });
    await page.goto(SECURITY);
    const finding = page.getByRole('region', { name: 'Keys without expiry' });
    await finding.getByRole('link', { name: 'Forgotten' }).click();
    await page.waitForURL(
      url => url.pathname === `/production/settings/api-keys/${keyId}` && url.search === '?tab=settings',
    );
    await page.getByLabel('Expires').selectOption({ label: 'In 90 days' });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved. It acts within a second.').waitFor();
    await page.goto(SECURITY);
    await finding.waitFor();
    expect(await finding.getByRole('link', { name: 'Forgotten' }).count()).toBe(0);
  });

  test('revokes a key that is pasted, and forgets what was pasted', async () => {
    const { secret } = await dashboard.app.createKey({ name: 'Leaked' });
    expect(await use(secret)).toBe(200);
    await page.goto(SECURITY);
    const field = page.getByLabel('The whole key');
    const revoke = page.getByRole('button', { name: 'Revoke this key' });
    await field.fill(secret.slice(0, -2));
    await revoke.click();
    await page.getByText('This is no whole key').waitFor();
    await field.fill(`export KEY=${secret}`);
    await revoke.click();
    await page.getByText('Leaked is revoked').waitFor();
    expect(await field.inputValue()).toBe('');
    expect(await page.content()).not.toContain(secret.slice(-30));
    expect(await accessibilityFaults(page)).toEqual([]);
    await vi.waitFor(async () => expect(await use(secret)).toBe(401), { timeout: 10_000, interval: 100 });
  });

  test('lets an owner bound the life of keys, which the form and the server keep', async () => {
    await page.goto(SECURITY);
    await page.getByLabel('Days').fill('30');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.goto('/sandbox/settings/api-keys/new');
    await page.getByText('lets a key live 30 days at most').waitFor();
    const offered = await page.getByLabel('Expires').locator('option').allInnerTexts();
    expect(offered).toEqual(['In 30 days', 'After a day of choice']);
    const { status, json } = await dashboard.app.operate('keys/create', {
      name: 'For ever',
      environment: 'sandbox',
      scopes: ['content:read'],
    });
    expect([status, json.error.details[0].path]).toEqual([400, '/expiresAt']);
    await page.goto(SECURITY);
    await page.getByLabel('Days').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
  });
});

describe('the audit log', () => {
  test('shows who changed what, before and after', async () => {
    const { keyId } = await dashboard.app.createKey({ name: 'Watched' });
    await dashboard.app.operate('keys/update', { keyId, limits: { perMinute: 7 } });
    await page.goto(`${AUDIT}?target=${keyId}`);
    const row = page.getByRole('row').filter({ hasText: 'keys/update' });
    await row.getByText('limits.perMinute').waitFor();
    expect(await row.locator('del').innerText()).toBe('600');
    expect(await row.locator('ins').innerText()).toBe('7');
    expect(await page.getByRole('row').count()).toBe(3);
    await row.getByRole('link', { name: keyId }).waitFor();
  });

  test('keeps its filters in the address', async () => {
    const { keyId } = await dashboard.app.createKey({ name: 'Stopped' });
    await dashboard.app.operate('keys/disable', { keyId });
    await page.goto(AUDIT);
    await page.getByLabel('Action').fill('keys/disable');
    await page.waitForURL(url => url.search === '?action=keys%2Fdisable');
    await page.getByRole('row').filter({ hasText: 'keys/disable' }).waitFor();
    await page.reload();
    await page.getByRole('row').filter({ hasText: 'keys/disable' }).waitFor();
    expect(await page.getByText('keys/create').count()).toBe(0);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('keys/create').first().waitFor();
  });

  test('is exported, with every entry that matches and no other', async () => {
    await dashboard.app.createKey({ name: 'Exported' });
    await page.goto(`${AUDIT}?action=keys/create`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toContain('Time,Actor,Action,Target,Before,After,Address,Request id');
    expect(text).toContain('Exported');
    expect(text).not.toContain('keys/update');
  });
});
