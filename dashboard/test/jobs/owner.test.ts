/**
 * The job of the owner: see whether everything works, find out what does not and why, act on it, look at the revenue,
 * and check who changed what.
 */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { CLASSES } from '../../../server/src/booking/providers/health/call-statistics.ts';
import { book } from '../../../server/test/booking-steps.ts';
import { openReceiver, PATIENT, type Receiver, status } from '../../../server/test/webhooks/receiver.ts';
import { type DashboardUnderTest, dashboardUnderTest } from '../browser/dashboard-under-test.ts';
import { openSettled } from '../browser/pages.ts';
import { DESK, type Device, Walk } from './walk.ts';

let dashboard: DashboardUnderTest;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver(status(503));
  dashboard = await dashboardUnderTest({ settings: { SERAI_WEBHOOK_ALLOWED_TARGETS: '127.0.0.1' } });
  await failingEndpoint();
  await failingProvider();
});
afterAll(async () => {
  await dashboard?.close();
  await receiver?.close();
});
afterEach(async () => {
  await dashboard.closePages();
  expect(dashboard.problems.splice(0)).toEqual([]);
});

/** The receiver of a partner responds with 503, and has done so for two hours. */
async function failingEndpoint(): Promise<void> {
  const { operate, database } = dashboard.app;
  const input = { environment: 'sandbox', url: `${receiver.url}/orders`, eventTypes: ['booking.confirmed'] };
  const created = await operate('webhooks/create', input);
  expect([created.status, created.text]).toEqual([200, created.text]);
  await book(dashboard, 'ok');
  const failing = () =>
    database.ownerDb`
      UPDATE webhook_endpoint SET failing_since = serai_now() - interval '2 hours'
      WHERE failing_since IS NOT NULL RETURNING 1`;
  await vi.waitFor(async () => expect(await failing()).toHaveLength(1), PATIENT);
}

/** 45 of 100 calls to a provider failed in the last minutes. */
async function failingProvider(): Promise<void> {
  await dashboard.app.database.ownerDb`
    INSERT INTO provider_calls (slot_minutes, environment, start, code, operation, calls, errors, timeouts, max_ms, durations)
    VALUES (1, 'sandbox', date_trunc('minute', serai_now()) - interval '3 minutes', 'test-2', 'quote', 100, 45, 45, 900,
      array_fill(0::bigint, ARRAY[${CLASSES}::int]))`;
}

async function findOutWhatFails(walk: Walk): Promise<void> {
  const { page } = walk;
  const health = page.getByRole('region', { name: 'Health' });
  const item = (name: string) => health.getByRole('listitem').filter({ hasText: name });
  await item('Providers').getByText('Degraded').waitFor();
  await item('Webhooks').getByText('Down').waitFor();
  await item('System').getByText('OK').waitFor();
  await walk.look('overview');

  await walk.choose(health.getByRole('link', { name: 'Providers' }));
  const row = page.getByRole('row').filter({ hasText: /4\d % of the calls in the last hour failed/ });
  await row.getByText('Degraded').waitFor();
  await walk.look('providers');
  await walk.choose(row.getByRole('link').first());
  await page.getByText('This provider is degraded').waitFor();
  await walk.look('provider');
}

async function pauseTheProvider(walk: Walk): Promise<void> {
  const { page } = walk;
  await walk.choose(page.getByRole('button', { name: 'Pause' }));
  const dialog = page.getByRole('dialog');
  await walk.choose(dialog.getByRole('button', { name: 'Pause' }));
  await page.getByText('This provider is paused').waitFor();
  await walk.choose(page.getByRole('button', { name: 'Resume' }));
  await page.getByText('This provider is degraded').waitFor();
}

async function readWhyEventsAreMissing(walk: Walk): Promise<void> {
  const { page } = walk;
  await walk.find('webhooks', /Webhooks/);
  const row = page.getByRole('row').filter({ hasText: '/orders' });
  await row.getByText('Down').waitFor();
  await walk.choose(row.getByRole('link').first());
  const banner = page.getByRole('alert').filter({ hasText: 'this endpoint receives no events' });
  await banner.getByText('The endpoint responds with HTTP 503.').waitFor();
  await banner.getByText(/Since /).waitFor();
  await banner.getByText(/Look for the webhook ID of a failed delivery in its log/).waitFor();
  await walk.look('endpoint');
}

async function lookAtTheBusiness(walk: Walk): Promise<void> {
  const { page } = walk;
  await walk.find('billing', /Billing/);
  await page.getByRole('heading', { level: 1, name: 'Billing' }).waitFor();
  await walk.look('billing');
  await walk.find('audit', /Audit log/);
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
  await page.getByRole('table').getByRole('row').nth(1).waitFor();
  await walk.look('audit');
}

test.each(['mouse', 'keyboard'] as const)(
  'the owner finds out what fails and why, and acts on it, with the %s',
  async (device: Device) => {
    const page = await dashboard.visit('owner', { viewport: DESK });
    const walk = new Walk('owner', page, device);
    await openSettled(page, '/sandbox');
    await findOutWhatFails(walk);
    await pauseTheProvider(walk);
    await readWhyEventsAreMissing(walk);
    await lookAtTheBusiness(walk);
    walk.report();
  },
);
