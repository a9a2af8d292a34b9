import { afterAll, expect, test } from 'vitest';
import { checkEvents, found, standing } from '../../../test/booking-checks.ts';
import {
  bookingWorld,
  FREE_UNTIL_MS,
  HOUR_MS,
  RESERVATION,
  runJobsInTests,
} from '../../../test/booking-world.ts';
import type { Booked, Cancelled, Found } from '../port/outcomes.ts';
import { checkSuspect } from './follow-up.ts';

const SECOND_MS = 1_000;
/** One day, shortened by the speed-up of the test supplier. */
const DAY_MS = (24 * HOUR_MS) / 30;
const LIVE: Found = { kind: 'FOUND', state: 'BOOKED', ...RESERVATION };
const CANCELLED: Cancelled = { kind: 'CANCELLED', penaltyMinor: 0 };
const TIMEOUT = { kind: 'UNKNOWN', cause: 'TIMEOUT' } as const;
const ACCEPTED: Booked = { kind: 'ACCEPTED', supplierRef: 'S-1' };

const world = await bookingWorld();
afterAll(() => world.drop());
runJobsInTests(world);

async function vanished(): Promise<string> {
  const booking = await world.booked();
  await world.ownerDb`DELETE FROM job WHERE kind = 'booking.reread'`;
  world.lookupReturns({ kind: 'ABSENT' });
  await world.cancel(booking.booking_id);
  await world.pass(130 * SECOND_MS, 5 * SECOND_MS);
  expect(await world.read(booking.booking_id)).toMatchObject({ status: 'CANCELLED', needs_attention: false });
  return booking.booking_id;
}

test('a reappearing reservation is cancelled again without changing the booking', async () => {
  const bookingId = await vanished();
  const { version } = await world.read(bookingId);
  let held = LIVE;
  world.script.lookup = async () => held;
  world.script.cancel = async (_, { supplierRef }) => {
    expect(supplierRef).toBe('S-1');
    held = { ...LIVE, state: 'CANCELLED' };
    return { kind: 'CANCELLED', penaltyMinor: 0 };
  };
  await world.pass(300 * SECOND_MS, 20 * SECOND_MS);
  expect(held).toMatchObject({ state: 'CANCELLED' });
  expect(await world.read(bookingId)).toMatchObject({ version, needs_attention: false });
  await world.pass(DAY_MS + 300 * SECOND_MS, 60 * SECOND_MS);
  expect(await world.jobs(bookingId)).not.toContain('booking.reconcile');
});

test.each([
  [
    'the provider refuses the cancellation',
    { kind: 'REFUSED', reason: 'NOT_ALLOWED' } as const,
    300 * SECOND_MS,
  ],
  ['it still exists after a day', { kind: 'ALREADY' } as const, DAY_MS + 600 * SECOND_MS],
])('a cancelled booking whose reservation reappears needs attention when %s', async (_, outcome, ms) => {
  const bookingId = await vanished();
  world.lookupReturns(LIVE);
  world.cancelReturns(outcome);
  await world.pass(ms, 60 * SECOND_MS);
  expect(await world.read(bookingId)).toMatchObject({ status: 'CANCELLED', needs_attention: true });
  expect((await world.types(bookingId)).at(-1)).toBe('booking.attention_required');
  expect(await world.jobs(bookingId)).not.toContain('booking.reconcile');
});

test('a cancelled booking without a reservation at the provider is no longer looked up after a day', async () => {
  const bookingId = await vanished();
  await world.pass(DAY_MS + 300 * SECOND_MS, 60 * SECOND_MS);
  expect(await world.jobs(bookingId)).not.toContain('booking.reconcile');
});

test('a cancellation that keeps timing out needs attention after a day', async () => {
  const sent = world.cancelReturns(TIMEOUT);
  world.lookupReturns(LIVE);
  const booking = await world.booked();
  await world.cancel(booking.booking_id);
  await world.pass(DAY_MS + 300 * SECOND_MS, 10 * SECOND_MS);
  expect(sent.length).toBeGreaterThan(2);
  expect(await world.read(booking.booking_id)).toMatchObject({
    status: 'CANCEL_PENDING',
    needs_attention: true,
  });
});

