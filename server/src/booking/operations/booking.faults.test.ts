/**
 * A 5xx response to booking or cancel means that nothing was sent. The outcome of a sent request is recorded once the database is
 * back.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type BookingApp, bookingApp } from '../../../test/booking-app.ts';
import { book, bookRequestOf, countRows, heldFor } from '../../../test/booking-steps.ts';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { databaseProxy } from '../../../test/database-proxy.ts';
import type { FaultProxy } from '../../../test/fault-proxy.ts';
import { reservationOf, scriptedBooking } from '../../../test/scripted-booking.ts';
import { type DatabasePool, openDatabase } from '../../platform/database/connect.ts';
import { quietLog } from '../../platform/database/database-log.ts';
import { isUnavailable } from '../../platform/database/is-unavailable.ts';

let database: TestDatabase;
let proxy: FaultProxy;
/** Connects to its database through the proxy. */
let cut: BookingApp;
/** Connects to the database directly. */
let whole: BookingApp;
let cutPool: DatabasePool;

beforeAll(async () => {
  database = await testDatabase();
  const proxied = await databaseProxy(database);
  proxy = proxied.proxy;
  cut = await bookingApp({ database, address: proxied.address });
  whole = await bookingApp({ database });
  cutPool = openDatabase({ address: proxied.address, log: quietLog });
});
afterEach(() => proxy.clear());
afterAll(async () => {
  await cutPool?.close();
  await cut?.close();
  await whole?.close();
  await proxy?.close();
  await database?.drop();
});

