import { afterAll, expect, test } from 'vitest';
import { checkEvents, found, standing } from '../../../test/booking-checks.ts';
import {
  bookingWorld,
  FREE_UNTIL_MS,
  HOUR_MS,
  NET_MINOR,
  RESERVATION,
  runJobsInTests,
} from '../../../test/booking-world.ts';
import type { Booked, Found } from '../port/outcomes.ts';

const SECOND_MS = 1_000;
const UNKNOWN: Booked = { kind: 'UNKNOWN', cause: 'TIMEOUT' };
/** One day, shortened by the speed-up of the test supplier. */
const DAY_MS = (24 * HOUR_MS) / 30;

const world = await bookingWorld();
afterAll(() => world.drop());
runJobsInTests(world);

test('an ON_REQUEST booking becomes REJECTED if the hotel has not decided by the end of the arrival day', async () => {
  world.lookupReturns(found('ON_REQUEST'));
  const dates = { checkIn: '2027-01-10', checkOut: '2027-01-12' };
  const { attempt } = await world.journalled(dates);
  const { booking } = await world.record(attempt, { kind: 'ON_REQUEST', ...RESERVATION, ...dates });
  expect(standing(booking)).toBe('ON_REQUEST/null');
  const endMs = Date.parse('2027-01-10T23:00:00Z');
  await world.pass(endMs - world.time.databaseNowMs() - SECOND_MS, 30 * 60 * SECOND_MS);
  expect(standing(await world.read(booking.booking_id))).toBe('ON_REQUEST/null');
  await world.pass(3 * 60 * SECOND_MS, 30 * SECOND_MS);
  expect(standing(await world.read(booking.booking_id))).toBe('REJECTED/REQUEST_EXPIRED');
});

test('a booking with an unknown outcome becomes CONFIRMED when it is found at the provider', async () => {
  const lookups = world.lookupReturns(
    { kind: 'FAILED', cause: 'SERVER' },
    { kind: 'INCOMPLETE' },
    found('BOOKED'),
  );
  const { booking_id } = await world.booked(UNKNOWN);
  await world.pass(5 * SECOND_MS, 250);
  const read = await world.read(booking_id);
  expect(read).toMatchObject({ status: 'CONFIRMED', supplier_ref: 'S-1', resolution: null });
  expect(lookups).toHaveLength(3);
  expect(await world.jobs(booking_id)).toEqual(['booking.deadline', 'booking.reread', 'booking.stay-end']);
  await checkEvents(world, booking_id);
});

test('a booking with an unknown outcome becomes REJECTED when the provider does not have it, but not before the settle time', async () => {
  const lookups = world.lookupReturns({ kind: 'ABSENT' });
  const { booking_id } = await world.booked(UNKNOWN);
  await world.pass(59 * SECOND_MS, SECOND_MS);
  expect(standing(await world.read(booking_id))).toBe('PENDING/OUTCOME_UNKNOWN');
  expect(lookups.length).toBeGreaterThan(3);
  await world.pass(41 * SECOND_MS, SECOND_MS);
  expect(standing(await world.read(booking_id))).toBe('REJECTED/NOT_FOUND_AT_PROVIDER');
  await checkEvents(world, booking_id);
});

test('a booking with an unknown outcome stays PENDING after a single lookup that finds no reservation, however late it happens', async () => {
  world.lookupReturns({ kind: 'FAILED', cause: 'SERVER' });
  const { booking_id } = await world.booked(UNKNOWN);
  await world.pass(90 * SECOND_MS, 5 * SECOND_MS);
  const lookups = world.lookupReturns({ kind: 'ABSENT' }, { kind: 'FAILED', cause: 'SERVER' });
  await world.pass(100 * SECOND_MS, 5 * SECOND_MS);
  expect(lookups.length).toBeGreaterThan(0);
  expect(standing(await world.read(booking_id))).toBe('PENDING/OUTCOME_UNKNOWN');
});

test('a booking with an unknown outcome needs attention after a day, and checks continue', async () => {
  world.lookupReturns({ kind: 'FAILED', cause: 'TIMEOUT' });
  const { booking_id } = await world.booked(UNKNOWN);
  await world.pass(DAY_MS - 60 * SECOND_MS, 60 * SECOND_MS);
  expect((await world.read(booking_id)).needs_attention).toBe(false);
  await world.pass(6 * 60 * SECOND_MS, 60 * SECOND_MS);
  expect((await world.read(booking_id)).needs_attention).toBe(true);
  expect(await world.types(booking_id)).toEqual([
    'booking.pending',
    'booking.pending',
    'booking.attention_required',
  ]);
  world.lookupReturns(found('BOOKED'));
  await world.pass(HOUR_MS, HOUR_MS / 4);
  expect(await world.read(booking_id)).toMatchObject({ status: 'CONFIRMED', needs_attention: false });
});

