import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type BookingWorld,
  bookingContent,
  bookingWorld,
  NET_MINOR,
  RESERVATION,
} from '../../../test/booking-world.ts';
import { eachBalance } from '../../../test/recomputed-balances.ts';
import { lockBooking } from '../../booking/bookings/booking-store.ts';
import { changeBooking } from '../../booking/bookings/change-booking.ts';
import type { Journalled } from '../../booking/bookings/protocol/journal-booking.ts';
import { recordBooked } from '../../booking/bookings/protocol/record-outcome.ts';
import { settleBills } from '../../booking/reconcile/settle-bills.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { openEventData } from '../../platform/events/outbox-store.ts';
import { ledgerLine } from './entry-kinds.ts';
import { getAccount, insertEntries, insertPayment } from './ledger-store.ts';

const TOLERANCE = 500;
const billing = { terms: { currency: 'EUR', rate: null }, highestMinor: NET_MINOR + TOLERANCE };

let world: BookingWorld;
beforeAll(async () => {
  world = await bookingWorld();
});
afterAll(() => world?.drop());
beforeEach(async () => {
  const { ownerDb } = world;
  await ownerDb`TRUNCATE ledger_entry, ledger_balance, ledger_alert, booking, booking_note, booking_attempt, booking_history, booking_exchange, job, outbox_event`;
  await ownerDb`UPDATE organisation SET billing_model = 'NONE', credit_limit_minor = NULL, billing_currency = NULL`;
});

async function credit(limitMinor: number): Promise<void> {
  await world.ownerDb`UPDATE organisation SET billing_model = 'CREDIT', billing_currency = 'EUR', credit_limit_minor = ${limitMinor}
    WHERE id = 'org_a'`;
}

async function pay(amountMinor: number, externalReference = 'P-1') {
  return insertPayment(world.db, {
    scope: world.scope,
    currency: 'EUR',
    lines: [ledgerLine('PAYMENT', amountMinor)],
    actor: 'finance@example.com',
    externalReference,
  });
}

const account = async () => {
  const { owedMinor, heldMinor } = await getAccount(world.db, world.scope);
  return { owedMinor, heldMinor };
};

async function kinds(bookingId: string): Promise<string[]> {
  const rows = await world.db<{ kind: string; amount: number }[]>`
    SELECT kind, amount_minor AS amount FROM ledger_entry WHERE booking_id = ${bookingId} ORDER BY ctid`;
  return rows.map(({ kind, amount }) => `${kind} ${amount}`);
}

async function confirmed(netMinor = NET_MINOR): Promise<string> {
  const { attempt } = await world.journalled({ billing });
  const outcome = { kind: 'CONFIRMED', ...RESERVATION, netMinor } as const;
  const { booking } = await recordBooked(world.db, world.parts, {
    supplier: world.supplier,
    attempt,
    outcome,
    exchanges: [],
  });
  return booking.booking_id;
}

test('a booking holds its net plus the tolerance until it is confirmed, and then charges its final net', async () => {
  const { booking } = await world.journalled({ billing });
  expect(await account()).toEqual({ owedMinor: 0, heldMinor: NET_MINOR + TOLERANCE });
  expect(await kinds(booking.booking_id)).toEqual([`HOLD ${NET_MINOR + TOLERANCE}`]);
  const id = await confirmed(NET_MINOR + 200);
  expect((await kinds(id)).slice(1)).toEqual([
    `RELEASE ${NET_MINOR + TOLERANCE}`,
    `CHARGE ${NET_MINOR + 200}`,
  ]);
  expect(await account()).toEqual({ owedMinor: NET_MINOR + 200, heldMinor: NET_MINOR + TOLERANCE });
  expect(await eachBalance(world.ownerDb)).toEqual([]);
});

test('the accounts of a ledger add up to zero', async () => {
  await confirmed();
  await pay(1_000);
  const [row] = await world.db<{ total: number }[]>`
    SELECT sum(change)::bigint AS total FROM ledger_entry,
      LATERAL (VALUES (debit, amount_minor), (credit, -amount_minor)) AS side (account, change)`;
  expect(row?.total).toBe(0);
});

test('the application cannot change or delete ledger entries, or change balances', async () => {
  await confirmed();
  await expect(world.db`UPDATE ledger_entry SET amount_minor = 0`).rejects.toThrow('permission denied');
  await expect(world.db`DELETE FROM ledger_entry`).rejects.toThrow('permission denied');
  await expect(world.db`UPDATE ledger_balance SET owed_minor = 0`).rejects.toThrow('permission denied');
});

