import { bookingEventData } from '@serai/contract/events.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type BookingWorld,
  bookingWorld,
  FREE_UNTIL_MS,
  NET_MINOR,
  PEOPLE,
} from '../../../../test/booking-world.ts';
import type { Cancelled } from '../../port/outcomes.ts';
import { listHistoryWithEvidence } from '../history-store.ts';
import { journalCancel } from './journal-cancel.ts';
import { recordCancelled } from './record-outcome.ts';

let world: BookingWorld;
beforeAll(async () => {
  world = await bookingWorld();
});
afterAll(() => world?.drop());

const cancelInput = (bookingId: string, changes = {}) => ({
  bookingId,
  arrivedAtMs: world.time.databaseNowMs(),
  maxPenaltyMinor: 0,
  reason: null,
  supplier: world.supplier,
  ...changes,
});
const setDatabaseTime = (ms: number) => world.time.advanceDatabase(ms - world.time.databaseNowMs());
/** Each test starts while cancelling is free, regardless of the time that the previous test set. */
beforeEach(() => setDatabaseTime(FREE_UNTIL_MS - 60_000));

test.each<[Cancelled, string, string | null, string]>([
  [{ kind: 'CANCELLED', penaltyMinor: null }, 'CANCELLED', 'BY_CLIENT', 'booking.cancelled'],
  [{ kind: 'ALREADY' }, 'CANCELLED', 'BY_CLIENT', 'booking.cancelled'],
  [{ kind: 'REFUSED', reason: 'NOT_ALLOWED' }, 'CONFIRMED', null, 'booking.cancel_failed'],
  [{ kind: 'NOT_EXECUTED', cause: 'NOT_SENT' }, 'CONFIRMED', null, 'booking.cancel_failed'],
  [{ kind: 'UNKNOWN', cause: 'TIMEOUT' }, 'CANCEL_PENDING', 'OUTCOME_UNKNOWN', 'booking.cancel_pending'],
])('recordCancelled records the cancellation outcome %o', async (outcome, status, reason, type) => {
  const { booking_id } = await world.booked();
  const sent = await journalCancel(world.db, world.parts, cancelInput(booking_id));
  if (sent.kind !== 'SENT') throw new Error(sent.kind);
  expect(sent.booking).toMatchObject({
    status: 'CANCEL_PENDING',
    status_reason: 'IN_PROGRESS',
    version: 3,
  });
  const result = { supplier: world.supplier, attempt: sent.attempt, outcome, exchanges: [] };
  const { booking } = await recordCancelled(world.db, world.parts, result);
  expect(booking).toMatchObject({ status, status_reason: reason, version: 4 });
  const events = await world.events(booking_id);
  expect(events.at(-1)?.type).toBe(type);
  for (const { data } of events) bookingEventData.parse(data);
});

test('journalCancel returns the penalty and writes nothing when it exceeds the accepted maximum', async () => {
  const { booking_id } = await world.booked();
  await setDatabaseTime(FREE_UNTIL_MS);
  const input = cancelInput(booking_id, { maxPenaltyMinor: NET_MINOR - 1 });
  const refused = await journalCancel(world.db, world.parts, input);
  expect(refused).toMatchObject({ kind: 'PENALTY_TOO_HIGH', penalty: { penaltyMinor: NET_MINOR } });
  expect((await world.read(booking_id)).version).toBe(2);
});

test.each([
  ['costs the penalty that applied when the request arrived', FREE_UNTIL_MS + 60_000, 61_000, 0],
  ['costs no less when the gateway clock is hours behind', FREE_UNTIL_MS + 200_000, 9_000_000, NET_MINOR],
  ['costs no more when the gateway clock is hours ahead', FREE_UNTIL_MS - 60_000, -9_000_000, 0],
])('a cancellation %s', async (_, nowMs, sinceMs, penaltyMinor) => {
  const { booking_id } = await world.booked();
  await setDatabaseTime(nowMs);
  const arrivedAtMs = nowMs - sinceMs;
  const input = cancelInput(booking_id, { arrivedAtMs, maxPenaltyMinor: NET_MINOR, reason: 'ill' });
  const sent = await journalCancel(world.db, world.parts, input);
  if (sent.kind !== 'SENT') throw new Error(sent.kind);
  const outcome = { kind: 'CANCELLED', penaltyMinor: 0 } as const;
  const result = { supplier: world.supplier, attempt: sent.attempt, outcome, exchanges: [] };
  const { booking } = await recordCancelled(world.db, world.parts, result);
  expect(booking.penalty_minor).toBe(penaltyMinor);
  expect(world.safe.openPeople(booking)).toEqual({ ...PEOPLE, cancelReason: 'ill' });
});

test.each([
  ['needs attention when the supplier charges more than promised', 100, true],
  [
    'records the difference without needing attention when the supplier charges less than promised',
    -100,
    false,
  ],
])(
  'a cancellation %s, and the partner pays the promised penalty',
  async (_, differenceMinor, needs_attention) => {
    const { booking_id } = await world.booked();
    await setDatabaseTime(FREE_UNTIL_MS);
    const sent = await journalCancel(
      world.db,
      world.parts,
      cancelInput(booking_id, { maxPenaltyMinor: 99_999 }),
    );
    if (sent.kind !== 'SENT') throw new Error(sent.kind);
    const outcome = { kind: 'CANCELLED', penaltyMinor: NET_MINOR + differenceMinor } as const;
    const result = { supplier: world.supplier, attempt: sent.attempt, outcome, exchanges: [] };
    const { booking } = await recordCancelled(world.db, world.parts, result);
    expect(booking).toMatchObject({ status: 'CANCELLED', penalty_minor: NET_MINOR, needs_attention });
    const history = await listHistoryWithEvidence(world.db, world.safe, booking);
    expect(history.at(-1)?.note).toEqual({
      cause: 'PENALTY_DIFFERS',
      promised: { amount: '444.00', currency: 'EUR' },
      charged: { amount: differenceMinor > 0 ? '445.00' : '443.00', currency: 'EUR' },
    });
  },
);

test('cancelling a rejected booking returns NOTHING_TO_CANCEL', async () => {
  const rejected = await world.booked({ kind: 'REFUSED', reason: 'SOLD_OUT' });
  expect((await journalCancel(world.db, world.parts, cancelInput(rejected.booking_id))).kind).toBe(
    'NOTHING_TO_CANCEL',
  );
});

test('journalCancel allows only one of two concurrent cancellations to be sent', async () => {
  const { booking_id } = await world.booked();
  const both = await Promise.all(
    [1, 2].map(() => journalCancel(world.db, world.parts, cancelInput(booking_id))),
  );
  expect(both.map(each => each.kind).toSorted()).toEqual(['IN_PROGRESS', 'SENT']);
});

test('journalCancel queues the cancellation of a pending booking', async () => {
  const { booking } = await world.journalled();
  const queued = await journalCancel(world.db, world.parts, cancelInput(booking.booking_id));
  expect(queued).toMatchObject({
    kind: 'QUEUED',
    booking: { status: 'CANCEL_PENDING', status_reason: 'QUEUED' },
  });
});