test.each<[Partial<Extract<Found, { kind: 'FOUND' }>>]>([
  [{ hotelId: 'htl_2' }],
  [{ checkIn: '2027-03-13' }],
  [{ netMinor: NET_MINOR - 501 }],
])(
  'a booking with an unknown outcome is not CONFIRMED automatically when the reservation differs: %o',
  async changes => {
    world.lookupReturns(found('BOOKED', changes));
    const { booking_id } = await world.booked(UNKNOWN);
    await world.pass(5 * SECOND_MS, SECOND_MS);
    expect(await world.read(booking_id)).toMatchObject({ status: 'PENDING', needs_attention: true });
  },
);

const ACCEPTED: Booked = { kind: 'ACCEPTED', supplierRef: 'S-1' };

test('an accepted booking is confirmed by a job if its process stopped before the lookup', async () => {
  world.lookupReturns(found('BOOKED'));
  const { booking_id, supplier_ref } = await world.booked(ACCEPTED);
  expect(supplier_ref).toBe('S-1');
  await world.pass(5 * SECOND_MS, SECOND_MS);
  expect(standing(await world.read(booking_id))).toBe('CONFIRMED/null');
  await checkEvents(world, booking_id);
});

test('an accepted booking is never rejected, but needs attention if the provider does not show it', async () => {
  world.lookupReturns({ kind: 'ABSENT' });
  const { booking_id } = await world.booked(ACCEPTED);
  await world.pass(59 * SECOND_MS, SECOND_MS);
  expect((await world.read(booking_id)).needs_attention).toBe(false);
  await world.pass(60 * SECOND_MS, SECOND_MS);
  expect(await world.read(booking_id)).toMatchObject({ status: 'PENDING', needs_attention: true });
  world.lookupReturns(found('BOOKED'));
  await world.pass(HOUR_MS, HOUR_MS / 4);
  expect(await world.read(booking_id)).toMatchObject({ status: 'CONFIRMED', needs_attention: false });
});

test('a booking of which only some rooms are booked is not confirmed', async () => {
  world.lookupReturns(found('BOOKED', { rooms: [{ state: 'BOOKED' }, { state: 'CANCELLED' }] }));
  const { booking_id } = await world.booked(UNKNOWN);
  await world.pass(60 * SECOND_MS, 5 * SECOND_MS);
  expect(standing(await world.read(booking_id))).toBe('PENDING/OUTCOME_UNKNOWN');
  world.lookupReturns(found('BOOKED', { rooms: [{ state: 'BOOKED' }, { state: 'BOOKED' }] }));
  await world.pass(100 * SECOND_MS, 5 * SECOND_MS);
  expect(standing(await world.read(booking_id))).toBe('CONFIRMED/null');
});

test('a confirmed booking needs attention if the provider booked other terms, but a provider fee is only recorded', async () => {
  const notes = async (bookingId: string) =>
    (
      await world.db<{ note: { cause?: string } | null }[]>`
      SELECT note FROM booking_history WHERE booking_id = ${bookingId} ORDER BY version`
    ).map(({ note }) => note);
  const other = await world.booked({ kind: 'CONFIRMED', ...RESERVATION, board: 'RO' });
  expect(other).toMatchObject({ status: 'CONFIRMED', needs_attention: true });
  expect((await notes(other.booking_id)).at(-1)).toMatchObject({ cause: 'TERMS_CHANGED' });
  const dearer = await world.booked({ kind: 'CONFIRMED', ...RESERVATION, feesMinor: 4_080 });
  expect(dearer).toMatchObject({ status: 'CONFIRMED', needs_attention: false, net_minor: NET_MINOR });
  const charged = { amount: '40.80', currency: 'EUR' };
  expect((await notes(dearer.booking_id)).at(-1)).toEqual({ cause: 'SUPPLIER_FEE', charged });
});

