import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { accessibilityViolations } from './browser/accessibility.ts';
import { choose } from './browser/choose.ts';
import { type DashboardUnderTest, dashboardUnderTest } from './browser/dashboard-under-test.ts';

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
  test('a security finding links to the page where it can be fixed', async () => {
    const { keyId } = await dashboard.app.createKey({ name: 'Forgotten', environment: 'production' });
    await page.goto(SECURITY);
    const finding = page.getByRole('region', { name: 'Keys that never expire' });
    await finding.getByRole('link', { name: 'Forgotten' }).click();
    await page.waitForURL(
      url => url.pathname === `/production/settings/api-keys/${keyId}` && url.search === '?tab=settings',
    );
    await choose(page, 'Expires', 'In 90 days');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved. Changes take effect within a second.').waitFor();
    await page.goto(SECURITY);
    await finding.waitFor();
    expect(await finding.getByRole('link', { name: 'Forgotten' }).count()).toBe(0);
  });

  test('a key reported as leaked is revoked, and its secret disappears from the page', async () => {
    const { secret } = await dashboard.app.createKey({ name: 'Leaked' });
    expect(await use(secret)).toBe(200);
    await page.goto(SECURITY);
    const field = page.getByLabel('Full key');
    const revoke = page.getByRole('button', { name: 'Revoke key' });
    await field.fill(secret.slice(0, -2));
    await revoke.click();
    await page.getByText('This is not a complete key').waitFor();
    await field.fill(`export KEY=${secret}`);
    await revoke.click();
    await page.getByText('Leaked was revoked').waitFor();
    expect(await field.inputValue()).toBe('');
    expect(await page.content()).not.toContain(secret.slice(-30));
    expect(await accessibilityViolations(page)).toEqual([]);
    await vi.waitFor(async () => expect(await use(secret)).toBe(401), { timeout: 60_000, interval: 100 });
  });

  test('a partner admin can set a maximum key lifetime, which the form and the server enforce', async () => {
    const own = await dashboard.visit('partner-admin');
    await own.goto(SECURITY);
    await own.getByLabel('Days').fill('30');
    await own.getByRole('button', { name: 'Save' }).click();
    await own.getByText('Maximum key lifetime saved.').waitFor();
    await own.goto('/sandbox/settings/api-keys/new');
    await own.getByText('must expire within 30 days').waitFor();
    await own.getByRole('combobox', { name: 'Expires' }).click();
    const offered = await own.getByRole('option').allInnerTexts();
    expect(offered).toEqual(['In 30 days', 'On a specific date']);
    await own.keyboard.press('Escape');
    const { status, json } = await dashboard.app.operate('keys/create', {
      name: 'Unlimited',
      environment: 'sandbox',
      scopes: ['content:read'],
    });
    expect([status, json.error.details[0].path]).toEqual([400, '/expiresAt']);
    await own.goto(SECURITY);
    await own.getByLabel('Days').fill('');
    await own.getByRole('button', { name: 'Save' }).click();
    await own.getByText('Maximum key lifetime saved.').waitFor();
  });
});

describe('the audit log', () => {
  test('the audit log shows the old and new value of a changed field', async () => {
    const { keyId } = await dashboard.app.createKey({ name: 'Watched' });
    await dashboard.app.operate('keys/update', { keyId, limits: { perMinute: 7 } });
    await page.goto(`${AUDIT}?target=${keyId}`);
    const row = page.getByRole('row').filter({ hasText: 'changed the limits of the key' });
    await row.getByRole('button', { name: /^Details/ }).click();
    await row.getByText('Requests per minute:').waitFor();
    expect(await row.locator('del').innerText()).toBe('600');
    expect(await row.locator('ins').innerText()).toBe('7');
    const entries = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Details/ }) });
    expect(await entries.count()).toBe(2);
    await row.getByRole('link', { name: 'Watched' }).click();
    await page.getByRole('heading', { level: 1, name: 'Watched' }).waitFor();
  });

  test('the audit log finds an action by the beginning of its words, and keeps its filters in the URL', async () => {
    const { keyId } = await dashboard.app.createKey({ name: 'Stopped' });
    await dashboard.app.operate('keys/disable', { keyId });
    await page.goto(AUDIT);
    await page.getByRole('combobox', { name: 'Action' }).fill('keys dis');
    await page.getByRole('option', { name: /Keys: disable/ }).click();
    await page.waitForURL(url => url.search === '?action=keys%2Fdisable');
    await page.getByText(/disabled the key/).waitFor();
    await page.reload();
    await page.getByText(/disabled the key/).waitFor();
    expect(await page.getByText(/created the/).count()).toBe(0);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page
      .getByText(/created the/)
      .first()
      .waitFor();
  });

  test('the audit log export contains only matching entries', async () => {
    await dashboard.app.createKey({ name: 'Exported' });
    await page.goto(`${AUDIT}?action=keys/create`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toContain(
      'Time,What happened,Partner,Actor,Action,Target,Before,After,IP address,Request ID',
    );
    expect(text).toContain('The operator token created the sandbox key Exported');
    expect(text).toContain('Exported');
    expect(text).not.toContain('keys/update');
  });
});
