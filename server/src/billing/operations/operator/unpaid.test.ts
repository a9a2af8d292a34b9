import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BillingCalls, type Response } from '../../../../test/billing-calls.ts';
import { type BookingWorld, bookingWorld } from '../../../../test/booking-world.ts';
import { seededRandom } from '../../../../test/catalogue-builder.ts';

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
const ofMinor = (minor: number) => eur((minor / 100).toFixed(2));
const call: BillingCalls['call'] = (...input) => calls.call(...input);
const until = (day: string) =>
  world.time.advanceDatabase(Date.parse(`${day}T12:00:00Z`) - world.time.databaseNowMs());
const adjust = (effect: string, amount: object, partner?: string) =>
  call('billing/adjust', { ...SANDBOX, effect, amount, reason: 'Test' }, partner);
const charge = (amount: string) => adjust('OWES_MORE', eur(amount));
let payments = 0;
const pay = (amount: object, partner?: string) =>
  call('billing/payments/record', { ...SANDBOX, amount, externalReference: `P-${++payments}` }, partner);
const close = (month: string, partner?: string) => call('statements/close', { ...SANDBOX, month }, partner);
const list = async (partner: string | null = 'org_a') =>
  (await call('statements/list', SANDBOX, partner)).statements as Response[];
/** Of the closed statements, the latest month first. */
const unpaid = async () =>
  (await list())
    .filter(({ status }) => status === 'CLOSED')
    .map(({ month, payment, unpaid: own, amountDue }) => [
      month,
      payment,
      own?.amount ?? null,
      amountDue?.amount ?? null,
    ]);

/** Settles the oldest charges first, one by one. */
class OldestFirst {
  readonly charges: { month: string; minor: number }[] = [];
  funds = 0;

  charge(month: string, minor: number): void {
    const used = Math.min(this.funds, minor);
    this.funds -= used;
    this.charges.push({ month, minor: minor - used });
  }

  pay(minor: number): void {
    let left = minor;
    for (const each of this.charges) {
      const used = Math.min(each.minor, left);
      each.minor -= used;
      left -= used;
    }
    this.funds += left;
  }

  unpaid(isIncluded: (month: string) => boolean): number {
    return this.charges.reduce((sum, { month, minor }) => sum + (isIncluded(month) ? minor : 0), 0);
  }
}

