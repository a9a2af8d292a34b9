/** The ledger with transactions that overlap. The entries are written directly, so that each uses a known stripe. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { RunningJob } from '../../platform/jobs/job.ts';
import { createSeal, deriveKey } from '../../platform/secrets/seal.ts';
import { accountJobs } from './account-events.ts';
import { ledgerLine } from './entry-kinds.ts';
import { getAccount, insertEntries, insertPayment } from './ledger-store.ts';

const scope = { organisationId: 'org_a', environment: 'sandbox' } as const;
const MONTH_END = '2026-11-01T00:00:00Z';

let database: Awaited<ReturnType<typeof testDatabase>>;
let db: Database;
let ownerDb: Database;
beforeAll(async () => {
  database = await testDatabase();
  ({ db, ownerDb } = database);
  await ownerDb`INSERT INTO organisation (id, name, kind) VALUES ('org_a', 'A', 'PARTNER')`;
});
afterAll(() => database?.drop());
beforeEach(async () => {
  await ownerDb`TRUNCATE ledger_entry, ledger_balance, ledger_alert, job, outbox_event`;
  await ownerDb`UPDATE organisation SET billing_model = 'NONE', credit_limit_minor = NULL, billing_currency = 'EUR'`;
});

async function credit(limitMinor: number): Promise<void> {
  await ownerDb`UPDATE organisation SET billing_model = 'CREDIT', credit_limit_minor = ${limitMinor}`;
}

interface Entry {
  kind: 'HOLD' | 'CHARGE' | 'REFUND';
  amountMinor: number;
  stripe?: number;
  line?: number;
  at?: string;
}

/** The first number to try for a posting id. Raised by 1,000 for each posting. */
let postings = 0;

async function post(tx: Database, ...entries: Entry[]): Promise<void> {
  postings += 1_000;
  const [found] = await tx<{ id: string }[]>`
    SELECT 'pst_' || n AS id FROM generate_series(${postings}::int, ${postings + 999}::int) AS n
    WHERE hashtext('pst_' || n) & 7 = ${entries[0]?.stripe ?? 0} LIMIT 1`;
  for (const [i, { kind, amountMinor, at = '2026-11-16T00:00:00Z' }] of entries.entries()) {
    const { debit, credit: from } = ledgerLine(kind, amountMinor);
    const owed = kind === 'HOLD' ? 0 : kind === 'CHARGE' ? amountMinor : -amountMinor;
    await tx`
      INSERT INTO ledger_entry (posting_id, line, organisation_id, environment, kind, debit, credit, currency, amount_minor, at, actor,
        booking_id, owed_change, held_change, is_checked)
      VALUES (${found?.id ?? ''}, ${i + 1}, 'org_a', 'sandbox', ${kind}, ${debit}, ${from}, 'EUR', ${amountMinor}, ${at}::text::timestamptz, 'CLIENT', 'bkg_1',
        ${owed}, ${kind === 'HOLD' ? amountMinor : 0}, ${kind === 'HOLD'})`;
  }
}

/** A change made by a person, which always locks all stripes. */
const adjust = (tx: Database, amountMinor: number) =>
  insertEntries(tx, { scope, currency: 'EUR', lines: [ledgerLine('ADJUSTMENT', amountMinor)], actor: 'x' });

const pay = (amountMinor: number) =>
  insertPayment(db, {
    scope,
    currency: 'EUR',
    lines: [ledgerLine('PAYMENT', amountMinor)],
    actor: 'x',
    externalReference: 'P-1',
  });

/** Runs the trigger now instead of at the commit. */
const settle = (tx: Database) => tx`SET CONSTRAINTS ALL IMMEDIATE`;

