/** Closing a statement while the same ledger is used. A row policy holds up the sum of the entries until the test lets it. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { BillingCalls } from '../../../../test/billing-calls.ts';
import { type BookingWorld, bookingWorld } from '../../../../test/booking-world.ts';
import type { Database } from '../../../platform/database/connect.ts';

const eur = (amount: string) => ({ amount, currency: 'EUR' });
const JANUARY = { environment: 'sandbox', month: '2027-01' };
const FEBRUARY = { ...JANUARY, month: '2027-02' };
/** In the time zone of the operator, Europe/Madrid. */
const END = '2027-01-31T23:00:00.000Z';
const BEFORE_END = '2027-01-31T22:59:59Z';

let world: BookingWorld;
let calls: BillingCalls;
beforeAll(async () => {
  world = await bookingWorld();
  calls = new BillingCalls(world);
  await world.ownerDb.script(`
    CREATE FUNCTION wait_for_test() RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
    BEGIN
      WHILE NOT pg_try_advisory_xact_lock_shared(77) LOOP PERFORM pg_sleep(0.01); END LOOP;
      RETURN true;
    END $$;
    CREATE POLICY held_up ON ledger_entry AS RESTRICTIVE FOR SELECT TO serai_scoped USING (wait_for_test())`);
});
afterAll(() => world?.drop());
beforeEach(async () => {
  await calls.clear();
  await world.time.advanceDatabase(Date.UTC(2027, 0, 20) - world.time.databaseNowMs());
  await adjust(world.ownerDb, 300, '2027-01-20T00:00:00Z');
  await world.time.advanceDatabase(Date.UTC(2027, 1, 10) - world.time.databaseNowMs());
});

const close = async (named: object = JANUARY) => (await calls.call('statements/close', named)).statement;
const show = async (named: object) => (await calls.call('statements/show', named)).statement;

let postings = 0;

async function insert(tx: Database, kind: string, owed: number, at: string, bookingId: string | null) {
  await tx`
    INSERT INTO ledger_entry (posting_id, line, organisation_id, environment, kind, debit, credit, currency, amount_minor, at, actor,
      booking_id, owed_change, held_change)
    VALUES (${`pst_${++postings}`}, 1, 'org_a', 'sandbox', ${kind}, 'PARTNER', 'SALES', 'EUR', ${owed * 100}, ${at}::text::timestamptz, 'x',
      ${bookingId}, ${owed * 100}, 0)`;
}

/** Locks all stripes when it commits. */
const adjust = (tx: Database, owed: number, at = BEFORE_END) => insert(tx, 'ADJUSTMENT', owed, at, null);
/** Locks one stripe when it commits, like most bookings. */
const charge = (tx: Database, owed: number, at = BEFORE_END) => insert(tx, 'CHARGE', owed, at, 'bkg_1');

/** A transaction that has done its work and commits when the test lets it. */
async function begun(work: (tx: Database) => PromiseLike<unknown>) {
  const { promise: end, resolve: commit } = Promise.withResolvers<void>();
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  const done = world.ownerDb.transaction(async tx => {
    await work(tx);
    start();
    await end;
  });
  await Promise.race([started, done]);
  return {
    commit: () => {
      commit();
      return done;
    },
  };
}

const holdUp = () => begun(tx => tx`SELECT pg_advisory_xact_lock(77)`);

async function waiting(where: 'PgSleep' | 'Lock', count: number): Promise<void> {
  const found = async () =>
    (
      await world.ownerDb`
        SELECT FROM pg_stat_activity
        WHERE ${where} IN (wait_event, wait_event_type) AND datname = current_database()`
    ).count;
  await expect.poll(found).toBe(count);
}

const counted = async () =>
  (await world.ownerDb<{ last: number }[]>`SELECT last FROM statement_counter WHERE month = '2027-01'`)[0]
    ?.last;

test('bookings and payments of the partner are written while the entries of the month are added up, and late ones belong to the next month', async () => {
  const inFlight = await begun(tx => charge(tx, 5));
  const sum = await holdUp();
  const closing = close();
  await waiting('PgSleep', 1);
  await calls.sell();
  await charge(world.ownerDb, 7);
  await adjust(world.ownerDb, 1);
  await inFlight.commit();
  await waiting('PgSleep', 1);
  await sum.commit();
  expect(await closing).toMatchObject({ number: 'TEST-2027-01-0001', closing: eur('300.00'), entries: 1 });
  expect(await show(FEBRUARY)).toMatchObject({ opening: eur('300.00'), closing: eur('757.00') });
});

test('an entry that is being committed when the month is sealed belongs to the month', async () => {
  await charge(world.ownerDb, 1);
  const committing = await begun(async tx => {
    await charge(tx, 5);
    await tx`SET CONSTRAINTS ALL IMMEDIATE`;
  });
  const closing = close();
  await waiting('Lock', 1);
  await committing.commit();
  expect(await closing).toMatchObject({ closing: eur('306.00'), entries: 3 });
});

