/** Overdue amounts of many partners. A row policy records which partners each statement reads, and fails for one of them. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { BillingCalls, type Response } from '../../../test/billing-calls.ts';
import { type BookingWorld, bookingWorld } from '../../../test/booking-world.ts';
import { createLog } from '../../platform/log.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { runSchedule } from './run-schedule.ts';

const PARTNERS = 23;
const eur = (amount: string) => ({ amount, currency: 'EUR' });

let world: BookingWorld;
let calls: BillingCalls;
beforeAll(async () => {
  world = await bookingWorld();
  calls = new BillingCalls(world);
  const { ownerDb, time } = world;
  await ownerDb.script(`
    CREATE TABLE entries_read (at timestamptz, organisation_id text, UNIQUE (at, organisation_id));
    CREATE TABLE unreadable (organisation_id text);
    CREATE FUNCTION note_read(organisation text) RETURNS boolean LANGUAGE plpgsql VOLATILE SECURITY DEFINER AS $$
    BEGIN
      INSERT INTO entries_read VALUES (statement_timestamp(), organisation) ON CONFLICT DO NOTHING;
      IF EXISTS (SELECT FROM unreadable WHERE organisation_id = organisation) THEN
        RAISE query_canceled USING MESSAGE = 'canceling statement due to statement timeout';
      END IF;
      RETURN true;
    END $$;
    CREATE POLICY noted ON ledger_entry AS RESTRICTIVE FOR SELECT TO serai_scoped, serai_service
      USING (note_read(organisation_id));
    DELETE FROM organisation WHERE kind = 'PARTNER';
    INSERT INTO organisation (id, name, kind, payment_days, company)
    SELECT 'org_' || to_char(n, 'FM00'), 'P' || n, 'PARTNER', 14, jsonb_build_object('billingEmail', n || '@partner.example')
    FROM generate_series(1, ${PARTNERS}) AS n;
    UPDATE organisation SET reminder_days = 5, reminders_since = '2027-02-01' WHERE kind = 'OPERATOR';
    INSERT INTO ledger_entry (posting_id, line, organisation_id, environment, kind, debit, credit, currency, amount_minor, at, actor,
      owed_change, held_change)
    SELECT 'pst_' || id, 1, id, 'production', 'ADJUSTMENT', 'PARTNER', 'ADJUSTMENTS', 'EUR', 10000, '2027-01-15', 'x', 10000, 0
    FROM organisation WHERE kind = 'PARTNER';
    INSERT INTO statement (statement_id, organisation_id, environment, month, time_zone, from_at, to_at, currency, opening_minor,
      closing_minor, totals, closed_at, closed_by, due_on)
    SELECT 'stm_' || id, id, 'production', '2027-01', 'Europe/Madrid', '2026-12-31T23:00Z', '2027-01-31T23:00Z', 'EUR', 0, 10000,
      '{"ADJUSTMENT": {"owedMinor": 10000, "entries": 1}}', '2027-02-01', 'x', '2027-02-15'
    FROM organisation WHERE kind = 'PARTNER'`);
  await time.advanceDatabase(Date.parse('2027-02-20T12:00:00Z') - time.databaseNowMs());
});
afterAll(() => world?.drop());
beforeEach(() => world.ownerDb`TRUNCATE entries_read, unreadable`);

/** How many partners each statement read, without those that read one partner. */
const readTogether = async () =>
  (
    await world.ownerDb<{ partners: number }[]>`
      SELECT count(*)::int AS partners FROM entries_read GROUP BY at HAVING count(*) > 1 ORDER BY partners DESC, at`
  ).map(({ partners }) => partners);

test('overdue amounts and totals of many partners are calculated in small batches', async () => {
  const input = { overdue: true, withTotals: true, withAgeing: true };
  const { balances, totals } = await calls.call('billing/balances/list', input, null);
  expect(balances.map(({ overdue }: Response) => overdue.amount)).toEqual(
    Array.from({ length: PARTNERS }, () => eur('100.00')),
  );
  expect(totals).toMatchObject([
    {
      ...{ partners: PARTNERS, owed: eur('2300.00'), overdue: eur('2300.00') },
      ageing: { days0To30: eur('0.00'), days31To60: eur('2300.00') },
    },
  ]);
  // The overdue amounts, the ages of the page and the totals.
  const batches = [5, 5, 5, 5, 3];
  expect(await readTogether()).toEqual([...batches, ...batches, ...batches].sort().reverse());
});

const run = () =>
  runSchedule(
    { ...calls.parts(), pool: world.pool, log: createLog('silent') },
    { db: world.db, signal: new AbortController().signal },
  );

test('a partner whose overdue amount cannot be calculated keeps no other partner from its reminder', async () => {
  await world.ownerDb`INSERT INTO unreadable VALUES ('org_02')`;
  const sent: Mail[] = [];
  calls.sendMail = async (_, mail) => void sent.push(mail);
  await expect(run()).rejects.toThrow('statement timeout');
  expect(sent).toHaveLength(PARTNERS - 1);
  expect(await readTogether()).toEqual([]);
  await world.ownerDb`TRUNCATE unreadable`;
  await run();
  expect(sent.map(({ to }) => to).at(-1)).toBe('2@partner.example');
  expect(sent).toHaveLength(PARTNERS);
});

test('a week after its first try, a run for reminders no longer waits for a partner whose overdue amount cannot be calculated', async () => {
  await world.ownerDb`INSERT INTO unreadable VALUES ('org_03')`;
  const at = (day: string) =>
    world.time.advanceDatabase(Date.parse(`${day}T12:00:00Z`) - world.time.databaseNowMs());
  for (const day of ['2027-02-21', '2027-02-28']) {
    await at(day);
    await expect(run()).rejects.toThrow('statement timeout');
  }
  await at('2027-03-01');
  await run();
  expect((await calls.call('billing/schedule/show', {}, null)).reminders).toMatchObject({
    on: '2027-03-01',
    failed: 1,
    partners: [{ partnerId: 'org_03', partnerName: 'P3', month: '2027-01', outcome: 'FAILED' }],
  });
});
