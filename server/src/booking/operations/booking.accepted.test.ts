/** Booking with a provider that accepts a booking without describing it, as Rapid does. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type BookingApp, bookingApp } from '../../../test/booking-app.ts';
import { bookRequestOf } from '../../../test/booking-steps.ts';
import { reservationOf, type ScriptedBooking, scriptedBooking } from '../../../test/scripted-booking.ts';
import { sleep } from '../../platform/clock.ts';
import type { Found, Reservation } from '../port/outcomes.ts';
import type { BookRequest, KnownBooking, Supplier } from '../port/supplier.ts';

let booking: BookingApp;
let scripted: ScriptedBooking;
let sent: BookRequest | undefined;
let lookups: KnownBooking[] = [];
beforeAll(async () => {
  booking = await bookingApp();
});
afterEach(() => {
  lookups = [];
  return scripted?.stop();
});
afterAll(() => booking?.close());

/** Accepts every booking. `found` is the result of every lookup. */
async function accepting(found: (booked: Reservation) => Found | Promise<Found>): Promise<ScriptedBooking> {
  const script: Partial<Supplier> = {
    limits: { search: 1, quote: 1, book: 60_000, lookup: 30_000, cancel: 1 },
    book: async (_, request) => {
      sent = request;
      return { kind: 'ACCEPTED', supplierRef: 'IT-1' };
    },
    lookup: async (_, known) => {
      lookups.push(known);
      return found({ ...reservationOf(sent as BookRequest), supplierRef: 'IT-1' });
    },
  };
  return scriptedBooking(booking, script);
}

const detailOf = async (bookingId: string) =>
  (await booking.call('bookingdetail', { bookingId })).json.booking;

test('booking looks up an accepted booking immediately and returns 200 if the reservation matches', async () => {
  scripted = await accepting(booked => ({ kind: 'FOUND', state: 'BOOKED', ...booked }));
  const request = await bookRequestOf(booking, 'ok');
  const { status, data } = await scripted.run('booking', request);
  expect(status).toBe(200);
  expect(data.booking).toMatchObject({ status: 'CONFIRMED', providerReference: 'IT-1' });
  expect(scripted.called).toEqual(['book', 'lookup']);
  expect(lookups[0]).toMatchObject({
    reference: sent?.reference,
    supplierRef: 'IT-1',
    currency: sent?.currency,
    holderEmail: sent?.holder.email,
    tokens: sent?.tokens,
  });
  expect(Math.abs((lookups[0]?.sentAtMs ?? 0) - Date.now())).toBeLessThan(600_000);
});

test.each<[string, Found]>([
  ['not visible yet', { kind: 'ABSENT' }],
  ['not readable', { kind: 'FAILED', cause: 'SERVER' }],
  ['not complete', { kind: 'INCOMPLETE' }],
])('booking returns 202 with the provider reference if an accepted booking is %s', async (_, found) => {
  scripted = await accepting(() => found);
  const { status, data } = await scripted.run('booking', await bookRequestOf(booking, 'ok'));
  expect(status).toBe(202);
  expect(data.booking).toMatchObject({
    status: 'PENDING',
    statusReason: 'OUTCOME_UNKNOWN',
    providerReference: 'IT-1',
    needsAttention: false,
  });
  expect(data.booking.resolution.nextCheckAt).not.toBeNull();
});

test('booking does not confirm an accepted booking at another price, and marks it as needing attention', async () => {
  scripted = await accepting(booked => ({
    kind: 'FOUND',
    state: 'BOOKED',
    ...booked,
    netMinor: booked.netMinor + 500,
  }));
  const { status, data } = await scripted.run('booking', await bookRequestOf(booking, 'ok'));
  expect(status).toBe(202);
  expect(data.booking).toMatchObject({ status: 'PENDING', needsAttention: true });
});

test('booking returns 202 when the lookup takes too long, and still confirms the booking', async () => {
  scripted = await accepting(async booked => {
    await sleep(scripted.clock, 20_000);
    return { kind: 'FOUND', state: 'BOOKED', ...booked };
  });
  const request = await bookRequestOf(booking, 'ok', { members: { settings: { timeout: 5_000 } } });
  const answer = scripted.run('booking', request);
  await expect.poll(() => scripted.called).toEqual(['book', 'lookup']);
  scripted.clock.leap(5_000);
  const { status, data } = await answer;
  expect(status).toBe(202);
  scripted.clock.leap(15_000);
  await expect.poll(async () => (await detailOf(data.booking.bookingId)).status).toBe('CONFIRMED');
});
