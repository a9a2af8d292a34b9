import type { Page } from 'playwright-core';

/** Opens a page, and waits until it has its title and nothing on it is still loading. */
export async function openSettled(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
}
