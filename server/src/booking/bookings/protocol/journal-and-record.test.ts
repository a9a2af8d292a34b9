import { bookingRecord, bookingSummary } from '@serai/contract/booking/booking-record.ts';
import { bookingEventData } from '@serai/contract/events.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type BookingWorld,
  bookingWorld,
  NET_MINOR,
  PEOPLE,
  RESERVATION,
} from '../../../../test/booking-world.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import type { Booked } from '../../port/outcomes.ts';
import { takeOverAttempt } from '../attempt-store.ts';
import { findBooking } from '../booking-store.ts';
import { bookingSummaryView, bookingView } from '../booking-view.ts';
import { BookingChangedError, changeBooking, IllegalChangeError } from '../change-booking.ts';
import { changeFeedHorizon } from '../change-feed-store.ts';
import { listExchanges } from '../exchange-store.ts';
import { listHistory } from '../history-store.ts';
import { recordBooked, recordLate } from './record-outcome.ts';

let world: BookingWorld;
beforeAll(async () => {
  world = await bookingWorld();
});
afterAll(() => world?.drop());

const confirmed: Booked = { kind: 'CONFIRMED', ...RESERVATION };
const counts = () =>
  world.db<{ bookings: number; attempts: number; history: number; events: number; jobs: number }[]>`
    SELECT (SELECT count(*) FROM booking) AS bookings, (SELECT count(*) FROM booking_attempt) AS attempts,
      (SELECT count(*) FROM booking_history) AS history, (SELECT count(*) FROM outbox_event) AS events,
      (SELECT count(*) FROM job) AS jobs`;

describe('journalBooking', () => {
  test('journalBooking writes the booking, its attempt, history, event and reconciliation job together', async () => {
    const { booking, attempt } = await world.journalled();
    expect(booking).toMatchObject({ status: 'PENDING', status_reason: 'IN_PROGRESS', version: 1 });
    expect(booking.booking_id).toMatch(/^bkg_[0-9A-HJKMNP-TV-Z]{20}$/);
    expect(attempt).toEqual({ bookingId: booking.booking_id, number: 1, fence: 1 });
    expect(await world.events(booking.booking_id)).toMatchObject([{ type: 'booking.pending', version: 1 }]);
    expect(await world.jobs(booking.booking_id)).toEqual(['booking.reconcile']);
    expect(await listHistory(world.db, booking.booking_id)).toMatchObject([
      {
        version: 1,
        event: 'booking.pending',
        actor: 'CLIENT',
        from: null,
        to: 'PENDING',
        reason: 'IN_PROGRESS',
      },
    ]);
  });

  test('twenty concurrent identical requests create one booking, and all of them receive it', async () => {
    const quoteId = await world.quote();
    const twenty = Array.from({ length: 20 });
    // Open all connections before the race starts.
    await Promise.all(twenty.map(() => world.db`SELECT`));
    const all = await Promise.all(twenty.map(() => world.journal({ quoteId, clientReference: 'twin' })));
    expect(all.filter(each => each.kind === 'JOURNALLED')).toHaveLength(1);
    const ids = all.map(each => 'booking' in each && each.booking.booking_id);
    expect(new Set(ids).size).toBe(1);
  });

  test('journalBooking writes nothing when the quote has already been used', async () => {
    const quoteId = await world.quote();
    await world.journalled({ quoteId });
    const [before] = await counts();
    expect(await world.journal({ quoteId, clientReference: 'another' })).toEqual({ kind: 'QUOTE_USED' });
    expect((await counts())[0]).toEqual(before);
  });

  test('journalBooking writes nothing when the quote has expired', async () => {
    const [before] = await counts();
    const late = await world.quote(1_000);
    await world.time.advance(1_000);
    expect(await world.journal({ quoteId: late })).toEqual({ kind: 'QUOTE_EXPIRED' });
    expect((await counts())[0]).toEqual(before);
  });

  test("a booking's personal data is stored encrypted, and only its own partner and environment find the booking", async () => {
    const { booking } = await world.journalled();
    const [row] = await world.db<
      { text: string }[]
    >`SELECT booking::text FROM booking WHERE booking_id = ${booking.booking_id}`;
    expect(JSON.stringify(row)).not.toContain('Moreno');
    expect(world.safe.openPeople(booking)).toEqual(PEOPLE);
    expect(world.safe.holderMark('org_a', ' MORENÓ ')).toEqual(booking.holder_mark);
    expect(world.safe.holderMark('org_b', 'Moreno')).not.toEqual(booking.holder_mark);
    expect(
      await findBooking(
        world.db,
        { ...world.scope, organisationId: 'org_b' },
        { bookingId: booking.booking_id },
      ),
    ).toBeUndefined();
    expect(
      await findBooking(
        world.db,
        { ...world.scope, environment: 'production' },
        { bookingId: booking.booking_id },
      ),
    ).toBeUndefined();
  });
});