test('a booking that exceeds the credit is refused and uses up neither its client reference nor its quote', async () => {
  await credit(NET_MINOR + TOLERANCE - 1);
  const quoteId = await world.quote();
  const wanted = { billing, quoteId, clientReference: 'same' };
  expect(await world.journal(wanted)).toEqual({ kind: 'CREDIT_EXCEEDED' });
  await credit(NET_MINOR + TOLERANCE);
  expect((await world.journal(wanted)).kind).toBe('JOURNALLED');
  expect((await world.journal(wanted)).kind).toBe('EXISTS');
});

test('exactly 5 of 200 concurrent bookings succeed if the credit limit allows 5', async () => {
  await credit(5 * (NET_MINOR + TOLERANCE) + 7);
  const quotes = await Promise.all(Array.from({ length: 200 }, () => world.quote()));
  const results = await Promise.all(quotes.map(bookUntilAnswered));
  const counts = Object.groupBy(results, ({ kind }) => kind);
  expect([counts.JOURNALLED?.length, counts.CREDIT_EXCEEDED?.length]).toEqual([5, 195]);
  expect(await account()).toEqual({ owedMinor: 0, heldMinor: 5 * (NET_MINOR + TOLERANCE) });
  expect(await eachBalance(world.ownerDb)).toEqual([]);
});

/**
 * On a busy machine, some bookings do not get a connection in time. They are sent again, as a client would do.
 */
async function bookUntilAnswered(quoteId: string): Promise<Journalled> {
  for (;;) {
    try {
      return await world.journal({ billing, quoteId });
    } catch (error) {
      if ((error as { code?: string }).code !== 'POOL_BUSY') throw error;
    }
  }
}

test('a partner that pays in advance can book until its funds are used up', async () => {
  await world.ownerDb`UPDATE organisation SET billing_model = 'PREPAID', credit_limit_minor = NULL WHERE id = 'org_a'`;
  expect((await world.journal({ billing })).kind).toBe('CREDIT_EXCEEDED');
  await pay(NET_MINOR + TOLERANCE);
  expect((await world.journal({ billing })).kind).toBe('JOURNALLED');
  expect((await world.journal({ billing })).kind).toBe('CREDIT_EXCEEDED');
});

test('a payment that is entered twice is recorded once', async () => {
  expect(await pay(1_000)).toBeDefined();
  expect(await pay(1_000)).toBeUndefined();
  expect(await account()).toEqual({ owedMinor: -1_000, heldMinor: 0 });
});

test('a booking that is paid at the property needs no credit', async () => {
  await credit(0);
  const content = bookingContent();
  content.payment = { type: 'PAY_AT_PROPERTY' };
  const { booking } = await world.journalled({ billing, content });
  expect(await kinds(booking.booking_id)).toEqual(['HOLD 0']);
});

test('a booking without billing data, such as one from before the migration, posts nothing', async () => {
  const { booking_id } = await world.booked();
  expect(await kinds(booking_id)).toEqual([]);
  expect((await world.read(booking_id)).billing).toBeNull();
});

test('the first entry fixes the currency of the ledger', async () => {
  const inDollars = { terms: { currency: 'USD', rate: '1.1745' }, highestMinor: NET_MINOR };
  expect((await world.journal({ billing: inDollars })).kind).toBe('WRONG_CURRENCY');
  await confirmed();
  const change = world.ownerDb`UPDATE organisation SET billing_currency = 'USD' WHERE id = 'org_a'`;
  await expect(change).rejects.toMatchObject({ code: 'SB409' });
});

test('a late confirmation posts nothing until it is kept, and is then charged without a credit check', async () => {
  const { booking, attempt } = await world.journalled({ billing });
  const outcome = { kind: 'REFUSED', reason: 'SOLD_OUT' } as const;
  await recordBooked(world.db, world.parts, { supplier: world.supplier, attempt, outcome, exchanges: [] });
  const id = booking.booking_id;
  const change = (kind: 'FOUND_LATE' | 'LATE_KEPT') =>
    inTransaction(world.db, async tx =>
      changeBooking(tx, world.parts, await lockBooking(tx, id), { event: { kind } }),
    );
  await change('FOUND_LATE');
  expect(await account()).toEqual({ owedMinor: 0, heldMinor: 0 });
  await credit(0);
  await change('LATE_KEPT');
  expect((await kinds(id)).at(-1)).toBe(`CHARGE ${NET_MINOR}`);
  expect(await eachBalance(world.ownerDb)).toEqual([]);
});

