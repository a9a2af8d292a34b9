import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookingApp, bookingApp } from '../../../test/booking-app.ts';
import { book, bookRequestOf, countRows, eventsOf, heldFor } from '../../../test/booking-steps.ts';

let booking: BookingApp;
beforeAll(async () => {
  booking = await bookingApp();
});
afterAll(() => booking?.close());

const CONCURRENT = 50;
const times = <T>(make: (i: number) => T): T[] => Array.from({ length: CONCURRENT }, (_, i) => make(i));

async function added(work: () => Promise<void>): Promise<{ bookings: number; reservations: number }> {
  const before = await countRows(booking);
  await work();
  const after = await countRows(booking);
  return {
    bookings: after.bookings - before.bookings,
    reservations: after.reservations - before.reservations,
  };
}

test.each([
  ['without an idempotency key', undefined],
  ['with the same idempotency key', { 'idempotency-key': 'race' }],
])(
  'of fifty concurrent identical requests, one creates a booking and the others are replays (%s)',
  async (_, headers) => {
    const request = await bookRequestOf(booking, 'ok');
    const rows = await added(async () => {
      const answers = await Promise.all(
        times(() => booking.call('booking', request, headers ? { headers } : {})),
      );
      expect(new Set(answers.map(({ json }) => json.booking?.bookingId)).size).toBe(1);
      expect(answers.filter(({ status }) => status !== 200 && status !== 202)).toEqual([]);
      const fresh = answers.filter(answer => answer.headers.get('idempotency-replayed') !== 'true');
      expect(fresh.map(({ status, json }) => [status, json.booking.status])).toEqual([[200, 'CONFIRMED']]);
      const { bookingId } = fresh[0]?.json.booking ?? {};
      expect(await heldFor(booking, bookingId)).toBeDefined();
      expect((await eventsOf(booking, bookingId)).map(({ version }) => version)).toEqual([1, 2]);
    });
    expect(rows).toEqual({ bookings: 1, reservations: 1 });
  },
);

test('only one of fifty concurrent bookings of the same quote succeeds', async () => {
  const request = await bookRequestOf(booking, 'ok');
  const rows = await added(async () => {
    const answers = await Promise.all(
      times(i => booking.call('booking', { ...request, clientReference: `RACE-${i}` })),
    );
    const codes = answers.map(({ status, json }) => `${status} ${json.error?.code}`).sort();
    expect(codes).toEqual(['200 undefined', ...Array(CONCURRENT - 1).fill('409 QUOTE_ALREADY_USED')]);
  });
  expect(rows).toEqual({ bookings: 1, reservations: 1 });
});

test('only one of fifty different bookings with the same client reference succeeds', async () => {
  const requests = await Promise.all(
    times(() => bookRequestOf(booking, 'ok', { members: { clientReference: 'RACE-ONE' } })),
  );
  const rows = await added(async () => {
    const answers = await Promise.all(requests.map(request => booking.call('booking', request)));
    const codes = answers.map(({ status, json }) => `${status} ${json.error?.code}`).sort();
    expect(codes).toEqual(['200 undefined', ...Array(CONCURRENT - 1).fill('409 DUPLICATE_CLIENT_REFERENCE')]);
  });
  expect(rows).toEqual({ bookings: 1, reservations: 1 });
});

test('only one of fifty different bookings with the same idempotency key succeeds', async () => {
  const requests = await Promise.all(times(() => bookRequestOf(booking, 'ok')));
  const headers = { 'idempotency-key': 'one-key' };
  const rows = await added(async () => {
    const answers = await Promise.all(requests.map(request => booking.call('booking', request, { headers })));
    const codes = answers.map(({ status, json }) => `${status} ${json.error?.code}`).sort();
    expect(codes).toEqual(['200 undefined', ...Array(CONCURRENT - 1).fill('422 IDEMPOTENCY_KEY_REUSED')]);
  });
  expect(rows).toEqual({ bookings: 1, reservations: 1 });
});

test('fifty concurrent bookings of different quotes all succeed', async () => {
  const requests = await Promise.all(times(() => bookRequestOf(booking, 'ok')));
  const rows = await added(async () => {
    const answers = await Promise.all(requests.map(request => booking.call('booking', request)));
    expect(answers.filter(({ status }) => status !== 200 && status !== 202)).toEqual([]);
    // A busy machine takes longer than a request may last, and then completes bookings in the background.
    for (const { json } of answers) {
      const { bookingId } = json.booking;
      const detail = () => booking.call('bookingdetail', { bookingId });
      await expect.poll(async () => (await detail()).json.booking.status).toBe('CONFIRMED');
    }
  });
  expect(rows).toEqual({ bookings: CONCURRENT, reservations: CONCURRENT });
});

test('fifty concurrent cancellations cancel the booking only once', async () => {
  const { bookingId } = (await book(booking, 'ok')).json.booking;
  const answers = await Promise.all(times(() => booking.call('cancel', { bookingId })));
  const codes = new Set(answers.map(({ status, json }) => `${status} ${json.error?.code}`));
  codes.delete('200 undefined');
  codes.delete('409 OPERATION_IN_PROGRESS');
  expect([...codes]).toEqual([]);
  const fresh = answers.filter(
    ({ status, headers }) => status === 200 && headers.get('idempotency-replayed') !== 'true',
  );
  expect(fresh).toHaveLength(1);
  const { json } = await booking.call('bookingdetail', { bookingId, include: ['history'] });
  expect(json.booking).toMatchObject({ status: 'CANCELLED', version: 4 });
  expect(json.history).toHaveLength(4);
});