describe('recordBooked', () => {
  test.each<[string, Booked, string, string | null, string, string[]]>([
    [
      'CONFIRMED',
      confirmed,
      'CONFIRMED',
      null,
      'booking.confirmed',
      ['booking.deadline', 'booking.reread', 'booking.stay-end'],
    ],
    [
      'ON_REQUEST',
      { ...confirmed, kind: 'ON_REQUEST' },
      'ON_REQUEST',
      null,
      'booking.on_request',
      ['booking.reconcile'],
    ],
    ['sold out', { kind: 'REFUSED', reason: 'SOLD_OUT' }, 'REJECTED', 'SOLD_OUT', 'booking.rejected', []],
    [
      'price changed',
      { kind: 'REFUSED', reason: 'PRICE_CHANGED' },
      'REJECTED',
      'PRICE_CHANGED',
      'booking.rejected',
      [],
    ],
    [
      'request not sent',
      { kind: 'NOT_EXECUTED', cause: 'NOT_SENT' },
      'REJECTED',
      'NOT_FOUND_AT_PROVIDER',
      'booking.rejected',
      [],
    ],
    [
      'throttled',
      { kind: 'NOT_EXECUTED', cause: 'THROTTLED' },
      'REJECTED',
      'PROVIDER_REFUSED',
      'booking.rejected',
      [],
    ],
    [
      'unknown',
      { kind: 'UNKNOWN', cause: 'TIMEOUT' },
      'PENDING',
      'OUTCOME_UNKNOWN',
      'booking.pending',
      ['booking.reconcile'],
    ],
    [
      'duplicate',
      { kind: 'DUPLICATE' },
      'PENDING',
      'OUTCOME_UNKNOWN',
      'booking.pending',
      ['booking.reconcile'],
    ],
    [
      'confirmed for another hotel',
      { ...confirmed, hotelId: 'htl_2' },
      'PENDING',
      'OUTCOME_UNKNOWN',
      'booking.pending',
      ['booking.reconcile'],
    ],
    [
      'confirmed for other dates',
      { ...confirmed, checkOut: '2027-03-20' },
      'PENDING',
      'OUTCOME_UNKNOWN',
      'booking.pending',
      ['booking.reconcile'],
    ],
    [
      'confirmed above the price tolerance',
      { ...confirmed, netMinor: NET_MINOR + 501 },
      'PENDING',
      'OUTCOME_UNKNOWN',
      'booking.pending',
      ['booking.reconcile'],
    ],
    [
      'confirmed in another currency',
      { ...confirmed, currency: 'USD' },
      'PENDING',
      'OUTCOME_UNKNOWN',
      'booking.pending',
      ['booking.reconcile'],
    ],
  ])('recordBooked records the booking outcome "%s"', async (_, outcome, status, reason, type, jobs) => {
    const booking = await world.booked(outcome);
    expect(booking).toMatchObject({ status, status_reason: reason, version: 2 });
    expect((await world.events(booking.booking_id)).map(event => event.type)).toEqual([
      'booking.pending',
      type,
    ]);
    expect(await world.jobs(booking.booking_id)).toEqual(jobs);
  });

  test('the events and views of a booking conform to the contract', async () => {
    const booking = await world.booked();
    for (const { data } of await world.events(booking.booking_id)) bookingEventData.parse(data);
    const people = world.safe.openPeople(booking);
    const record = bookingRecord().parse(bookingView(booking, people, world.time.databaseNowMs()));
    expect(record).toMatchObject({
      status: 'CONFIRMED',
      providerReference: 'S-1',
      holder: { lastName: 'Moreno' },
      currentPenalty: { amount: { amount: '0.00' }, validUntil: '2027-03-10T23:00:00Z' },
      resolution: null,
    });
    bookingSummary().parse(bookingSummaryView(booking, people));
    const erased = bookingRecord().parse(bookingView(booking, undefined, 0));
    expect(erased.rooms[0]?.guests).toHaveLength(3);
    expect(JSON.stringify(erased)).not.toContain('Moreno');
    const open = await world.booked({ kind: 'UNKNOWN', cause: 'TIMEOUT' });
    const view = bookingRecord().parse(bookingView(open, people, world.time.databaseNowMs()));
    expect(view.resolution).toMatchObject({ reason: 'OUTCOME_UNKNOWN', attempts: 0 });
  });

  test('recordBooked applies a price within the tolerance and keeps all sums exact', async () => {
    const booking = await world.booked({ ...confirmed, netMinor: NET_MINOR + 500 });
    const view = bookingRecord().parse(bookingView(booking, PEOPLE, world.time.databaseNowMs()));
    expect(view.price.net.amount).toBe('449.00');
    expect(view.cancellation.windows.at(-1)?.penalty.amount).toBe('449.00');
  });

  test('a booking needs attention immediately when the response came from the wrong environment', async () => {
    const booking = await world.booked({ kind: 'UNKNOWN', cause: 'ENVIRONMENT' });
    expect(booking).toMatchObject({
      status: 'PENDING',
      status_reason: 'OUTCOME_UNKNOWN',
      needs_attention: true,
    });
  });

  test('recordBooked stores the response but changes nothing when the attempt has been taken over', async () => {
    const { booking, attempt } = await world.journalled();
    await world.time.advanceDatabase(34_000);
    await inTransaction(world.db, tx => takeOverAttempt(tx, booking.booking_id));
    const exchange = {
      provider: 'test-1',
      operation: 'book',
      attempt: 1,
      startedAt: '2027-01-10T12:00:00.000Z',
      durationMs: 1,
      outcome: 'CONFIRMED',
      request: { method: null, target: null, headers: {}, body: 'b', truncated: false },
      response: null,
    } as const;
    const result = { supplier: world.supplier, attempt, outcome: confirmed, exchanges: [exchange] };
    const late = await recordBooked(world.db, world.parts, result);
    expect(late).toMatchObject({ isMine: false, booking: { status: 'PENDING', version: 1 } });
    await recordLate(world.db, world.safe, booking.booking_id, [exchange]);
    expect(await listExchanges(world.db, world.safe, booking)).toEqual([exchange, exchange]);
    expect((await world.read(booking.booking_id)).version).toBe(1);
  });
});

