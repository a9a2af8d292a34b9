/** Commits that succeeded although their response was lost. Their rows must be found again and must not be written twice. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookingWorld, bookingWorld, RESERVATION } from '../../../../test/booking-world.ts';
import { systemClock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { DatabaseError } from '../../../platform/database/is-unavailable.ts';
import { listAttempts } from '../attempt-store.ts';
import { lockBooking } from '../booking-store.ts';
import { listExchanges } from '../exchange-store.ts';
import { journalCancel, journalCancelAttempt } from './journal-cancel.ts';
import { recordBooked } from './record-outcome.ts';

let world: BookingWorld;
beforeAll(async () => {
  world = await bookingWorld();
});
afterAll(() => world?.drop());

const decide = { clock: systemClock, untilMs: Number.POSITIVE_INFINITY };
const lost = () => new DatabaseError('COMMIT_UNKNOWN', 'cut off');

/** The first transaction commits, but its response is lost. The second fails, after `meanwhile` has run. */
function lossy(db: Database, meanwhile = async () => {}): Database {
  const ends = [lost, () => new DatabaseError('CONNECTION_LOST', 'away')];
  const transaction = async (work: (tx: Database) => Promise<unknown>) => {
    const end = ends.shift();
    if (end === undefined) return db.transaction(work);
    if (end === lost) await db.transaction(work);
    else await meanwhile();
    throw end();
  };
  return new Proxy(db, {
    get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name)),
  });
}

test('finds the journalled booking and its first attempt when the commit result was lost', async () => {
  const quoteId = await world.quote();
  const journalled = await world.journal({ quoteId, decide }, lossy(world.db));
  expect(journalled).toMatchObject({
    kind: 'JOURNALLED',
    booking: { version: 1 },
    attempt: { number: 1, fence: 1 },
  });
  expect(await world.journal({ quoteId, clientReference: 'another' })).toEqual({ kind: 'QUOTE_USED' });
});

test('never sends a booking whose commit result stays unknown, and rejects it later', async () => {
  const sent: string[] = [];
  const { book } = world.supplier;
  world.supplier.book = async (call, request) => {
    sent.push(request.reference);
    return book(call, request);
  };
  world.script.lookup = async () => ({ kind: 'ABSENT' });
  const quoteId = await world.quote();
  const inTime = { clock: systemClock, untilMs: systemClock.monotonicMs() };
  await expect(world.journal({ quoteId, decide: inTime }, lossy(world.db))).rejects.toThrow('cut off');
  const again = await world.journal({ quoteId });
  if (again.kind !== 'EXISTS') throw new Error(again.kind);
  world.runner.start();
  await world.pass(180_000, 2_000);
  await world.runner.stop();
  expect(await world.read(again.booking.booking_id)).toMatchObject({
    status: 'REJECTED',
    status_reason: 'NOT_FOUND_AT_PROVIDER',
    needs_attention: false,
  });
  expect(sent).toEqual([]);
  world.supplier.book = book;
  delete world.script.lookup;
});

test('finds the journalled cancellation and makes no second attempt when the commit result was lost', async () => {
  const { booking_id: bookingId } = await world.booked();
  const arrivedAtMs = world.time.databaseNowMs();
  const { supplier } = world;
  const input = { bookingId, arrivedAtMs, maxPenaltyMinor: 0, reason: null, supplier, decide };
  const sent = await journalCancel(lossy(world.db), world.parts, input);
  expect(sent).toMatchObject({ kind: 'SENT', attempt: { number: 2, fence: 1 }, penaltyMinor: 0 });
  expect(await listAttempts(world.db, bookingId)).toHaveLength(2);
  const other = { ...input, arrivedAtMs: arrivedAtMs - 1 };
  expect((await journalCancel(world.db, world.parts, other)).kind).toBe('IN_PROGRESS');
});

test('does not claim a cancellation that another process journalled for the same request', async () => {
  const { booking_id: bookingId } = await world.booked();
  const { supplier } = world;
  const arrivedAtMs = world.time.databaseNowMs();
  const input = { bookingId, arrivedAtMs, maxPenaltyMinor: 0, reason: null, supplier, decide };
  expect((await journalCancel(world.db, world.parts, input)).kind).toBe('SENT');
  expect((await journalCancel(lossy(world.db), world.parts, input)).kind).toBe('IN_PROGRESS');
});

test('does not send a queued cancellation that a job has already sent', async () => {
  const { booking } = await world.journalled();
  const { booking_id: bookingId } = booking;
  const { supplier } = world;
  const arrivedAtMs = world.time.databaseNowMs();
  const input = { bookingId, arrivedAtMs, maxPenaltyMinor: 0, reason: null, supplier, decide };
  const sentMeanwhile = lossy(world.db, async () => {
    await world.db`UPDATE booking_attempt SET finished_at = serai_now() WHERE booking_id = ${bookingId}`;
    await inTransaction(world.db, async tx =>
      journalCancelAttempt(tx, world.parts, await lockBooking(tx, bookingId), supplier),
    );
  });
  expect((await journalCancel(sentMeanwhile, world.parts, input)).kind).toBe('IN_PROGRESS');
});

test('records the outcome and its exchanges only once when the commit result was lost', async () => {
  const { booking, attempt } = await world.journalled();
  const exchange = {
    provider: 'test-1',
    operation: 'book',
    attempt: 1,
    startedAt: '2027-01-10T12:00:00.000Z',
    durationMs: 120,
    outcome: 'CONFIRMED',
    request: { method: null, target: null, headers: {}, body: 'b', truncated: false },
    response: null,
  } as const;
  const outcome = { kind: 'CONFIRMED', ...RESERVATION } as const;
  const result = { supplier: world.supplier, attempt, outcome, exchanges: [exchange] };
  await expect(recordBooked(lossy(world.db), world.parts, result)).rejects.toThrow('cut off');
  expect(await recordBooked(world.db, world.parts, result)).toMatchObject({ isMine: true });
  const written = await world.read(booking.booking_id);
  expect(written).toMatchObject({ status: 'CONFIRMED', version: 2 });
  expect(await listExchanges(world.db, world.safe, written)).toEqual([exchange]);
});