test('a queued cancellation that was throttled is retried', async () => {
  const sent = world.cancelReturns({ kind: 'NOT_EXECUTED', cause: 'THROTTLED' }, CANCELLED);
  world.lookupReturns(LIVE);
  const { booking, attempt } = await world.journalled();
  expect((await world.cancel(booking.booking_id)).kind).toBe('QUEUED');
  await world.record(attempt);
  await world.pass(5 * SECOND_MS, SECOND_MS);
  expect([sent.length, (await world.read(booking.booking_id)).status]).toEqual([1, 'CANCEL_PENDING']);
  await world.pass(120 * SECOND_MS, 2 * SECOND_MS);
  expect([sent.length, (await world.read(booking.booking_id)).status]).toEqual([2, 'CANCELLED']);
});

test('a reservation found by a sweep is cancelled even if the first attempt times out', async () => {
  const sent = world.cancelReturns(TIMEOUT, CANCELLED);
  world.lookupReturns(LIVE);
  const sold = await world.booked({ kind: 'REFUSED', reason: 'SOLD_OUT' });
  await checkSuspect(world.db, sold);
  await world.pass(60 * SECOND_MS, SECOND_MS);
  expect([sent.length, (await world.read(sold.booking_id)).status_reason]).toEqual([2, 'COMPENSATED']);
});

test('a cancellation of an accepted booking waits until its reservation has been found and compared', async () => {
  const lookups = world.lookupReturns({ kind: 'INCOMPLETE' }, found('BOOKED'));
  const cancellations = world.cancelReturns(CANCELLED);
  const { booking_id } = await world.booked(ACCEPTED);
  expect((await world.cancel(booking_id)).kind).toBe('QUEUED');
  await world.pass(5 * SECOND_MS, 250);
  expect([lookups.length, cancellations.length]).toEqual([2, 1]);
  expect(standing(await world.read(booking_id))).toBe('CANCELLED/BY_CLIENT');
  await checkEvents(world, booking_id);
});

test('a cancellation that was queued before its booking was accepted is sent after a lookup', async () => {
  world.lookupReturns(found('BOOKED'));
  const cancellations = world.cancelReturns(CANCELLED);
  const { booking, attempt } = await world.journalled();
  expect((await world.cancel(booking.booking_id)).kind).toBe('QUEUED');
  await world.record(attempt, ACCEPTED);
  await world.pass(5 * SECOND_MS, 250);
  expect(cancellations).toHaveLength(1);
  expect(standing(await world.read(booking.booking_id))).toBe('CANCELLED/BY_CLIENT');
});

test('if a lookup settles a cancellation, the penalty that the provider charged is compared with the promised one', async () => {
  world.lookupReturns(found('CANCELLED', { penaltyMinor: 1_000 }));
  const { booking_id } = await world.booked();
  await world.ownerDb`DELETE FROM job WHERE kind = 'booking.reread'`;
  await world.cancel(booking_id);
  await world.pass(34 * SECOND_MS, 2 * SECOND_MS);
  expect(await world.read(booking_id)).toMatchObject({
    ...{ status: 'CANCELLED', status_reason: 'BY_CLIENT', penalty_minor: 0, needs_attention: true },
  });
});

test('a cancellation queued behind a booking with an unknown outcome is sent once the booking is found', async () => {
  const sent = world.cancelReturns(CANCELLED);
  world.lookupReturns({ kind: 'FAILED', cause: 'SERVER' }, found('BOOKED'));
  const { booking_id } = await world.booked(TIMEOUT);
  expect((await world.cancel(booking_id)).kind).toBe('QUEUED');
  await world.pass(5 * SECOND_MS, SECOND_MS);
  expect(standing(await world.read(booking_id))).toBe('CANCELLED/BY_CLIENT');
  expect(sent).toHaveLength(1);
  expect(await world.types(booking_id)).toEqual([
    'booking.pending',
    'booking.pending',
    'booking.cancel_pending',
    'booking.updated',
    'booking.cancel_pending',
    'booking.cancelled',
  ]);
  await checkEvents(world, booking_id);
});

