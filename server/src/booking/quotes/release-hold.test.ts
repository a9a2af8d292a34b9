import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type BookingWorld, bookingWorld, RESERVATION } from '../../../test/booking-world.ts';
import type { Found } from '../port/outcomes.ts';

const SECOND_MS = 1_000;

let world: BookingWorld;
let released: string[];
beforeAll(async () => {
  world = await bookingWorld();
});
afterAll(() => world?.drop());
beforeEach(() => {
  released = [];
  world.script.release = async (_, quoteId) => {
    released.push(quoteId);
    return { kind: 'OK', value: null };
  };
  world.runner.start();
});
afterEach(async () => {
  await world.runner.stop();
  await world.ownerDb`DELETE FROM job`;
});

async function unknownBooking(found: Found): Promise<{ quoteId: string; status: string }> {
  world.script.lookup = async () => found;
  const { booking_id, quote_id } = await world.booked({ kind: 'UNKNOWN', cause: 'TIMEOUT' });
  await world.db`UPDATE quote SET inventory_held = true WHERE quote_id = ${quote_id}`;
  await world.pass(100 * SECOND_MS, 2 * SECOND_MS);
  return { quoteId: quote_id, status: (await world.read(booking_id)).status };
}

test('the held rooms are released once when a booking turns out not to exist', async () => {
  const { quoteId, status } = await unknownBooking({ kind: 'ABSENT' });
  expect([status, released]).toEqual(['REJECTED', [quoteId]]);
});

test('the rooms stay held when the booking exists', async () => {
  const { status } = await unknownBooking({ kind: 'FOUND', state: 'BOOKED', ...RESERVATION });
  expect([status, released]).toEqual(['CONFIRMED', []]);
});

test('a booking is rejected even when the provider fails to release the held rooms', async () => {
  world.script.release = () => Promise.reject(new Error('no'));
  expect((await unknownBooking({ kind: 'ABSENT' })).status).toBe('REJECTED');
});
