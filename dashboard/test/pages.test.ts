import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectUsable } from './browser/accessibility.ts';
import { type DashboardUnderTest, DESK, dashboardUnderTest, PHONE } from './browser/dashboard-under-test.ts';
import { goSettled, openSettled, PAGES } from './browser/pages.ts';

let dashboard: DashboardUnderTest;
let page: Page;
beforeAll(async () => {
  dashboard = await dashboardUnderTest({ places: true });
  page = await dashboard.visit('owner');
  await openSettled(page, '/sandbox/settings/audit');
});
afterAll(() => dashboard?.close());

test.each(PAGES)(
  '$path shows its title, fits the window and is accessible, on a light desktop and a dark phone',
  async ({ path, title }) => {
    await page.setViewportSize(DESK);
    await page.emulateMedia({ colorScheme: 'light' });
    // A tab may have the same title as the page before it.
    if (path.includes('?')) await openSettled(page, path);
    else await goSettled(page, path, title);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await expectUsable(page);
    // The page follows the window, so that it need not be loaded again.
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectUsable(page);
    expect(dashboard.problems.splice(0)).toEqual([]);
  },
);
