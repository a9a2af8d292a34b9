import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BillingCalls, type Response } from '../../../../test/billing-calls.ts';
import { type BookingWorld, bookingWorld } from '../../../../test/booking-world.ts';
import { seededRandom } from '../../../../test/catalogue-builder.ts';
import { pdfPages } from '../../../../test/pdf-text.ts';
import { eachBalance } from '../../../../test/recomputed-balances.ts';

let world: BookingWorld;
let calls: BillingCalls;
beforeAll(async () => {
  world = await bookingWorld();
  calls = new BillingCalls(world);
});
afterAll(() => world?.drop());
beforeEach(async () => {
  await calls.clear();
  calls.staff = true;
  await world.ownerDb`UPDATE organisation SET billing_model = 'NONE', payment_days = 14 WHERE kind = 'PARTNER'`;
});

const SANDBOX = { environment: 'sandbox' };
const eur = (amount: string) => ({ amount, currency: 'EUR' });
const call: BillingCalls['call'] = (...input) => calls.call(...input);
const until = (day: string) =>
  world.time.advanceDatabase(Date.parse(`${day}T12:00:00Z`) - world.time.databaseNowMs());
const charge = (amount: string, partner?: string) =>
  call(
    'billing/adjust',
    { ...SANDBOX, effect: 'OWES_MORE', amount: eur(amount), reason: 'Bookings' },
    partner,
  );
const pay = (amount: string, externalReference: string) =>
  call('billing/payments/record', { ...SANDBOX, amount: eur(amount), externalReference });
const giveBack = (externalReference: string, more: object = {}) =>
  call('billing/payments/return', { ...SANDBOX, externalReference, reason: 'Insufficient funds', ...more });
const failure = (asked: Promise<unknown>): Promise<Response> =>
  asked.then(
    () => undefined,
    error => error,
  );
const close = (month: string, partner?: string) => call('statements/close', { ...SANDBOX, month }, partner);
const balanceOf = async (partner = 'org_a') =>
  (await call('billing/balances/list', { ...SANDBOX, withAgeing: true }, partner)).balances[0];
/** Of the closed statements, the latest month first. */
const unpaid = async (partner = 'org_a') =>
  ((await call('statements/list', SANDBOX, partner)).statements as Response[])
    .filter(({ status }) => status === 'CLOSED')
    .map(({ month, payment, unpaid: own, amountDue }) => [month, payment, own?.amount, amountDue?.amount]);

