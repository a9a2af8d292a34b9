import { SUMMARY_EXAMPLE } from '@serai/contract/account/partner-summary.ts';
import { listPartners } from '@serai/contract/account/partners.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runSerai, type StandIn, standIn } from '../../../test/cli.ts';

let service: StandIn;
beforeAll(async () => {
  service = await standIn();
});
afterAll(() => service.stop());
beforeEach(() => {
  service.received.length = 0;
});

const run = (...typed: string[]) => runSerai(typed, { env: service.env });
const sent = () => service.received.map(({ path, input }) => [path, input]);

it('serai partners create sends groups, billing and ceilings, and explains how to create the first key', async () => {
  const { code, out } = await run(
    ...['partners', 'create', '--name', 'Northern Travel', '--groups', 'gold,spain', '--currency', 'GBP'],
    ...['--billing-model', 'credit', '--billing-limit', '5000.00EUR', '--max-keys', '50'],
  );
  expect(sent()).toEqual([
    [
      '/api/v1/partners/create',
      {
        name: 'Northern Travel',
        groups: ['gold', 'spain'],
        currency: 'GBP',
        billing: { model: 'CREDIT', limit: { amount: '5000.00', currency: 'EUR' } },
        ceilings: { keys: 50 },
      },
    ],
  ]);
  expect([code, out]).toEqual([
    0,
    expect.stringContaining('serai keys create --partner prt_01J9ZC4T3E --name <name> --all-scopes'),
  ]);
});

it('serai partners create requires a name, and a limit for the model CREDIT, before it calls the service', async () => {
  expect((await run('partners', 'create')).code).toBe(2);
  const { code, err } = await run('partners', 'create', '--name', 'X', '--billing-model', 'credit');
  expect([code, err]).toEqual([2, expect.stringContaining('--billing-limit')]);
  expect(service.received).toEqual([]);
});

/** The example of the contract, with or without its summary. */
function answerList(summary: object | null): void {
  const { partners, page } = listPartners.examples.answer;
  service.answerNext(200, { partners: partners.map(each => ({ ...each, summary })), page });
}

it('serai partners list shows status, groups, billing and defaults of each partner', async () => {
  answerList(null);
  const { code, out } = await run('partners', 'list', '--status', 'active', '--group', 'gold');
  expect(sent()).toEqual([['/api/v1/partners/list', { status: 'ACTIVE', group: 'gold', page: {} }]]);
  expect(code).toBe(0);
  expect(out).toMatch(
    /prt_01J9ZC4T3E\s+Northern Travel\s+ACTIVE\s+gold\s+credit, 5000\.00 EUR\s+ES\s+EUR\s+en/,
  );
});

it('serai partners list --with-summary shows revenue, debt, last request, health and certification', async () => {
  const { code, out } = await run('partners', 'list', '--with-summary');
  expect(sent()).toEqual([['/api/v1/partners/list', { withSummary: true, page: {} }]]);
  expect(code).toBe(0);
  expect(out).toMatch(
    /STATUS\s+REVENUE \(30 DAYS\)\s+OWED\s+OVERDUE\s+LAST REQUEST\s+HEALTH \(1 H\)\s+CERTIFICATION/,
  );
  expect(out).toMatch(
    /ACTIVE\s+18340\.00 EUR\s+3924\.00 EUR\s+1274\.00 EUR since 2026-08-15\s+2026-08-20 09:14 UTC .*412 requests, 0 server errors\s+live/,
  );
});

it('serai partners list --with-summary leaves out what the role may not see', async () => {
  answerList({ ...SUMMARY_EXAMPLE, revenue: null, balance: null });
  const { out } = await run('partners', 'list', '--with-summary');
  expect(out).toMatch(/STATUS\s+LAST REQUEST\s+HEALTH \(1 H\)\s+CERTIFICATION\n/);
});

it('serai partners show prints one partner with its ceilings', async () => {
  const { out } = await run('partners', 'show', 'prt_1');
  expect(sent()).toEqual([['/api/v1/partners/show', { partnerId: 'prt_1' }]]);
  expect(out).toContain('600 a minute, 15000 an hour, 250000 a day per key; 20 keys');
});

