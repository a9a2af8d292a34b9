/**
 * The job of the owner: see whether everything works, find out what does not and why, act on it, look at the revenue,
 * and check who changed what.
 */
import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { STAY } from '../../../server/test/booking-app.ts';
import { book } from '../../../server/test/booking-steps.ts';
import { followReports } from '../../../server/test/follow-reports.ts';
import { openReceiver, PATIENT, type Receiver, status } from '../../../server/test/webhooks/receiver.ts';
import { type DashboardUnderTest, dashboardUnderTest, PHONE } from '../browser/dashboard-under-test.ts';
import { openSettled } from '../browser/pages.ts';
import { failingProvider } from './failing-provider.ts';
import { bookingsOfTwoYears, earlierRequests, requestsCounted } from './owner-history.ts';
import { type Device, hasFocus, JOB_VIEWPORT, Walker } from './walker.ts';

let dashboard: DashboardUnderTest;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver(status(503));
  dashboard = await dashboardUnderTest({ settings: { SERAI_WEBHOOK_ALLOWED_TARGETS: '127.0.0.1' } });
  await failingEndpoint();
  await otherPartners();
  await earlierBookings();
  await bookingsOfTwoYears(dashboard.app.database);
  await earlierRequests(dashboard.app.database);
  // The failing endpoint and two partners have one booking each.
  await requestsCounted(dashboard.app.database, EARLIER_DAYS.length + 3);
  await followReports(dashboard.app.database.db);
  // Last, because calls that really time out on a slow machine must not be newer than these.
  await failingProvider(dashboard.app.database);
});
afterAll(async () => {
  await dashboard?.close();
  await receiver?.close();
});
afterEach(async () => {
  await dashboard.closePages();
  expect(dashboard.problems.splice(0)).toEqual([]);
});

/** Two more partners that sell, at prices above cost. One of them pays late. */
async function otherPartners(): Promise<void> {
  const { operate, createKey } = dashboard.app;
  const rule = { name: 'Standard', priority: 100, conditions: {}, action: { type: 'MARKUP', percent: '8' } };
  expect((await operate('pricing/rules/create', rule)).status).toBe(200);
  const sellers = [
    ['Northern Travel', 'cancel.free'],
    ['Southern Tours', 'cancel.penalty'],
  ] as const;
  for (const [name, scenario] of sellers) {
    const limit = { amount: '12000.00', currency: 'EUR' };
    const billing = { model: 'CREDIT', currency: 'EUR', limit };
    const { partnerId } = (await operate('partners/create', { name, billing })).json.partner;
    const { secret: key } = await createKey({ partnerId, name: `${name} website` });
    const call: typeof dashboard.call = (operation, body) => dashboard.call(operation, body, { key });
    const search: typeof dashboard.search = wanted =>
      call('availability', { ...STAY, hotelIds: [scenarioHotelId(wanted)] });
    const sold = await book({ ...dashboard, call, search }, scenario);
    expect([sold.status, sold.text]).toEqual([200, sold.text]);
    if (name === 'Southern Tours') await paysLate(partnerId);
  }
}

/** A charge of four months ago, whose statement was never paid. */
async function paysLate(partnerId: string): Promise<void> {
  const { operate, database } = dashboard.app;
  const partner = { partnerId, environment: 'sandbox' };
  const amount = { amount: '4935.70', currency: 'EUR' };
  const charge = { ...partner, effect: 'OWES_MORE', amount, reason: 'Opening balance' };
  expect((await operate('billing/adjust', charge)).status).toBe(200);
  await database.ownerDb`
    UPDATE ledger_entry SET at = at - interval '120 days'
    WHERE organisation_id = ${partnerId} AND reason = 'Opening balance'`;
  const { statements } = (await operate('statements/list', partner)).json;
  for (const { month } of statements.slice(1).toReversed())
    expect((await operate('statements/close', { ...partner, month })).status).toBe(200);
  // As if each had been closed when its month was over.
  await database.ownerDb`
    UPDATE statement SET closed_at = to_at, due_on = (to_at AT TIME ZONE 'UTC')::date + 14
    WHERE organisation_id = ${partnerId}`;
}

