import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type BookingWorld, bookingWorld, HOUR_MS, RESERVATION } from '../../../../test/booking-world.ts';
import type { Found } from '../../port/outcomes.ts';

const SECOND_MS = 1_000;
/** A day of a live supplier. */
const DAY_MS = (24 * HOUR_MS) / 30;
const LIVE: Found = { kind: 'FOUND', state: 'BOOKED', ...RESERVATION };
const FAILED: Found = { kind: 'FAILED', cause: 'SERVER' };

let world: BookingWorld;
let found: Found;
/** With which of its own references the supplier was asked to cancel. */
let asked: (string | null)[];
beforeAll(async () => {
  world = await bookingWorld();
});
afterAll(() => world?.drop());
beforeEach(() => {
  world.runner.start();
  asked = [];
  world.script.lookup = async () => found;
});
afterEach(async () => {
  await world.runner.stop();
  await world.ownerDb`DELETE FROM job`;
});

/** REJECTED as nothing was found; then it turns up, and its cancellation times out. What lookups say from then on. */
async function compensatedInVain(...answers: Found[]): Promise<string> {
  found = { kind: 'ABSENT' };
  const { booking_id } = await world.booked({ kind: 'UNKNOWN', cause: 'TIMEOUT' });
  await world.pass(100 * SECOND_MS, 2 * SECOND_MS);
  expect(await world.read(booking_id)).toMatchObject({ status_reason: 'NOT_FOUND_AT_PROVIDER' });
  found = LIVE;
  world.script.cancel = async (_, { supplierRef }) => {
    asked.push(supplierRef);
    found = answers[Math.min(asked.length, answers.length) - 1] as Found;
    return { kind: 'UNKNOWN', cause: 'TIMEOUT' };
  };
  await world.pass(120 * SECOND_MS, 5 * SECOND_MS);
  expect(asked).not.toEqual([]);
  return booking_id;
}

test('a cancellation that took effect after all is found out', async () => {
  const id = await compensatedInVain({ ...LIVE, state: 'CANCELLED' });
  await world.pass(DAY_MS, 60 * SECOND_MS);
  expect(await world.read(id)).toMatchObject({
    status: 'REJECTED',
    status_reason: 'COMPENSATED',
    supplier_ref: 'S-1',
    needs_attention: false,
  });
  expect(asked).toEqual(['S-1']);
  expect((await world.events(id)).map(({ type }) => type).slice(2)).toEqual([
    'booking.rejected',
    'booking.late_confirmation',
  ]);
  expect(await world.jobs(id)).toEqual([]);
});

test('one that left nothing behind counts when nothing is there twice, and not before the time to settle', async () => {
  const id = await compensatedInVain(FAILED);
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

test('one that did not take effect is sent again', async () => {
  const id = await compensatedInVain(LIVE, { ...LIVE, state: 'CANCELLED' });
  await world.pass(DAY_MS, 60 * SECOND_MS);
  expect(asked).toEqual(['S-1', 'S-1']);
  expect((await world.read(id)).status_reason).toBe('COMPENSATED');
});

test.each([
  ['nobody can say what became of it', FAILED],
  ['it never takes effect', LIVE],
])('a person is called after a day when %s, and finds the reference', async (_, answer) => {
  const id = await compensatedInVain(answer);
  await world.pass(DAY_MS + 300 * SECOND_MS, 60 * SECOND_MS);
  expect(await world.read(id)).toMatchObject({
    status_reason: 'NOT_FOUND_AT_PROVIDER',
    supplier_ref: 'S-1',
    needs_attention: true,
  });
  expect((await world.events(id)).at(-1)?.type).toBe('booking.late_confirmation');
  expect(await world.jobs(id)).toEqual([]);
});

test.each([
  ['is charged for', { kind: 'CANCELLED', penaltyMinor: 100 } as const, 'COMPENSATED'],
  ['is refused', { kind: 'REFUSED' } as const, 'NOT_FOUND_AT_PROVIDER'],
])('a person is called when it %s, and finds the reference', async (_, outcome, reason) => {
  const id = await compensatedInVain(LIVE);
  world.script.cancel = async () => outcome;
  await world.pass(300 * SECOND_MS, 20 * SECOND_MS);
  expect(await world.read(id)).toMatchObject({
    status_reason: reason,
    supplier_ref: 'S-1',
    needs_attention: true,
  });
});
