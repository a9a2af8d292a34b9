import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookingApp, bookingApp } from '../../../test/booking-app.ts';

let booking: BookingApp;

beforeAll(async () => {
  booking = await bookingApp();
});

afterAll(() => booking.close());

test('a booking can be quoted, booked, replayed, read, listed and cancelled', async () => {
  const quote = await booking.quote('ok');
  expect(quote.status).toBe(200);
  expect(quote.json).toMatchObject({ status: 'AVAILABLE', changes: [] });
  const request = booking.bookingOf(quote.json);
  const made = await booking.call('booking', request);
  expect(made.status).toBe(200);
  expect(made.json.booking).toMatchObject({ status: 'CONFIRMED', version: 2, testMode: true });
  const { bookingId } = made.json.booking;

  const again = await booking.call('booking', request);
  expect(again.status).toBe(200);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.json.booking.bookingId).toBe(bookingId);

  const detail = await booking.call('bookingdetail', {
    bookingId,
    include: ['history', 'audit'],
    refresh: true,
  });
  expect(detail.json.history.map((entry: { event: string }) => entry.event)).toEqual([
    'booking.pending',
    'booking.confirmed',
  ]);
  expect(detail.json.live).toMatchObject({ matches: true, differences: [] });

  const list = await booking.call('bookinglist', { sort: { by: 'UPDATED', direction: 'ASC' } });
  expect(list.json.bookings.map((each: { bookingId: string }) => each.bookingId)).toEqual([bookingId]);

  const price = await booking.call('cancel', { bookingId, mode: 'QUOTE' });
  expect(price.json.penalty.amount).toBe('0.00');
  const cancelled = await booking.call('cancel', { bookingId });
  expect(cancelled.status).toBe(200);
  expect(cancelled.json.booking).toMatchObject({
    status: 'CANCELLED',
    statusReason: 'BY_CLIENT',
    version: 4,
  });
});
