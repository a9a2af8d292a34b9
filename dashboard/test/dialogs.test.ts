import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type DashboardUnderTest, dashboardUnderTest } from './browser/dashboard-under-test.ts';

let dashboard: DashboardUnderTest;
beforeAll(async () => {
  dashboard = await dashboardUnderTest();
});
afterAll(async () => {
  await dashboard?.close();
});

const focused = (page: Page) => page.evaluate<string>("document.activeElement?.textContent?.trim() ?? ''");
/** Clicks the backdrop beside the dialog. */
const clickOutside = (page: Page) => page.mouse.click(4, 500);

async function openForm(page: Page): Promise<void> {
  await page.goto('/sandbox/webhooks');
  await page.getByRole('button', { name: 'Add endpoint' }).first().click();
  await page.getByRole('dialog').waitFor();
}

describe('a dialog', () => {
  test('a dialog keeps the typed text after a click outside it', async () => {
    const page = await dashboard.visit('developer');
    await openForm(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL').fill('https://hooks.example.com/kept');
    await clickOutside(page);
    expect(await dialog.getByLabel('URL').inputValue()).toBe('https://hooks.example.com/kept');
    // A file input inside a dialog fires this event when no file is chosen.
    await dialog.getByLabel('URL').dispatchEvent('cancel', { bubbles: true });
    expect(await dialog.isVisible()).toBe(true);
  });

  test('a dialog closes with Escape, even if pressed twice, and can be opened again', async () => {
    const page = await dashboard.visit('developer');
    await openForm(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focused(page)).toBe('Add endpoint');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
  });

  test('a dialog with a new secret stays open until the user confirms, and deleting the endpoint moves the focus to the page content', async () => {
    const page = await dashboard.visit('developer');
    await openForm(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL').fill('https://hooks.example.com/once');
    await page.keyboard.press('Enter');
    await dialog.getByText('Copy your signing secret now.').waitFor();
    expect(await focused(page)).toBe('Endpoint added');
    for (let pressed = 0; pressed < 3; pressed++) await page.keyboard.press('Escape');
    await dialog.getByRole('alert').waitFor();
    expect(await dialog.locator('code').first().innerText()).toMatch(/^whsec_/);

    await dialog.getByRole('button', { name: 'I have stored the secret' }).click();
    await page.getByRole('heading', { level: 1, name: 'https://hooks.example.com/once' }).waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    expect(await focused(page)).toBe('Cancel');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    await vi.waitFor(async () => expect(await page.evaluate('document.activeElement?.id')).toBe('content'), {
      timeout: 60_000,
    });
    expect(dashboard.problems).toEqual([]);
  });
});