describe('what is still unpaid of statements', () => {
  test('in a random ledger, the unpaid amounts and the charges of open months always add up to the balance', async () => {
    const random = seededRandom(21);
    const model = new OldestFirst();
    const months = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(month => `2029-0${month}`);
    let previous: string | undefined;
    const seen = { withoutAmount: 0, unpaid: 0 };
    for (const month of months) {
      for (const day of ['03', '11', '19', '27']) {
        await until(`${month}-${day}`);
        // A month is closed on the third day of the next one.
        if (day === '03' && previous !== undefined) await close(previous);
        const isCharge = previous !== undefined && random() < 0.65;
        const minor = 1 + Math.floor(random() * (isCharge ? 90_000 : 25_000));
        if (isCharge) {
          await adjust('OWES_MORE', ofMinor(minor));
          model.charge(month, minor);
        } else {
          await pay(ofMinor(minor));
          model.pay(minor);
        }
      }
      previous = month;
      const statements = await list();
      const closed = statements.filter(({ status }) => status === 'CLOSED');
      for (const statement of closed) {
        const asks = Number(statement.closing.amount) > 0;
        const expected = ofMinor(model.unpaid(each => each === statement.month));
        expect([statement.month, statement.unpaid]).toEqual([statement.month, asks ? expected : null]);
        const amountDue = ofMinor(model.unpaid(each => each <= statement.month));
        expect(statement.amountDue).toEqual(asks ? amountDue : null);
        const isPaid = !asks || Number(amountDue.amount) === 0;
        expect(statement.payment).toBe(isPaid ? 'PAID' : 'UNPAID');
      }
      const onStatements = closed.reduce(
        (sum, statement) => sum + Math.round(Number(statement.unpaid?.amount ?? 0) * 100),
        0,
      );
      const open = model.unpaid(each => closed.every(statement => statement.month !== each));
      const [{ balance }] = (await call('billing/balances/list', SANDBOX)).balances;
      expect(balance).toEqual(ofMinor(onStatements + open - model.funds));
      const isUnpaid = ({ payment }: Response) => payment === 'UNPAID';
      seen.withoutAmount += closed.filter(({ unpaid: own }) => own === null).length;
      seen.unpaid = Math.max(seen.unpaid, closed.filter(isUnpaid).length);
    }
    expect(await list(null)).toEqual(await list());
    // More than the statements of 90 days.
    expect([seen.withoutAmount > 0, seen.unpaid > 4]).toEqual([true, true]);
  });

  test('a partial payment lowers what is unpaid, also on the page of a statement and on its printable page', async () => {
    await until('2030-01-10');
    await charge('300.00');
    await until('2030-02-10');
    await charge('200.00');
    await until('2030-03-02');
    await close('2030-01');
    await close('2030-02');
    await pay(eur('120.00'));
    expect(await unpaid()).toEqual([
      ['2030-02', 'UNPAID', '200.00', '380.00'],
      ['2030-01', 'UNPAID', '180.00', '180.00'],
    ]);
    const { statement } = await call('statements/show', { ...SANDBOX, month: '2030-02' });
    expect(statement).toMatchObject({ unpaid: eur('200.00'), amountDue: eur('380.00') });
    const printed = async (month: string) =>
      (await call('statements/export', { ...SANDBOX, month, format: 'HTML' })).text;
    expect(await printed('2030-02')).toContain('Still unpaid: 200.00, with earlier statements 380.00.');
    expect(await printed('2030-01')).toContain('Still unpaid: 180.00.');
    await pay(eur('180.00'));
    expect(await printed('2030-01')).not.toContain('Still unpaid');
    expect(await unpaid()).toEqual([
      ['2030-02', 'UNPAID', '200.00', '200.00'],
      ['2030-01', 'PAID', '0.00', '0.00'],
    ]);
  });

  test('a credit settles the oldest statement, and a payment in advance settles the statements after it', async () => {
    await until('2030-01-10');
    await pay(eur('50.00'));
    await until('2030-02-10');
    await charge('300.00');
    await until('2030-03-10');
    await charge('100.00');
    await until('2030-04-02');
    for (const month of ['2030-01', '2030-02', '2030-03']) await close(month);
    await adjust('OWES_LESS', eur('30.00'));
    expect(await unpaid()).toEqual([
      ['2030-03', 'UNPAID', '100.00', '320.00'],
      ['2030-02', 'UNPAID', '220.00', '220.00'],
      // It ended with funds, so it never asked for a payment.
      ['2030-01', 'PAID', null, null],
    ]);
    expect((await list())[0]).toMatchObject({ status: 'OPEN', unpaid: null, amountDue: null });
  });

  test('a charge of more than 90 days ago is unpaid on its own statement, not on the one before', async () => {
    await until('2030-06-10');
    await charge('444.00');
    await until('2030-07-03');
    await pay(eur('444.00'));
    await charge('50.00');
    await close('2030-06');
    // The charge is 95 days old, and its statement ended 66 days ago.
    await until('2030-10-06');
    expect(await unpaid()).toEqual([['2030-06', 'PAID', '0.00', '0.00']]);
    await close('2030-07');
    expect(await unpaid()).toEqual([
      ['2030-07', 'UNPAID', '50.00', '50.00'],
      ['2030-06', 'PAID', '0.00', '0.00'],
    ]);
  });

  test('a charge of a month that is still open is not unpaid on the statement before it', async () => {
    await until('2032-01-10');
    await charge('100.00');
    await until('2032-02-10');
    await pay(eur('100.00'));
    await charge('200.00');
    await until('2032-03-10');
    await charge('50.00');
    await until('2032-04-03');
    await close('2032-01');
    await close('2032-03');
    // These charges are now more than 90 days old, so their statements are compared by stored totals.
    await until('2032-08-03');
    const [march, january] = await unpaid();
    expect(march?.slice(0, 2)).toEqual(['2032-03', 'UNPAID']);
    expect(january).toEqual(['2032-01', 'PAID', '0.00', '0.00']);
  });

  test('each statement is in the currency of its partner, and partners see only their own', async () => {
    await world.ownerDb`UPDATE organisation SET billing_currency = 'JPY' WHERE id = 'org_b'`;
    const jpy = (amount: string) => ({ amount, currency: 'JPY' });
    await until('2031-01-10');
    await charge('80.00');
    await adjust('OWES_MORE', jpy('9000'), 'org_b');
    await until('2031-02-03');
    for (const partner of ['org_a', 'org_b']) await close('2031-01', partner);
    await pay(jpy('2500'), 'org_b');
    const own = await list('org_b');
    expect(own.map(({ unpaid: amount }) => amount)).toEqual([null, jpy('6500')]);
    const everyone = await list(null);
    expect(everyone.map(({ unpaid: amount }) => amount)).toEqual([null, null, eur('80.00'), jpy('6500')]);
    expect((await list('org_a')).map(({ partnerId }) => partnerId)).toEqual(['org_a', 'org_a']);
  });
});
