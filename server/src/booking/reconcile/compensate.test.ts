import { afterAll, beforeEach, expect, test } from 'vitest';
import { checkEvents, standing } from '../../../test/booking-checks.ts';
import {
  bookingWorld,
  FREE_UNTIL_MS,
  HOUR_MS,
  RESERVATION,
  runJobsInTests,
} from '../../../test/booking-world.ts';
import type { Booked, Found } from '../port/outcomes.ts';
import { checkSuspect } from './follow-up.ts';

const SECOND_MS = 1_000;
/** One day, shortened by the speed-up of the test supplier. */
const DAY_MS = (24 * HOUR_MS) / 30;
const LIVE: Found = { kind: 'FOUND', state: 'BOOKED', ...RESERVATION };
const FAILED: Found = { kind: 'FAILED', cause: 'SERVER' };
const UNKNOWN: Booked = { kind: 'UNKNOWN', cause: 'TIMEOUT' };

const world = await bookingWorld();
let found: Found;
let cancelledRefs: (string | null)[];
afterAll(() => world.drop());
runJobsInTests(world);
beforeEach(() => {
  cancelledRefs = [];
  world.script.lookup = async () => found;
});

/**
 * Creates a rejected booking whose reservation appears late. Its cancellations time out. After each of them, lookups
 * return the next of the given results.
 */
async function compensationTimedOut(...answers: Found[]): Promise<string> {
  found = { kind: 'ABSENT' };
  const { booking_id } = await world.booked(UNKNOWN);
  await world.pass(100 * SECOND_MS, 2 * SECOND_MS);
  expect(await world.read(booking_id)).toMatchObject({ status_reason: 'NOT_FOUND_AT_PROVIDER' });
  found = LIVE;
  world.script.cancel = async (_, { supplierRef }) => {
    cancelledRefs.push(supplierRef);
    found = answers[Math.min(cancelledRefs.length, answers.length) - 1] as Found;
    return { kind: 'UNKNOWN', cause: 'TIMEOUT' };
  };
  await world.pass(120 * SECOND_MS, 5 * SECOND_MS);
  expect(cancelledRefs).not.toEqual([]);
  return booking_id;
}

test('a compensation that timed out is recognised as successful if it took effect', async () => {
  const id = await compensationTimedOut({ ...LIVE, state: 'CANCELLED' });
  await world.pass(DAY_MS, 60 * SECOND_MS);
  expect(await world.read(id)).toMatchObject({
    status: 'REJECTED',
    status_reason: 'COMPENSATED',
    supplier_ref: 'S-1',
    needs_attention: false,
  });
  expect(cancelledRefs).toEqual(['S-1']);
  expect((await world.types(id)).slice(2)).toEqual(['booking.rejected', 'booking.late_confirmation']);
  expect(await world.jobs(id)).toEqual([]);
});

test('a compensation whose reservation is not found is complete only after the settle time', async () => {
  const id = await compensationTimedOut(FAILED);
  const { finished_at } = (
    await world.db<{ finished_at: Date }[]>`
    SELECT finished_at FROM booking_attempt WHERE booking_id = ${id} AND operation = 'cancel'`
  )[0] as {
    finished_at: Date;
  };
  found = { kind: 'ABSENT' };
  await world.pass(DAY_MS, 60 * SECOND_MS);
  const after = await world.read(id);
  expect(after.status_reason).toBe('COMPENSATED');
  expect(after.updated_at.getTime() - finished_at.getTime()).toBeGreaterThanOrEqual(60 * SECOND_MS);
});

test('a compensation is sent again if it did not take effect', async () => {
  const id = await compensationTimedOut(LIVE, { ...LIVE, state: 'CANCELLED' });
  await world.pass(DAY_MS, 60 * SECOND_MS);
  expect(cancelledRefs).toEqual(['S-1', 'S-1']);
  expect((await world.read(id)).status_reason).toBe('COMPENSATED');
});

