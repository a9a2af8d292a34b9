import { afterAll, beforeAll, expect, test } from 'vitest';
import { BillingCalls } from '../../../test/billing-calls.ts';
import { type BookingWorld, bookingWorld } from '../../../test/booking-world.ts';
import { createLog } from '../../platform/log.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { runSchedule } from './run-schedule.ts';

const ADDRESS = 'accounts@northern.example';

let world: BookingWorld;
let calls: BillingCalls;
const sent: Mail[] = [];
beforeAll(async () => {
  world = await bookingWorld();
  calls = new BillingCalls(world);
  calls.sendMail = async (_, mail) => void sent.push(mail);
  const { ownerDb } = world;
  const company = { legalName: null, address: null, taxNumber: null, billingEmail: ADDRESS, contacts: [] };
  await ownerDb`UPDATE organisation SET company = ${ownerDb.json(company)}, payment_days = 14 WHERE id = 'org_a'`;
  await ownerDb`UPDATE organisation SET reminder_days = 5, reminders_since = '2027-02-01' WHERE kind = 'OPERATOR'`;
});
afterAll(() => world?.drop());

const at = (time: string) => world.time.advanceDatabase(Date.parse(time) - world.time.databaseNowMs());
const run = () =>
  runSchedule(
    { ...calls.parts(), pool: world.pool, log: createLog('silent') },
    { db: world.db, signal: new AbortController().signal },
  );

test('a reminder of the schedule that staff repeat without success is not reported as sent again on later days', async () => {
  const amount = { amount: '300.00', currency: 'EUR' };
  await calls.call('billing/adjust', { effect: 'OWES_MORE', amount, reason: 'Opening balance' });
  await at('2027-02-01T12:00:00Z');
  await calls.call('statements/close', { month: '2027-01' });
  await at('2027-02-20T12:00:00Z');
  await run();
  expect(sent).toHaveLength(1);
  const again = { month: '2027-01', kind: 'REMINDER', to: 'wrong@northern.example' };
  expect((await calls.call('statements/send', again)).isNew).toBe(true);
  await world.ownerDb`UPDATE statement_mail SET failed_at = serai_now() WHERE address = ${again.to}`;
  const audited = calls.audited.length;
  for (const day of ['21', '22']) {
    await at(`2027-02-${day}T12:00:00Z`);
    await run();
  }
  expect([sent.length, calls.audited.length]).toEqual([2, audited]);
  const runs = await world.ownerDb<{ period: string; mails: number }[]>`
    SELECT period, jsonb_array_length(mails) AS mails FROM billing_run ORDER BY period`;
  expect(runs).toEqual([
    { period: '2027-02-20', mails: 1 },
    { period: '2027-02-21', mails: 0 },
    { period: '2027-02-22', mails: 0 },
  ]);
});

test('a statement that staff have just sent is reported as sent before, not by the schedule', async () => {
  await world.ownerDb`UPDATE organisation SET statements_day = 3, statements_since = '2027-02-22', reminder_days = NULL
    WHERE kind = 'OPERATOR'`;
  await at('2027-03-03T12:00:00Z');
  await calls.call('statements/close', { month: '2027-02' });
  const before = calls.parts().printer;
  let isRace = true;
  // Staff send the statement after the run has decided to send it.
  const printer: typeof before = {
    async print(contents) {
      if (isRace) {
        isRace = false;
        await calls.call('statements/send', { month: '2027-02' });
      }
      return before.print(contents);
    },
  };
  await runSchedule(
    { ...calls.parts(), printer, pool: world.pool, log: createLog('silent') },
    { db: world.db, signal: new AbortController().signal },
  );
  const [row] = await world.ownerDb<{ mails: object[] }[]>`
    SELECT mails FROM billing_run WHERE kind = 'STATEMENTS'`;
  expect(row?.mails).toMatchObject([{ outcome: 'NOT_INCLUDED', reason: 'ALREADY_SENT' }]);
});
