/**
 * Tests bookings at Rapid while new itineraries are invisible to lookups. Rapid advises clients to look for half an
 * hour. Until then, a missing itinerary proves nothing.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { RapidSimulator } from './rapid/simulator.ts';
import { type SupplierApp, supplierApp } from './supplier-app.ts';

const MINUTE_MS = 60_000;
const ADVISED_MS = 30 * MINUTE_MS;
/** Longer than the pause between two lookups of an unknown outcome, which is up to 22 minutes by then. */
const NEXT_CHECK_MS = 25 * MINUTE_MS;

let app: SupplierApp;
let rapid: RapidSimulator;

beforeAll(async () => {
  app = await supplierApp();
  rapid = app.suppliers.rapid.simulator as RapidSimulator;
});
afterAll(() => app?.close());
afterEach(() => {
  rapid.clearFaults();
  rapid.set({ lookupLagMs: 0 });
});

async function standing(bookingId: string): Promise<string> {
  const { booking } = (await app.call('bookingdetail', { bookingId })).json;
  return `${booking.status}/${booking.statusReason}`;
}

/** Lets time pass and returns all states that the booking had. */
async function statesDuring(bookingId: string, ms: number): Promise<string[]> {
  const states = new Set<string>();
  for (let passedMs = 0; passedMs < ms; passedMs += 2 * MINUTE_MS) {
    await app.pass(2 * MINUTE_MS);
    states.add(await standing(bookingId));
  }
  return [...states];
}

const lookups = () => app.countOf('rapid', 'lookup');
const salesOf = (bookingId: string) =>
  app.suppliers.rapid.sales().filter(({ reference }) => bookingId.endsWith(reference));

test('a booking whose response was lost is not rejected while Rapid may hide its itinerary, and is confirmed once it appears', async () => {
  rapid.set({ lookupLagMs: ADVISED_MS - MINUTE_MS });
  rapid.fail('book', { when: 'after', kind: 'reset' });
  const { bookingId } = (await app.booked('rapid')).json.booking;
  const before = lookups();
  expect(await statesDuring(bookingId, ADVISED_MS - 2 * MINUTE_MS)).toEqual(['PENDING/OUTCOME_UNKNOWN']);
  expect(lookups() - before).toBeGreaterThan(3);
  await app.pass(NEXT_CHECK_MS, 5 * MINUTE_MS);
  expect(await standing(bookingId)).toBe('CONFIRMED/null');
  expect(salesOf(bookingId)).toHaveLength(1);
});

test('a booking that never reached Rapid is rejected, but only after half an hour', async () => {
  rapid.fail('book', { when: 'before', kind: 'reset' });
  const { bookingId } = (await app.booked('rapid')).json.booking;
  expect(await statesDuring(bookingId, ADVISED_MS - 2 * MINUTE_MS)).toEqual(['PENDING/OUTCOME_UNKNOWN']);
  await app.pass(NEXT_CHECK_MS, 5 * MINUTE_MS);
  expect(await standing(bookingId)).toBe('REJECTED/NOT_FOUND_AT_PROVIDER');
  expect(salesOf(bookingId)).toEqual([]);
});

test('an itinerary that appears later than Rapid’s advised wait is cancelled, or its booking needs attention', async () => {
  rapid.set({ lookupLagMs: 2 * ADVISED_MS });
  rapid.fail('book', { when: 'after', kind: 'reset' });
  const { bookingId } = (await app.booked('rapid')).json.booking;
  await app.pass(ADVISED_MS + NEXT_CHECK_MS, 5 * MINUTE_MS);
  expect(await standing(bookingId)).toBe('REJECTED/NOT_FOUND_AT_PROVIDER');
  await app.pass(4 * ADVISED_MS, 15 * MINUTE_MS);
  const { booking } = (await app.call('bookingdetail', { bookingId })).json;
  const isGone = salesOf(bookingId).every(({ isLive }) => !isLive);
  expect(isGone || booking.resolution?.needsAttention || booking.needsAttention).toBe(true);
});

test('an accepted booking waits for its hidden itinerary, and a cancellation in the meantime is carried out', async () => {
  rapid.set({ lookupLagMs: 10 * MINUTE_MS });
  const { status, json } = await app.booked('rapid');
  const { bookingId, price } = json.booking;
  expect([status, await standing(bookingId)]).toEqual([202, 'PENDING/OUTCOME_UNKNOWN']);
  await app.call('cancel', { bookingId, maxPenalty: price.net });
  await app.pass(ADVISED_MS, 5 * MINUTE_MS);
  expect(await standing(bookingId)).toMatch(/^CANCELLED\//);
  expect(salesOf(bookingId).map(({ isLive }) => isLive)).toEqual([false]);
});