test('an attempt is taken over when its lease expires, and a late outcome changes nothing', async () => {
  const lookups = world.lookupReturns(found('BOOKED'));
  const { booking, attempt } = await world.journalled();
  await world.pass(32 * SECOND_MS, 4 * SECOND_MS);
  expect([standing(await world.read(booking.booking_id)), lookups.length]).toEqual([
    'PENDING/IN_PROGRESS',
    0,
  ]);
  await world.pass(2 * SECOND_MS);
  expect(standing(await world.read(booking.booking_id))).toBe('CONFIRMED/null');
  expect(await world.types(booking.booking_id)).toEqual([
    'booking.pending',
    'booking.pending',
    'booking.confirmed',
  ]);
  const late = await world.record(attempt, { kind: 'REFUSED', reason: 'SOLD_OUT' });
  expect(late).toMatchObject({ isMine: false, booking: { status: 'CONFIRMED' } });
});

test('a booking with an unknown outcome becomes CANCELLED when its reservation is already cancelled', async () => {
  world.lookupReturns(found('CANCELLED', { cancelledBy: 'HOTEL' }));
  const { booking_id } = await world.booked(UNKNOWN);
  await world.pass(SECOND_MS);
  expect(standing(await world.read(booking_id))).toBe('CANCELLED/BY_HOTEL');
});

const onRequest = () => world.booked({ kind: 'ON_REQUEST', ...RESERVATION });

test.each<[Found, string]>([
  [found('BOOKED'), 'CONFIRMED/null'],
  [found('REFUSED'), 'REJECTED/PROVIDER_REFUSED'],
  [found('CANCELLED', { cancelledBy: 'HOTEL' }), 'CANCELLED/BY_HOTEL'],
])('an ON_REQUEST booking is looked up repeatedly until the hotel decides', async (decision, end) => {
  const lookups = world.lookupReturns(found('ON_REQUEST'), found('ON_REQUEST'), decision);
  const { booking_id } = await onRequest();
  await world.pass(24 * SECOND_MS, SECOND_MS);
  expect([standing(await world.read(booking_id)), lookups.length]).toEqual(['ON_REQUEST/null', 2]);
  await world.pass(15 * SECOND_MS, SECOND_MS);
  expect([standing(await world.read(booking_id)), lookups.length]).toEqual([end, 3]);
  await checkEvents(world, booking_id);
});

test('a confirmed booking gets its hotel confirmation number, and becomes CANCELLED when the hotel cancels it', async () => {
  world.lookupReturns(
    found('BOOKED'),
    found('BOOKED', { hotelRef: 'H-9' }),
    found('CANCELLED', { cancelledBy: 'HOTEL' }),
  );
  const { booking_id } = await world.booked();
  await world.pass(10 * SECOND_MS);
  expect((await world.read(booking_id)).version).toBe(2);
  await world.pass(10 * SECOND_MS);
  expect((await world.read(booking_id)).hotel_confirmation).toBe('H-9');
  await world.pass(20 * SECOND_MS);
  expect(standing(await world.read(booking_id))).toBe('CANCELLED/BY_HOTEL');
  expect((await world.types(booking_id)).slice(2)).toEqual(['booking.hotel_confirmed', 'booking.cancelled']);
  await checkEvents(world, booking_id);
});

test('a confirmed booking needs attention when its provider no longer has it', async () => {
  world.lookupReturns({ kind: 'ABSENT' });
  const { booking_id } = await world.booked();
  await world.pass(50 * SECOND_MS, 10 * SECOND_MS);
  expect((await world.read(booking_id)).needs_attention).toBe(false);
  await world.pass(60 * SECOND_MS, 10 * SECOND_MS);
  expect(await world.read(booking_id)).toMatchObject({ status: 'CONFIRMED', needs_attention: true });
});

test('a confirmed booking emits a deadline warning and becomes COMPLETED after check-out', async () => {
  world.lookupReturns(found('BOOKED'));
  const { booking_id, check_out, content } = await world.booked();
  await world.ownerDb`DELETE FROM job WHERE kind = 'booking.reread'`;
  await world.pass(FREE_UNTIL_MS - 24 * HOUR_MS - world.time.databaseNowMs() - 1);
  expect(await world.types(booking_id)).toHaveLength(2);
  await world.pass(1);
  expect((await world.types(booking_id)).at(-1)).toBe('booking.deadline_approaching');
  expect(content.hotel.timeZone).toBe('Europe/Madrid');
  await world.pass(Date.parse(`${check_out}T23:00:00Z`) - world.time.databaseNowMs() - 1);
  expect(standing(await world.read(booking_id))).toBe('CONFIRMED/null');
  await world.pass(1);
  expect(standing(await world.read(booking_id))).toBe('COMPLETED/null');
  expect(await world.jobs(booking_id)).toEqual([]);
  await checkEvents(world, booking_id);
});
