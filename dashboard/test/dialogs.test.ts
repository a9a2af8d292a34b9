/** What every dialog promises, in a real browser: the focus, and what must not be lost by a slip. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type DashboardUnderTest, dashboardUnderTest } from './browser/dashboard-under-test.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let dashboard: DashboardUnderTest;
beforeAll(async () => {
  dashboard = await dashboardUnderTest();
});
afterAll(async () => {
  await dashboard?.close();
});

const focused = (page: Page) => page.evaluate<string>("document.activeElement?.textContent?.trim() ?? ''");
/** Beside the dialog, on what dims the page. */
const clickOutside = (page: Page) => page.mouse.click(4, 500);

async function openForm(page: Page): Promise<void> {
  await page.goto('/sandbox/webhooks');
  await page.getByRole('button', { name: 'Add endpoint' }).first().click();
  await page.getByRole('dialog').waitFor();
}

describe('a dialog', () => {
  test('keeps what was typed when the pointer slips', async () => {
    const page = await dashboard.visit('developer');
    await openForm(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill('https://hooks.example.com/kept');
    await clickOutside(page);
    expect(await dialog.getByLabel('Address').inputValue()).toBe('https://hooks.example.com/kept');
    // A file field inside a dialog sends this event when nobody picks a file.
    await dialog.getByLabel('Address').dispatchEvent('cancel', { bubbles: true });
    expect(await dialog.isVisible()).toBe(true);
  });

  test('closes with Escape, also pressed twice, and opens again', async () => {
    const page = await dashboard.visit('developer');
    await openForm(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focused(page)).toBe('Add endpoint');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
  });

  test('with a secret stays until it is stored, then gives the page its focus', async () => {
    const page = await dashboard.visit('developer');
    await openForm(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill('https://hooks.example.com/once');
    await page.keyboard.press('Enter');
    await dialog.getByText('This secret is shown once').waitFor();
    expect(await focused(page)).toBe('Endpoint added');
    for (let pressed = 0; pressed < 3; pressed++) await page.keyboard.press('Escape');
    await dialog.getByRole('alert').waitFor();
    expect(await dialog.locator('code').first().innerText()).toMatch(/^whsec_/);

    await dialog.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('heading', { level: 1, name: 'https://hooks.example.com/once' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    expect(await focused(page)).toBe('Cancel');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    await vi.waitFor(async () => expect(await page.evaluate('document.activeElement?.id')).toBe('content'));
    expect(dashboard.problems).toEqual([]);
  });
});
