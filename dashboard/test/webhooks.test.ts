import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { book } from '../../server/test/booking-steps.ts';
import { ok, openReceiver, PATIENT, type Receiver, status } from '../../server/test/webhooks/receiver.ts';
import { expectUsable } from './browser/accessibility.ts';
import { choose } from './browser/choose.ts';
import { type DashboardUnderTest, dashboardUnderTest, PHONE } from './browser/dashboard-under-test.ts';

let dashboard: DashboardUnderTest;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver();
  dashboard = await dashboardUnderTest({ settings: { SERAI_WEBHOOK_ALLOWED_TARGETS: '127.0.0.1' } });
});
afterAll(async () => {
  await dashboard?.close();
  await receiver?.close();
});
beforeEach(() => {
  receiver.answer = ok;
});
afterEach(() => dashboard.closePages());

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Adds an endpoint on the Webhooks page and ends on the page of the new endpoint. */
async function addEndpoint(page: Page, url: string): Promise<string> {
  await page.goto('/sandbox/webhooks');
  await page.getByRole('button', { name: 'Add endpoint' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('URL').fill(url);
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  const secret = await dialog.locator('.copyable code').innerText();
  await dialog.getByRole('button', { name: 'I have stored the secret' }).click();
  await heading(page, url).waitFor();
  return secret;
}

describe('a webhook endpoint', () => {
  test('a new endpoint shows its secret once and receives a test event', async () => {
    const page = await dashboard.visit('developer');
    const secret = await addEndpoint(page, `${receiver.url}/first`);
    expect(secret).toMatch(/^whsec_/);
    await page.reload();
    await heading(page, `${receiver.url}/first`).waitFor();
    expect(await page.content()).not.toContain(secret);

    await page.getByRole('button', { name: 'Send test event' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Test event delivered').waitFor();
    expect(receiver.received.map(({ path, body }) => [path, JSON.parse(body).type])).toEqual([
      ['/first', 'webhook.ping'],
    ]);
    await expectUsable(page);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: /webhook\.ping/ }).click();
    await dialog.getByText('Attempt 1').waitFor();
    await dialog
      .getByText(receiver.received[0]?.id as string)
      .first()
      .waitFor();
    await expectUsable(page);
  });

  test('an invalid webhook URL is reported next to its field', async () => {
    const page = await dashboard.visit('developer');
    await page.goto('/sandbox/webhooks');
    await page.getByRole('button', { name: 'Add endpoint' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL').fill('http://10.0.0.1/hook');
    await dialog.getByRole('button', { name: 'Add endpoint' }).click();
    const field = dialog.locator('.field', { has: page.getByLabel('URL') });
    expect(await field.locator('.problem').innerText()).not.toBe('');
    await expectUsable(page);
  });

  test('events for a paused endpoint are held and can be replayed once the endpoint is enabled', async () => {
    const page = await dashboard.visit('developer');
    await addEndpoint(page, `${receiver.url}/pausing`);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
    await page.getByText('This endpoint is paused').waitFor();
    await book(dashboard, 'ok');
    await page
      .getByRole('row', { name: /booking\.confirmed/ })
      .getByText('On hold')
      .waitFor();
    expect(receiver.ids('/pausing')).toEqual([]);

    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByText('This endpoint is paused').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Replay failed deliveries' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
    await expect.poll(() => receiver.ids('/pausing').length, PATIENT).toBe(2);
    await page
      .getByRole('row', { name: /booking\.confirmed/ })
      .getByText('Delivered')
      .waitFor();
    await choose(page, 'Status', 'HELD');
    await page.getByText('No matching deliveries').waitFor();
    expect(new URL(page.url()).searchParams.get('status')).toBe('HELD');
  });

  test('a delivery whose last attempt failed is sent again from its row, which shows the event ID on a phone too', async () => {
    // Another path for each try, because a try leaves its endpoint behind.
    const path = `/failing-${Date.now()}`;
    receiver.answer = status(500);
    const page = await dashboard.visit('developer', { viewport: PHONE });
    await addEndpoint(page, `${receiver.url}${path}`);
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByRole('dialog').getByText('Test event failed').waitFor();
    await page.keyboard.press('Escape');
    const row = page.getByRole('row', { name: /webhook\.ping/ });
    await row.getByText(/^evt_/).waitFor();
    await row.getByRole('button', { name: 'Retry now' }).waitFor();
    // Not earlier, because an automatic retry would deliver the event.
    receiver.answer = ok;
    await row.getByRole('button', { name: 'Retry now' }).click();
    await row.getByText('Delivered').waitFor();
    expect(await row.getByRole('button', { name: 'Retry now' }).count()).toBe(0);
    expect(new Set(receiver.ids(path)).size).toBe(1);
  });

  test('an endpoint that returns 410 is disabled, and other pages show a notice', async () => {
    receiver.answer = status(410);
    const page = await dashboard.visit('developer');
    await addEndpoint(page, `${receiver.url}/gone`);
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByRole('dialog').getByText('Test event failed').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('This endpoint is down: it was disabled automatically').waitFor();
    await page.getByText('No email alert is sent, because no mail server is set up.').waitFor();
    expect(await page.getByRole('button', { name: 'Send test event' }).count()).toBe(1);
    await page.goto('/sandbox/webhooks');
    const row = page.getByRole('row', { name: /\/gone/ });
    await row.getByText('Disabled').waitFor();
    expect(await row.innerText()).toContain('Returned 410');
    await page.goto('/sandbox/events');
    await page.getByText(/Webhook endpoint disabled/).waitFor();
    await expectUsable(page);
  });

  test("an endpoint's secret can be rotated, and the endpoint can be deleted", async () => {
    const page = await dashboard.visit('developer');
    const secret = await addEndpoint(page, `${receiver.url}/short`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    const second = await dialog.locator('.copyable code').innerText();
    expect(second).not.toBe(secret);
    await dialog.getByRole('button', { name: 'I have stored the secret' }).click();
    await page.getByText('valid until').waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await heading(page, 'Webhooks').waitFor();
    await page.getByText(`${receiver.url}/short`).first().waitFor({ state: 'detached' });
  });

  test('read-only users see no buttons that change an endpoint', async () => {
    const page = await dashboard.visit('viewer');
    await page.goto('/sandbox/webhooks');
    await page.getByRole('link', { name: /\/first/ }).click();
    await page.getByRole('heading', { name: 'Deliveries' }).waitFor();
    for (const name of ['Send test event', 'Pause', 'Edit', 'More actions']) {
      expect(await page.getByRole('button', { name }).count(), name).toBe(0);
    }
  });
});

describe('events', () => {
  test('events can be found by booking and resent to selected endpoints', async () => {
    const page = await dashboard.visit('developer', { viewport: PHONE });
    await addEndpoint(page, `${receiver.url}/later`);
    // On a phone, the actions that are rarely needed are in one menu.
    expect(await page.getByRole('button', { name: 'Rotate secret' }).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    const { bookingId } = (await book(dashboard, 'ok')).json.booking;
    await page.goto('/sandbox/events');
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Booking' }).fill(bookingId.slice(0, 14));
    await page.getByRole('option').first().click();
    await choose(page, 'Type', 'booking.confirmed');
    await page.waitForURL(/booking=.*type=|type=.*booking=/);
    await page
      .getByRole('link', { name: /booking\.pending/ })
      .first()
      .waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /booking\.confirmed/ }).click();
    await heading(page, 'booking.confirmed').waitFor();
    await page.getByText('The provider', { exact: true }).waitFor();
    const eventId = new URL(page.url()).pathname.split('/').at(-1) as string;
    await expect.poll(() => receiver.ids('/later'), PATIENT).toContain(eventId);
    await expectUsable(page);

    await page.getByRole('button', { name: 'Resend' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/\/later/).check();
    await dialog.getByRole('button', { name: 'Resend' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const again = () => receiver.ids('/later').filter(id => id === eventId).length;
    await expect.poll(again, PATIENT).toBe(2);
  });

  test('support staff resend the events of a booking from its page', async () => {
    const url = `${receiver.url}/resent`;
    const types = { environment: 'sandbox', url, eventTypes: ['booking.confirmed'] };
    const { endpoint } = (await dashboard.app.operate('webhooks/create', types)).json;
    const { bookingId } = (await book(dashboard, 'ok')).json.booking;
    await expect.poll(() => receiver.ids('/resent').length, PATIENT).toBe(1);
    const page = await dashboard.visit('support');
    await page.goto(`/sandbox/bookings/${bookingId}`);
    await page.getByRole('button', { name: 'Resend events' }).click();
    const dialog = page.getByRole('dialog', { name: 'Resend events' });
    const own = dialog.getByLabel(endpoint.endpointId);
    await own.waitFor();
    // Other tests have left endpoints that are not enabled.
    for (const each of await dialog.getByRole('checkbox').all()) await each.uncheck();
    await own.check();
    await expectUsable(page);
    await dialog.getByRole('button', { name: 'Resend 1 event' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => receiver.ids('/resent').length, PATIENT).toBe(2);
    expect(new Set(receiver.ids('/resent')).size).toBe(1);
  });

  test('the event catalogue shows the sample and the schema of an event type', async () => {
    const page = await dashboard.visit('viewer');
    await page.goto('/sandbox/webhooks?tab=catalogue');
    await page.getByRole('button', { name: 'booking.no_show' }).click();
    await page.getByText('The guests did not arrive.').waitFor();
    const line = (text: string) => page.getByRole('treeitem').filter({ hasText: text }).first();
    await line('"status": "NO_SHOW"').waitFor();
    await page.getByText('Show JSON Schema').click();
    await page.getByRole('button', { name: 'Expand all' }).last().click();
    await line('"const": "booking.no_show"').waitFor();
    await expectUsable(page);
  });
});

describe('providers', () => {
  const searched = async () =>
    (await dashboard.search('ok')).json.providers.map(({ code }: { code: string }) => code);

  test('a paused provider is not searched until it is resumed', async () => {
    expect(await searched()).toContain('test-2');
    const page = await dashboard.visit('admin', { viewport: PHONE });
    await page.goto('/sandbox/providers');
    const row = page.getByRole('row', { name: /Test provider 2/ });
    await row.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
    await row.getByText('Paused').waitFor();
    expect(await searched()).not.toContain('test-2');
    await row.getByRole('button', { name: 'Resume' }).click();
    await row.getByRole('button', { name: 'Pause' }).waitFor();
    expect(await searched()).toContain('test-2');
    await expectUsable(page);
  });

  test('the provider page shows health and operations, and its settings can be edited', async () => {
    await dashboard.search('ok');
    const page = await dashboard.visit('admin');
    await page.goto('/sandbox/providers/prv_sandbox_test-1?period=1h');
    await heading(page, 'Test provider 1').waitFor();
    // Figures are stored every ten seconds.
    await page.getByRole('row', { name: /^search/i }).waitFor({ timeout: 40_000 });
    await page
      .getByRole('listitem')
      .filter({ hasText: /^Searches\s*Calls allowed\s*since/ })
      .waitFor();
    await expectUsable(page);
    await page.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Timeout (ms)').fill('50');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Use 0, or a whole number').first().waitFor();
    await dialog.getByLabel('Timeout (ms)').fill('900');
    await dialog.getByLabel('Name').fill('The first');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await heading(page, 'The first').waitFor();
    await page.getByText('Timeout (ms): 900').waitFor();
  });

  test('a developer sees no buttons that change or connect a provider', async () => {
    const page = await dashboard.visit('developer');
    await page.goto('/sandbox/providers');
    await page.getByRole('row', { name: /Test provider 3/ }).waitFor();
    expect(await page.getByRole('button', { name: /Pause|Connect/ }).count()).toBe(0);
  });
});

test('the webhook and provider pages cause no errors, policy violations or requests to other hosts', () => {
  expect(dashboard.problems).toEqual([]);
});
