import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type BookingApp, bookingApp } from '../../../test/booking-app.ts';
import { book, bookRequestOf, countRows } from '../../../test/booking-steps.ts';
import { reservationOf, type ScriptedBooking, scriptedBooking } from '../../../test/scripted-booking.ts';
import { sleep } from '../../platform/clock.ts';
import type { Booked } from '../port/outcomes.ts';
import type { BookRequest } from '../port/supplier.ts';

let booking: BookingApp;
let scripted: ScriptedBooking;
beforeAll(async () => {
  booking = await bookingApp();
});
afterEach(() => scripted?.stop());
afterAll(() => booking?.close());

const CONFIRMED = (request: BookRequest): Booked => ({ kind: 'CONFIRMED', ...reservationOf(request) });
const NOT_SENT: Booked = { kind: 'NOT_EXECUTED', cause: 'NOT_SENT' };

/** Returns one outcome per call. Further calls return the last outcome. */
function answering(...outcomes: ((request: BookRequest) => Booked)[]) {
  let calls = 0;
  const book = async (_: unknown, request: BookRequest) =>
    (outcomes[Math.min(calls++, outcomes.length - 1)] as (request: BookRequest) => Booked)(request);
  return { book };
}

const detailOf = (bookingId: string) => booking.call('bookingdetail', { bookingId, include: ['history'] });

test('booking returns 202 when the client timeout expires first, and still records the outcome', async () => {
  scripted = await scriptedBooking(booking, {
    limits: { search: 1, quote: 1, book: 60_000, lookup: 1, cancel: 1 },
    book: async (_, request) => {
      await sleep(scripted.clock, 20_000);
      return CONFIRMED(request);
    },
  });
  const request = await bookRequestOf(booking, 'ok', { members: { settings: { timeout: 5_000 } } });
  const answer = scripted.run('booking', request);
  await expect.poll(() => scripted.called).toEqual(['book']);
  scripted.clock.leap(5_000);
  const { status, data } = await answer;
  expect(status).toBe(202);
  expect(data.booking).toMatchObject({ status: 'PENDING', statusReason: 'IN_PROGRESS' });
  scripted.clock.leap(15_000);
  const state = async () => (await detailOf(data.booking.bookingId)).json.booking.status;
  await expect.poll(state).toBe('CONFIRMED');
});

test.each([
  ['one failure to connect', [() => NOT_SENT, CONFIRMED], 2],
  [
    'two failures',
    [() => NOT_SENT, () => ({ kind: 'NOT_EXECUTED', cause: 'THROTTLED' }) as Booked, CONFIRMED],
    3,
  ],
])(
  'booking resends a request that was not executed, with the same reference, after %s',
  async (_, outcomes, calls) => {
    const references = new Set<string>();
    const { book } = answering(...outcomes);
    scripted = await scriptedBooking(booking, {
      book: (call, request) => {
        references.add(request.reference);
        return book(call, request);
      },
    });
    const { status } = await scripted.run('booking', await bookRequestOf(booking, 'ok'));
    expect([status, scripted.called.length, references.size]).toEqual([200, calls, 1]);
  },
);

test.each<[string, Booked, number, string]>([
  ['no request can be sent', NOT_SENT, 3, 'NOT_FOUND_AT_PROVIDER'],
  ['the provider always throttles', { kind: 'NOT_EXECUTED', cause: 'THROTTLED' }, 3, 'PROVIDER_REFUSED'],
  ['the credentials are wrong', { kind: 'NOT_EXECUTED', cause: 'CREDENTIALS' }, 1, 'PROVIDER_REFUSED'],
])('booking rejects the request after the last attempt when %s', async (_, outcome, calls, reason) => {
  scripted = await scriptedBooking(
    booking,
    answering(() => outcome),
  );
  const error = await scripted.fail('booking', await bookRequestOf(booking, 'ok'));
  expect([error.code, scripted.called.length]).toEqual(['BOOKING_REJECTED', calls]);
  const { json } = await detailOf(error.extras.bookingId ?? '');
  expect(json.booking).toMatchObject({ status: 'REJECTED', statusReason: reason, version: 2 });
});

test('booking does not resend an attempt that has been taken over', async () => {
  const { ownerDb } = booking.app.database;
  scripted = await scriptedBooking(booking, {
    book: async (_, { reference }) => {
      await ownerDb`UPDATE booking_attempt SET fence = fence + 1 WHERE booking_id = ${`bkg_${reference}`}`;
      return NOT_SENT;
    },
  });
  const { status } = await scripted.run('booking', await bookRequestOf(booking, 'ok'));
  expect([status, scripted.called]).toEqual([202, ['book']]);
});

