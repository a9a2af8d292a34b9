/** Places, the sandbox and the system page in a real browser. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { book } from '../../server/test/booking-steps.ts';
import { accessibilityFaults } from './browser/accessibility.ts';
import { type DashboardUnderTest, dashboardUnderTest, PHONE } from './browser/dashboard-under-test.ts';
import { expectNoSidewaysScroll, expectUsable } from './browser/expect-usable.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let dashboard: DashboardUnderTest;
beforeAll(async () => {
  dashboard = await dashboardUnderTest({ places: true });
});
afterAll(() => dashboard?.close());
afterEach(() => dashboard.closePages());

describe('places', () => {
  const results = (page: Page) =>
    page.getByRole('list', { name: 'Places, the best first' }).getByRole('listitem');

  test('a search shows what was met, says why, and where it lies', async () => {
    const page = await dashboard.visit('read-only');
    await page.goto('/sandbox/places');
    await page.getByLabel('Where to?').fill('barce');
    await results(page).first().waitFor();
    expect(await results(page).first().locator('mark').innerText()).toBe('Barce');
    expect(await results(page).first().innerText()).toContain('“Barcelona” starts with “Barce”.');
    await page.getByRole('img', { name: /Plot of \d+ places/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('barce');

    await page.getByLabel('Where to?').fill('bracelona');
    await page.getByText('is spelled similarly to the query').first().waitFor();
    await page.getByLabel('Type').selectOption('AIRPORT');
    await page.getByLabel('Where to?').fill('BCN');
    await page.getByText('The query equals the code “BCN”.').first().waitFor();
    expect(await results(page).count()).toBe(1);
    await page.getByLabel('Where to?').fill('qqqqzzzz');
    await page.getByRole('heading', { name: 'No place is like “qqqqzzzz”' }).waitFor();
  });

  test.each(['light', 'dark'] as const)('is whole on a phone, %s', async colorScheme => {
    const page = await dashboard.visit('owner', { viewport: PHONE, colorScheme });
    await page.goto('/sandbox/places?q=barcelona');
    await results(page).first().waitFor();
    await expectUsable(page);
  });
});

describe('scenarios', () => {
  test('a ready request is copied, run in a shell, and answered as the page says', async () => {
    const page = await dashboard.visit('developer');
    await page.goto('/sandbox/sandbox');
    await page.getByLabel('Find a scenario').fill('refuses 409');
    await page.getByRole('button', { name: 'Ready request of book.rejected' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('409 refused').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await drawer.getByRole('button', { name: 'Copy as curl' }).click();
    await drawer.getByRole('button', { name: 'Copied' }).waitFor();
    const script = await page.evaluate<string>('navigator.clipboard.readText()');
    const env = { ...process.env, SERAI_API_KEY: dashboard.key };
    const { stdout } = await promisify(execFile)('sh', ['-c', script], { env });
    expect(JSON.parse(stdout).error.code).toBe('BOOKING_REJECTED');

    await drawer.getByRole('tab', { name: 'SDK' }).click();
    await drawer.getByText("import { Serai } from '@serai/sdk';").waitFor();
    await drawer.getByRole('tab', { name: 'JSON' }).click();
    expect(await drawer.getByRole('button', { name: /as JSON$/ }).count()).toBe(3);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
  });

  test('production says that it has none', async () => {
    const page = await dashboard.visit('owner');
    await page.goto('/production/sandbox');
    await page.getByRole('heading', { name: 'Production has no scenarios' }).waitFor();
    await page.getByRole('link', { name: 'Go to the sandbox' }).click();
    await page.getByRole('tab', { name: 'Scenarios' }).waitFor();
  });

  test('is whole on a phone', async () => {
    const page = await dashboard.visit('owner', { viewport: PHONE, colorScheme: 'dark' });
    await page.goto('/sandbox/sandbox');
    await page.getByRole('button', { name: 'Ready request of avail.none' }).waitFor();
    await expectUsable(page);
  });
});

describe('certification', () => {
  test('is started by a click, shows its progress, and is not for those who only read', async () => {
    const reader = await dashboard.visit('read-only');
    await reader.goto('/sandbox/sandbox?tab=certification');
    expect(await reader.getByRole('button', { name: 'Run certification' }).isDisabled()).toBe(true);

    const page = await dashboard.visit('developer');
    await page.goto('/sandbox/sandbox?tab=certification');
    await page.getByRole('button', { name: 'Run certification' }).click();
    await page.getByText(/^[1-9]\d* of 44 scenarios played/).waitFor();
    const table = page.getByRole('table', { name: 'Scenarios of the certification' });
    await table.getByText('right', { exact: true }).first().waitFor();
    await table.getByText('playing', { exact: true }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Running …' }).isDisabled()).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});

describe('reset', () => {
  test('empties the bookings after the words were typed, and is for admins', async () => {
    await book(dashboard, 'ok');
    const developer = await dashboard.visit('developer');
    await developer.goto('/sandbox/sandbox?tab=reset');
    expect(await developer.getByRole('button', { name: 'Reset the sandbox' }).isDisabled()).toBe(true);

    const page = await dashboard.visit('admin');
    await page.goto('/sandbox/sandbox?tab=reset');
    await page.getByRole('button', { name: 'Reset the sandbox' }).click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: 'Delete it all' });
    expect(await confirm.isDisabled()).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('textbox').fill('reset sandbox');
    await confirm.click();
    await page.getByText(/^Deleted: [1-9]\d* bookings/).waitFor();
  });
});

describe('system', () => {
  test('shows this node, its queues and the signing key, which can be rotated', async () => {
    const page = await dashboard.visit('admin');
    await page.goto('/sandbox/settings/system');
    const nodes = page.getByRole('table', { name: 'Live nodes' });
    await nodes.getByText('this node').waitFor();
    expect(await nodes.locator('tbody tr').count()).toBe(1);
    await page.getByRole('table', { name: 'Work in the background' }).getByText('webhooks').waitFor();
    await page.getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    await page.getByText('A new signing key is published.').first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('a job that was given up runs again by a click', async () => {
    await dashboard.app.database.ownerDb`
      INSERT INTO job (id, kind, key, organisation_id, run_at, failures, last_error, dead_at)
      SELECT 'job_DEAD', 'unknown.kind', 'bkg_1', id, serai_now(), 10, 'always the same', serai_now() FROM organisation LIMIT 1`;
    const page = await dashboard.visit('admin', { viewport: PHONE });
    await page.goto('/sandbox/settings/system');
    await page.getByText('always the same').waitFor();
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Run job_DEAD again' }).click();
    await page.getByText('No job was given up.').waitFor();
  });
});

test('no page called anybody else, broke the content policy or failed', () => {
  expect(dashboard.problems).toEqual([]);
});
