import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { book } from '../../server/test/booking-steps.ts';
import { accessibilityViolations, expectUsable } from './browser/accessibility.ts';
import { type DashboardUnderTest, dashboardUnderTest, PHONE } from './browser/dashboard-under-test.ts';
import { openSettled } from './browser/pages.ts';

let dashboard: DashboardUnderTest;
let page: Page;
let bookingId: string;
beforeAll(async () => {
  dashboard = await dashboardUnderTest();
  const { json } = await book(dashboard, 'ok', { members: { clientReference: 'Shop-Order-42' } });
  ({ bookingId } = json.booking);
  page = await dashboard.visit('owner');
});
afterAll(() => dashboard?.close());
afterEach(() => {
  expect(dashboard.problems.splice(0)).toEqual([]);
});

const palette = (of = page) => of.getByRole('dialog', { name: 'Search everything' });
const option = (name: string | RegExp) => palette().getByRole('option', { name });
const highlighted = () => palette().getByRole('option', { selected: true }).innerText();

async function openWith(keys: string): Promise<void> {
  await page.goto('/sandbox');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.keyboard.press(keys);
  await palette().waitFor();
}

describe('the command palette', () => {
  test.each(['Control+k', 'Meta+k', '/'])('the palette opens with %s and closes with Escape', async keys => {
    await openWith(keys);
    expect(await page.evaluate('document.activeElement?.getAttribute("role")')).toBe('combobox');
    await page.keyboard.press('Escape');
    await palette().waitFor({ state: 'detached' });
  });

  test('a slash that is typed into a field does not open the palette', async () => {
    await page.goto('/sandbox/bookings');
    await page.getByLabel('Search', { exact: true }).press('/');
    expect(await page.getByLabel('Search', { exact: true }).inputValue()).toBe('/');
    expect(await palette().count()).toBe(0);
  });

  test('a booking is opened by the beginning of its reference with the keyboard alone, and listed as recent without the name of the guest', async () => {
    await openWith('Control+k');
    await page.keyboard.type('shop-ord');
    await option(/Shop-Order-42/).waitFor();
    await expect.poll(highlighted).toContain('Shop-Order-42');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/sandbox/bookings/${bookingId}`);
    await palette().waitFor({ state: 'detached' });

    await openWith('/');
    await palette().getByRole('group', { name: 'Recent' }).getByText('Booking Shop-Order-42').waitFor();
    const quick = palette().getByRole('group', { name: 'Quick actions' });
    expect(await quick.getByRole('option').count()).toBe(4);
    await expect.poll(highlighted).toContain('Shop-Order-42');
    expect(await highlighted()).not.toContain('Moreno');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/sandbox/bookings/${bookingId}`);
  });

  test('arrow keys move through all groups, and the input names the highlighted option', async () => {
    await openWith('Control+k');
    await page.keyboard.type('more');
    await palette().getByRole('group', { name: 'Bookings' }).waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('request log');
    await expect.poll(highlighted).toContain('Request log');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('use');
    await expect.poll(() => palette().getByRole('option').count()).toBeGreaterThan(2);
    const first = await highlighted();
    await page.keyboard.press('ArrowDown');
    expect(await highlighted()).not.toBe(first);
    const active = "document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))";
    expect(await page.evaluate(`${active}?.getAttribute('aria-selected')`)).toBe('true');
    await page.keyboard.press('ArrowUp');
    expect(await highlighted()).toBe(first);
  });

  test('an operation of the API is found by its name and opens in the reference', async () => {
    await openWith('/');
    await page.keyboard.type('prebooking');
    await palette().getByRole('group', { name: 'API operations' }).waitFor();
    await expect.poll(highlighted).toContain('Quote an offer');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/sandbox/reference/prebooking');
    await page.getByRole('heading', { level: 1, name: 'Quote an offer' }).waitFor();
  });

  test('commands open a form, and switch the environment and the theme', async () => {
    await openWith('/');
    await page.keyboard.type('new partner');
    await expect.poll(highlighted).toContain('Create partner');
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Create partner' });
    await form.waitFor();
    const name = form.getByLabel('Name', { exact: true });
    await expect.poll(() => name.evaluate(field => field === field.ownerDocument.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await page.waitForURL('**/sandbox/partners');
    await openWith('/');
    await page.keyboard.type('switch');
    await expect.poll(highlighted).toContain('Switch to production');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/production');
    await page.keyboard.press('/');
    await page.keyboard.type('dark theme');
    await expect.poll(highlighted).toContain('Use dark theme');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  });

  test('a text without results says what can be searched', async () => {
    await openWith('/');
    await page.keyboard.type('qqqq zzzz');
    await palette().getByText('Nothing found.', { exact: false }).waitFor();
  });

  test('the entry for all matching bookings opens their list with the typed text as its filter', async () => {
    await openWith('/');
    await page.keyboard.type('shop-ord');
    await option(/Shop-Order-42/).waitFor();
    expect(await option(/Shop-Order-42/).innerText()).not.toMatch(/\d{4}-\d{2}-\d{2}/);
    await palette()
      .getByRole('option', { name: /^All bookings matching/ })
      .click();
    await page.waitForURL('**/sandbox/bookings?search=shop-ord');
    expect(await page.getByLabel('Search', { exact: true }).inputValue()).toBe('shop-ord');
  });

  test('only the results of the last text are shown, and requests for earlier texts are cancelled', async () => {
    await openWith('/');
    const cancelled: string[] = [];
    page.on('requestfailed', request => cancelled.push(request.postData() ?? ''));
    await page.route('**/api/v1/search/find', async route => {
      if (route.request().postData()?.includes('slow'))
        await new Promise(resolve => setTimeout(resolve, 1_500));
      await route.continue().catch(() => {});
    });
    const sent = page.waitForRequest(request => request.postData()?.includes('"slow"') ?? false);
    await page.keyboard.type('slow');
    await sent;
    await page.keyboard.press('Control+a');
    await page.keyboard.type('shop-ord');
    await option(/Shop-Order-42/).waitFor();
    await expect.poll(() => cancelled.some(body => body.includes('slow'))).toBe(true);
    await page.unroute('**/api/v1/search/find');
  });

  test('a partner user finds no pages and commands of the operator', async () => {
    const other = await dashboard.visit('partner-viewer');
    await other.goto('/sandbox');
    await other.getByRole('button', { name: 'Search everything' }).click();
    await palette(other)
      .getByRole('option', { name: /Bookings/ })
      .waitFor();
    for (const name of ['Partners', 'Providers', 'System', 'Pricing', 'Create', 'Invite']) {
      expect(await palette(other).getByRole('option', { name }).count()).toBe(0);
    }
    // Lists that the role may not view are not requested. A rejected request would fail the test.
    await other.keyboard.type('prebooking');
    await palette(other).getByRole('group', { name: 'API operations' }).waitFor();
    // The link of a colleague opens the page, but not the form.
    await other.goto('/sandbox/webhooks?create=endpoint');
    await other.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    expect(await other.getByRole('dialog').count()).toBe(0);
    await other.context().close();
  });

  test.each([
    { name: 'desktop', options: {} },
    { name: 'phone in dark colours', options: { viewport: PHONE, colorScheme: 'dark' as const } },
  ])('the palette fits the window and is accessible on a $name', async ({ options }) => {
    const other = await dashboard.visit('owner', options);
    await other.goto('/sandbox');
    await other.getByRole('button', { name: 'Search everything' }).click();
    await palette(other).getByRole('option').first().waitFor();
    await expectUsable(other);
    await other.keyboard.type('shop-ord');
    await palette(other)
      .getByRole('option', { name: /Shop-Order-42/ })
      .waitFor();
    expect(await accessibilityViolations(other)).toEqual([]);
    const close = palette(other).getByRole('button', { name: 'Close search' });
    // On a desktop, Escape closes the palette.
    if (options.viewport === undefined) expect(await close.count()).toBe(0);
    else {
      await close.click();
      await palette(other).waitFor({ state: 'detached' });
    }
    await other.context().close();
  });
});

describe('rows of a list', () => {
  test('a row opens wherever it is clicked, with the middle button in a new tab, and with Enter', async () => {
    // The position of the row is final once everything is loaded.
    await openSettled(page, '/sandbox/bookings');
    const row = page.getByRole('row', { name: /Shop-Order-42/ });
    await row.waitFor();
    // The link lies above the cell, so the click goes to a position and not to the cell.
    const clickPrice = async (button: 'left' | 'middle') => {
      const box = await row.getByText(/EUR/).boundingBox();
      if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { button });
    };
    const [tab] = await Promise.all([page.context().waitForEvent('page'), clickPrice('middle')]);
    await tab.waitForURL(`**/bookings/${bookingId}`);
    await tab.close();
    await clickPrice('left');
    await page.waitForURL(`**/bookings/${bookingId}`);
    await page.goto('/sandbox/bookings');
    await row.getByRole('link').first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/bookings/${bookingId}`);
  });
});
