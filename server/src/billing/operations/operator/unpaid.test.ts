import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BillingCalls, type Response } from '../../../../test/billing-calls.ts';
import {
  type BookingWorld,
  bookingContent,
  bookingWorld,
  NET_MINOR,
} from '../../../../test/booking-world.ts';
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
const minorOf = (money: { amount: string } | null) => Math.round(Number(money?.amount ?? 0) * 100);
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

/** Settles the oldest charges first, one by one. A refund reduces the charge of its own booking. */
class OldestFirst {
  readonly charges: { month: string; minor: number }[] = [];
  paid = 0;

  charge(month: string, minor: number): { month: string; minor: number } {
    const charge = { month, minor };
    this.charges.push(charge);
    return charge;
  }

  /** Of the charges of these months. */
  unpaid(isIncluded: (month: string) => boolean): number {
    let [left, unpaid] = [this.paid, 0];
    for (const { month, minor } of this.charges) {
      const settled = Math.min(minor, left);
      left -= settled;
      if (isIncluded(month)) unpaid += minor - settled;
    }
    return unpaid;
  }

  get balance(): number {
    return this.charges.reduce((sum, { minor }) => sum + minor, 0) - this.paid;
  }
}

/** A random ledger, written through the operations and into the model. */
class RandomLedger {
  readonly model = new OldestFirst();
  readonly seen = { refunds: 0, penalties: 0 };
  /** Refunds of bookings of earlier months, with the month in which they were posted. */
  readonly lateRefunds: { month: string; minor: number }[] = [];
  readonly #random: () => number;
  readonly #bookings: {
    bookingId: string;
    charge: { month: string; minor: number };
    penaltyMinor: number;
  }[] = [];

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  up(to: number): number {
    return Math.floor(this.#random() * to);
  }

  async pay(): Promise<void> {
    const minor = 1 + this.up(20_000);
    await pay(ofMinor(minor));
    this.model.paid += minor;
  }

  async charge(month: string): Promise<void> {
    const minor = 1 + this.up(60_000);
    await adjust('OWES_MORE', ofMinor(minor));
    this.model.charge(month, minor);
  }

  async sell(month: string): Promise<void> {
    const content = bookingContent();
    const penaltyMinor = this.up(2) * this.up(NET_MINOR);
    const terms = {
      ...content.terms,
      freeUntilMs: null,
      windows: [{ fromMs: null, toMs: null, penaltyMinor }],
    };
    const bookingId = await calls.sell({ ...content, terms });
    this.#bookings.push({ bookingId, charge: this.model.charge(month, NET_MINOR), penaltyMinor });
  }

  async cancel(month: string): Promise<void> {
    const [sold] = this.#bookings.splice(this.up(this.#bookings.length), 1);
    if (sold === undefined) return this.charge(month);
    await calls.cancel(sold.bookingId);
    const { charge, penaltyMinor } = sold;
    charge.minor = penaltyMinor;
    this.seen.refunds++;
    if (penaltyMinor > 0) this.seen.penalties++;
    if (charge.month !== month) this.lateRefunds.push({ month, minor: NET_MINOR - penaltyMinor });
  }

  async step(month: string): Promise<void> {
    const choice = this.#random();
    if (choice < 0.25) await this.charge(month);
    else if (choice < 0.55) await this.sell(month);
    else if (choice < 0.75) await this.cancel(month);
    else await this.pay();
  }
}

describe('what is still unpaid of statements', () => {
  test.each([2028, 2029])(
    'in a random ledger with refunds, penalties and months without a statement, the unpaid amounts and the charges of open months always add up to the balance (seed %i)',
    async year => {
      const ledger = new RandomLedger(year);
      const { model } = ledger;
      let mostUnpaid = 0;
      let previous: string | undefined;
      for (const [index, month] of ['01', '02', '03', '04', '05', '06', '07', '08', '09'].entries()) {
        const named = `${year}-${month}`;
        for (const day of ['03', '09', '15', '21', '27']) {
          await until(`${named}-${day}`);
          // A month is closed on the third day of the next one. Nobody closes March and June, and nothing happens in July.
          if (day === '03' && previous !== undefined && index !== 3 && index !== 6) await close(previous);
          if (month === '07') continue;
          if (index === 0 && day === '03') await ledger.pay();
          else await ledger.step(named);
        }
        previous = named;
        const closed = await checkStatements(ledger);
        mostUnpaid = Math.max(mostUnpaid, closed.filter(({ payment }) => payment === 'UNPAID').length);
        const [{ balance }] = (await call('billing/balances/list', SANDBOX)).balances;
        expect(balance).toEqual(ofMinor(model.balance));
      }
      expect(await list(null)).toEqual(await list());
      const { lateRefunds, seen } = ledger;
      expect([seen.refunds > lateRefunds.length, lateRefunds.length > 0, seen.penalties > 0]).toEqual([
        true,
        true,
        true,
      ]);
      // More than the statements of 90 days.
      expect(mostUnpaid).toBeGreaterThan(3);
    },
  );

  /** Returns the closed statements, the latest month first. */
  async function checkStatements({ model, lateRefunds }: RandomLedger): Promise<Response[]> {
    const closed = (await list()).filter(({ status }) => status === 'CLOSED');
    const oldestFirst = closed.toReversed();
    const day90Ms = world.time.databaseNowMs() - 90 * 86_400_000;
    // For a statement that ended more than 90 days ago, a later refund counts in the month in which it was posted, and not in
    // that of its booking.
    const inexactMinor = ({ month, to }: Response) =>
      Date.parse(to) > day90Ms
        ? 0
        : lateRefunds.reduce((sum, refund) => sum + (refund.month > month ? refund.minor : 0), 0);
    for (const [index, statement] of oldestFirst.entries()) {
      const { month, closing, unpaid: own, amountDue, payment } = statement;
      const before = oldestFirst[index - 1];
      if (Number(closing.amount) <= 0) {
        expect([month, own, amountDue, payment]).toEqual([month, null, null, 'PAID']);
        continue;
      }
      expect(payment).toBe(minorOf(amountDue) > 0 ? 'UNPAID' : 'PAID');
      const difference = Math.abs(minorOf(amountDue) - model.unpaid(each => each <= month));
      expect([month, difference <= inexactMinor(statement)]).toEqual([month, true]);
      if (inexactMinor(statement) > 0 || (before && inexactMinor(before) > 0)) continue;
      // A statement also contains the debt of earlier months that have none.
      const isOwn = (each: string) => each <= month && (before === undefined || each > before.month);
      expect([month, own]).toEqual([month, ofMinor(model.unpaid(isOwn))]);
    }
    const onStatements = closed.reduce((sum, { unpaid: own }) => sum + minorOf(own), 0);
    const last = closed[0]?.month ?? '';
    const open = model.unpaid(each => each > last);
    if (model.balance > 0) expect(onStatements + open).toBe(model.balance);
    return closed;
  }

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
    expect(await printed('2030-02')).toContain('Amount due: 380.00, of which 200.00 is from this statement.');
    expect(await printed('2030-01')).toContain('Amount due: 180.00.');
    await pay(eur('180.00'));
    expect(await printed('2030-01')).not.toContain('Amount due');
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
