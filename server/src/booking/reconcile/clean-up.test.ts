import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { bookingWorld } from '../../../test/booking-world.ts';
import { addDays } from '../../platform/time/civil-date.ts';
import { insertExchanges, listExchanges } from '../bookings/exchange-store.ts';
import { insertKey } from '../operations/idempotency-store.ts';
import { writeCalls } from '../providers/health/call-statistics-store.ts';
import { writeErrors } from '../providers/health/last-errors-store.ts';
import { insertReservation } from '../suppliers/test/ledger-store.ts';
import { cleanUp } from './clean-up.ts';

const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;
const HOURLY = { kind: 'AGAIN', delayMs: 3_600_000 };
const TABLES = [
  'quote',
  'idempotency_key',
  'test_reservation',
  'booking_exchange',
  'provider_calls',
  'provider_failure',
] as const;

const world = await bookingWorld();
afterAll(() => world.drop());
beforeEach(() => world.ownerDb.script(TABLES.map(table => `DELETE FROM ${table};`).join('')));

async function countOf(table: (typeof TABLES)[number]): Promise<number> {
  const [row] = await world.ownerDb<Record<typeof table, number>[]>`
    SELECT (SELECT count(*)::int FROM quote) AS quote,
      (SELECT count(*)::int FROM idempotency_key) AS idempotency_key,
      (SELECT count(*)::int FROM test_reservation) AS test_reservation,
      (SELECT count(*)::int FROM booking_exchange) AS booking_exchange,
      (SELECT count(*)::int FROM provider_calls) AS provider_calls,
      (SELECT count(*)::int FROM provider_failure) AS provider_failure`;
  return row?.[table] ?? Number.NaN;
}

/** Asserts that the rows of a table still exist shortly before `ms` and are deleted shortly after. */
async function expectRetention(
  table: (typeof TABLES)[number],
  ms: number,
  exchangeDays?: number,
): Promise<void> {
  const { db, time } = world;
  const before = await countOf(table);
  expect(before).toBeGreaterThan(0);
  await time.advance(ms - SECOND_MS);
  expect(await cleanUp({ db, exchangeDays })).toEqual(HOURLY);
  expect(await countOf(table)).toBe(before);
  await time.advance(2 * SECOND_MS);
  expect(await cleanUp({ db, exchangeDays })).toEqual(HOURLY);
  expect(await countOf(table)).toBe(0);
}

test('the clean-up deletes a quote a week after it expired', async () => {
  await world.quote(20 * 60_000);
  await expectRetention('quote', 20 * 60_000 + 7 * DAY_MS);
});

test("the clean-up removes the text of a provider's last error after a week, and keeps the rest", async () => {
  const { db, time } = world;
  const error = { environment: 'sandbox', code: 'liteapi', operation: 'lookup', cause: 'SERVER' } as const;
  await writeErrors(db, [
    { ...error, at: new Date(time.databaseNowMs()), status: 500, words: 'No booking of Ana Moreno' },
  ]);
  const last = () => world.ownerDb`SELECT operation, status, words FROM provider_error`;
  const kept = { operation: 'lookup', status: 500 };
  await time.advance(7 * DAY_MS - SECOND_MS);
  await cleanUp({ db });
  expect(await last()).toMatchObject([{ ...kept, words: 'No booking of Ana Moreno' }]);
  await time.advance(2 * SECOND_MS);
  await cleanUp({ db });
  expect(await last()).toMatchObject([{ ...kept, words: null }]);
});

/** Failed calls of a provider, one second apart, the newest of them now. */
async function failedCalls(code: string, count: number): Promise<void> {
  await world.db`
    INSERT INTO provider_failure (id, environment, code, at, operation, cause, calls)
    SELECT ${code} || n, 'sandbox', ${code}, serai_now() - n * interval '1 second', 'search', 'SERVER', 1
    FROM generate_series(0, ${count}::int - 1) AS n`;
}

test('the clean-up deletes a failed call to a provider after a week', async () => {
  await failedCalls('a', 1);
  await expectRetention('provider_failure', 7 * DAY_MS);
});

test('the clean-up keeps the newest 5,000 failed calls of each provider', async () => {
  await failedCalls('a', 5_002);
  await failedCalls('b', 3);
  expect(await cleanUp(world)).toEqual(HOURLY);
  expect(await countOf('provider_failure')).toBe(5_003);
  const [oldest] = await world.ownerDb`SELECT id FROM provider_failure WHERE code = 'a' ORDER BY at LIMIT 1`;
  expect(oldest).toEqual({ id: 'a4999' });
});

test('the clean-up deletes an idempotency key after 30 days', async () => {
  const request = { key: 'k', operation: 'booking', fingerprint: Buffer.alloc(32) } as const;
  await insertKey(world.db, world.scope, request, 'bkg_1');
  await expectRetention('idempotency_key', 30 * DAY_MS);
});

