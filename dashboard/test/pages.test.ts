import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectUsable } from './browser/accessibility.ts';
import { type DashboardUnderTest, dashboardUnderTest, PHONE } from './browser/dashboard-under-test.ts';
import { openSettled, PAGES } from './browser/pages.ts';

const LOOKS = [
  { name: 'desktop, light', options: { colorScheme: 'light' } },
  { name: 'phone, dark', options: { colorScheme: 'dark', viewport: PHONE } },
] as const;

let dashboard: DashboardUnderTest;
beforeAll(async () => {
  dashboard = await dashboardUnderTest({ places: true });
});
afterAll(() => dashboard?.close());

describe.each(LOOKS)('$name', ({ options }) => {
  let page: Page;
  beforeAll(async () => {
    page = await dashboard.visit('owner', options);
  });
  afterAll(() => dashboard.closePages());

  test.each(PAGES)('$path shows its title, fits the window and is accessible', async ({ path, title }) => {
    await openSettled(page, path);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await expectUsable(page);
    expect(dashboard.problems.splice(0)).toEqual([]);
  });
});
