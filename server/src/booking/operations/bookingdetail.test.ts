import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { book, bookRequestOf } from '../../../test/booking-steps.ts';
import { reservationOf, scriptedBooking } from '../../../test/scripted-booking.ts';
import type { HttpAnswer } from '../../../test/test-app.ts';
import { type TimedBookingApp, timedBookingApp } from '../../../test/timed-booking-app.ts';
import type { Found, Reservation } from '../port/outcomes.ts';

let app: TimedBookingApp;
beforeAll(async () => {
  app = await timedBookingApp();
});
afterAll(() => app?.close());

const detail = (body: object) => app.call('bookingdetail', body);
const codeOf = ({ status, json }: HttpAnswer) => `${status} ${json.error?.code}`;

describe('a booking', () => {
  test('bookingdetail returns the current booking by bookingId and by clientReference', async () => {
    const request = await bookRequestOf(app, 'ok');
    const { json: made } = await app.call('booking', request);
    const { bookingId, clientReference } = made.booking;
    for (const body of [{ bookingId }, { clientReference }]) {
      const { status, json } = await detail(body);
      expect(status).toBe(200);
      expect(json.booking).toEqual(made.booking);
      expect(Object.keys(json).sort()).toEqual(['booking', 'meta']);
    }
    const { json: gone } = await app.call('cancel', { bookingId });
    expect((await detail({ clientReference })).json.booking).toEqual(gone.booking);
  });

  test('bookingdetail returns the history, oldest first', async () => {
    const { bookingId } = (await book(app, 'ok')).json.booking;
    await app.call('cancel', { bookingId });
    const { json } = await detail({ bookingId, include: ['history'] });
    expect(json.history.map(({ at: _, ...entry }: { at: string }) => entry)).toEqual([
      {
        version: 1,
        event: 'booking.pending',
        actor: 'CLIENT',
        from: null,
        to: 'PENDING',
        reason: 'IN_PROGRESS',
      },
      {
        version: 2,
        event: 'booking.confirmed',
        actor: 'PROVIDER',
        from: 'PENDING',
        to: 'CONFIRMED',
        reason: null,
      },
      {
        version: 3,
        event: 'booking.cancel_pending',
        actor: 'CLIENT',
        from: 'CONFIRMED',
        to: 'CANCEL_PENDING',
        reason: 'IN_PROGRESS',
      },
      {
        version: 4,
        event: 'booking.cancelled',
        actor: 'PROVIDER',
        from: 'CANCEL_PENDING',
        to: 'CANCELLED',
        reason: 'BY_CLIENT',
      },
    ]);
    const times = json.history.map(({ at }: { at: string }) => Date.parse(at));
    expect(times).toEqual(times.toSorted((a: number, b: number) => a - b));
  });

  test.each([{ bookingId: 'bkg_00000000000000000000' }, { bookingId: 'x' }, { clientReference: 'NO-SUCH' }])(
    'bookingdetail returns 404 for the unknown booking %o',
    async body => {
      expect(codeOf(await detail({ ...body, include: ['history', 'audit'], refresh: true }))).toBe(
        '404 BOOKING_NOT_FOUND',
      );
      expect(codeOf(await detail({ ...body, settings: { scenario: 'nonsense' } }))).toBe(
        '400 SCENARIO_NOT_ALLOWED',
      );
    },
  );

  test('bookingdetail requires exactly one of bookingId and clientReference', async () => {
    const { bookingId, clientReference } = (await book(app, 'ok')).json.booking;
    const both = await detail({ bookingId, clientReference });
    expect(codeOf(both)).toBe('400 VALIDATION_ERROR');
    expect(both.json.error.details).toMatchObject([
      { path: '/clientReference', code: 'EXACTLY_ONE_ALLOWED' },
    ]);
    const none = await detail({});
    expect(none.json.error.details).toMatchObject([{ path: '/bookingId', code: 'EXACTLY_ONE_REQUIRED' }]);
  });
});

describe('refresh', () => {
  test('bookingdetail with refresh finds no differences for a new booking and does not record the lookup', async () => {
    const { bookingId } = (await book(app, 'ok')).json.booking;
    const { json } = await detail({ bookingId, refresh: true, settings: { auditTransactions: true } });
    expect(json.live).toMatchObject({ matches: true, differences: [] });
    expect(Math.abs(Date.parse(json.live.checkedAt) - app.time.clock.nowMs())).toBeLessThan(10_000);
    expect(json.audit.transactions).toMatchObject([{ operation: 'lookup', outcome: 'FOUND' }]);
    const kept = await detail({ bookingId, include: ['audit'] });
    expect(kept.json.audit.transactions).toMatchObject([{ operation: 'book' }]);
    expect(kept.json.booking.version).toBe(2);
  });

  test('bookingdetail with refresh shows a cancellation by the hotel that has not been recorded yet', async () => {
    const { bookingId } = (await book(app, 'book.cancelled_by_hotel')).json.booking;
    await app.app.database.ownerDb`UPDATE job SET run_at = 'infinity' WHERE key = ${bookingId}`;
    await app.pass(21_000);
    const { json } = await detail({ bookingId, refresh: true });
    expect(json.booking.status).toBe('CONFIRMED');
    expect(json.live).toMatchObject({
      matches: false,
      differences: [{ field: 'status', recorded: 'CONFIRMED', live: 'CANCELLED' }],
    });
  });

  test('bookingdetail with refresh shows that the provider has confirmed a booking whose outcome is unknown', async () => {
    let held: Reservation | undefined;
    const scripted = await scriptedBooking(app, {
      book: async (_, request) => {
        held = reservationOf(request);
        return { kind: 'UNKNOWN', cause: 'TIMEOUT' };
      },
      lookup: async () => ({ kind: 'FOUND', state: 'BOOKED', ...(held as Reservation) }),
    });
    const { data } = await scripted.run('booking', await bookRequestOf(app, 'ok'));
    const { bookingId } = data.booking;
    const seen = await scripted.run('bookingdetail', { bookingId, refresh: true });
    expect(seen.data.booking.status).toBe('PENDING');
    expect(seen.data.live.differences).toEqual([
      { field: 'status', recorded: 'PENDING', live: 'CONFIRMED' },
      { field: 'providerReference', recorded: null, live: 'S-1' },
    ]);
    await scripted.stop();
  });

  test('bookingdetail returns the booking with a warning when the refresh fails', async () => {
    const request = await bookRequestOf(app, 'book.timeout_forever');
    const { json: made } = await app.during(app.call('booking', request));
    const { bookingId } = made.booking;
    const { status, json } = await detail({ bookingId, refresh: true });
    expect(status).toBe(200);
    expect(json).not.toHaveProperty('live');
    expect(json.warnings).toMatchObject([{ code: 'LIVE_READ_FAILED' }]);
    expect(json.booking.bookingId).toBe(bookingId);
  });
});