async function waiting(count: number): Promise<void> {
  const blocked = async () =>
    (
      await ownerDb`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
    ).count;
  await expect.poll(blocked).toBe(count);
}

/** A transaction that has done its work and commits when the test lets it. */
async function begun(work: (tx: Database) => PromiseLike<unknown>) {
  const { promise: end, resolve: commit } = Promise.withResolvers<void>();
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  const done = ownerDb.transaction(async tx => {
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

const sum = async () => {
  const { owedMinor, heldMinor, lowPercent } = await getAccount(db, scope);
  return { owedMinor, heldMinor, lowPercent };
};

test('a booking that waited for its stripe and then needs all stripes causes no deadlock', async () => {
  await credit(1_000);
  await adjust(db, 100);
  // Represents a payment that has already committed the other stripes.
  const payment = await begun(
    tx => tx`UPDATE ledger_balance SET credit_minor = -1 WHERE stripe = 5 AND environment = 'sandbox'`,
  );
  const booking = ownerDb.transaction(tx => post(tx, { kind: 'HOLD', amountMinor: 10, stripe: 5 }));
  await waiting(1);
  const other = ownerDb.transaction(tx => adjust(tx, 1));
  await waiting(2);
  await payment.commit();
  await Promise.all([booking, other]);
  expect(await sum()).toEqual({ owedMinor: 101, heldMinor: 10, lowPercent: null });
});

test.each([
  ['CREDIT', 0],
  ['PREPAID', null],
])(
  'a partner with the model %s and a negative available amount cannot use the refund of a cancellation for a new booking',
  async (model, limit) => {
    await post(ownerDb, { kind: 'CHARGE', amountMinor: 1_000, stripe: 5 });
    await ownerDb`UPDATE organisation SET billing_model = ${model}, credit_limit_minor = ${limit}`;
    await post(ownerDb, { kind: 'REFUND', amountMinor: 200, stripe: 3 });
    await post(ownerDb, { kind: 'REFUND', amountMinor: 300, stripe: 5 });
    const hold = post(ownerDb, { kind: 'HOLD', amountMinor: 300, stripe: 5 });
    await expect(hold).rejects.toMatchObject({ code: 'SB402' });
    expect(await sum()).toMatchObject({ owedMinor: 500, heldMinor: 0 });
  },
);

test('changing a credit limit updates the low-balance status without another entry', async () => {
  await credit(1_000);
  await adjust(db, 500);
  const jobs = async () => (await db`SELECT FROM job WHERE kind = 'billing.balance_low'`).count;
  expect([(await sum()).lowPercent, await jobs()]).toEqual([null, 0]);
  await credit(510);
  expect([(await sum()).lowPercent, await jobs()]).toEqual([5, 1]);
  await credit(1_000);
  expect((await sum()).lowPercent).toBeNull();
});

test('the billing currency cannot be changed while the first entry is being written', async () => {
  const first = await begun(async tx => {
    await post(tx, { kind: 'HOLD', amountMinor: 100 });
    await settle(tx);
  });
  const change = ownerDb`UPDATE organisation SET billing_currency = 'USD'`.then(
    () => 'CHANGED',
    error => (error as { code: string }).code,
  );
  await waiting(1);
  await first.commit();
  expect(await change).toBe('SB409');
});

test('all entries of a posting have the same time', async () => {
  const lines = Array.from({ length: 200 }, () => ledgerLine('ADJUSTMENT', 1));
  await insertEntries(db, { scope, currency: 'EUR', lines, actor: 'x' });
  expect((await db`SELECT DISTINCT at FROM ledger_entry`).count).toBe(1);
  expect((await sum()).owedMinor).toBe(200);
});

test('a posting that commits after its month was closed moves to the next month as a whole', async () => {
  await adjust(db, 1);
  const late = await begun(tx =>
    post(
      tx,
      { kind: 'REFUND', amountMinor: 5, at: '2026-10-31T23:59:59.999998Z' },
      { kind: 'CHARGE', amountMinor: 7, at: '2026-10-31T23:59:59.999999Z' },
    ),
  );
  await ownerDb`UPDATE ledger_balance SET closed_until = ${MONTH_END}::text::timestamptz`;
  await late.commit();
  const before = await db`SELECT FROM ledger_entry WHERE at < ${MONTH_END}::text::timestamptz`;
  expect(before.count).toBe(0);
});

test('a balance that recovers while it is being reported is reported again when it falls again', async () => {
  const run = accountJobs(createSeal(deriveKey(Buffer.alloc(32, 7), 'test')))['billing.balance_low']?.run;
  let paid: Promise<unknown> | undefined;
  const report = (guard: () => Promise<void>) =>
    run?.({ key: 'org_a sandbox', db, guard } as unknown as RunningJob);
  await credit(1_000);
  await adjust(db, 990);
  await report(async () => {
    paid = pay(900);
    await Promise.race([paid, new Promise(resolve => setTimeout(resolve, 300))]);
  });
  await paid;
  expect((await sum()).lowPercent).toBeNull();
  await adjust(db, 900);
  await report(async () => {});
  expect((await db`SELECT FROM outbox_event WHERE type = 'account.balance_low'`).count).toBe(2);
});

const VALID = {
  ...{
    posting_id: 'pst_1',
    line: 1,
    environment: 'sandbox',
    kind: 'HOLD',
    debit: 'HELD',
    credit: 'COMMITMENTS',
    currency: 'EUR',
  },
  ...{ amount_minor: 1, booking_id: 'bkg_1' as string | null, external_reference: null as string | null },
};

test.each([
  ['with a negative amount', { amount_minor: -1 }],
  ['from an account to itself', { credit: 'HELD' }],
  ['in an unknown environment', { environment: 'staging' }],
  ['of an unknown kind', { kind: 'GIFT' }],
  ['with an invalid currency', { currency: 'euro' }],
  ['of a payment without an external reference', { kind: 'PAYMENT', booking_id: null }],
  ['of a booking with an external reference', { external_reference: 'P-1' }],
  ['of a hold without a booking', { booking_id: null }],
])('a ledger entry %s is refused, also on another line and if the ledger has entries', async (_, wrong) => {
  const entry = { ...VALID, ...wrong };
  const refused = { code: '23514' };
  await expect(insertEntry(entry)).rejects.toMatchObject(refused);
  await expect(insertEntry({ ...entry, line: 2 })).rejects.toMatchObject(refused);
  await insertEntry({ ...VALID, posting_id: 'pst_0' });
  await expect(insertEntry(entry)).rejects.toMatchObject(refused);
});

async function insertEntry(entry: typeof VALID): Promise<void> {
  await ownerDb`
    INSERT INTO ledger_entry (posting_id, line, organisation_id, environment, kind, debit, credit, currency, amount_minor, at, actor,
      booking_id, external_reference, owed_change, held_change)
    VALUES (${entry.posting_id}, ${entry.line}, 'org_a', ${entry.environment}, ${entry.kind}, ${entry.debit}, ${entry.credit},
      ${entry.currency}, ${entry.amount_minor}, serai_now(), 'CLIENT', ${entry.booking_id}, ${entry.external_reference}, 0, 0)`;
}
