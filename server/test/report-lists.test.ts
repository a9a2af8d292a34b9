import { BOOKING_STATES } from '@serai/contract/booking/booking-states.ts';
import { ENVIRONMENTS, type Environment } from '@serai/contract/shared/answer.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookingsList } from '../src/booking/operations/operator/bookings.ts';
import type { OperatorContext } from '../src/platform/operations/operator/operator-handler.ts';
import { BillingCalls, type Response } from './billing-calls.ts';
import { type BookingWorld, bookingWorld } from './booking-world.ts';
import { followReports } from './follow-reports.ts';

const ZONE = 'Europe/Madrid';
const YEAR = { createdFrom: '2025-12-31T23:00:00Z', createdTo: '2026-12-31T23:00:00Z' };
const STAY_STATES = BOOKING_STATES.filter(state => state !== 'CANCELLED' && state !== 'REJECTED');

let world: BookingWorld;
let calls: BillingCalls;
beforeAll(async () => {
  world = await bookingWorld();
  calls = new BillingCalls(world);
  await writeBookings();
  await world.time.advance(60_000);
  await followReports(world.db, ZONE);
});
afterAll(() => world?.drop());

/** Every status, confirmed or not, with and without a penalty, for a test or not, in two months, hotels and currencies. */
async function writeBookings(): Promise<void> {
  let number = 0;
  for (const status of BOOKING_STATES) {
    for (const isConfirmed of [true, false]) {
      for (const penalty of [null, 0, 4_400]) {
        for (const isTest of [true, false]) {
          number += 1;
          const { booking_id: id } = (await world.journalled()).booking;
          const created = `2026-${number % 3 === 0 ? '11-30T23:30:00Z' : '11-18T12:00:00Z'}`;
          const checkIn = number % 5 < 3 ? '2027-01-20' : '2027-02-20';
          await world.ownerDb`
            UPDATE booking SET status = ${status}, penalty_minor = ${penalty}, test_mode = ${isTest},
              environment = ${number % 7 < 3 ? 'sandbox' : 'production'}, created_at = ${created}::text::timestamptz,
              confirmed_at = CASE WHEN ${isConfirmed} THEN ${created}::text::timestamptz END, hotel_id = ${`htl_${number % 2}`},
              currency = ${number % 4 === 0 ? 'USD' : 'EUR'}, check_in = ${checkIn}::text::date,
              check_out = ${checkIn}::text::date + 2
            WHERE booking_id = ${id}`;
        }
      }
    }
  }
}

/** How many bookings a list has on all of its pages. */
async function listed(environment: Environment, input: object): Promise<number> {
  const { operation, run } = bookingsList({ safe: world.safe, cursorKey: Buffer.alloc(32) });
  const context = { db: world.db, partnerId: undefined } as unknown as OperatorContext;
  const read = async (cursor?: string): Promise<number> => {
    const parsed = operation.input.parse({ environment, ...input, page: { limit: 20, cursor } });
    const { bookings, page } = (await run(context, parsed as never)) as Response;
    return bookings.length + (page.hasMore ? await read(page.nextCursor) : 0);
  };
  return read();
}

const total = (rows: readonly Response[], count: string) =>
  rows.reduce((sum: number, row: Response) => sum + row[count], 0);

test('a list of sold bookings has as many as each row of a report counts, and as many cancelled ones', async () => {
  const lists = [];
  for (const environment of ENVIRONMENTS) {
    const report = { environment, by: ['HOTEL', 'MONTH'], from: '2026-01', to: '2027-12' };
    const booked = await calls.call('reports/show', report, null);
    for (const { hotelId, month, currency, bookings, cancelled } of booked.rows) {
      // In Madrid, December begins at 23:00 UTC.
      const dates =
        month === '2026-11'
          ? { ...YEAR, createdTo: '2026-11-30T23:00:00Z' }
          : { ...YEAR, createdFrom: '2026-11-30T23:00:00Z' };
      const input = { isSold: true, hotelId, currency, ...dates };
      expect(await listed(environment, input)).toBe(bookings);
      expect(await listed(environment, { ...input, statuses: ['CANCELLED'] })).toBe(cancelled);
      lists.push({ bookings, cancelled });
    }
    const stays = await calls.call('reports/show', { ...report, dateBasis: 'STAY' }, null);
    for (const { hotelId, month, currency, bookings } of stays.rows) {
      const dates = { checkInFrom: `${month}-01`, checkInTo: `${month}-28` };
      expect(await listed(environment, { isSold: true, hotelId, currency, ...dates })).toBe(bookings);
    }
    expect(total(stays.rows, 'bookings')).toBe(total(booked.rows, 'bookings'));
    // Lists without this filter have more.
    expect(await listed(environment, YEAR)).toBeGreaterThan(total(booked.rows, 'bookings'));
  }
  expect(lists.length).toBeGreaterThan(8);
  expect(lists.some(({ cancelled }) => cancelled > 0)).toBe(true);
});

test('a list of sold bookings that are not cancelled has as many as there are stays on the books', async () => {
  for (const environment of ENVIRONMENTS) {
    const { rows } = await calls.call('reports/on-the-books', { environment, months: 2 }, null);
    expect(rows.length).toBeGreaterThan(2);
    for (const month of ['2027-01', '2027-02']) {
      const stays = rows.filter((row: Response) => row.month === month);
      const dates = { checkInFrom: `${month}-01`, checkInTo: `${month}-28` };
      expect(total(stays, 'stays')).toBeGreaterThan(0);
      expect(await listed(environment, { isSold: true, statuses: STAY_STATES, ...dates })).toBe(
        total(stays, 'stays'),
      );
    }
  }
});

test('the bookings of a list are sold or not', async () => {
  const [all, sold, others] = await Promise.all([
    listed('production', {}),
    listed('production', { isSold: true }),
    listed('production', { isSold: false }),
  ]);
  expect(sold).toBeGreaterThan(0);
  expect(others).toBe(all - sold);
});
