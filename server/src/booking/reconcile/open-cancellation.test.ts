import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type BookingWorld,
  bookingWorld,
  FREE_UNTIL_MS,
  HOUR_MS,
  RESERVATION,
} from '../../../test/booking-world.ts';
import type { Booking } from '../bookings/booking.ts';
import { journalCancel } from '../bookings/protocol/journal-cancel.ts';
import { recordBooked } from '../bookings/protocol/record-outcome.ts';
import type { Found } from '../port/outcomes.ts';
import { checkSuspect } from './follow-up.ts';

const SECOND_MS = 1_000;
/** One day, shortened by the speed-up of the test supplier. */
const DAY_MS = (24 * HOUR_MS) / 30;
const LIVE: Found = { kind: 'FOUND', state: 'BOOKED', ...RESERVATION };

let world: BookingWorld;
beforeAll(async () => {
  world = await bookingWorld();
});
afterAll(() => world?.drop());
beforeEach(() => world.runner.start());
afterEach(async () => {
  await world.runner.stop();
  await world.ownerDb`DELETE FROM job`;
});

function cancel({ booking_id: bookingId }: Booking) {
  const { db, supplier, time } = world;
  const arrivedAtMs = time.databaseNowMs();
  return journalCancel(db, world.parts, {
    bookingId,
    arrivedAtMs,
    maxPenaltyMinor: 0,
    reason: null,
    supplier,
  });
}

async function vanished(): Promise<string> {
  const booking = await world.booked();
  await world.ownerDb`DELETE FROM job WHERE kind = 'booking.reread'`;
  world.script.lookup = async () => ({ kind: 'ABSENT' });
  await cancel(booking);
  await world.pass(130 * SECOND_MS, 5 * SECOND_MS);
  expect(await world.read(booking.booking_id)).toMatchObject({ status: 'CANCELLED', needs_attention: false });
  return booking.booking_id;
}

test('cancels a reappearing reservation again without changing the booking', async () => {
  const bookingId = await vanished();
  const { version } = await world.read(bookingId);
  let found = LIVE;
  world.script.lookup = async () => found;
  world.script.cancel = async (_, { supplierRef }) => {
    expect(supplierRef).toBe('S-1');
    found = { ...LIVE, state: 'CANCELLED' };
    return { kind: 'CANCELLED', penaltyMinor: 0 };
  };
  await world.pass(300 * SECOND_MS, 20 * SECOND_MS);
  expect(found).toMatchObject({ state: 'CANCELLED' });
  expect(await world.read(bookingId)).toMatchObject({ version, needs_attention: false });
  await world.pass(DAY_MS + 300 * SECOND_MS, 60 * SECOND_MS);
  expect(await world.jobs(bookingId)).not.toContain('booking.reconcile');
});

test.each([
  ['the provider refuses the cancellation', { kind: 'REFUSED' } as const, 300 * SECOND_MS],
  ['it still exists after a day', { kind: 'ALREADY' } as const, DAY_MS + 600 * SECOND_MS],
])('a cancelled booking whose reservation reappears needs attention when %s', async (_, outcome, ms) => {
  const bookingId = await vanished();
  world.script.lookup = async () => LIVE;
  world.script.cancel = async () => outcome;
  await world.pass(ms, 60 * SECOND_MS);
  expect(await world.read(bookingId)).toMatchObject({ status: 'CANCELLED', needs_attention: true });
  expect((await world.events(bookingId)).at(-1)?.type).toBe('booking.attention_required');
  expect(await world.jobs(bookingId)).not.toContain('booking.reconcile');
});

test('stops checking for the absent reservation of a cancelled booking after a day', async () => {
  const bookingId = await vanished();
  await world.pass(DAY_MS + 300 * SECOND_MS, 60 * SECOND_MS);
  expect(await world.jobs(bookingId)).not.toContain('booking.reconcile');
});