/** The receiver of a partner responds with 503, and has done so for two hours. */
async function failingEndpoint(): Promise<void> {
  const { operate, database } = dashboard.app;
  const input = { environment: 'sandbox', url: `${receiver.url}/orders`, eventTypes: ['booking.confirmed'] };
  const created = await operate('webhooks/create', input);
  expect([created.status, created.text]).toEqual([200, created.text]);
  await book(dashboard, 'ok');
  await database.ownerDb`
    UPDATE webhook_endpoint SET created_at = created_at - interval '90 days', updated_at = updated_at - interval '60 days'`;
  await database.ownerDb`UPDATE webhook_secret SET created_at = created_at - interval '90 days'`;
  const failing = () =>
    database.ownerDb`
      UPDATE webhook_endpoint SET failing_since = serai_now() - interval '2 hours', clock_from = serai_now() - interval '1 day'
      WHERE failing_since IS NOT NULL RETURNING 1`;
  await vi.waitFor(async () => expect(await failing()).toHaveLength(1), PATIENT);
}

const EARLIER_DAYS = [1, 2, 2, 5, 9, 12];

/** Bookings of the last two weeks, one of them cancelled. */
async function earlierBookings(): Promise<void> {
  const { ownerDb } = dashboard.app.database;
  for (const days of EARLIER_DAYS) {
    const { json } = await book(dashboard, 'ok');
    const { bookingId } = json.booking ?? json;
    const [row] = await ownerDb`
      UPDATE booking SET created_at = serai_now() - ${days}::int * interval '1 day',
        confirmed_at = serai_now() - ${days}::int * interval '1 day'
      WHERE booking_id = ${bookingId} RETURNING 1`;
    expect(row).toBeDefined();
    if (days === 5) {
      await ownerDb`
        UPDATE booking SET status = 'CANCELLED', cancelled_at = confirmed_at + interval '1 day' WHERE booking_id = ${bookingId}`;
    }
  }
  // Those of today were made earlier on the same day, so that a year later they are within the same part of the day.
  await ownerDb`
    UPDATE booking SET created_at = created_at - earlier, confirmed_at = confirmed_at - earlier
    FROM (SELECT least(interval '3 hours', (serai_now() - date_trunc('day', serai_now(), 'UTC')) / 2) AS earlier) AS today
    WHERE created_at > serai_now() - interval '1 hour'`;
}

async function findOutWhatFails(walk: Walker): Promise<void> {
  const { page } = walk;
  const health = page.getByRole('region', { name: 'Health' });
  const item = (name: string) => health.getByRole('listitem').filter({ hasText: name });
  await item('Providers').getByText('Degraded').waitFor();
  await item('Webhooks').getByText('Down').waitFor();
  await item('System').getByText('OK').waitFor();
  await item('API').getByText('OK').waitFor();
  const problems = page.getByRole('region', { name: 'Problems' }).getByRole('listitem');
  const endpoint = problems.filter({ hasText: /’s webhook endpoint .*\/orders is down/ });
  await endpoint.getByText('Last failure: the endpoint returned 503 Service Unavailable.').waitFor();
  await endpoint
    .getByText(
      /It has been down since .* Serai disables it on .*, \d\d:\d\d unless a delivery succeeds before then\./,
    )
    .waitFor();
  await endpoint.getByRole('link', { name: 'Open endpoint' }).waitFor();
  await problems
    .filter({ hasText: 'Test provider 2 is degraded' })
    .getByText(/ of calls in the last hour failed, all with timeouts\. Degraded for /)
    .waitFor();
  await problems
    .filter({ hasText: /Southern Tours: 4,935\.70 EUR overdue by up to \d+ days/ })
    .getByRole('link', { name: 'Open billing' })
    .waitFor();
  // What is down comes first.
  expect(await problems.first().innerText()).toMatch(/\/orders is down/);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('link', { name: 'Providers (1 degraded)' }).waitFor();
  await pages.getByRole('link', { name: 'Webhooks (1 down)' }).waitFor();
  await pages.getByRole('link', { name: 'Billing (1 partner overdue)' }).waitFor();
  await readTheFigures(walk);
  await walk.screen('overview');
  await compareTheMonth(walk);

  await walk.click(health.getByRole('link', { name: 'Providers' }));
  const row = page.getByRole('row').filter({ hasText: /\d+(\.\d)?% of calls in the last hour failed/ });
  await row.getByText('Degraded', { exact: true }).waitFor();
  // The reason and the figure beside it come from the same calls.
  const shares = (await row.innerText()).match(/\d+(?:\.\d)?%/g) ?? [];
  expect(shares).toHaveLength(2);
  expect(new Set(shares).size).toBe(1);
  await walk.screen('providers');
  await walk.click(row.getByRole('link').first());
  await page.getByText('This provider is degraded').waitFor();
  // The failures lead to where they can be looked up.
  await walk.click(page.getByRole('link', { name: /^\d+ failed, all timeouts$/ }));
  await walk.screen('provider');
  if (walk.device === 'mouse') await expectOneButton(walk);
  await openFailedCall(walk);
}

