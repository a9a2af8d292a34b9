import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { book } from '../../server/test/booking-steps.ts';
import { accessibilityViolations, expectNoHorizontalScroll, expectUsable } from './browser/accessibility.ts';
import { choose } from './browser/choose.ts';
import { type DashboardUnderTest, dashboardUnderTest, PHONE } from './browser/dashboard-under-test.ts';

let dashboard: DashboardUnderTest;
beforeAll(async () => {
  dashboard = await dashboardUnderTest({ places: true });
});
afterAll(() => dashboard?.close());
afterEach(() => dashboard.closePages());

describe('places', () => {
  const results = (page: Page) =>
    page.getByRole('list', { name: 'Places, best match first' }).getByRole('listitem');

  test('a place search highlights and explains each match and shows it on the map', async () => {
    const page = await dashboard.visit('viewer');
    await page.goto('/sandbox/places');
    await page.getByLabel('Destination').fill('barce');
    await results(page).first().waitFor();
    expect(await results(page).first().locator('mark').innerText()).toBe('Barce');
    expect(await results(page).first().innerText()).toContain('“Barcelona” starts with “Barce”.');
    await page.getByRole('img', { name: /Map of \d+ places?/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('barce');

    await page.getByLabel('Destination').fill('bracelona');
    await page.getByText('is spelled similarly to the query').first().waitFor();
    await choose(page, 'Type', 'AIRPORT');
    await page.getByLabel('Destination').fill('BCN');
    await page.getByText('The query equals the code “BCN”.').first().waitFor();
    expect(await results(page).count()).toBe(1);
    await page.getByLabel('Destination').fill('qqqqzzzz');
    await page.getByRole('heading', { name: 'No places found for “qqqqzzzz”' }).waitFor();
  });

  test.each(['light', 'dark'] as const)(
    'the Places page is usable on a phone in %s mode',
    async colorScheme => {
      const page = await dashboard.visit('owner', { viewport: PHONE, colorScheme });
      await page.goto('/sandbox/places?q=barcelona');
      await results(page).first().waitFor();
      await expectUsable(page);
    },
  );
});

describe('scenarios', () => {
  test('an example request can be copied and run in a shell, and it returns the documented error', async () => {
    const page = await dashboard.visit('developer');
    await page.goto('/sandbox/sandbox');
    await page.getByRole('searchbox', { name: 'Search' }).fill('rejects 409');
    await page.getByRole('button', { name: 'Example request for book.rejected' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('409 Conflict').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await drawer.getByRole('button', { name: 'Copy as cURL' }).click();
    await drawer.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
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

  test('the Sandbox page explains in production that scenarios are available only in the sandbox', async () => {
    const page = await dashboard.visit('owner');
    await page.goto('/production/sandbox');
    await page.getByRole('heading', { name: 'Only available in the sandbox' }).waitFor();
    await page.getByRole('link', { name: 'Switch to sandbox' }).click();
    await page.getByRole('tab', { name: 'Scenarios' }).waitFor();
  });

  test('the scenario list is usable on a phone', async () => {
    const page = await dashboard.visit('owner', { viewport: PHONE, colorScheme: 'dark' });
    await page.goto('/sandbox/sandbox');
    await page.getByRole('button', { name: 'Example request for avail.none' }).waitFor();
    await expectUsable(page);
  });
});

describe('certification', () => {
  test('a developer can start a self-test and watch its progress, but read-only users cannot start one', async () => {
    const reader = await dashboard.visit('viewer');
    await reader.goto('/sandbox/sandbox?tab=certification');
    expect(await reader.getByRole('button', { name: 'Run self-test' }).isDisabled()).toBe(true);

    const page = await dashboard.visit('developer');
    await page.goto('/sandbox/sandbox?tab=certification');
    await page.getByRole('button', { name: 'Run self-test' }).click();
    await page.getByText(/^[1-9]\d* of 44 scenarios run/).waitFor();
    const table = page.getByRole('table', { name: 'Self-test results' });
    await table.getByText('Passed', { exact: true }).first().waitFor();
    await table.getByText('Waiting', { exact: true }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Running…' }).isDisabled()).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});

describe('reset', () => {
  test('an admin, but not a developer, can reset the sandbox after typing the confirmation', async () => {
    await book(dashboard, 'ok');
    const developer = await dashboard.visit('developer');
    await developer.goto('/sandbox/sandbox?tab=reset');
    expect(await developer.getByRole('button', { name: 'Reset sandbox' }).isDisabled()).toBe(true);

    const page = await dashboard.visit('admin');
    await page.goto('/sandbox/sandbox?tab=reset');
    await page.getByRole('button', { name: 'Reset sandbox' }).click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: 'Reset sandbox' });
    expect(await confirm.isDisabled()).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('textbox').fill('reset sandbox');
    await confirm.click();
    await page.getByText(/^Deleted: [1-9]\d* bookings?, /).waitFor();
  });
});

describe('system', () => {
  test('the System page shows nodes and background jobs and lets an admin rotate the signing key', async () => {
    const page = await dashboard.visit('admin');
    await page.goto('/sandbox/settings/system');
    const nodes = page.getByRole('table', { name: 'Live nodes' });
    await nodes.getByText('This node').waitFor();
    expect(await nodes.locator('tbody tr').count()).toBe(1);
    await page.getByRole('table', { name: 'Background jobs' }).getByText('webhooks').waitFor();
    await page.getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    await page.getByText('New signing key published.').first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('an admin can retry a failed job', async () => {
    await dashboard.app.database.ownerDb`
      INSERT INTO job (id, kind, key, organisation_id, run_at, failures, last_error, dead_at)
      SELECT 'job_DEAD', 'unknown.kind', 'bkg_1', id, serai_now(), 10, 'always the same', serai_now() FROM organisation LIMIT 1`;
    const page = await dashboard.visit('admin', { viewport: PHONE });
    await page.goto('/sandbox/settings/system');
    await page.getByText('always the same').waitFor();
    await expectNoHorizontalScroll(page);
    await page.getByRole('button', { name: 'Retry job_DEAD' }).click();
    await page.getByText('No failed jobs.').waitFor();
  });
});

test('the sandbox and system pages cause no errors, policy violations or requests to other hosts', () => {
  expect(dashboard.problems).toEqual([]);
});