describe('live differences', () => {
  async function live(found: (held: Reservation) => Found, search = {}) {
    const made = (await book(app, 'ok', { search })).json.booking;
    const [row] = await app.app.database.ownerDb`SELECT * FROM booking WHERE booking_id = ${made.bookingId}`;
    const held: Reservation = {
      supplierRef: made.providerReference,
      hotelId: made.hotel.hotelId,
      checkIn: made.checkIn,
      checkOut: made.checkOut,
      currency: String(row?.supplier_currency),
      netMinor: Number(row?.supplier_net_minor),
      hotelRef: made.hotelConfirmationNumber,
    };
    const scripted = await scriptedBooking(app, { lookup: async () => found(held) });
    const { data } = await scripted.run('bookingdetail', { bookingId: made.bookingId, refresh: true });
    await scripted.stop();
    return { made, live: data.live };
  }

  test("bookingdetail uses the booking's field names for live differences", async () => {
    const { made, live: seen } = await live(held => ({
      kind: 'FOUND',
      state: 'BOOKED',
      ...held,
      supplierRef: 'OTHER',
      checkOut: '2030-01-02',
      hotelRef: 'HC-NEW',
      netMinor: held.netMinor + 100,
    }));
    const dearer = (Number(made.price.net.amount) + 1).toFixed(2);
    expect(seen.matches).toBe(false);
    expect(seen.differences).toEqual([
      { field: 'providerReference', recorded: made.providerReference, live: 'OTHER' },
      { field: 'hotelConfirmationNumber', recorded: made.hotelConfirmationNumber, live: 'HC-NEW' },
      { field: 'checkOut', recorded: made.checkOut, live: '2030-01-02' },
      { field: 'price.net', recorded: made.price.net, live: { amount: dearer, currency: 'EUR' } },
    ]);
  });

  test('bookingdetail shows a live price difference in the currency of the booking', async () => {
    const { made, live: seen } = await live(
      held => ({ kind: 'FOUND', state: 'BOOKED', ...held, netMinor: held.netMinor * 2 }),
      { currency: 'USD' },
    );
    const [{ field, recorded, live: now }] = seen.differences;
    expect([field, recorded, now.currency]).toEqual(['price.net', made.price.net, 'USD']);
    expect(Number(now.amount) / Number(recorded.amount)).toBeCloseTo(2, 2);
  });

  test('bookingdetail shows a reservation that the provider does not have as a difference in the status', async () => {
    const { live: seen } = await live(() => ({ kind: 'ABSENT' }));
    expect(seen.differences).toEqual([{ field: 'status', recorded: 'CONFIRMED', live: 'REJECTED' }]);
  });

  test.each<Found>([{ kind: 'INCOMPLETE' }, { kind: 'FAILED', cause: 'SERVER' }])(
    'bookingdetail omits the live comparison when the provider returns %o',
    async found => {
      expect((await live(() => found)).live).toBeUndefined();
    },
  );
});

test('a request in test mode never reaches a live provider', async () => {
  const { bookingId } = (await book(app, 'ok')).json.booking;
  await app.app.database.ownerDb`
    UPDATE booking SET environment = 'production', test_mode = false WHERE booking_id = ${bookingId}`;
  const scripted = await scriptedBooking(app, { kind: 'LIVE', lookup: async () => ({ kind: 'ABSENT' }) });
  const context = { environment: 'production' } as const;
  const rehearsal = { bookingId, settings: { testMode: true } };
  for (const [name, body] of [
    ['bookingdetail', { ...rehearsal, refresh: true }],
    ['cancel', rehearsal],
  ] as const) {
    expect((await scripted.fail(name, body, context)).code).toBe('BOOKING_NOT_FOUND');
  }
  expect(scripted.called).toEqual([]);
  const asked = await scripted.run(
    'bookingdetail',
    { bookingId, refresh: true, include: ['audit'] },
    context,
  );
  expect(asked.data).not.toHaveProperty('audit');
  expect(scripted.called).toEqual(['lookup']);
  await scripted.stop();
});
