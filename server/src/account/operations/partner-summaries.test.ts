import { afterAll, beforeAll, expect, test } from 'vitest';
import { BillingCalls } from '../../../test/billing-calls.ts';
import { type BookingWorld, bookingWorld } from '../../../test/booking-world.ts';
import { followReports } from '../../../test/follow-reports.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { type OperatorServer, startOperatorServer } from '../../../test/operator-server.ts';
import { signUp } from '../../../test/people.ts';
import { rowsRead } from '../../../test/rows-read.ts';
import { readRevenueOf } from '../../billing/reports/sales-store.ts';
import { listTraffic } from '../../gateway/records/traffic-store.ts';
import { listCertifications } from '../../sandbox/checklist-store.ts';

const clock = new ManualClock();
const SANDBOX = { environment: 'sandbox' };
const eur = (amount: string) => ({ amount, currency: 'EUR' });
const usd = (amount: string) => ({ amount, currency: 'USD' });

let world: BookingWorld;
let server: OperatorServer;
beforeAll(async () => {
  world = await bookingWorld();
  server = await startOperatorServer({ pool: world.pool, clock });
  await sales();
  await debts();
  await keys();
});
afterAll(async () => {
  await server?.close();
  await world?.drop();
});

/** Partner A sold for two currencies, and once more than 30 days ago. */
async function sales(): Promise<void> {
  const calls = new BillingCalls(world);
  const [old, dollars] = [await calls.sell(), await calls.sell()];
  await calls.sell();
  await calls.sell();
  await world.ownerDb`
    UPDATE booking SET created_at = created_at - interval '31 days' WHERE booking_id = ${old}`;
  await world.ownerDb`UPDATE booking SET currency = 'USD' WHERE booking_id = ${dollars}`;
  await world.time.advance(1_000);
  await followReports(world.db);
}

/** Partner B has an overdue debt in dollars. */
async function debts(): Promise<void> {
  const calls = new BillingCalls(world);
  await world.ownerDb`UPDATE organisation SET billing_currency = 'USD', payment_days = 14 WHERE id = 'org_b'`;
  const charge = (amount: string) =>
    calls.call(
      'billing/adjust',
      { ...SANDBOX, effect: 'OWES_MORE', amount: usd(amount), reason: 'Opening' },
      'org_b',
    );
  await charge('100.00');
  await world.ownerDb`UPDATE ledger_entry SET at = at - interval '70 days' WHERE organisation_id = 'org_b'`;
  await charge('20.00');
  const { statements } = await calls.call('statements/list', SANDBOX, 'org_b');
  const { month } = statements.at(-1);
  await calls.call('statements/close', { ...SANDBOX, month }, 'org_b');
  await world.ownerDb`UPDATE statement SET due_on = '2026-01-15'`;
}

/** Partner A has a production key. Partner B has two sandbox keys, and has searched with the one used last. */
async function keys(): Promise<void> {
  const { ownerDb } = world;
  await ownerDb`
    INSERT INTO api_key (id, organisation_id, environment, name, scopes, limit_minute, limit_hour, limit_day, created_by, created_by_staff)
    SELECT id, organisation, environment, id, '{hotels:read}', 1, 1, 1, 'test', true
    FROM (VALUES ('key_live', 'org_a', 'production'), ('key_old', 'org_b', 'sandbox'), ('key_new', 'org_b', 'sandbox'))
      AS key (id, organisation, environment)`;
  await ownerDb`
    INSERT INTO api_key_secret (id, key_id, hash, start, organisation_id)
    SELECT 'sec_' || id, id, '\\x00', 's', organisation_id FROM api_key`;
  await ownerDb`
    INSERT INTO api_key_last_use (secret_id, used_at, organisation_id)
    VALUES ('sec_key_old', '2026-01-01T00:00:00Z', 'org_b'), ('sec_key_new', '2026-02-01T00:00:00Z', 'org_b')`;
  await ownerDb`SELECT ensure_request_log_day('2026-02-01')`;
  await ownerDb`
    INSERT INTO request_log (id, at, request_id, organisation_id, environment, key_id, operation, path, status, bytes_in, bytes_out,
      total_us)
    SELECT key || operation, '2026-02-01T00:00:00Z', 'req_1', 'org_b', 'sandbox', key, operation, '/', 200, 1, 1, 1
    FROM (VALUES ('key_new', 'availability'), ('key_new', 'prebooking'), ('key_old', 'booking')) AS request (key, operation)`;
  await ownerDb`
    INSERT INTO usage_minute (key_id, minute, operation, status_class, organisation_id, environment, requests, limited, total_us)
    SELECT 'key_new', date_trunc('minute', serai_now()), 'availability', class, 'org_b', 'sandbox', requests, 0, 1
    FROM (VALUES (2, 30), (5, 2)) AS used (class, requests)`;
}

type Role = Parameters<typeof signUp>[1]['role'];