test.each([
  [1, 2],
  [60, 30],
] as const)(
  'the clean-up deletes provider call counts in slots of %i minutes after %i days',
  async (slotMinutes, days) => {
    const nowMs = world.time.databaseNowMs();
    const startMinute = Math.floor(nowMs / 60_000);
    await writeCalls(world.db, [
      {
        slotMinutes,
        environment: 'production',
        startMinute,
        code: 'own',
        operation: 'search',
        calls: 1,
        errors: 0,
        timeouts: 0,
        maxMs: 5,
        durations: [1],
      },
    ]);
    await expectRetention('provider_calls', startMinute * 60_000 + days * DAY_MS - nowMs);
  },
);

test("the clean-up deletes a test provider's reservation 30 days after check-out, whenever it was created", async () => {
  const today = new Date(world.time.databaseNowMs()).toISOString().slice(0, 10);
  await insertReservation(world.db, {
    provider: 'test-1',
    reference: 'R-1',
    supplierRef: 'S-1',
    state: 'BOOKED',
    scenario: null,
    hotelId: 'htl_1',
    checkIn: addDays(today, 400),
    checkOut: addDays(today, 401),
    currency: 'EUR',
    netMinor: 1,
  });
  const midnightMs = Date.parse(`${addDays(today, 401 + 30 + 1)}T00:00:00Z`);
  await expectRetention('test_reservation', midnightMs - world.time.databaseNowMs());
});

const EXCHANGE: ProviderExchange = {
  provider: 'test-1',
  operation: 'book',
  attempt: 1,
  startedAt: '2027-01-10T12:00:00.000Z',
  durationMs: 1,
  outcome: 'CONFIRMED',
  request: { method: null, target: null, headers: {}, body: null, truncated: false },
  response: null,
};

/** The time from which the exchanges of a booking are deleted. */
const deletedOnMs = ({ check_out }: { check_out: string }, days: number) =>
  Date.parse(`${addDays(check_out, days + 1)}T00:00:00Z`);

test('the clean-up deletes exchanges two years after check-out or after the configured number of days, and keeps the booking', async () => {
  const { db, safe, time } = world;
  const booking = await world.booked();
  await insertExchanges(db, safe, booking, [EXCHANGE, EXCHANGE]);
  await expectRetention('booking_exchange', deletedOnMs(booking, 10) - time.databaseNowMs(), 10);
  // Numbers of deleted exchanges can be reused.
  await insertExchanges(db, safe, booking, [EXCHANGE]);
  expect(await listExchanges(db, safe, booking)).toEqual([EXCHANGE]);
  await expectRetention('booking_exchange', deletedOnMs(booking, 730) - time.databaseNowMs());
  expect(await world.read(booking.booking_id)).toMatchObject({ status: 'CONFIRMED' });
});

test('the clean-up keeps exchanges without a check-out date, which an earlier version wrote, for as long as all other exchanges', async () => {
  const { db, safe, time } = world;
  const { check_out } = await world.booked();
  const booking = await world.booked();
  await insertExchanges(db, safe, booking, [EXCHANGE]);
  await world.ownerDb`UPDATE booking_exchange SET check_out = NULL, at = check_out - interval '30 days'`;
  await expectRetention('booking_exchange', deletedOnMs({ check_out }, 3_000) - time.databaseNowMs(), 3_000);
});

test('the clean-up keeps exchanges while their booking is open or needs attention', async () => {
  const { db, safe, time } = world;
  const open = await world.booked({ kind: 'UNKNOWN', cause: 'TIMEOUT' });
  const attended = await world.booked();
  await db`UPDATE booking SET needs_attention = true WHERE booking_id = ${attended.booking_id}`;
  await world.ownerDb`DELETE FROM booking_exchange`;
  for (const booking of [open, attended]) await insertExchanges(db, safe, booking, [EXCHANGE]);
  const afterMs = deletedOnMs(open, 3_001) - time.databaseNowMs();
  await time.advance(Math.max(afterMs, 2 * DAY_MS));
  expect(await cleanUp({ db, exchangeDays: 1 })).toEqual(HOURLY);
  expect(await countOf('booking_exchange')).toBe(2);
  await db`UPDATE booking SET needs_attention = false WHERE booking_id = ${attended.booking_id}`;
  await db`UPDATE booking SET status = 'REJECTED' WHERE booking_id = ${open.booking_id}`;
  await cleanUp({ db, exchangeDays: 1 });
  expect(await countOf('booking_exchange')).toBe(0);
});

test('the clean-up deletes old rows in batches and runs again immediately while there are more', async () => {
  await world.db`
    INSERT INTO idempotency_key (organisation_id, environment, key, operation, fingerprint, booking_id, created_at)
    SELECT 'org_a', 'sandbox', n::text, 'booking', '', 'bkg_1', serai_now() - interval '40 days'
    FROM generate_series(1, 1500) AS n`;
  expect(await cleanUp(world)).toEqual({ kind: 'AGAIN', delayMs: 0 });
  expect(await countOf('idempotency_key')).toBe(500);
  expect(await cleanUp(world)).toEqual(HOURLY);
  expect(await countOf('idempotency_key')).toBe(0);
});