describe('returning a payment', () => {
  test('a payment is found with spaces around its reference, also one that was recorded with them', async () => {
    await pay('100', 'BANK-8');
    await world.ownerDb`UPDATE ledger_entry SET external_reference = ' BANK-7 ' WHERE external_reference = 'BANK-8'`;
    await pay('50', 'BANK-8');
    expect((await giveBack(' BANK-8 ')).entry).toMatchObject({
      amount: eur('50.00'),
      externalReference: 'BANK-8',
    });
    for (const isNew of [true, false]) {
      expect(await giveBack(' BANK-7 ')).toMatchObject({ isNew, entry: { amount: eur('100.00') } });
    }
    expect(await failure(giveBack('BANK-7'))).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('of two references that differ only in spaces, the exact one is returned', async () => {
    await pay('100', 'BANK-1');
    await world.ownerDb`UPDATE ledger_entry SET external_reference = ' BANK-1 ' WHERE external_reference = 'BANK-1'`;
    await pay('50', 'BANK-1');
    expect((await giveBack(' BANK-1 ')).entry).toMatchObject({ amount: eur('100.00') });
    expect((await giveBack('BANK-1')).entry).toMatchObject({ amount: eur('50.00') });
  });

  test('the migration removes spaces around stored references, unless two would be equal', async () => {
    const adjust = (externalReference: string) => {
      const input = { effect: 'OWES_MORE', amount: eur('10'), reason: 'Fee', externalReference };
      return call('billing/adjust', { ...SANDBOX, ...input });
    };
    for (const reference of ['BANK-1', 'BANK-2', 'BANK-3']) await pay('100', reference);
    await giveBack('BANK-2');
    await adjust('FEE-1');
    const { ownerDb } = world;
    await ownerDb`
      UPDATE ledger_entry SET external_reference = ' ' || external_reference || chr(160) WHERE external_reference IS NOT NULL`;
    await ownerDb`UPDATE payment_return SET external_reference = ' ' || external_reference || chr(160)`;
    await ownerDb`UPDATE adjustment_reference SET external_reference = external_reference || ' '`;
    await pay('50', 'BANK-3');
    const file = new URL('../../../../migrations/0083_retried_emails.sql', import.meta.url);
    const sql = await readFile(file, 'utf8');
    await ownerDb.script(sql.slice(sql.indexOf('CREATE OR REPLACE FUNCTION')));
    expect((await pay('100', 'BANK-1')).isNew).toBe(false);
    expect((await giveBack('BANK-2')).isNew).toBe(false);
    expect((await adjust('FEE-1')).isNew).toBe(false);
    expect((await giveBack('BANK-3')).entry).toMatchObject({ amount: eur('50.00') });
    expect((await giveBack(' BANK-3\u00a0')).entry).toMatchObject({ amount: eur('100.00') });
  });

  test('a returned payment is reversed by another entry, with its day, reason and reference, and audited', async () => {
    await until('2031-01-10');
    await charge('300.00');
    const before = await balanceOf();
    await until('2031-01-11');
    const { entry: payment } = await pay('100', 'BANK-1');
    await until('2031-01-12');
    const { entry, isNew, balance } = await giveBack('BANK-1', { returnedOn: '2031-01-11' });
    expect(isNew).toBe(true);
    expect(entry).toMatchObject({
      kind: 'RETURNED_PAYMENT',
      amount: eur('100.00'),
      owed: eur('100.00'),
      debit: 'PARTNER',
      credit: 'CASH',
      externalReference: 'BANK-1',
      receivedOn: null,
      returned: { on: '2031-01-11', entryId: payment.entryId },
      reason: 'Insufficient funds',
    });
    expect(balance.balance).toEqual(before.balance);
    const { entries } = await call('billing/entries/list', SANDBOX);
    expect(entries[0]).toEqual(entry);
    expect(entries[1]).toEqual({ ...payment, returned: { on: '2031-01-11', entryId: entry.entryId } });
    expect(calls.audited.at(-1)).toMatchObject({
      action: 'billing/payments/return',
      after: {
        amount: eur('100.00'),
        externalReference: 'BANK-1',
        returnedOn: '2031-01-11',
        reason: 'Insufficient funds',
      },
    });
    expect(await eachBalance(world.ownerDb)).toEqual([]);
  });

  test('a payment is returned once, even if it is asked for several times at once or with other details later', async () => {
    await until('2031-02-10');
    await pay('100', 'BANK-1');
    calls.audited.length = 0;
    const answers = await Promise.all([1, 2, 3, 4].map(() => giveBack('BANK-1')));
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(answers.map(({ entry }) => entry.entryId)).size).toBe(1);
    await until('2031-05-10');
    const again = await giveBack('BANK-1', { reason: 'Another reason', returnedOn: '2031-02-10' });
    expect(again).toEqual({ ...answers.find(({ isNew }) => isNew), isNew: false });
    expect([calls.audited.length, (await balanceOf()).balance]).toEqual([1, eur('0.00')]);
  });

  test('the reference of a returned payment cannot be used for another payment', async () => {
    await until('2031-03-10');
    await pay('100', 'BANK-1');
    await giveBack('BANK-1');
    expect(await failure(pay('100', 'BANK-1'))).toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringContaining('returned on 2031-03-10'),
    });
    expect((await pay('100', 'BANK-1 again')).isNew).toBe(true);
  });

  test('a return needs an existing payment of the partner, and a day between its receipt and today', async () => {
    await until('2031-04-10');
    await pay('100', 'BANK-1');
    const inOther = call(
      'billing/payments/return',
      { ...SANDBOX, externalReference: 'BANK-1', reason: 'x' },
      'org_b',
    );
    expect(await failure(inOther)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await failure(giveBack('BANK-2'))).toMatchObject({ code: 'NOT_FOUND' });
    const onDay = async (returnedOn: string) =>
      (await failure(giveBack('BANK-1', { returnedOn })))?.extras.details[0];
    expect(await onDay('2031-04-11')).toMatchObject({ path: '/returnedOn', code: 'IN_FUTURE' });
    expect(await onDay('2031-04-09')).toMatchObject({ path: '/returnedOn', code: 'BEFORE_PAYMENT' });
    expect((await balanceOf()).balance).toEqual(eur('-100.00'));
  });

  test('if the audit entry cannot be written, nothing is returned', async () => {
    await until('2031-04-20');
    await pay('100', 'BANK-1');
    calls.audited.push = () => {
      throw new Error('the connection was lost');
    };
    expect(await failure(giveBack('BANK-1'))).toMatchObject({ message: 'the connection was lost' });
    Reflect.deleteProperty(calls.audited, 'push');
    expect((await balanceOf()).balance).toEqual(eur('-100.00'));
    expect((await giveBack('BANK-1')).isNew).toBe(true);
  });

  test('partner users see the returned payment, but not who recorded it', async () => {
    await until('2031-05-10');
    await pay('100', 'BANK-1');
    await giveBack('BANK-1');
    calls.staff = false;
    const { entries } = await call('billing/entries/list', { ...SANDBOX, kinds: ['RETURNED_PAYMENT'] });
    expect(entries).toMatchObject([{ actor: 'OPERATOR', reason: 'Insufficient funds' }]);
  });
});