test.each<[string, (request: BookRequest) => Booked]>([
  [
    'throws',
    () => {
      throw new Error('adapter failure');
    },
  ],
  ['already knows the reference', () => ({ kind: 'DUPLICATE' })],
  ['confirms another hotel', request => ({ ...CONFIRMED(request), hotelId: 'htl_other' }) as Booked],
  ['confirms other dates', request => ({ ...CONFIRMED(request), checkIn: '2030-01-01' }) as Booked],
  [
    'confirms a higher price',
    request => ({ ...CONFIRMED(request), netMinor: request.netMinor + 1 }) as Booked,
  ],
  ['confirms in another currency', request => ({ ...CONFIRMED(request), currency: 'XXX' }) as Booked],
])('a booking is sent only once and its outcome stays unknown when the provider %s', async (_, outcome) => {
  scripted = await scriptedBooking(booking, { book: async (_call, request) => outcome(request) });
  const { status, data } = await scripted.run('booking', await bookRequestOf(booking, 'ok'));
  expect(status).toBe(202);
  expect(data.booking).toMatchObject({ status: 'PENDING', statusReason: 'OUTCOME_UNKNOWN', version: 2 });
  expect(scripted.called).toEqual(['book']);
});

test("booking responds before the gateway deadline, even if the client's timeout is longer", async () => {
  scripted = await scriptedBooking(booking, { book: () => new Promise(() => {}) });
  const request = await bookRequestOf(booking, 'ok');
  const { status, data } = await scripted.run('booking', request, { timeLeftMs: 1_100 });
  expect([status, data.booking.statusReason]).toEqual([202, 'IN_PROGRESS']);
});

test('booking returns SERVICE_UNAVAILABLE and writes nothing when the bulkhead is full', async () => {
  scripted = await scriptedBooking(booking, answering(CONFIRMED), { isPoolFull: true });
  const request = await bookRequestOf(booking, 'ok');
  const rows = await countRows(booking);
  expect((await scripted.fail('booking', request)).code).toBe('SERVICE_UNAVAILABLE');
  expect([await countRows(booking), scripted.called]).toEqual([rows, []]);
  expect((await booking.call('booking', request)).status).toBe(200);
});

test('a full bulkhead does not prevent queuing or replaying a cancellation', async () => {
  const cancelled = (await book(booking, 'ok')).json.booking;
  const confirmed = (await book(booking, 'ok')).json.booking;
  await booking.call('cancel', { bookingId: cancelled.bookingId });
  scripted = await scriptedBooking(
    booking,
    answering(() => ({ kind: 'UNKNOWN', cause: 'SERVER' })),
  );
  const { data: open } = await scripted.run('booking', await bookRequestOf(booking, 'ok'));
  await scripted.stop();
  scripted = await scriptedBooking(booking, {}, { isPoolFull: true });
  const cancel = ({ bookingId }: { bookingId: string }) => scripted.run('cancel', { bookingId });
  expect((await cancel(cancelled)).status).toBe(200);
  expect((await cancel(open.booking)).data.booking).toMatchObject({ statusReason: 'QUEUED' });
  const error = await scripted.fail('cancel', { bookingId: confirmed.bookingId });
  expect(error.code).toBe('SERVICE_UNAVAILABLE');
  const { json } = await detailOf(confirmed.bookingId);
  expect([json.booking.version, scripted.called]).toEqual([2, []]);
});

test('booking returns SERVICE_UNAVAILABLE and writes nothing when the circuit breaker is open', async () => {
  const outcome: { kind: 'UNKNOWN'; cause: 'SERVER' } = { kind: 'UNKNOWN', cause: 'SERVER' };
  let isWell = false;
  scripted = await scriptedBooking(booking, {
    kind: 'LIVE',
    book: async (_, request) => (isWell ? CONFIRMED(request) : outcome),
  });
  const request = await bookRequestOf(booking, 'ok');
  await booking.app.database.ownerDb`
    UPDATE quote SET environment = 'production', test_mode = false WHERE quote_id = ${String(request.quoteId)}`;
  for (const live of scripted.core.providers.list(false)) {
    for (let i = 0; i < 20; i++) {
      await scripted.core.calls.book({ provider: live, testMode: false }, {} as BookRequest);
    }
  }
  const rows = await countRows(booking);
  const made = scripted.called.length;
  const live = { environment: 'production' } as const;
  expect((await scripted.fail('booking', request, live)).code).toBe('SERVICE_UNAVAILABLE');
  expect([await countRows(booking), scripted.called.length]).toEqual([rows, made]);
  isWell = true;
  scripted.clock.leap(11_000);
  const { status, data } = await scripted.run('booking', request, live);
  expect([status, data.booking.testMode, data.booking.environment]).toEqual([200, false, 'production']);
});