test('resetting the sandbox removes the entries of its bookings and keeps payments', async () => {
  await credit(100 * NET_MINOR);
  await confirmed();
  await world.journalled({ billing });
  await pay(1_000);
  await world.db`SELECT reset_sandbox('org_a')`;
  expect(await account()).toEqual({ owedMinor: -1_000, heldMinor: 0 });
  expect(await eachBalance(world.ownerDb)).toEqual([]);
  await confirmed();
  expect(await account()).toEqual({ owedMinor: NET_MINOR - 1_000, heldMinor: 0 });
});

test('a booking that is made while the sandbox is being reset leaves balances that match the ledger entries', async () => {
  await confirmed();
  const { promise: end, resolve: release } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: lock } = Promise.withResolvers<void>();
  const holder = world.ownerDb.transaction(async tx => {
    await tx`SELECT FROM ledger_balance WHERE stripe = 0 FOR UPDATE`;
    lock();
    await end;
  });
  await isLocked;
  const reset = world.ownerDb`SELECT reset_sandbox('org_a')`.then(() => undefined);
  const blocked = async () =>
    (await world.ownerDb`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'`).count;
  await expect.poll(blocked).toBeGreaterThan(0);
  // If the entry of this booking belongs to the locked stripe, the booking waits as well.
  const booking = world.journalled({ billing });
  await Promise.race([booking, new Promise(resolve => setTimeout(resolve, 1_000))]);
  release();
  await Promise.all([holder, reset, booking]);
  expect(await eachBalance(world.ownerDb)).toEqual([]);
});

test('the allowances of the stripes together do not exceed the credit, and a lowered limit applies to the next booking', async () => {
  await credit(20 * (NET_MINOR + TOLERANCE));
  for (let i = 0; i < 12; i++) await world.journalled({ billing });
  const [sum] = await world.db<
    { allowed: number }[]
  >`SELECT sum(allowance_minor)::bigint AS allowed FROM ledger_balance`;
  expect(sum?.allowed).toBeLessThanOrEqual(20 * (NET_MINOR + TOLERANCE));
  await credit(12 * (NET_MINOR + TOLERANCE));
  expect((await world.journal({ billing })).kind).toBe('CREDIT_EXCEEDED');
});

test('ledger entries that a node of the previous version did not post are posted later', async () => {
  const { booking } = await world.journalled({ billing });
  await world.ownerDb`UPDATE booking SET status = 'REJECTED', status_reason = 'SOLD_OUT' WHERE booking_id = ${booking.booking_id}`;
  await settleBills(world.parts);
  expect(await account()).toEqual({ owedMinor: 0, heldMinor: 0 });
  await settleBills(world.parts);
  expect(await kinds(booking.booking_id)).toHaveLength(2);
});

test('the partner receives one event when less than 20 % is available, and another when less than 5 % is available', async () => {
  await credit(10 * NET_MINOR);
  world.runner.start();
  const told = async () => {
    await world.pass(2_000);
    const rows = await world.db<{ data: Buffer }[]>`
      SELECT data FROM outbox_event WHERE type = 'account.balance_low' ORDER BY at, event_id`;
    return rows.map(({ data }) => openEventData(world.safe.seal, data) as { available: { amount: string } });
  };
  const adjust = (amountMinor: number) =>
    insertEntries(world.db, {
      scope: world.scope,
      currency: 'EUR',
      lines: [ledgerLine('ADJUSTMENT', amountMinor)],
      actor: 'x',
    });
  await adjust(8 * NET_MINOR);
  expect(await told()).toHaveLength(0);
  await adjust(1);
  expect(await told()).toMatchObject([{ partnerId: 'org_a', billing: 'CREDIT', currency: 'EUR' }]);
  await adjust(1);
  expect(await told()).toHaveLength(1);
  await adjust(1.5 * NET_MINOR);
  expect(await told()).toHaveLength(2);
  await pay(5 * NET_MINOR);
  await adjust(4 * NET_MINOR);
  expect(await told()).toHaveLength(3);
  await world.runner.stop();
});

test('the partner receives at most one event per hour about bookings that exceed the credit', async () => {
  const { parts, db, scope, time } = world;
  const count = async () => (await db`SELECT FROM outbox_event WHERE type = 'account.credit_exceeded'`).count;
  await parts.billing.tellExceeded(db, scope);
  await parts.billing.tellExceeded(db, scope);
  expect(await count()).toBe(1);
  await time.advance(3_600_000);
  await parts.billing.tellExceeded(db, scope);
  expect(await count()).toBe(2);
});
