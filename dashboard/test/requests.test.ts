import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { book } from '../../server/test/booking-steps.ts';
import { expectUsable } from './browser/accessibility.ts';
import { choose } from './browser/choose.ts';
import { type DashboardUnderTest, dashboardUnderTest } from './browser/dashboard-under-test.ts';

const CONTENT = '/content/hotels/v1/';

let dashboard: DashboardUnderTest;
let page: Page;
beforeAll(async () => {
  dashboard = await dashboardUnderTest();
  page = await dashboard.visit('viewer');
});
afterAll(() => dashboard?.close());
afterEach(() => {
  expect(dashboard.problems.splice(0)).toEqual([]);
});

const rows = (of = page) => of.locator('.log tbody tr');

function call(operation: string, requestId: string): Promise<unknown> {
  const options = { key: dashboard.key, headers: { 'X-Request-ID': requestId, 'X-Client-Version': '4.2.0' } };
  return dashboard.app.post(`${CONTENT}${operation}`, {}, options);
}

describe('an unused environment', () => {
  test('before the first request, the overview shows the first steps, and the request log and usage page are empty', async () => {
    await page.goto('/production');
    const card = page.getByRole('region', { name: 'Get started' });
    await card.getByText('Create an API key (to do)').waitFor();
    // Viewers may not create keys.
    await card.getByText('Ask an admin to create one.').waitFor();
    expect(await page.getByRole('link', { name: /Create (an )?API key/ }).count()).toBe(0);
    // Instead of empty charts, the page offers a next step.
    await page.getByRole('heading', { name: 'No requests in the last 24 hours' }).waitFor();
    await page.getByRole('heading', { name: 'No bookings in the last 7 days' }).waitFor();
    await page.goto('/production/requests');
    await page.getByRole('heading', { name: 'No matching requests' }).waitFor();
    await page.goto('/production/usage');
    await page.getByRole('heading', { name: 'No active keys' }).waitFor();
  });
});

describe('the first steps', () => {
  test('the first steps shrink to one line with the next step, and the choice is remembered', async () => {
    await page.goto('/production');
    const card = page.getByRole('region', { name: 'Get started' });
    await card.getByRole('button', { name: 'Hide steps' }).click();
    await card.getByText('0 of 4 steps done').waitFor();
    expect(await card.getByRole('listitem').count()).toBe(0);
    await card.getByText('Next: Create an API key').waitFor();
    await page.reload();
    await card.getByRole('button', { name: 'Show steps' }).click();
    await card.getByText('Create an API key (to do)').waitFor();
  });
});