test('a cancellation queued during the booking call is sent afterwards, and a refusal leaves the booking confirmed', async () => {
  world.cancelReturns({ kind: 'REFUSED', reason: 'NOT_ALLOWED' });
  const { booking, attempt } = await world.journalled();
  await world.cancel(booking.booking_id);
  await world.record(attempt);
  await world.pass(SECOND_MS);
  expect(await world.read(booking.booking_id)).toMatchObject({
    status: 'CONFIRMED',
    cancel_intent: null,
    confirmed_at: expect.any(Date),
  });
  expect((await world.types(booking.booking_id)).at(-1)).toBe('booking.cancel_failed');
});

test('a booking with a queued cancellation becomes REJECTED if the provider does not have the booking', async () => {
  world.lookupReturns({ kind: 'ABSENT' });
  const { booking_id } = await world.booked(TIMEOUT);
  await world.cancel(booking_id);
  await world.pass(100 * SECOND_MS, 2 * SECOND_MS);
  expect(standing(await world.read(booking_id))).toBe('REJECTED/NOT_FOUND_AT_PROVIDER');
});

test('a cancellation left open by a crashed process is resolved by a lookup', async () => {
  world.lookupReturns(found('CANCELLED'));
  const { booking_id } = await world.booked();
  await world.ownerDb`DELETE FROM job WHERE kind = 'booking.reread'`;
  expect((await world.cancel(booking_id)).kind).toBe('SENT');
  await world.pass(34 * SECOND_MS, 2 * SECOND_MS);
  expect(await world.read(booking_id)).toMatchObject({
    status: 'CANCELLED',
    status_reason: 'BY_CLIENT',
    penalty_minor: 0,
  });
  await checkEvents(world, booking_id);
});

test('a cancellation that did not take effect is sent again', async () => {
  const sent = world.cancelReturns(CANCELLED);
  world.lookupReturns(found('BOOKED'));
  const { booking_id } = await world.booked();
  await world.cancel(booking_id);
  await world.pass(59 * SECOND_MS, SECOND_MS);
  expect(sent).toEqual([]);
  await world.pass(90 * SECOND_MS, 2 * SECOND_MS);
  expect([sent.length, standing(await world.read(booking_id))]).toEqual([1, 'CANCELLED/BY_CLIENT']);
});

test.each([
  ['', RESERVATION.netMinor, false],
  [', and the booking needs attention if its price differs', RESERVATION.netMinor * 2, true],
])(
  'a queued cancellation that now costs more than accepted is not sent%s',
  async (_, netMinor, attention) => {
    const sent = world.cancelReturns(CANCELLED);
    world.lookupReturns({ kind: 'INCOMPLETE' });
    await world.time.advanceDatabase(FREE_UNTIL_MS - 60 * SECOND_MS - world.time.databaseNowMs());
    const { attempt, booking } = await world.journalled();
    await world.record(attempt, TIMEOUT);
    expect(await world.cancel(booking.booking_id)).toMatchObject({ kind: 'QUEUED', penaltyMinor: 0 });
    await world.pass(90 * SECOND_MS, 10 * SECOND_MS);
    world.lookupReturns({ ...LIVE, netMinor });
    await world.pass(60 * SECOND_MS, 10 * SECOND_MS);
    expect(sent).toEqual([]);
    const after = await world.read(booking.booking_id);
    expect(after).toMatchObject({ status: 'CONFIRMED', cancel_intent: null, needs_attention: attention });
    expect(await world.types(booking.booking_id)).toContain('booking.cancel_failed');
  },
);