async function listedFor(role: Role, partnerId?: string) {
  const email = `${role}@example.com`;
  const person = { db: world.db, clock, email, ...(role && { role }), ...(partnerId && { partnerId }) };
  const browser = await signUp(server, person);
  const { partners } = await browser.ok('partners/list', { ...SANDBOX, withSummary: true });
  return partners.map(({ partnerId: id, summary }: { partnerId: string; summary: unknown }) => [id, summary]);
}

const SUMMARIES = {
  org_a: {
    revenue: [eur('888.00'), usd('444.00')],
    balance: { owed: eur('1776.00'), overdue: null },
    traffic: { lastRequestAt: null, requests: 0, serverErrors: 0 },
    certification: { isLive: true, done: 0, steps: 10 },
  },
  org_b: {
    revenue: [],
    balance: { owed: usd('120.00'), overdue: { amount: usd('100.00'), since: '2026-01-15' } },
    traffic: { lastRequestAt: '2026-02-01T00:00:00.000Z', requests: 32, serverErrors: 2 },
    certification: { isLive: false, done: 2, steps: 10 },
  },
};

test('the list of partners shows sales, debt, traffic and certification, and never adds up two currencies', async () => {
  expect(await listedFor('owner')).toEqual(Object.entries(SUMMARIES));
});

test('a role sees only the parts of the summary that it may view elsewhere', async () => {
  const { org_a: a, org_b: b } = SUMMARIES;
  expect(await listedFor('revenue')).toEqual([
    ['org_a', { revenue: a.revenue, balance: null, traffic: null, certification: null }],
    ['org_b', { revenue: b.revenue, balance: null, traffic: null, certification: null }],
  ]);
  expect(await listedFor('developer')).toEqual([
    ['org_a', { ...a, revenue: null, balance: null }],
    ['org_b', { ...b, revenue: null, balance: null }],
  ]);
  expect(await listedFor('support')).toEqual([
    ['org_a', { ...a, revenue: null }],
    ['org_b', { ...b, revenue: null }],
  ]);
});

test('a partner user sees only the summary of their own partner, without revenue', async () => {
  expect(await listedFor('partner-viewer', 'org_b')).toEqual([
    ['org_b', { ...SUMMARIES.org_b, revenue: null }],
  ]);
});

test('the totals add up all partners that match, for each currency, and only what the role may see', async () => {
  const totalsOf = async (role: 'owner' | 'support', input: object = {}) => {
    const email = `totals-${role}-${Object.keys(input).join()}@example.com`;
    const browser = await signUp(server, { db: world.db, clock, email, role });
    const page = { limit: 1 };
    return (await browser.ok('partners/list', { ...SANDBOX, ...input, withTotals: true, page })).totals;
  };
  const [a, b] = [
    {
      currency: 'EUR',
      revenue: eur('888.00'),
      owed: eur('1776.00'),
      funds: eur('0.00'),
      overdue: eur('0.00'),
    },
    {
      currency: 'USD',
      revenue: usd('444.00'),
      owed: usd('120.00'),
      funds: usd('0.00'),
      overdue: usd('100.00'),
    },
  ];
  expect(await totalsOf('owner')).toEqual([a, b]);
  expect(await totalsOf('support')).toEqual([
    { ...a, revenue: null },
    { ...b, revenue: null },
  ]);
  expect(await totalsOf('owner', { search: 'org_b' })).toEqual([{ ...b, revenue: usd('0.00') }]);
});

test('nothing is read for the summary unless it is requested', async () => {
  const browser = await signUp(server, { db: world.db, clock, email: 'ana@example.com' });
  const { partners } = await browser.ok('partners/list');
  expect(partners.map(({ summary }: { summary: unknown }) => summary)).toEqual([null, null]);
});

test('a summary reads only the rows of its partners, even if another partner has many bookings', async () => {
  const { ownerDb } = world;
  await ownerDb`
    INSERT INTO booking
    SELECT copy.* FROM booking, generate_series(1, 250) AS number, LATERAL jsonb_populate_record(booking,
      jsonb_build_object('booking_id', booking_id || number, 'client_reference', number || client_reference, 'quote_id', quote_id || number)) AS copy`;
  await ownerDb`
    INSERT INTO report_booking
    SELECT copy.* FROM report_booking AS report, generate_series(1, 250) AS number,
      LATERAL jsonb_populate_record(report, jsonb_build_object('booking_id', booking_id || number)) AS copy`;
  await ownerDb`ANALYZE booking, report_booking`;
  const ids = ['org_b'];
  const scope = { environment: 'sandbox', ids, days: 30 } as const;
  await world.db.transaction(async tx => {
    // The planner prefers to scan tables that are as small as the others.
    await tx`SET LOCAL enable_seqscan = off`;
    const tables = ['booking', 'report_booking', 'usage_minute', 'request_log_20260201'];
    const counts = async () => await Promise.all(tables.map(table => rowsRead(tx, table)));
    const before = await counts();
    await readRevenueOf(tx, scope);
    await listTraffic(tx, scope);
    await listCertifications(tx, ids, 1);
    const read = (await counts()).map((count, index) => count - (before[index] ?? 0));
    expect(Math.max(...read)).toBeLessThan(10);
  });
});