test('if the connection is lost while the entries are added up, closing again gives the same statement and skips no number', async () => {
  const sum = await holdUp();
  const closing = close().then(
    () => 'CLOSED',
    () => 'LOST',
  );
  await waiting('PgSleep', 1);
  await world.ownerDb`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE wait_event = 'PgSleep' AND datname = current_database()`;
  expect(await closing).toBe('LOST');
  await sum.commit();
  await adjust(world.ownerDb, 9);
  expect([(await show(JANUARY)).status, calls.audited]).toEqual(['OPEN', []]);
  const statement = await close();
  expect(statement).toMatchObject({ number: 'TEST-2027-01-0001', to: '2027-01-31T23:00:00Z', entries: 1 });
  expect(await close()).toEqual(statement);
  expect(await show(FEBRUARY)).toMatchObject({ opening: eur('300.00'), closing: eur('309.00') });
});

test('a month that is closed several times at the same time has one statement, one number and one audit entry', async () => {
  const sum = await holdUp();
  const closings = [1, 2, 3].map(() => close());
  await waiting('PgSleep', 3);
  await sum.commit();
  const [first, ...others] = await Promise.all(closings);
  expect(others).toEqual([first, first]);
  expect([await counted(), calls.audited.length]).toEqual([1, 1]);
});

test('bookings of the partner do not wait while the number of the statement is assigned', async () => {
  const other = await begun(
    tx => tx`INSERT INTO statement_counter (environment, month, last) VALUES ('sandbox', '2027-01', 4)`,
  );
  const closing = close();
  await waiting('Lock', 1);
  // One booking for each stripe and more.
  for (let i = 0; i < 30; i++) await charge(world.ownerDb, 1, '2027-02-05T00:00:00Z');
  await waiting('Lock', 1);
  await other.commit();
  expect(await closing).toMatchObject({ number: 'TEST-2027-01-0005' });
});

test('a node of the previous version that closes the month at the same time causes no second statement or number', async () => {
  const sum = await holdUp();
  const closing = close();
  await waiting('PgSleep', 1);
  const previous = await begun(async tx => {
    await tx`SELECT FROM ledger_balance ORDER BY stripe FOR UPDATE`;
    await insertClosed(tx, JANUARY.month, ['2026-12-31T23:00:00Z', END]);
  });
  await sum.commit();
  await waiting('Lock', 1);
  await previous.commit();
  expect(await closing).toMatchObject({ statementId: 'stm_2027-01', number: 'TEST-2027-01-0001' });
  expect(await counted()).toBe(1);
});

test('a statement ends where the next one starts, even if that one is closed in another time zone while the entries are added up', async () => {
  await adjust(world.ownerDb, 20, '2027-01-31T23:30:00Z');
  const sum = await holdUp();
  const closing = close();
  await waiting('PgSleep', 1);
  await insertClosed(world.ownerDb, FEBRUARY.month, ['2027-02-01T00:00:00Z', '2027-03-01T00:00:00Z']);
  await sum.commit();
  expect(await closing).toMatchObject({ to: '2027-02-01T00:00:00Z', closing: eur('320.00') });
});

test('a statement has no entries that a reset of the sandbox deleted while they were added up', async () => {
  await charge(world.ownerDb, 50);
  const sum = await holdUp();
  const closing = close();
  await waiting('PgSleep', 1);
  await world.ownerDb`SELECT empty_sandbox_ledger('org_a')`;
  await sum.commit();
  expect(await closing).toMatchObject({ closing: eur('300.00'), entries: 1 });
});

test('a month that cannot be closed because of other statements of the partner is refused with this reason', async () => {
  await world.ownerDb.script(`
    CREATE FUNCTION unseal() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.closed_until := NULL; RETURN NEW; END $$;
    CREATE TRIGGER unsealed BEFORE UPDATE ON ledger_balance FOR EACH ROW EXECUTE FUNCTION unseal()`);
  const closing = close();
  await expect(closing).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: 'Other statements of this partner were being closed. Try again.',
  });
  await world.ownerDb.script('DROP TRIGGER unsealed ON ledger_balance');
});

async function insertClosed(tx: Database, month: string, [from = '', to = '']: string[]): Promise<void> {
  await tx`
    INSERT INTO statement (statement_id, organisation_id, environment, month, time_zone, from_at, to_at, currency, opening_minor,
      closing_minor, totals, closed_at, closed_by)
    VALUES (${`stm_${month}`}, 'org_a', 'sandbox', ${month}, 'UTC', ${from}::text::timestamptz, ${to}::text::timestamptz, 'EUR', 0, 0, '{}',
      serai_now(), 'x')`;
}
