import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BillingCalls, type Response } from '../../../../test/billing-calls.ts';
import { type BookingWorld, bookingWorld } from '../../../../test/booking-world.ts';

const eur = (amount: string) => ({ amount, currency: 'EUR' });

let world: BookingWorld;
let calls: BillingCalls;
beforeAll(async () => {
  world = await bookingWorld();
  calls = new BillingCalls(world);
});
afterAll(() => world?.drop());
beforeEach(() => calls.clear());

const call: BillingCalls['call'] = (...input) => calls.call(...input);

const failure = (name: string, input: object) =>
  call(name, input).then(
    () => undefined,
    error => error,
  );

const SANDBOX = { environment: 'sandbox' };
const payment = { ...SANDBOX, amount: eur('100'), externalReference: 'BANK-1' };

describe('payments and adjustments', () => {
  test('a payment lowers what the partner owes, and entering it twice records it once', async () => {
    await calls.sell();
    const first = await call('billing/payments/record', payment);
    expect(first).toMatchObject({ isNew: true, entry: { kind: 'PAYMENT', owed: eur('-100.00') } });
    expect(first.balance.balance).toEqual(eur('344.00'));
    const again = await call('billing/payments/record', payment);
    expect(again).toEqual({ ...first, isNew: false });
    expect(calls.audited.map(({ action }) => action)).toEqual(['billing/payments/record']);
  });

  test('spaces around a reference do not make it another payment or adjustment', async () => {
    const first = await call('billing/payments/record', payment);
    const again = await call('billing/payments/record', { ...payment, externalReference: ' BANK-1\u00a0' });
    expect(again).toEqual({ ...first, isNew: false });
    const fee = { ...SANDBOX, effect: 'OWES_MORE', amount: eur('7.50'), reason: 'Bank fee' };
    const adjusted = (externalReference: string) => call('billing/adjust', { ...fee, externalReference });
    expect((await adjusted(' A-2 ')).entry.externalReference).toBe('A-2');
    expect((await adjusted('A-2')).isNew).toBe(false);
    const blank = await failure('billing/payments/record', { ...payment, externalReference: '  ' });
    expect(blank.issues).toMatchObject([{ path: ['externalReference'] }]);
  });

  test('a payment is refused if its reference was used with another amount', async () => {
    await call('billing/payments/record', payment);
    expect(await failure('billing/payments/record', { ...payment, amount: eur('101.00') })).toMatchObject({
      code: 'INVALID_STATE',
    });
  });

  test('a payment that is entered several times concurrently is recorded once', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => call('billing/payments/record', payment)));
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect((await call('billing/balances/list', SANDBOX)).balances[0].balance).toEqual(eur('-100.00'));
  });

  test('all invalid fields of a payment are reported together', async () => {
    const error = await failure('billing/payments/record', {
      amount: { amount: '0.001', currency: 'EUR' },
      externalReference: '',
      note: '',
    });
    expect(error.issues.map(({ path }: { path: string[] }) => path.join('.'))).toEqual(
      expect.arrayContaining(['amount.amount', 'externalReference', 'note']),
    );
    expect(
      (await failure('billing/payments/record', { ...payment, amount: eur('0') })).issues[0].message,
    ).toBe('Use an amount above zero.');
  });

  test('a payment keeps the day on which it was received, which changes neither its posting nor the balance', async () => {
    await toMonth('2027-02-01T00:30:00+01:00');
    const early = await call('billing/payments/record', { ...payment, receivedOn: '2027-01-29' });
    expect(early.entry).toMatchObject({ receivedOn: '2027-01-29' });
    expect(early.entry.at).toMatch(/^2027-01-31T23:3/);
    // In Madrid, February has begun.
    const today = await call('billing/payments/record', { ...payment, externalReference: 'BANK-2' });
    expect(today.entry.receivedOn).toBe('2027-02-01');
    const again = await call('billing/payments/record', { ...payment, receivedOn: '2027-01-30' });
    expect([again.isNew, again.entry]).toEqual([false, early.entry]);
    const { statements } = await call('statements/list', SANDBOX);
    expect(statements).toMatchObject([{ month: '2027-02', payments: eur('200.00') }]);
    const exported = (format: string) =>
      call('statements/export', { ...SANDBOX, month: '2027-02', format }).then(({ text }) => text);
    expect(await exported('CSV')).toContain('BANK-1,,-100.00,EUR,2027-01-29');
    expect(await exported('HTML')).toContain('received on 29 January 2027');
    expect(calls.audited[0]?.after).toMatchObject({ receivedOn: '2027-01-29' });
  });

  test('a payment cannot be received after today in the time zone of the operator', async () => {
    await toMonth('2027-02-01T00:40:00+01:00');
    const received = (receivedOn: string) => failure('billing/payments/record', { ...payment, receivedOn });
    expect(await received('2027-02-02')).toMatchObject({
      code: 'VALIDATION_ERROR',
      extras: { details: [{ path: '/receivedOn', code: 'IN_FUTURE' }] },
    });
    expect((await call('billing/balances/list', SANDBOX)).balances[0].balance).toEqual(eur('0.00'));
  });

  test('a payment in another currency is refused', async () => {
    const error = await failure('billing/payments/record', {
      ...payment,
      amount: { amount: '1', currency: 'USD' },
    });
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', message: 'Use the billing currency, EUR.' });
  });

  test('an adjustment changes the balance in either direction and keeps its reason', async () => {
    const adjust = (effect: string, amount: string) =>
      call('billing/adjust', { ...SANDBOX, effect, amount: eur(amount), reason: 'Bank fee' });
    expect((await adjust('OWES_MORE', '7.50')).balance.balance).toEqual(eur('7.50'));
    const less = await adjust('OWES_LESS', '10');
    expect(less.balance.balance).toEqual(eur('-2.50'));
    expect(less.entry).toMatchObject({
      owed: eur('-10.00'),
      reason: 'Bank fee',
      actor: 'finance@example.com',
    });
  });

  test('an adjustment with a reference is recorded once, even if it is entered several times concurrently', async () => {
    const fee = {
      ...SANDBOX,
      effect: 'OWES_MORE',
      amount: eur('7.50'),
      reason: 'Bank fee',
      externalReference: 'A-1',
    };
    const answers = await Promise.all([1, 2, 3].map(() => call('billing/adjust', fee)));
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(answers.map(({ entry }) => entry.entryId)).size).toBe(1);
    // The same reference may be that of a payment.
    await world.time.advance(1_000);
    await call('billing/payments/record', { ...payment, externalReference: 'A-1' });
    await world.time.advance(90 * 86_400_000);
    const again = await call('billing/adjust', fee);
    expect(again).toMatchObject({ isNew: false, entry: { owed: eur('7.50'), externalReference: 'A-1' } });
    expect(again.balance.balance).toEqual(eur('-92.50'));
    for (const changed of [{ amount: eur('8') }, { effect: 'OWES_LESS' }]) {
      expect(await failure('billing/adjust', { ...fee, ...changed })).toMatchObject({
        code: 'INVALID_STATE',
      });
    }
    expect(calls.audited.filter(({ action }) => action === 'billing/adjust')).toMatchObject([
      { after: { externalReference: 'A-1' } },
    ]);
    const { entries } = await call('billing/entries/list', SANDBOX);
    expect(entries.map(({ kind, externalReference }: Response) => [kind, externalReference])).toEqual([
      ['PAYMENT', 'A-1'],
      ['ADJUSTMENT', 'A-1'],
    ]);
    // Without a reference, each request is another adjustment.
    const { externalReference: _, ...plain } = fee;
    for (const amount of ['-85.00', '-77.50']) {
      expect((await call('billing/adjust', plain)).balance.balance).toEqual(eur(amount));
    }
  });
});

async function toMonth(instant: string): Promise<void> {
  const [row] = await world.db<{ now: Date }[]>`SELECT serai_now() AS now`;
  await world.time.advance(Date.parse(instant) - (row?.now.getTime() ?? 0));
}
