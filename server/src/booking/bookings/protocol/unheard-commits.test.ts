/** A commit that happened although its answer was lost: what it wrote is found again, and neither lost nor written twice. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookingWorld, bookingWorld, RESERVATION } from '../../../../test/booking-world.ts';
import { systemClock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { DatabaseError } from '../../../platform/database/is-unavailable.ts';
import { listAttempts } from '../attempt-store.ts';
import { lockBooking } from '../booking-store.ts';
import { listExchanges } from '../exchange-store.ts';
import { journalCancel, sendCancel } from './journal-cancel.ts';
import { recordBooked } from './record-outcome.ts';

let world: BookingWorld;
beforeAll(async () => {
  world = await bookingWorld();
});
afterAll(() => world?.drop());

const decide = { clock: systemClock, untilMs: Number.POSITIVE_INFINITY };
const lost = () => new DatabaseError('COMMIT_UNKNOWN', 'cut off');

/** The first transaction commits and is not heard of; then the database is away for a moment, in which something happens. */
function unheard(db: Database, meanwhile = async () => {}): Database {
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

test('a booking is the one that was journalled, under its first attempt', async () => {
  const quoteId = await world.quote();
  const made = await world.journal({ quoteId, decide }, unheard(world.db));
  expect(made).toMatchObject({
    kind: 'JOURNALLED',
    booking: { version: 1 },
    attempt: { number: 1, fence: 1 },
  });
  expect(await world.journal({ quoteId, clientReference: 'another' })).toEqual({ kind: 'QUOTE_USED' });
});

test('a booking that nobody finds out about in time is refused, never sent, and settles by itself', async () => {
  const sent: string[] = [];
  const { book } = world.supplier;
  world.supplier.book = async (call, request) => {
    sent.push(request.reference);
    return book(call, request);
  };
  world.script.lookup = async () => ({ kind: 'ABSENT' });
  const quoteId = await world.quote();
  const inTime = { clock: systemClock, untilMs: systemClock.monotonicMs() };
  await expect(world.journal({ quoteId, decide: inTime }, unheard(world.db))).rejects.toThrow('cut off');
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

test('a cancellation is the one that was journalled, and no second attempt is made', async () => {
  const { booking_id: bookingId } = await world.booked();
  const arrivedAtMs = world.time.databaseNowMs();
  const { supplier } = world;
  const wish = { bookingId, arrivedAtMs, maxPenaltyMinor: 0, reason: null, supplier, decide };
  const sent = await journalCancel(unheard(world.db), world.safe, wish);
  expect(sent).toMatchObject({ kind: 'SENT', attempt: { number: 2, fence: 1 }, penaltyMinor: 0 });
  expect(await listAttempts(world.db, bookingId)).toHaveLength(2);
  const other = { ...wish, arrivedAtMs: arrivedAtMs - 1 };
  expect((await journalCancel(world.db, world.safe, other)).kind).toBe('IN_PROGRESS');
});

test('a cancellation that another sends is not taken for ours, though the same request was given to both', async () => {
  const { booking_id: bookingId } = await world.booked();
  const { supplier } = world;
  const arrivedAtMs = world.time.databaseNowMs();
  const wish = { bookingId, arrivedAtMs, maxPenaltyMinor: 0, reason: null, supplier, decide };
  expect((await journalCancel(world.db, world.safe, wish)).kind).toBe('SENT');
  expect((await journalCancel(unheard(world.db), world.safe, wish)).kind).toBe('IN_PROGRESS');
});

test('a cancellation that waited and was sent by the service meanwhile is not sent by us as well', async () => {
  const { booking } = await world.journalled();
  const { booking_id: bookingId } = booking;
  const { supplier } = world;
  const arrivedAtMs = world.time.databaseNowMs();
  const wish = { bookingId, arrivedAtMs, maxPenaltyMinor: 0, reason: null, supplier, decide };
  const sentMeanwhile = unheard(world.db, async () => {
    await world.db`UPDATE booking_attempt SET finished_at = serai_now() WHERE booking_id = ${bookingId}`;
    await inTransaction(world.db, async tx =>
      sendCancel(tx, world.safe, await lockBooking(tx, bookingId), supplier),
    );
  });
  expect((await journalCancel(sentMeanwhile, world.safe, wish)).kind).toBe('IN_PROGRESS');
});

test('what the provider said is written once, its messages too', async () => {
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
  const answered = { supplier: world.supplier, attempt, outcome, exchanges: [exchange] };
  await expect(recordBooked(unheard(world.db), world.safe, answered)).rejects.toThrow('cut off');
  expect(await recordBooked(world.db, world.safe, answered)).toMatchObject({ isMine: true });
  const written = await world.read(booking.booking_id);
  expect(written).toMatchObject({ status: 'CONFIRMED', version: 2 });
  expect(await listExchanges(world.db, world.safe, written)).toEqual([exchange]);
});