/**
 * Equal calls are one row, also on a phone, and the only button shows each of them, or one row again. Rows that are hidden
 * only if each call is shown need another button then.
 */
async function expectOneButton({ page }: Walker): Promise<void> {
  await page.setViewportSize(PHONE);
  const failed = page.getByRole('region', { name: 'Failed calls' });
  const each = failed.getByRole('button', { name: 'Show each call' });
  const more = failed.getByRole('button', { name: 'Load more' });
  await failed.getByText(/^\d+ calls, /).waitFor();
  await each.waitFor();
  expect(await more.count()).toBe(0);
  await each.click();
  await more.waitFor();
  expect(await each.getAttribute('aria-pressed')).toBe('true');
  expect(await hasFocus(each)).toBe(true);
  await each.click();
  await more.waitFor({ state: 'hidden' });
  await page.setViewportSize(JOB_VIEWPORT.viewport);
}

/** Finds one of the failed calls, and the request of the partner behind it. */
async function openFailedCall(walk: Walker): Promise<void> {
  const { page } = walk;
  const failed = page.getByRole('region', { name: 'Failed calls' });
  await failed
    .getByText(/^\d+ calls, /)
    .first()
    .waitFor();
  await failed.getByRole('row').filter({ hasText: 'Not retried' }).first().waitFor();
  // On a slow machine, calls to test providers may really time out. These are listed too.
  await walk.click(failed.locator('a[href*="pfl_quote"]').first());
  const call = page.getByRole('dialog', { name: 'Quote failed' });
  await call.getByText(/^No response within \d+ ms\.$/).waitFor();
  await call.getByText('No response was received.').waitFor();
  await call.getByRole('link', { name: 'Open partner request' }).waitFor();
  await call.getByText(/^\d+ of \d+ failed calls$/).waitFor();
  await walk.screen('failed-call');
  await walk.press('Escape');
  await call.waitFor({ state: 'detached' });
}

/** Revenue and margin of the week and of each day, and who brought them. */
async function readTheFigures({ page }: Walker): Promise<void> {
  const stat = (label: string) => page.locator('.stat', { hasText: label });
  await stat('Revenue')
    .getByText(/^[\d.,]+ EUR$/)
    .first()
    .waitFor();
  // The stays that were added in the same days are those of the revenue.
  const revenue = await stat('Revenue').first().locator('.figure-line').innerText();
  const [amount = ''] = revenue.match(/[\d.,]+ EUR/) ?? [];
  const pickup = page.getByText(/^Last 7 days: \+\d+ stays?, /);
  expect((await pickup.allInnerTexts()).map(text => text.split(', +')[1])).toEqual([amount]);
  await stat('Margin')
    .getByText(/^\d[\d.]*% of revenue$/)
    .waitFor();
  for (const [label, unit] of [
    ['Bookings', ''],
    ['Revenue', ' EUR'],
    ['Margin', ' EUR'],
  ] as const) {
    const days = stat(label).getByRole('img', {
      name: new RegExp(`^${label} per day .*so far [\\d.,]+${unit}$`),
    });
    await days.waitFor();
  }
  await stat('Owed by partners').getByRole('link', { name: '4,935.70 EUR (1 partner)' }).waitFor();
  await stat('Searches per booking')
    .getByText(/^\d[\d,.]*$/)
    .first()
    .waitFor();
  for (const title of ['Top partners', 'Top hotels']) {
    const sellers = page.getByRole('region', { name: title }).getByRole('list', { name: title });
    await sellers.getByRole('link').first().waitFor();
    await sellers
      .getByText(/\d+ bookings?, [\d.,]+ EUR margin/)
      .first()
      .waitFor();
  }
}

/** Chooses a longer period, and the revenue instead of the number of bookings. */
async function compareTheMonth(walk: Walker): Promise<void> {
  const { page } = walk;
  await walk.click(page.getByRole('combobox', { name: 'Period' }).first());
  const month = page.getByRole('option', { name: 'Last 30 days' });
  await month.waitFor();
  if (walk.device === 'mouse') await walk.click(month);
  else {
    await walk.press('ArrowDown');
    await walk.press('Enter');
  }
  await page.getByText('Previous 30 days').first().waitFor();
  await page.getByText('By revenue in the last 30 days.').first().waitFor();
  await walk.click(page.getByRole('button', { name: 'Revenue', exact: true }));
  const days = page.getByRole('table', { name: 'Revenue per day' }).locator('tbody tr');
  await expect.poll(() => days.count()).toBe(30);
  await walk.screen('overview-revenue');
}