describe('changeBooking', () => {
  test('changeBooking throws BookingChangedError and writes nothing when the version is outdated', async () => {
    const booking = await world.booked();
    const change = { event: { kind: 'HOTEL_CONFIRMED' }, set: { hotel_confirmation: 'H1' } } as const;
    const apply = () => inTransaction(world.db, tx => changeBooking(tx, world.parts, booking, change));
    await apply();
    await expect(apply()).rejects.toThrow(BookingChangedError);
    expect(await world.events(booking.booking_id)).toHaveLength(3);
  });

  test('changeBooking throws IllegalChangeError when the transition table does not allow the event', async () => {
    const booking = await world.booked();
    const illegal = inTransaction(world.db, tx =>
      changeBooking(tx, world.parts, booking, { event: { kind: 'FOUND_LATE' } }),
    );
    await expect(illegal).rejects.toThrow(IllegalChangeError);
  });

  test('the event for a changed booking lists the changed fields', async () => {
    const booking = await world.booked();
    const change = { event: { kind: 'HOTEL_CONFIRMED' }, set: { hotel_confirmation: 'H1' } } as const;
    await inTransaction(world.db, tx => changeBooking(tx, world.parts, booking, change));
    expect((await world.events(booking.booking_id)).at(-1)).toMatchObject({
      type: 'booking.hotel_confirmed',
      data: {
        changes: [{ field: 'hotelConfirmationNumber', from: null, to: 'H1' }],
        previousStatus: 'CONFIRMED',
      },
    });
  });

  test('the change feed never advances past an uncommitted change', async () => {
    const booking = await world.booked();
    const { promise: committed, resolve: commit } = Promise.withResolvers<void>();
    const { promise: written, resolve: write } = Promise.withResolvers<Date>();
    const slow = inTransaction(world.db, async tx => {
      const after = await changeBooking(tx, world.parts, booking, { event: { kind: 'UPDATED' } });
      write(after.updated_at);
      await committed;
    });
    const changedAt = await Promise.race([
      written,
      slow.then(() => expect.fail('the transaction ended too early')),
    ]);
    await world.time.advanceDatabase(5_000);
    expect(Date.parse(await changeFeedHorizon(world.db))).toBeLessThanOrEqual(changedAt.getTime());
    commit();
    await slow;
    expect(Date.parse(await changeFeedHorizon(world.db))).toBe(world.time.databaseNowMs());
  });
});
