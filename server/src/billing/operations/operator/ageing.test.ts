import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BillingCalls, type Response } from '../../../../test/billing-calls.ts';
import { type BookingWorld, bookingContent, bookingWorld } from '../../../../test/booking-world.ts';
import { rowsRead } from '../../../../test/rows-read.ts';
import type { OperatorContext } from '../../../platform/operations/operator/operator-handler.ts';
import { listDebts, readTotals } from '../../ledger/ageing-store.ts';
import { ledgerLine } from '../../ledger/entry-kinds.ts';
import { insertPayment } from '../../ledger/ledger-store.ts';
import { statementsShow } from './statements.ts';

let world: BookingWorld;
let calls: BillingCalls;
beforeAll(async () => {
  world = await bookingWorld();
  calls = new BillingCalls(world);
});
afterAll(() => world?.drop());
beforeEach(() => calls.clear());

const SANDBOX = { environment: 'sandbox' };
const eur = (amount: string) => ({ amount, currency: 'EUR' });
const call: BillingCalls['call'] = (...input) => calls.call(...input);
const sell = () => calls.sell();

describe('what partners owe by age', () => {
  const aged = async (partner: string | null = 'org_a') =>
    call('billing/balances/list', { ...SANDBOX, withAgeing: true, withTotals: true }, partner);
  const days = (count: number) => world.time.advance(count * 86_400_000);
  const amounts = ({ ageing }: Response) =>
    [ageing.days0To30, ageing.days31To60, ageing.days61To90, ageing.over90].map(({ amount }) => amount);
  const pay = (amount: string) =>
    call('billing/payments/record', { ...SANDBOX, amount: eur(amount), externalReference: `P-${amount}` });

  test('payments settle the oldest charges first, and the totals cover all partners', async () => {
    for (const gap of [30, 30, 31]) {
      await sell();
      await days(gap);
    }
    await sell();
    const { balances, totals } = await aged();
    expect(amounts(balances[0])).toEqual(['444.00', '444.00', '444.00', '444.00']);
    expect(amounts(totals[0])).toEqual(amounts(balances[0]));
    await pay('500');
    expect(amounts((await aged()).balances[0])).toEqual(['444.00', '444.00', '388.00', '0.00']);
    const everyone = await aged(null);
    expect(everyone.balances).toHaveLength(2);
    expect(everyone.totals).toMatchObject([
      { currency: 'EUR', partners: 1, owed: eur('1276.00'), funds: eur('0.00'), held: eur('0.00') },
    ]);
    await pay('1300');
    expect((await aged()).totals[0]).toMatchObject({ owed: eur('0.00'), funds: eur('24.00') });
    expect(amounts((await aged()).balances[0])).toEqual(['0.00', '0.00', '0.00', '0.00']);
  });

  test('the ages count calendar days in the time zone of the operator', async () => {
    // 23:30 in Madrid. After midnight, the charge is one day old.
    await world.time.advanceDatabase(Date.parse('2027-06-15T21:30:00Z') - world.time.databaseNowMs());
    await sell();
    await days(30);
    expect(amounts((await aged()).balances[0])).toEqual(['444.00', '0.00', '0.00', '0.00']);
    await world.time.advance(3_600_000);
    expect(amounts((await aged()).balances[0])).toEqual(['0.00', '444.00', '0.00', '0.00']);
    await days(59);
    expect(amounts((await aged()).balances[0])).toEqual(['0.00', '0.00', '444.00', '0.00']);
    await days(1);
    expect(amounts((await aged()).balances[0])).toEqual(['0.00', '0.00', '0.00', '444.00']);
  });

  test('a refund reduces the charge of its own booking, and the penalty keeps the age of that charge', async () => {
    const content = bookingContent();
    const windows = [{ fromMs: null, toMs: null, penaltyMinor: 10_000 }];
    await sell();
    await days(40);
    const recent = await calls.sell({
      ...content,
      terms: { ...content.terms, freeUntilMs: null, windows },
    });
    await days(25);
    await sell();
    await days(7);
    expect(amounts((await aged()).balances[0])).toEqual(['444.00', '444.00', '444.00', '0.00']);
    await calls.cancel(recent);
    expect(amounts((await aged()).balances[0])).toEqual(['444.00', '100.00', '444.00', '0.00']);
  });

  test('a returned payment restores the age of the debt, but an adjustment counts from its own day', async () => {
    await sell();
    await days(40);
    await pay('444');
    const scope = { organisationId: 'org_a', environment: 'sandbox' } as const;
    const returned = { scope, currency: 'EUR', lines: [ledgerLine('PAYMENT', -44_400)], actor: 'bank' };
    await world.db.transaction(tx => insertPayment(tx, { ...returned, externalReference: 'P-444 returned' }));
    expect(amounts((await aged()).balances[0])).toEqual(['0.00', '444.00', '0.00', '0.00']);
    await pay('444.0');
    const adjustment = { effect: 'OWES_MORE', amount: eur('444.00'), reason: 'Payment returned' };
    await call('billing/adjust', { ...SANDBOX, ...adjustment });
    expect(amounts((await aged()).balances[0])).toEqual(['444.00', '0.00', '0.00', '0.00']);
  });

  test('a closed statement is overdue once its due date has passed, until it is paid in full', async () => {
    const stateOf = async (month: string) => {
      const { statements } = await call('statements/list', { ...SANDBOX, month });
      const shown = await call('statements/show', { ...SANDBOX, month });
      expect(shown.statement).toEqual(statements[0]);
      return statements[0].payment;
    };
    const overdue = async () => (await aged()).balances[0].overdue;
    await world.ownerDb`UPDATE organisation SET payment_days = 14 WHERE id = 'org_a'`;
    await world.time.advanceDatabase(Date.parse('2028-03-10T12:00:00Z') - world.time.databaseNowMs());
    await sell();
    await world.time.advanceDatabase(Date.parse('2028-04-03T12:00:00Z') - world.time.databaseNowMs());
    expect(await stateOf('2028-03')).toBeNull();
    const { statement } = await call('statements/close', { ...SANDBOX, month: '2028-03' });
    expect([statement.dueOn, statement.payment]).toEqual(['2028-04-17', 'UNPAID']);
    // Later terms do not move the due date.
    await world.ownerDb`UPDATE organisation SET payment_days = NULL WHERE id = 'org_a'`;
    await sell();
    await world.time.advanceDatabase(Date.parse('2028-04-17T20:00:00Z') - world.time.databaseNowMs());
    expect([await stateOf('2028-03'), await overdue()]).toEqual(['UNPAID', null]);
    // Midnight in Madrid.
    await world.time.advanceDatabase(Date.parse('2028-04-17T22:00:00Z') - world.time.databaseNowMs());
    expect(await stateOf('2028-03')).toBe('OVERDUE');
    expect(await overdue()).toEqual({ amount: eur('444.00'), since: '2028-04-17' });
    await pay('400');
    expect(await overdue()).toEqual({ amount: eur('44.00'), since: '2028-04-17' });
    await pay('44');
    expect([await stateOf('2028-03'), await overdue()]).toEqual(['PAID', null]);
  });

  test('the due date passes in the time zone of the statement, even if the operator has moved since then', async () => {
    const until = (time: string) => world.time.advanceDatabase(Date.parse(time) - world.time.databaseNowMs());
    const paymentOf = async () =>
      (await call('statements/show', { ...SANDBOX, month: '2028-06' })).statement.payment;
    await world.ownerDb`UPDATE organisation SET payment_days = 1 WHERE id = 'org_a'`;
    await until('2028-06-10T12:00:00Z');
    await sell();
    await until('2028-07-03T12:00:00Z');
    await call('statements/close', { ...SANDBOX, month: '2028-06' });
    await world.ownerDb`UPDATE organisation SET payment_days = NULL WHERE id = 'org_a'`;
    calls.zone = 'Pacific/Auckland';
    // Already 5 July in Auckland, but still 4 July in Madrid.
    await until('2028-07-04T18:00:00Z');
    expect([await paymentOf(), (await aged()).balances[0].overdue]).toEqual(['UNPAID', null]);
    calls.zone = 'America/New_York';
    // The other way round.
    await until('2028-07-05T01:00:00Z');
    expect(await paymentOf()).toBe('OVERDUE');
    calls.zone = 'Europe/Madrid';
  });

  test('a statement without an amount to pay has no due date and asks for no payment', async () => {
    await world.ownerDb`UPDATE organisation SET payment_days = 14 WHERE id = 'org_a'`;
    const adjust = (effect: string) =>
      call('billing/adjust', { ...SANDBOX, effect, amount: eur('5.00'), reason: 'Fee' });
    const close = async () => {
      const [{ month }] = (await call('statements/list', SANDBOX)).statements;
      await days(32);
      const { statement } = await call('statements/close', { ...SANDBOX, month });
      const { text } = await call('statements/export', { ...SANDBOX, month, format: 'HTML' });
      return { ...statement, asksForPayment: text.includes('Payment is due by') };
    };
    await adjust('OWES_MORE');
    const owed = await close();
    expect([owed.payment, owed.dueOn === null, owed.asksForPayment]).toEqual(['UNPAID', false, true]);
    expect(calls.audited.at(-1)).toMatchObject({ action: 'statements/close', after: { dueOn: owed.dueOn } });
    await adjust('OWES_LESS');
    const { text } = await call('statements/export', { ...SANDBOX, month: owed.month, format: 'HTML' });
    expect(text).not.toContain('Payment is due by');
    for (const closing of ['0.00', '-5.00']) {
      expect(await close()).toMatchObject({
        closing: eur(closing),
        payment: 'PAID',
        dueOn: null,
        asksForPayment: false,
      });
      await adjust('OWES_LESS');
    }
    await world.ownerDb`UPDATE organisation SET payment_days = NULL WHERE id = 'org_a'`;
  });

  test('debts are not calculated for further pages of a statement', async () => {
    await sell();
    await sell();
    const [{ month }] = (await call('statements/list', SANDBOX)).statements;
    await days(32);
    await call('statements/close', { ...SANDBOX, month });
    const show = async (page: object) => {
      return await world.db.transaction(async tx => {
        await tx`SET LOCAL enable_seqscan = off`;
        const context = { db: tx, organisationId: 'org_a', partnerId: 'org_a' } as unknown as OperatorContext;
        const before = await rowsRead(tx, 'ledger_balance');
        const shown = (await statementsShow(calls.parts()).run(context, {
          ...SANDBOX,
          month,
          page,
        } as never)) as Response;
        return { ...shown, hasReadDebts: (await rowsRead(tx, 'ledger_balance')) > before };
      });
    };
    const first = await show({ limit: 1 });
    expect([first.statement.payment, first.hasReadDebts]).toEqual(['UNPAID', true]);
    const second = await show({ limit: 1, cursor: first.page.nextCursor });
    expect([second.statement.payment, second.hasReadDebts]).toEqual([null, false]);
    expect(second.statement).toEqual({ ...first.statement, payment: null, unpaid: null, amountDue: null });
  });

  test('a statement of a partner that pays in advance has no due date', async () => {
    await sell();
    const [{ month }] = (await call('statements/list', SANDBOX)).statements;
    await days(32);
    await world.ownerDb`
      UPDATE organisation SET payment_days = 14, billing_model = 'PREPAID' WHERE id = 'org_a'`;
    const { statement } = await call('statements/close', { ...SANDBOX, month });
    await world.ownerDb`UPDATE organisation SET payment_days = NULL, billing_model = 'NONE' WHERE id = 'org_a'`;
    expect(statement.dueOn).toBeNull();
  });

  test('the totals count all partners with a low balance, and each balance states whether it is low', async () => {
    await sell();
    await world.ownerDb`UPDATE ledger_balance SET low_percent = 10`;
    const everyone = await call(
      'billing/balances/list',
      { ...SANDBOX, withTotals: true, page: { limit: 1 } },
      null,
    );
    expect(everyone.totals).toMatchObject([{ currency: 'EUR', partners: 1, lowPartners: 1 }]);
    expect((await aged()).balances).toMatchObject([{ partnerId: 'org_a', isLow: true }]);
  });

  test('a closed statement is unpaid until later payments cover its closing balance', async () => {
    const unpaid = async () => (await aged()).balances[0].unpaidStatements;
    await sell();
    const [{ month: first }] = (await call('statements/list', SANDBOX)).statements;
    expect(await unpaid()).toBe(0);
    await days(32);
    await call('statements/close', { ...SANDBOX, month: first });
    expect(await unpaid()).toBe(1);
    await sell();
    expect(await unpaid()).toBe(1);
    await pay('444');
    expect(await unpaid()).toBe(0);
  });

  test('a statement that only carries over an earlier debt does not count as unpaid', async () => {
    await sell();
    const [{ month: first }] = (await call('statements/list', SANDBOX)).statements;
    await days(62);
    const { statements } = await call('statements/list', SANDBOX);
    const ended = statements.map(({ month }: Response) => month).filter((month: string) => month >= first);
    for (const month of ended.toReversed().slice(0, 2)) await call('statements/close', { ...SANDBOX, month });
    const closed = (await call('statements/list', SANDBOX)).statements.filter(
      ({ status }: Response) => status === 'CLOSED',
    );
    expect(closed.map(({ payment, unpaid }: Response) => [payment, unpaid.amount])).toEqual([
      ['UNPAID', '0.00'],
      ['UNPAID', '444.00'],
    ]);
    expect((await aged()).balances[0].unpaidStatements).toBe(1);
  });

  test('unpaid statements that ended more than 90 days ago follow from the stored totals', async () => {
    const unpaid = async () => (await aged()).balances[0].unpaidStatements;
    for (const _ of [1, 2, 3]) {
      await sell();
      await days(31);
    }
    const { statements } = await call('statements/list', SANDBOX);
    const ended = statements.map(({ month }: Response) => month).slice(1);
    for (const month of ended.toReversed()) await call('statements/close', { ...SANDBOX, month });
    const count = await unpaid();
    expect([count, count > 1]).toEqual([ended.length, true]);
    await days(100);
    expect(await unpaid()).toBe(count);
    await sell();
    expect(await unpaid()).toBe(count);
    await pay('444');
    expect(await unpaid()).toBe(count - 1);
    await pay('888');
    expect(await unpaid()).toBe(0);
  });

  test('entries older than the debt are not read, and totals are calculated only once', async () => {
    for (const _ of [1, 2, 3, 4, 5]) await sell();
    await pay('2220');
    await days(31);
    await sell();
    const scope = { environment: 'sandbox', timeZone: 'Europe/Madrid' } as const;
    const rows = await world.db.transaction(async tx => {
      // The planner prefers to scan a table that is as small as this one.
      await tx`SET LOCAL enable_seqscan = off`;
      const before = await rowsRead(tx, 'ledger_entry');
      const all = { ...scope, organisationId: undefined, isLowOnly: false, among: undefined };
      await readTotals(tx, { ...all, isAged: false });
      expect(await rowsRead(tx, 'ledger_entry')).toBe(before);
      await readTotals(tx, { ...all, isAged: true });
      const totals = await rowsRead(tx, 'ledger_entry');
      await listDebts(tx, scope, [{ organisationId: 'org_a', owedMinor: 44_400 }]);
      return [totals - before, (await rowsRead(tx, 'ledger_entry')) - totals];
    });
    // A booking has three entries: HOLD, RELEASE and CHARGE.
    expect(rows).toEqual([3, 3]);
    const input = { ...SANDBOX, withTotals: true };
    const first = await call('billing/balances/list', { ...input, page: { limit: 1 } }, null);
    expect(first.totals).toEqual([expect.objectContaining({ owed: eur('444.00'), ageing: null })]);
    const page = { limit: 1, cursor: first.page.nextCursor };
    expect((await call('billing/balances/list', { ...input, page }, null)).totals).toEqual([]);
  });

  test('overdue partners are listed by their earliest due date, with a total for each currency', async () => {
    const until = (time: string) => world.time.advanceDatabase(Date.parse(time) - world.time.databaseNowMs());
    const late = (input: object = {}, partner: string | null = null) =>
      call('billing/balances/list', { ...SANDBOX, overdue: true, withAgeing: true, ...input }, partner);
    const listed = ({ balances }: Response) =>
      balances.map(({ partnerId, overdue }: Response) => [partnerId, overdue.since]);
    await world.ownerDb`UPDATE organisation SET payment_days = 14 WHERE kind = 'PARTNER'`;
    await world.ownerDb`UPDATE organisation SET billing_currency = 'USD' WHERE id = 'org_b'`;
    await until('2029-03-10T12:00:00Z');
    const usd = (amount: string) => ({ amount, currency: 'USD' });
    const opening = { effect: 'OWES_MORE', amount: usd('100.00'), reason: 'Opening' };
    await call('billing/adjust', { ...SANDBOX, ...opening }, 'org_b');
    await until('2029-04-03T12:00:00Z');
    await call('statements/close', { ...SANDBOX, month: '2029-03' }, 'org_b');
    await sell();
    expect(listed(await late())).toEqual([]);
    await until('2029-05-03T12:00:00Z');
    await call('statements/close', { ...SANDBOX, month: '2029-04' });
    expect(listed(await late())).toEqual([['org_b', '2029-04-17']]);
    await until('2029-06-01T12:00:00Z');
    await sell();
    const first = await late({ withTotals: true, page: { limit: 1 } });
    expect(listed(first)).toEqual([['org_b', '2029-04-17']]);
    expect(first.totals).toMatchObject([
      { currency: 'EUR', owed: eur('888.00'), overdue: eur('444.00') },
      { currency: 'USD', owed: usd('100.00'), overdue: usd('100.00') },
    ]);
    const second = await late({ page: { limit: 1, cursor: first.page.nextCursor } });
    expect([listed(second), second.page.hasMore]).toEqual([[['org_a', '2029-05-17']], false]);
    expect(listed(await late({}, 'org_a'))).toEqual([['org_a', '2029-05-17']]);
    await pay('444');
    const rest = await late({ withTotals: true });
    expect([listed(rest), rest.totals]).toMatchObject([
      [['org_b', '2029-04-17']],
      [{ currency: 'USD', overdue: usd('100.00') }],
    ]);
    expect((await aged(null)).totals).toMatchObject([{ overdue: eur('0.00') }, { overdue: usd('100.00') }]);
    await world.ownerDb`
      UPDATE organisation SET payment_days = NULL, billing_currency = NULL WHERE kind = 'PARTNER'`;
  });

  test('a partner without entries owes nothing, and nothing is calculated unless it is requested', async () => {
    const { balances, totals } = await aged('org_b');
    expect([amounts(balances[0]), balances[0].unpaidStatements, totals]).toEqual([
      ['0.00', '0.00', '0.00', '0.00'],
      0,
      [],
    ]);
    const plain = await call('billing/balances/list', SANDBOX);
    expect([plain.balances[0].ageing, plain.balances[0].unpaidStatements, plain.totals]).toEqual([
      null,
      null,
      [],
    ]);
  });
});