async function pauseTheProvider(walk: Walker): Promise<void> {
  const { page } = walk;
  const banner = (text: string) => page.getByRole('status').filter({ hasText: text });
  await walk.click(banner('This provider is degraded').getByRole('button', { name: 'Pause' }));
  const dialog = page.getByRole('dialog');
  await walk.click(dialog.getByRole('button', { name: 'Pause' }));
  await walk.click(banner('This provider is paused').getByRole('button', { name: 'Resume' }));
  await banner('This provider is degraded').getByRole('button', { name: 'Test connection' }).waitFor();
}

async function readWhyEventsAreMissing(walk: Walker): Promise<void> {
  const { page } = walk;
  await walk.find('webhooks', /Webhooks/);
  const row = page.getByRole('row').filter({ hasText: '/orders' });
  await row.getByText('Down').waitFor();
  await walk.click(row.getByRole('link').first());
  const banner = page.getByRole('alert').filter({ hasText: 'This endpoint is down: all deliveries fail' });
  await banner
    .getByText(
      /^The endpoint has returned 503 Service Unavailable since .*, and Serai disables it on .* unless a delivery/,
    )
    .waitFor();
  await banner.getByText(/^No email alert is sent, because no mail server is set up\./).waitFor();
  await banner
    .getByText(/^What to do: Search the receiver’s log for the event ID \(evt_…\) of a failed delivery\./)
    .waitFor();
  await banner.getByRole('link', { name: 'View the settings' }).waitFor();
  await banner.getByRole('button', { name: 'Send test event' }).waitFor();
  await banner.getByRole('button', { name: 'Replay failed deliveries' }).waitFor();
  await page
    .getByText(/^Partner: /)
    .getByRole('link', { name: 'Direct' })
    .waitFor();
  // The row of a delivery names the booking behind it.
  await page
    .getByRole('table', { name: 'Deliveries' })
    .getByRole('link', { name: /^TEST-\d+$/ })
    .first()
    .waitFor();
  await page.getByRole('region', { name: 'Attempts' }).waitFor();
  await walk.screen('endpoint');
}

async function lookAtTheBusiness(walk: Walker): Promise<void> {
  const { page } = walk;
  await walk.find('billing', /Billing/);
  await page.getByRole('heading', { level: 1, name: 'Billing' }).waitFor();
  await walk.screen('billing');
  await walk.find('reports', /^Reports/);
  await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
  const report = page.getByRole('table', { name: 'Report' });
  await report.locator('tfoot').getByText('Total in EUR').waitFor();
  await report.getByRole('columnheader', { name: 'Margin %' }).waitFor();
  await report
    .locator('tfoot')
    .getByText(/(more|less) compared with|unchanged/)
    .waitFor();
  await page
    .getByText(
      /^1 \w+ \d{4} – \d+ \w+ \d{4}, compared with 1 \w+ \d{4} – \d+ \w+ \d{4}, up to the same time of day\.$/,
    )
    .waitFor();
  await page
    .locator('.stat', { hasText: 'Cancellation rate' })
    .getByText(/^[\d.]+ points? /)
    .waitFor();
  await walk.screen('reports');
  await walk.click(page.getByRole('button', { name: 'By check-in date' }));
  const books = page.getByRole('region', { name: 'On the books' });
  await books
    .getByText(/\d+ room nights?, \d+ stays?/)
    .first()
    .waitFor();
  await books
    .getByText(/^Year before: [\d.,]+ EUR, \d+ nights?$/)
    .first()
    .waitFor();
  await books
    .getByText(/^Last 7 days: /)
    .first()
    .waitFor();
  await walk.screen('reports-by-check-in');
  await walk.find('audit', /Audit log/);
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
  await page.getByRole('table').getByRole('row').nth(1).waitFor();
  await walk.screen('audit');
}

test.each(['mouse', 'keyboard'] as const)(
  'the owner finds out what fails and why, and acts on it, with the %s',
  async (device: Device) => {
    const page = await dashboard.visit('owner', JOB_VIEWPORT);
    const walk = new Walker(page, 'owner', device);
    await openSettled(page, '/sandbox');
    await findOutWhatFails(walk);
    await pauseTheProvider(walk);
    await readWhyEventsAreMissing(walk);
    await lookAtTheBusiness(walk);
    walk.report();
  },
);