test.each([
  ['its outcome stays unknown', FAILED],
  ['it never takes effect', LIVE],
])(
  'a booking needs attention after a day and shows the provider reference if its compensation was sent and %s',
  async (_, answer) => {
    const id = await compensationTimedOut(answer);
    await world.pass(DAY_MS + 300 * SECOND_MS, 60 * SECOND_MS);
    expect(await world.read(id)).toMatchObject({
      status_reason: 'NOT_FOUND_AT_PROVIDER',
      supplier_ref: 'S-1',
      needs_attention: true,
    });
    expect((await world.types(id)).at(-1)).toBe('booking.late_confirmation');
    expect(await world.jobs(id)).toEqual([]);
  },
);

test.each([
  ['costs a penalty', { kind: 'CANCELLED', penaltyMinor: 100 } as const, 'COMPENSATED'],
  ['is refused', { kind: 'REFUSED', reason: 'NOT_ALLOWED' } as const, 'NOT_FOUND_AT_PROVIDER'],
])(
  'a booking whose compensation %s needs attention and shows the provider reference',
  async (_, outcome, reason) => {
    const id = await compensationTimedOut(LIVE);
    world.cancelReturns(outcome);
    await world.pass(300 * SECOND_MS, 20 * SECOND_MS);
    expect(await world.read(id)).toMatchObject({
      status_reason: reason,
      supplier_ref: 'S-1',
      needs_attention: true,
    });
  },
);

async function rejected(): Promise<string> {
  world.lookupReturns({ kind: 'ABSENT' });
  const { booking_id } = await world.booked(UNKNOWN);
  await world.pass(100 * SECOND_MS, 2 * SECOND_MS);
  expect(standing(await world.read(booking_id))).toBe('REJECTED/NOT_FOUND_AT_PROVIDER');
  world.lookupReturns(LIVE);
  return booking_id;
}

test('a late confirmation is cancelled at the provider and recorded as COMPENSATED if cancelling is free', async () => {
  const cancelled = world.cancelReturns({ kind: 'CANCELLED', penaltyMinor: 0 });
  const id = await rejected();
  await world.pass(120 * SECOND_MS, 10 * SECOND_MS);
  expect(cancelled.map(({ reference }) => `bkg_${reference}`)).toEqual([id]);
  expect(standing(await world.read(id))).toBe('REJECTED/COMPENSATED');
  expect((await world.types(id)).at(-1)).toBe('booking.late_confirmation');
  await checkEvents(world, id);
});

test('a late confirmation needs attention when the provider refuses the cancellation', async () => {
  world.cancelReturns({ kind: 'REFUSED', reason: 'NOT_ALLOWED' });
  const id = await rejected();
  await world.pass(120 * SECOND_MS, 10 * SECOND_MS);
  expect(await world.read(id)).toMatchObject({
    status: 'REJECTED',
    status_reason: 'NOT_FOUND_AT_PROVIDER',
    needs_attention: true,
  });
  expect((await world.types(id)).at(-1)).toBe('booking.late_confirmation');
});

test('a rejected booking is no longer checked after a day', async () => {
  const id = await rejected();
  world.lookupReturns({ kind: 'ABSENT' });
  await world.pass(DAY_MS + 10 * 60 * SECOND_MS, 60 * SECOND_MS);
  expect(await world.jobs(id)).toEqual([]);
});

test('a late confirmation needs attention when cancelling it is no longer free', async () => {
  await world.time.advanceDatabase(FREE_UNTIL_MS + HOUR_MS - world.time.databaseNowMs());
  const late = await world.booked({ kind: 'REFUSED', reason: 'SOLD_OUT' });
  world.lookupReturns(LIVE);
  await checkSuspect(world.db, late);
  await world.pass(SECOND_MS);
  const read = await world.read(late.booking_id);
  expect(read).toMatchObject({ status_reason: 'SOLD_OUT', needs_attention: true });
  expect((await world.types(late.booking_id)).at(-1)).toBe('booking.late_confirmation');
});
