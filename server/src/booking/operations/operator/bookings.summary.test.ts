import type { BookingsSummary } from '@serai/contract/account/bookings.ts';
import { BOOKING_STATES } from '@serai/contract/booking/booking-states.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BookingWorld, bookingWorld } from '../../../../test/booking-world.ts';
import { callOperator } from '../../../../test/call-operator.ts';
import type { Booked } from '../../port/outcomes.ts';
import { bookingsSummary } from './bookings.ts';

const UNKNOWN: Booked = { kind: 'UNKNOWN', cause: 'TIMEOUT' };
const REFUSED: Booked = { kind: 'REFUSED', reason: 'SOLD_OUT' };
const DAY_MS = 86_400_000;

let world: BookingWorld;
const summary = (input: object = {}, organisation = 'org_a', zone = 'UTC') => {
  const handler = bookingsSummary({ clock: world.time.clock, timeZone: async () => zone });
  return callOperator<BookingsSummary>(world, handler, organisation, { environment: 'sandbox', ...input });
};
const statesOf = ({ states }: Pick<BookingsSummary, 'states'>) =>
  Object.fromEntries(states.filter(({ count }) => count > 0).map(({ status, count }) => [status, count]));

beforeAll(async () => {
  world = await bookingWorld();
  const { time } = world;
  await world.booked();
  await world.booked(REFUSED);
  await time.advance(2 * DAY_MS);
  await world.booked();
  const waiting = await world.booked(UNKNOWN);
  await world.db`UPDATE booking SET needs_attention = true WHERE booking_id = ${waiting.booking_id}`;
  const live = await world.booked();
  await world.db`UPDATE booking SET environment = 'production' WHERE booking_id = ${live.booking_id}`;
  await time.advance(1_000);
});
afterAll(() => world?.drop());

describe('bookings/summary', () => {
  test('bookings/summary counts the bookings of one environment in every state', async () => {
    const counted = await summary();
    expect(counted.states.map(({ status }) => status)).toEqual([...BOOKING_STATES]);
    expect(statesOf(counted)).toEqual({ CONFIRMED: 2, REJECTED: 1, PENDING: 1 });
    expect([counted.total, counted.needsAttention]).toEqual([4, 1]);
    expect(statesOf(await summary({ environment: 'production' }))).toEqual({ CONFIRMED: 1 });
    expect((await summary({ environment: undefined })).total).toBe(5);
    expect((await summary({}, 'org_b')).total).toBe(0);
  });

  test('bookings/summary sums the prices of confirmed bookings only', async () => {
    const { confirmedValue } = await summary();
    const [{ net_minor, currency }] = (await world.db`
      SELECT net_minor, currency FROM booking WHERE status = 'CONFIRMED' LIMIT 1`) as unknown as [
      { net_minor: number; currency: string },
    ];
    expect(confirmedValue).toEqual([{ amount: ((net_minor * 2) / 100).toFixed(2), currency }]);
  });

  test('bookings/summary lists every day of the period with the bookings created on that day', async () => {
    const nowMs = world.time.clock.nowMs();
    const from = new Date(nowMs - 2.5 * DAY_MS).toISOString();
    const { created } = await summary({ from, to: new Date(nowMs).toISOString() });
    expect(created.reduce((total, { count }) => total + count, 0)).toBe(4);
    expect(created.every(({ start }, i) => i === 0 || gapMs(created[i - 1]?.start, start) === DAY_MS)).toBe(
      true,
    );
    const [first, second] = created.filter(({ count }) => count > 0);
    expect([statesOf(first as never), statesOf(second as never)]).toEqual([
      { CONFIRMED: 1, REJECTED: 1 },
      { CONFIRMED: 1, PENDING: 1 },
    ]);
  });

  test('bookings/summary counts bookings that need attention regardless of the period', async () => {
    const nowMs = world.time.clock.nowMs();
    const old = await summary({ to: new Date(nowMs - DAY_MS).toISOString() });
    expect([old.total, old.needsAttention]).toEqual([2, 1]);
    expect((await summary({ from: new Date(nowMs - DAY_MS).toISOString() })).total).toBe(2);
  });

  test('bookings/summary covers at most 92 days', async () => {
    const from = new Date(world.time.clock.nowMs() - 400 * DAY_MS).toISOString();
    const { created } = await summary({ from });
    expect(created.length).toBeLessThanOrEqual(93);
    await expect(
      summary({ from, to: new Date(world.time.clock.nowMs()).toISOString() }),
    ).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });

  test('bookings/summary counts days in the time zone of the operator', async () => {
    const id = (await world.booked()).booking_id;
    // Midnight in Madrid is 23:00 in UTC.
    await world.ownerDb`UPDATE booking SET created_at = '2021-03-01T23:00:00Z' WHERE booking_id = ${id}`;
    const period = { from: '2021-02-28T23:00:00Z', to: '2021-03-02T12:00:00Z' };
    const inMadrid = await summary(period, 'org_a', 'Europe/Madrid');
    expect(inMadrid.timeZone).toBe('Europe/Madrid');
    expect(inMadrid.created.map(({ date, start, count }) => [date, start, count])).toEqual([
      ['2021-03-01', '2021-02-28T23:00:00.000Z', 0],
      ['2021-03-02', '2021-03-01T23:00:00.000Z', 1],
    ]);
  });
});

function gapMs(before: string | undefined, after: string): number {
  return Date.parse(after) - Date.parse(before ?? '');
}