test.each(['down', 'reset'] as const)(
  'booking returns 503 and sends nothing when the database is unavailable (%s)',
  async kind => {
    const request = await bookRequestOf(cut, 'ok');
    const rows = await countRows(whole);
    await proxy.set({ kind });
    const answer = await cut.call('booking', request);
    expect([answer.status, answer.json.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await countRows(whole)).toEqual(rows);
    await proxy.clear();
    await expect.poll(async () => (await cut.call('booking', request)).status).toBe(200);
    expect(await countRows(whole)).toEqual({
      bookings: rows.bookings + 1,
      reservations: rows.reservations + 1,
    });
  },
);

/** The connection is cut at this many places. `SERAI_CUTS=64` tries more. */
const CUTS = Number(process.env.SERAI_CUTS ?? 16);

test.each([
  ['to-target', 22_400],
  ['to-client', 9_600],
] as const)(
  'a 5xx response means that nothing was sent, and no booking is duplicated, wherever the database connection is cut (%s)',
  async (direction, maxBytes) => {
    // The last cuts come after the booking has finished.
    for (let place = 1; place <= CUTS; place += 1) {
      const afterBytes = Math.round((maxBytes * place) / CUTS);
      const request = await bookRequestOf(whole, 'ok');
      const reservations = async () => {
        const rows = await database.ownerDb`
          SELECT r.reference FROM booking b JOIN test_reservation r ON 'bkg_' || r.reference = b.booking_id
          WHERE b.client_reference = ${String(request.clientReference)}`;
        return rows.length;
      };
      await proxy.set({ kind: 'cut', direction, afterBytes });
      const answer = cut.call('booking', request, { key: cut.key });
      await Promise.race([answer, delay(200)]);
      await proxy.clear();
      const { status } = await answer;
      expect([200, 202, 503]).toContain(status);
      if (status === 503) expect(await reservations()).toBe(0);
      else {
        const { clientReference } = request;
        expect((await whole.call('bookingdetail', { clientReference })).status).toBe(200);
      }
      await expect.poll(async () => (await cut.call('booking', request)).status).toBeLessThan(300);
      expect(await reservations()).toBeLessThanOrEqual(1);
    }
  },
  60_000,
);

test('cancel returns 503 and keeps the reservation when the database is unavailable', async () => {
  const { bookingId } = (await book(cut, 'ok')).json.booking;
  await proxy.set({ kind: 'down' });
  const answer = await cut.call('cancel', { bookingId });
  expect([answer.status, answer.json.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect((await heldFor(whole, bookingId))?.cancelled_at).toBeNull();
});

test('booking returns 202 when a confirmation cannot be recorded, and records it later', async () => {
  const scripted = await scriptedBooking(
    whole,
    {
      book: async (_, request) => {
        await proxy.set({ kind: 'down' });
        return { kind: 'CONFIRMED', ...reservationOf(request) };
      },
    },
    { pool: cutPool },
  );
  const answer = scripted.run('booking', await bookRequestOf(whole, 'ok'));
  await expect.poll(() => scripted.called).toEqual(['book']);
  const isDone = answer.then(() => true);
  while (!(await Promise.race([isDone, new Promise(resolve => setTimeout(resolve, 50))]))) {
    scripted.clock.leap(1_000);
  }
  const { status, data } = await answer;
  expect([status, data.booking.status, data.booking.statusReason]).toEqual([202, 'PENDING', 'IN_PROGRESS']);
  await proxy.clear();
  const state = async () => {
    scripted.clock.leap(500);
    const { bookingId } = data.booking;
    return (await whole.call('bookingdetail', { bookingId })).json.booking.status;
  };
  await expect.poll(state).toBe('CONFIRMED');
  expect(scripted.called).toEqual(['book']);
  await scripted.stop();
});

test('cancel returns 202 when a cancellation cannot be recorded, and records it later', async () => {
  const scripted = await scriptedBooking(
    whole,
    {
      cancel: async () => {
        await proxy.set({ kind: 'down' });
        return { kind: 'CANCELLED', penaltyMinor: null };
      },
    },
    { pool: cutPool },
  );
  const { bookingId } = (await book(whole, 'ok')).json.booking;
  await expect
    .poll(() =>
      cutPool.asService('a test')`SELECT 1`.then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  const answer = scripted.run('cancel', { bookingId });
  await expect.poll(() => scripted.called).toEqual(['cancel']);
  const isDone = answer.then(() => true);
  while (!(await Promise.race([isDone, new Promise(resolve => setTimeout(resolve, 50))]))) {
    scripted.clock.leap(1_000);
  }
  const { status, data } = await answer;
  expect([status, data.booking.status]).toEqual([202, 'CANCEL_PENDING']);
  await proxy.clear();
  const state = async () => {
    scripted.clock.leap(500);
    return (await whole.call('bookingdetail', { bookingId })).json.booking.status;
  };
  await expect.poll(state).toBe('CANCELLED');
  await scripted.stop();
});

test.each([
  ['booking', (): Promise<object> => bookRequestOf(whole, 'ok')],
  ['cancel', async () => ({ bookingId: (await book(whole, 'ok')).json.booking.bookingId })],
] as const)(
  '%s reports the database as unavailable and calls no provider when the database is read-only',
  async (operation, prepare) => {
    const body = await prepare();
    const pool = openDatabase({ address: database.address, log: quietLog, max: 1 });
    await pool.asService('a test').script('SET default_transaction_read_only = on');
    const scripted = await scriptedBooking(whole, {}, { pool });
    const thrown = await scripted.run(operation, body).catch(error => error);
    expect(isUnavailable(thrown)).toBe(true);
    expect(scripted.called).toEqual([]);
    await scripted.stop();
    await pool.close();
  },
);

test('cancel returns 503 and keeps the booking when the cancellation could not be sent', async () => {
  const scripted = await scriptedBooking(whole, {
    cancel: async () => ({ kind: 'NOT_EXECUTED', cause: 'NOT_SENT' }),
  });
  const { bookingId } = (await book(whole, 'ok')).json.booking;
  const error = await scripted.fail('cancel', { bookingId });
  expect([error.code, error.extras.bookingId, scripted.called.length]).toEqual([
    'SERVICE_UNAVAILABLE',
    bookingId,
    3,
  ]);
  const { json } = await whole.call('bookingdetail', { bookingId });
  expect(json.booking).toMatchObject({ status: 'CONFIRMED', version: 4, resolution: null });
  await scripted.stop();
});