describe('what a returned payment had settled', () => {
  test('statements that the payment had settled are unpaid and overdue again, with the same ages', async () => {
    await until('2032-01-10');
    await charge('300.00');
    await until('2032-02-01');
    await close('2032-01');
    await charge('50.00');
    await until('2032-03-01');
    await close('2032-02');
    const before = { unpaid: await unpaid(), balance: await balanceOf() };
    await pay('320.00', 'BANK-1');
    expect(await unpaid()).toEqual([
      ['2032-02', 'UNPAID', '30.00', '30.00'],
      ['2032-01', 'PAID', '0.00', '0.00'],
    ]);
    await giveBack('BANK-1');
    expect({ unpaid: await unpaid(), balance: await balanceOf() }).toEqual(before);
    expect(before.balance.overdue).toEqual({ amount: eur('300.00'), since: '2032-02-15' });
  });

  test('a statement that was closed between the payment and its return keeps its own unpaid amount', async () => {
    await until('2032-04-10');
    await charge('300.00');
    await until('2032-05-01');
    await close('2032-04');
    await pay('300.00', 'BANK-1');
    await charge('50.00');
    await until('2032-06-01');
    await close('2032-05');
    await giveBack('BANK-1');
    const open = [
      ['2032-05', 'UNPAID', '50.00', '350.00'],
      ['2032-04', 'OVERDUE', '300.00', '300.00'],
    ];
    expect(await unpaid()).toEqual(open);
    await until('2032-07-01');
    const { statement } = await close('2032-06');
    expect(statement).toMatchObject({
      opening: eur('50.00'),
      payments: eur('0.00'),
      returnedPayments: eur('300.00'),
      closing: eur('350.00'),
    });
    expect((await unpaid())[0]).toEqual(['2032-06', 'UNPAID', '0.00', '350.00']);
  });

  test('statements name the returned payment on the page, in the PDF file and in the CSV file, without a double minus', async () => {
    await until('2032-08-10');
    await charge('300.00');
    await until('2032-08-11');
    await pay('100.00', 'BANK-1');
    await until('2032-08-12');
    await giveBack('BANK-1');
    await until('2032-09-01');
    await close('2032-08');
    const named = { ...SANDBOX, month: '2032-08' };
    const csv = (await call('statements/export', { ...named, format: 'CSV' })).text.split('\r\n');
    expect(csv[2]).toMatch(/,PAYMENT,,BANK-1,,-100\.00,EUR,2032-08-11,.*,2032-08-12$/);
    expect(csv[3]).toMatch(/,RETURNED_PAYMENT,,BANK-1,Insufficient funds,100\.00,EUR,,.*,2032-08-12$/);
    const html = (await call('statements/export', { ...named, format: 'HTML' })).text;
    expect(html).toContain('<tr><th>Returned payments</th><td class="n">100.00</td></tr>');
    expect(html).toContain('<td>Returned payment</td>');
    const [printed = ''] = pdfPages(Buffer.from((await call('statements/pdf', named)).pdf, 'base64'));
    const page = printed.replaceAll(/\s+/g, ' ');
    for (const shown of ['Returned payment BANK-1', 'returned on 12 August 2032', 'Returned payments'])
      expect(page).toContain(shown);
    for (const text of [csv.join(), html, page]) expect(text).not.toMatch(/[-−]{2}\d/);
  });

  test('after its return, a payment no longer counts as the last one, of which low funds are a share', async () => {
    await world.ownerDb`UPDATE organisation SET billing_model = 'PREPAID' WHERE id = 'org_a'`;
    await until('2032-10-10');
    await pay('100.00', 'BANK-1');
    await pay('10000.00', 'BANK-2');
    await giveBack('BANK-2');
    // 100 of 100 are left. With the second payment as the measure, it would be 1 %.
    expect(await balanceOf()).toMatchObject({ available: eur('100.00'), isLow: false });
    await giveBack('BANK-1');
    expect(await balanceOf()).toMatchObject({ available: eur('0.00') });
  });

  test.each([1, 2])(
    'after all payments are returned, the partner owes what it would owe without them (seed %i)',
    async seed => {
      const random = seededRandom(seed);
      const amount = (upTo: number) => (1 + Math.floor(random() * upTo)).toFixed(2);
      const open: string[] = [];
      let payments = 0;
      const year = 2040 + seed;
      for (let month = 1; month <= 5; month++) {
        const name = `${year}-0${month}`;
        for (const day of ['05', '12', '19', '26']) {
          await until(`${name}-${day}`);
          const charged = amount(500);
          await charge(charged);
          // The twin is charged the same, but pays nothing.
          await charge(charged, 'org_b');
          if (random() < 0.6) {
            const reference = `P-${++payments}`;
            await pay(amount(900), reference);
            open.push(reference);
          }
          if (random() < 0.3 && open.length > 0) await giveBack(open.shift() as string);
        }
        await until(`${year}-0${month + 1}-01`);
        await close(name);
        await close(name, 'org_b');
      }
      for (const reference of open) await giveBack(reference);
      const [own, twin] = [await balanceOf(), await balanceOf('org_b')];
      expect([own.balance, own.ageing]).toEqual([twin.balance, twin.ageing]);
      await until(`${year}-07-01`);
      await close(`${year}-06`);
      // Every amount is asked for on exactly one statement.
      const sum = (await unpaid()).reduce((all, [, , minor]) => all + Number(minor ?? 0), 0);
      expect(sum.toFixed(2)).toBe(own.balance.amount);
      expect(await eachBalance(world.ownerDb)).toEqual([]);
    },
  );
});
