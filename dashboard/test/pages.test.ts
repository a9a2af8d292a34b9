/** Every page, light and dark, on a desk and on a phone: it shows its title, does nothing forbidden, and anybody can use it. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { accessibilityFaults } from './browser/accessibility.ts';
import { type DashboardUnderTest, dashboardUnderTest } from './browser/dashboard-under-test.ts';
import { PAGES } from './browser/pages.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const LOOKS = [
  { name: 'desk, light', options: { colorScheme: 'light' } },
  { name: 'phone, dark', options: { colorScheme: 'dark', viewport: { width: 390, height: 844 } } },
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

  test.each(PAGES)('$path', async ({ path, title }) => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    expect(dashboard.problems.splice(0)).toEqual([]);
  });
});

function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}