it('serai partners update sends only the changed fields and requires at least one', async () => {
  await run('partners', 'update', 'prt_1', '--nationality', 'GB', '--second-factor', 'on');
  await run('partners', 'update', 'prt_1', '--max-key-days', 'none', '--max-per-minute', '2000');
  expect(sent().map(([, input]) => input)).toEqual([
    { partnerId: 'prt_1', nationality: 'GB', requireSecondFactor: true },
    { partnerId: 'prt_1', maxKeyLifetimeDays: null, ceilings: { perMinute: 2000 } },
  ]);
  expect((await run('partners', 'update', 'prt_1')).code).toBe(2);
  expect((await run('partners', 'update', 'prt_1', '--max-keys', 'many')).code).toBe(2);
  expect(service.received).toHaveLength(2);
});

it('serai partners suspend and serai partners resume report what the partner can do', async () => {
  const suspended = await run('partners', 'suspend', 'prt_1', '--reason', 'Invoice 7 is overdue');
  expect(suspended.out).toContain('"Northern Travel" is suspended.');
  expect((await run('partners', 'resume', 'prt_1')).out).toContain('can search, quote and book again');
  expect(sent()).toEqual([
    ['/api/v1/partners/suspend', { partnerId: 'prt_1', reason: 'Invoice 7 is overdue' }],
    ['/api/v1/partners/resume', { partnerId: 'prt_1' }],
  ]);
});

it('serai operator update replaces the whole emergency contact', async () => {
  const { out } = await run('operator', 'update', '--fx-margin', '1.5', '--emergency-phone', '+34 910');
  expect(sent()).toEqual([
    [
      '/api/v1/operator/update',
      { fxMarginPercent: '1.5', emergencyContact: { name: null, phone: '+34 910', email: null } },
    ],
  ]);
  expect(out).toMatch(/Time zone\s+Europe\/Madrid/);
  expect((await run('operator', 'show')).out).toMatch(/Emergency\s+Help desk, \+34 910 000 000/);
});

it('commands that concern a partner accept --partner', async () => {
  await run('keys', 'create', '--partner', 'prt_1', '--name', 'Shop', '--all-scopes');
  await run('webhooks', 'list', '--partner', 'prt_1');
  await run('bookings', 'list', '--partner', 'prt_1');
  await run('sandbox', 'certification', '--partner', 'prt_1');
  await run('members', 'invite', 'ivo@example.com', '--partner', 'prt_1');
  await run('members', 'invite', 'ivo@example.com');
  expect(service.received.map(({ input }) => (input as { partnerId?: string }).partnerId)).toEqual([
    'prt_1',
    'prt_1',
    'prt_1',
    'prt_1',
    'prt_1',
    undefined,
  ]);
  const roles = service.received.slice(4).map(({ input }) => (input as { role: string }).role);
  expect(roles).toEqual(['partner-developer', 'developer']);
});

it('serai help lists no deprecated commands, but deprecated commands still work', async () => {
  const { out } = await run('help');
  expect(out).toContain('partners create');
  expect(out).not.toMatch(/organisation/i);
  expect((await run('organisations', 'list')).code).toBe(0);
});

it('serai partners update sends payment terms and company details, and prints them', async () => {
  const { code, out } = await run(
    ...['partners', 'update', 'prt_1', '--payment-days', '14', '--legal-name', 'Northern Travel AB'],
    ...['--tax-number', '', '--billing-email', 'invoices@northern.example'],
  );
  expect(sent()).toEqual([
    [
      '/api/v1/partners/update',
      {
        partnerId: 'prt_1',
        paymentDays: 14,
        company: {
          legalName: 'Northern Travel AB',
          taxNumber: null,
          billingEmail: 'invoices@northern.example',
        },
      },
    ],
  ]);
  expect([code, out]).toEqual([0, expect.stringMatching(/Payment terms\s+14 days/)]);
  expect(out).toMatch(/Address\s+Storgatan 1, 111 22 Stockholm, Sweden/);
  expect(out).toMatch(/Contact\s+Maria Lund, Accounts payable, maria@northern\.example/);
});
