/** What every page must be, of whatever size: usable by everybody, and no wider than its window. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityFaults } from './accessibility.ts';

export async function expectUsable(page: Page): Promise<void> {
  expect(await accessibilityFaults(page)).toEqual([]);
  await expectNoSidewaysScroll(page);
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const width = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate(width)).toBe(0);
}