describe('the request log', () => {
  test('the request log shows a new request automatically, with all details except the key', async () => {
    await page.goto('/sandbox/requests?operation=boards');
    await page.getByText('Live', { exact: true }).waitFor();
    await call('boards', 'req_browser_1');
    await rows().filter({ hasText: 'req_browser_1' }).waitFor();
    await rows().filter({ hasText: 'req_browser_1' }).click();
    const drawer = page.getByRole('dialog', { name: 'Request' });
    await drawer.getByText(`${CONTENT}boards`, { exact: true }).waitFor();
    for (const text of ['API gateway', 'Processing', 'Total', 'Per minute', 'X-Client-Version', 'test']) {
      await drawer.getByText(text, { exact: true }).waitFor();
    }
    await drawer.getByRole('button', { name: 'Copy as cURL' }).click();
    const command = await page.evaluate('navigator.clipboard.readText()');
    expect(command).toContain(`${CONTENT}boards`);
    expect(command).toContain('$SERAI_API_KEY');
    expect(await page.content()).not.toContain(dashboard.key.split('_').at(-1));
    await expectUsable(page);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?operation=boards');
  });

  test('a failed request shows its message and what to do, and opens in Try it with its body', async () => {
    const { text } = await dashboard.call('prebooking', { offerId: 'off_wrong' });
    const { error } = JSON.parse(text);
    expect(error.message).toBe('Unknown offer. Send the offerId exactly as availability returned it.');
    const own = await dashboard.visit('developer');
    await own.goto('/sandbox/requests?code=OFFER_NOT_FOUND');
    await rows(own).first().click();
    const drawer = own.getByRole('dialog', { name: 'POST /connect/hotels/v1/prebooking' });
    const failure = drawer.getByRole('region', { name: 'Error' });
    await failure.getByRole('heading', { name: 'Unknown offer', exact: true }).waitFor();
    await own.getByText('Live updates are paused while a request is open.').waitFor();
    await failure.getByText('Send the offer ID exactly as availability returned it.').waitFor();
    // The advice replaces the same sentence of the message. The body shows the whole message.
    expect(await failure.getByText('exactly as availability').count()).toBe(1);
    await drawer.getByRole('tree', { name: 'response body' }).getByText(error.message).waitFor();
    // A short body is seen at a glance, so it needs no search.
    await drawer.getByRole('button', { name: 'Copy response body' }).waitFor();
    expect(await drawer.getByRole('searchbox').count()).toBe(0);
    await drawer.getByText(/^Only the User-Agent, /).waitFor();
    await expectUsable(own);
    await drawer.getByRole('treeitem', { name: 'off_wrong' }).click();
    await drawer.getByRole('button', { name: 'Copy path' }).click();
    expect(await own.evaluate('navigator.clipboard.readText()')).toBe('offerId');
    await drawer.getByRole('link', { name: 'Open in Try it' }).click();
    await own.waitForURL('**/sandbox/reference/prebooking?**');
    await expect
      .poll(() => own.getByRole('textbox', { name: 'Request' }).inputValue())
      .toContain('off_wrong');
    // A draft from an earlier visit does not replace the body of the request.
    await own.getByRole('textbox', { name: 'Request' }).fill('{"offerId": "off_draft"}');
    await own.goBack();
    await drawer.getByRole('link', { name: 'Open in Try it' }).click();
    await own.waitForURL('**/sandbox/reference/prebooking?**');
    await expect
      .poll(() => own.getByRole('textbox', { name: 'Request' }).inputValue())
      .toContain('off_wrong');
    await own.context().close();
  });

  test('new requests do not move the rows while the user is reading further down', async () => {
    for (let i = 0; i < 40; i++) await call('boards', `req_many_${i}`);
    await rows().filter({ hasText: 'req_many_39' }).waitFor();
    await page.evaluate('window.scrollTo(0, 900)');
    const first = await rows().first().innerText();
    await call('boards', 'req_later');
    const button = page.getByRole('button', { name: 'Show 1 new' });
    await button.waitFor();
    expect(await rows().first().innerText()).toBe(first);
    await button.click();
    await rows().filter({ hasText: 'req_later' }).waitFor();
    expect(await rows().first().innerText()).toContain('req_later');
    // j and k move through the filtered list.
    await rows().first().click();
    const drawer = page.getByRole('dialog', { name: 'Request' });
    await drawer.getByText(/^1 of \d+\+? in the list$/).waitFor();
    await page.keyboard.press('j');
    await drawer.getByText(/^2 of \d+\+? in the list$/).waitFor();
    await drawer.getByText('req_many_39').first().waitFor();
    await page.keyboard.press('k');
    await drawer.getByText(/^1 of \d+\+? in the list$/).waitFor();
    await page.keyboard.press('Escape');
  });

  test('the request log stops updating when paused and catches up when resumed', async () => {
    const paused = await dashboard.visit('viewer');
    await paused.clock.install();
    await paused.goto('/sandbox/requests?operation=boards');
    await rows(paused).first().waitFor();
    await paused.getByRole('button', { name: 'Pause' }).click();
    await paused.getByText('Live updates are paused.', { exact: true }).waitFor();
    const asked: string[] = [];
    paused.on('request', request => asked.push(new URL(request.url()).pathname));
    await call('boards', 'req_paused');
    await rows().filter({ hasText: 'req_paused' }).waitFor();
    await paused.clock.fastForward(30_000);
    expect(await rows(paused).filter({ hasText: 'req_paused' }).count()).toBe(0);
    expect(asked).not.toContain('/api/v1/requests/list');
    await paused.getByRole('button', { name: 'Resume' }).click();
    await rows(paused).filter({ hasText: 'req_paused' }).waitFor();
    await paused.context().close();
  });

  test('the request log keeps its filters in the URL', async () => {
    await call('facilities', 'req_other');
    await page.goto('/sandbox/requests');
    await rows().filter({ hasText: 'req_other' }).waitFor();
    await choose(page, 'Operation', 'facilities');
    await rows().filter({ hasText: 'req_many_39' }).waitFor({ state: 'detached' });
    await rows().filter({ hasText: 'req_other' }).waitFor();
    expect(await rows().count()).toBe(1);
    await page.getByText('More filters').click();
    await page.getByLabel('IP address').fill('192.0.2.1');
    await page.getByRole('heading', { name: 'No matching requests' }).waitFor();
    await page.reload();
    expect(await page.getByLabel('IP address').inputValue()).toBe('192.0.2.1');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await rows().filter({ hasText: 'req_many_39' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  test('the request page shows the provider calls of its booking', async () => {
    const { bookingId } = (await book(dashboard, 'ok')).json.booking;
    await page.goto(`/sandbox/requests?booking=${bookingId}`);
    await rows().first().click();
    const drawer = page.getByRole('dialog', { name: 'Request' });
    await drawer.getByRole('link', { name: bookingId }).waitFor();
    await drawer.locator('.exchanges li').first().waitFor();
    const journey = drawer.getByRole('navigation', { name: 'Related requests' });
    await journey.getByRole('link', { name: 'Search' }).waitFor();
    await journey.getByRole('link', { name: 'Quote' }).click();
    await drawer.getByText('/connect/hotels/v1/prebooking').first().waitFor();
    await journey.locator('[aria-current=step]').getByText('Quote').waitFor();
    expect(await drawer.innerText()).not.toContain('Moreno');
    await expectUsable(page);
  });
});

describe('usage figures', () => {
  beforeAll(async () => {
    await book(dashboard, 'ok');
    for (let i = 0; i < 40; i++) await call('boards', `req_sum_${i}`);
    await dashboard.call('availability', {});
    await vi.waitFor(
      async () => {
        const { errors, operations } = (await dashboard.app.operate('usage/summary', {})).json;
        const named = operations.map(({ operation }: { operation: string }) => operation);
        expect(named).toEqual(expect.arrayContaining(['boards', 'booking', 'availability']));
        expect(errors).not.toEqual([]);
      },
      { timeout: 30_000, interval: 500 },
    );
  });

  test('figures on the overview link to the requests that they count', async () => {
    await page.goto('/sandbox');
    await page
      .getByRole('region', { name: 'Bookings per day' })
      .getByRole('link', { name: /^\d+ confirmed$/ })
      .waitFor();
    await expectUsable(page);
    await page.getByRole('link', { name: 'VALIDATION_ERROR · Search hotel availability' }).click();
    await page.getByRole('heading', { level: 1, name: 'Request log' }).waitFor();
    await rows().first().getByText('VALIDATION_ERROR').waitFor();
    expect(await rows().count()).toBe(1);
  });

  test('the usage page shows the rate limits of a key and exports usage as CSV', async () => {
    await page.goto('/sandbox/usage?period=1h');
    const key = page.locator('.panel', { has: page.locator('.window-meters') }).first();
    await key.getByText('Last minute').waitFor();
    await key.getByText(/no limit will be reached/).waitFor();
    await page.getByRole('figure').getByText('Confirmed').waitFor();
    await expectUsable(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^usage-sandbox-all-keys-.*\.csv$/);
    const [head, ...lines] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(head).toContain('start,requests,2xx');
    expect(lines.reduce((sum, line) => sum + Number(line.split(',')[1]), 0)).toBeGreaterThan(40);
  });
});