test('a cancellation that keeps timing out needs attention after a day', async () => {
  let sent = 0;
  world.script.cancel = async () => {
    sent += 1;
    return { kind: 'UNKNOWN', cause: 'TIMEOUT' };
  };
  world.script.lookup = async () => LIVE;
  const booking = await world.booked();
  await cancel(booking);
  await world.pass(DAY_MS + 300 * SECOND_MS, 10 * SECOND_MS);
  expect(sent).toBeGreaterThan(2);
  expect(await world.read(booking.booking_id)).toMatchObject({
    status: 'CANCEL_PENDING',
    needs_attention: true,
  });
});

test('retries a queued cancellation that was throttled', async () => {
  let sent = 0;
  world.script.cancel = async () => {
    sent += 1;
    return sent === 1 ? { kind: 'NOT_EXECUTED', cause: 'THROTTLED' } : { kind: 'CANCELLED', penaltyMinor: 0 };
  };
  world.script.lookup = async () => LIVE;
  const { booking, attempt } = await world.journalled();
  expect((await cancel(booking)).kind).toBe('QUEUED');
  const outcome = { kind: 'CONFIRMED', ...RESERVATION } as const;
  const { db, supplier } = world;
  await recordBooked(db, world.parts, { supplier, attempt, outcome, exchanges: [] });
  await world.pass(5 * SECOND_MS, SECOND_MS);
  expect([sent, (await world.read(booking.booking_id)).status]).toEqual([1, 'CANCEL_PENDING']);
  await world.pass(120 * SECOND_MS, 2 * SECOND_MS);
  expect([sent, (await world.read(booking.booking_id)).status]).toEqual([2, 'CANCELLED']);
});

test('cancels a reservation found by a sweep even if the first attempt times out', async () => {
  let sent = 0;
  world.script.cancel = async () => {
    sent += 1;
    return sent === 1 ? { kind: 'UNKNOWN', cause: 'TIMEOUT' } : { kind: 'CANCELLED', penaltyMinor: 0 };
  };
  world.script.lookup = async () => LIVE;
  const sold = await world.booked({ kind: 'REFUSED', reason: 'SOLD_OUT' });
  await checkSuspect(world.db, sold);
  await world.pass(60 * SECOND_MS, SECOND_MS);
  expect([sent, (await world.read(sold.booking_id)).status_reason]).toEqual([2, 'COMPENSATED']);
});

test.each([
  ['', RESERVATION.netMinor, false],
  [', and the booking needs attention if its price differs', RESERVATION.netMinor * 2, true],
])(
  'does not send a queued cancellation that now costs more than accepted%s',
  async (_, netMinor, attention) => {
    let sent = 0;
    world.script.cancel = async () => {
      sent += 1;
      return { kind: 'CANCELLED', penaltyMinor: 0 };
    };
    world.script.lookup = async () => ({ kind: 'INCOMPLETE' });
    await world.time.advanceDatabase(FREE_UNTIL_MS - 60 * SECOND_MS - world.time.databaseNowMs());
    const { attempt, booking } = await world.journalled();
    const outcome = { kind: 'UNKNOWN', cause: 'TIMEOUT' } as const;
    await recordBooked(world.db, world.parts, { supplier: world.supplier, attempt, outcome, exchanges: [] });
    expect(await cancel(booking)).toMatchObject({ kind: 'QUEUED', penaltyMinor: 0 });
    await world.pass(90 * SECOND_MS, 10 * SECOND_MS);
    world.script.lookup = async () => ({ ...LIVE, netMinor });
    await world.pass(60 * SECOND_MS, 10 * SECOND_MS);
    expect(sent).toBe(0);
    const after = await world.read(booking.booking_id);
    expect(after).toMatchObject({ status: 'CONFIRMED', cancel_intent: null, needs_attention: attention });
    expect((await world.events(booking.booking_id)).map(({ type }) => type)).toContain(
      'booking.cancel_failed',
    );
  },
);
