import { resolveBooking } from '@serai/contract/account/bookings.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BookingWorld, bookingWorld, NET_MINOR, RESERVATION } from '../../../../test/booking-world.ts';
import { callOperator } from '../../../../test/call-operator.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import type { AuditEntry } from '../../../platform/operations/operator/audit-entry.ts';
import { finishAttempt } from '../../bookings/attempt-store.ts';
import { type Booking, standingOf } from '../../bookings/booking.ts';
import { type BookingChange, changeBooking } from '../../bookings/change-booking.ts';
import { listHistoryWithEvidence } from '../../bookings/history-store.ts';
import { journalCancel } from '../../bookings/protocol/journal-cancel.ts';
import { type BookingEvent, type Position, positionOf } from '../../bookings/transitions.ts';
import type { Booked } from '../../port/outcomes.ts';
import type { OperatorParts } from './operator-parts.ts';
import { bookingsResolve } from './resolve-booking.ts';

const UNKNOWN: Booked = { kind: 'UNKNOWN', cause: 'TIMEOUT' };
const EVIDENCE = 'Confirmed by telephone.';
const DAY_MS = 86_400_000;

let world: BookingWorld;
let parts: OperatorParts;
const audited: AuditEntry[] = [];
beforeAll(async () => {
  world = await bookingWorld();
  const { safe, time } = world;
  parts = {
    ...world.parts,
    safe,
    recordAudit: async (_, entry) => void audited.push(entry),
    cursorKey: Buffer.alloc(32),
    clock: time.clock,
    startedAtMs: time.clock.nowMs(),
    timeZone: async () => 'UTC',
    erasures: { add: async () => {} },
    listDeliveries: async () => [],
    listMissedEvents: async () => [],
    listAuditEntries: async () => [],
    isStaff: async () => true,
  };
});
afterAll(() => world?.drop());

// biome-ignore lint/suspicious/noExplicitAny: tests access responses without types
type Response = { booking: any };

const resolve = (booking: Booking, decision: string, more: object = {}, organisation = 'org_a') =>
  callOperator<Response>(world, bookingsResolve(parts), organisation, {
    bookingId: booking.booking_id,
    version: booking.version,
    decision,
    evidence: EVIDENCE,
    ...(decision === 'CONFIRMED' && { providerReference: 'S-9' }),
    ...(decision === 'CANCELLED' && { penalty: { amount: '12.5', currency: 'EUR' } }),
    ...more,
  });

test('a late confirmation can be kept, unless its reservation has since been cancelled', async () => {
  const found = async (...events: BookingEvent['kind'][]) => {
    const { booking_id } = await wentThrough(...events);
    await world.ownerDb`UPDATE booking SET supplier_ref = 'S-9' WHERE booking_id = ${booking_id}`;
    return world.read(booking_id);
  };
  const kept = await resolve(await found('REFUSED', 'FOUND_LATE'), 'CONFIRMED');
  expect(kept.booking.status).toBe('CONFIRMED');
  const compensated = resolve(await found('REFUSED', 'COMPENSATED'), 'CONFIRMED');
  await expect(compensated).rejects.toMatchObject({ code: 'INVALID_STATE' });
});

/** Creates a booking that went through these events, needs attention and has no call in progress. */
async function wentThrough(...events: BookingEvent['kind'][]): Promise<Booking> {
  const { db } = world;
  const { booking, attempt } = await world.journalled();
  return inTransaction(db, async tx => {
    await finishAttempt(tx, attempt, 'UNKNOWN');
    let now = booking;
    for (const kind of events) {
      const reasons = { REFUSED: 'SOLD_OUT', CANCELLED: 'BY_HOTEL' } as const;
      const event = { kind, reason: reasons[kind as 'REFUSED'] } as BookingEvent;
      if (event.kind !== 'REFUSED' && event.kind !== 'CANCELLED')
        delete (event as { reason?: string }).reason;
      now = await changeBooking(tx, world.parts, now, {
        event,
        set: { needs_attention: true },
      } as BookingChange);
    }
    if (events.length === 0) {
      const set = { needs_attention: true };
      now = await changeBooking(tx, world.parts, now, { event: { kind: 'ATTENTION_REQUIRED' }, set });
    }
    return now;
  });
}

const PATHS: Record<Exclude<Position, 'NONE'>, BookingEvent['kind'][]> = {
  'PENDING/IN_PROGRESS': [],
  'PENDING/OUTCOME_UNKNOWN': ['BOOK_UNKNOWN'],
  ON_REQUEST: ['PUT_ON_REQUEST'],
  CONFIRMED: ['CONFIRMED'],
  REJECTED: ['REFUSED'],
  'CANCEL_PENDING/QUEUED': ['CANCEL_QUEUED'],
  'CANCEL_PENDING/IN_PROGRESS': ['CONFIRMED', 'CANCEL_SENT'],
  'CANCEL_PENDING/OUTCOME_UNKNOWN': ['CONFIRMED', 'CANCEL_SENT', 'CANCEL_UNKNOWN'],
  CANCELLED: ['CANCELLED'],
  COMPLETED: ['CONFIRMED', 'COMPLETED'],
  NO_SHOW: ['CONFIRMED', 'NO_SHOW'],
};
const OPEN = ['PENDING/IN_PROGRESS', 'PENDING/OUTCOME_UNKNOWN'];
const OPEN_CANCEL = ['CANCEL_PENDING/IN_PROGRESS', 'CANCEL_PENDING/OUTCOME_UNKNOWN'];

/** The states in which each decision is allowed. DISMISSED is allowed in any state. */
const ALLOWED: Record<string, readonly string[]> = {
  CONFIRMED: [...OPEN, 'ON_REQUEST', 'CANCEL_PENDING/QUEUED', ...OPEN_CANCEL],
  REJECTED: [...OPEN, 'ON_REQUEST', 'CANCEL_PENDING/QUEUED'],
  CANCELLED: [...OPEN, 'ON_REQUEST', 'CONFIRMED', 'CANCEL_PENDING/QUEUED', ...OPEN_CANCEL],
  NO_SHOW: ['CONFIRMED'],
};

const pairs = Object.keys(PATHS).flatMap(position =>
  Object.keys(ALLOWED).map(decision => [position as keyof typeof PATHS, decision] as const),
);

describe('decisions on a current stay', () => {
  beforeAll(() => world.time.advance(Date.parse('2027-03-12T12:00:00Z') - world.time.clock.nowMs()));

  test.each(pairs)(
    'a booking in state %s becomes %s only if the transition table allows it',
    async (position, decision) => {
      const before = await wentThrough(...PATHS[position]);
      expect(positionOf(standingOf(before))).toBe(position);
      const tried = resolve(before, decision);
      if (!ALLOWED[decision]?.includes(position)) {
        await expect(tried).rejects.toMatchObject({ code: 'INVALID_STATE' });
        expect(await world.read(before.booking_id)).toEqual(before);
        return;
      }
      const { booking } = await tried;
      expect(booking).toMatchObject({ status: decision, version: before.version + 1, needsAttention: false });
      expect(booking.resolution).toBeNull();
      const [last] = (await world.events(booking.bookingId)).slice(-1);
      expect(last).toMatchObject({ version: booking.version, data: { actor: 'OPERATOR', status: decision } });
    },
  );

  test.each(Object.keys(PATHS) as (keyof typeof PATHS)[])(
    'the attention flag of a booking in state %s can be dismissed once',
    async position => {
      const before = await wentThrough(...PATHS[position]);
      const { booking } = await resolve(before, 'DISMISSED');
      const { status, statusReason } = standingOf(before);
      expect(booking).toMatchObject({ status, statusReason, needsAttention: false });
      const again = resolve(await world.read(before.booking_id), 'DISMISSED');
      await expect(again).rejects.toMatchObject({ code: 'INVALID_STATE' });
    },
  );
});

test('NO_SHOW is rejected before the stay has started', async () => {
  const early = await world.booked();
  await world.db`UPDATE booking SET check_in = '2028-01-01', check_out = '2028-01-03' WHERE booking_id = ${early.booking_id}`;
  await expect(resolve(early, 'NO_SHOW')).rejects.toMatchObject({ code: 'INVALID_STATE' });
});

test('a decision writes evidence to the history and an audit log entry in one transaction', async () => {
  const before = await world.booked(UNKNOWN);
  const { booking } = await resolve(before, 'CONFIRMED');
  expect(booking).toMatchObject({ providerReference: 'S-9', confirmedAt: expect.any(String) });
  const row = await world.read(booking.bookingId);
  const history = await listHistoryWithEvidence(world.db, world.safe, row);
  expect(history.map(({ actor, by, evidence }) => [actor, by, evidence])).toEqual([
    ['CLIENT', null, null],
    ['SERVICE', null, null],
    ['OPERATOR', 'ana@example.com', EVIDENCE],
  ]);
  expect(audited.at(-1)).toMatchObject({
    action: resolveBooking.name,
    target: booking.bookingId,
    actor: 'ana@example.com',
    before: { status: 'PENDING', statusReason: 'OUTCOME_UNKNOWN', version: 2 },
    after: { status: 'CONFIRMED', version: 3, decision: 'CONFIRMED' },
  });

  const other = await world.booked(UNKNOWN);
  const failing = { ...parts, recordAudit: () => Promise.reject(new Error('no audit')) };
  const input = { bookingId: other.booking_id, version: 2, decision: 'REJECTED', evidence: EVIDENCE };
  await expect(callOperator(world, bookingsResolve(failing), 'org_a', input)).rejects.toThrow('no audit');
  expect(await world.read(other.booking_id)).toEqual(other);
});

test('evidence is stored encrypted, so that it is erased with the key of the booking', async () => {
  const { booking } = await resolve(await world.booked(UNKNOWN), 'CONFIRMED');
  const [kept] = await world.db<{ text: string }[]>`
    SELECT string_agg(note::text, '') AS text FROM booking_history WHERE booking_id = ${booking.bookingId}`;
  expect(kept?.text).toContain('evidence');
  expect(kept?.text).not.toContain(EVIDENCE);
  const erased = { ...(await world.read(booking.bookingId)), people_key: null };
  const history = await listHistoryWithEvidence(world.db, world.safe, erased);
  expect(history.map(({ evidence }) => evidence)).toEqual([null, null, null]);
});

test('a decision about an outdated version is rejected', async () => {
  const booking = await world.booked(UNKNOWN);
  await resolve(booking, 'REJECTED');
  await expect(resolve(booking, 'CONFIRMED')).rejects.toMatchObject({ code: 'INVALID_STATE' });
});

test('only one of two concurrent decisions on a booking succeeds', async () => {
  const booking = await world.booked(UNKNOWN);
  const tries = await Promise.allSettled([resolve(booking, 'CONFIRMED'), resolve(booking, 'REJECTED')]);
  expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect((await world.read(booking.booking_id)).version).toBe(3);
});

test('a decision during a provider call is rejected, and a late outcome changes nothing', async () => {
  const { booking, attempt } = await world.journalled();
  await expect(resolve(booking, 'REJECTED')).rejects.toMatchObject({ code: 'OPERATION_IN_PROGRESS' });
  await world.time.advance(DAY_MS);
  await resolve(booking, 'REJECTED');
  expect(await finishAttempt(world.db, attempt, 'CONFIRMED')).toBe(false);
});

test('a decision schedules stay jobs for a confirmed booking and stops the checks of a cancelled booking', async () => {
  const confirmed = await resolve(await world.booked(UNKNOWN), 'CONFIRMED');
  expect(await world.jobs(confirmed.booking.bookingId)).toContain('booking.stay-end');
  expect(await world.jobs(confirmed.booking.bookingId)).not.toContain('booking.reconcile');
  const cancelled = await resolve(await world.booked(UNKNOWN), 'CANCELLED');
  expect(await world.jobs(cancelled.booking.bookingId)).toEqual([]);
  const rejected = await resolve(await world.booked(UNKNOWN), 'REJECTED');
  expect(rejected.booking.statusReason).toBe('NOT_FOUND_AT_PROVIDER');
  // The checks continue, because a late confirmation must not go unnoticed.
  expect(await world.jobs(rejected.booking.bookingId)).toEqual(['booking.reconcile']);
});

test('a manually rejected booking needs attention again if a late confirmation can no longer be cancelled free of charge', async () => {
  const { booking } = await resolve(await world.booked(UNKNOWN), 'REJECTED');
  world.script.lookup = async () => ({ kind: 'FOUND', state: 'BOOKED', ...RESERVATION });
  world.runner.start();
  await world.pass(60_000, 10_000);
  await world.runner.stop(0);
  // At this time the cancellation is no longer free.
  expect(await world.read(booking.bookingId)).toMatchObject({
    status: 'REJECTED',
    needs_attention: true,
    supplier_ref: RESERVATION.supplierRef,
  });
});

test('the decision CANCELLED records the reason and the penalty', async () => {
  const asked = await resolve(await wentThrough('CONFIRMED', 'CANCEL_SENT', 'CANCEL_UNKNOWN'), 'CANCELLED');
  expect(asked.booking.statusReason).toBe('BY_CLIENT');
  const { booking } = await resolve(await world.booked(), 'CANCELLED');
  expect(booking).toMatchObject({ statusReason: 'BY_OPERATIONS', cancelledAt: expect.any(String) });
  expect((await world.read(booking.bookingId)).penalty_minor).toBe(1_250);
});

test('the decision CANCELLED charges the partner nothing if staff cancelled and the operator bears the penalty', async () => {
  const { booking_id: bookingId } = await world.booked();
  const journalled = await journalCancel(world.db, world.parts, {
    bookingId,
    arrivedAtMs: world.time.databaseNowMs(),
    maxPenaltyMinor: NET_MINOR,
    reason: null,
    staff: { by: 'ana@example.com', penaltyBorneBy: 'OPERATOR' },
    supplier: world.supplier,
  });
  if (journalled.kind !== 'SENT') throw new Error(journalled.kind);
  await finishAttempt(world.db, journalled.attempt, 'UNKNOWN');
  const { booking } = await resolve(journalled.booking, 'CANCELLED');
  expect(booking.statusReason).toBe('BY_OPERATIONS');
  expect(await world.read(bookingId)).toMatchObject({
    penalty_minor: 0,
    cancel_intent: { operatorPenaltyMinor: 1_250 },
  });
});

test.each([
  ['CONFIRMED', { providerReference: undefined }, '/providerReference'],
  ['REJECTED', { providerReference: 'S-9' }, '/providerReference'],
  ['CANCELLED', { penalty: undefined }, '/penalty'],
  ['CANCELLED', { penalty: { amount: '1', currency: 'JPY' } }, '/penalty/currency'],
  ['CANCELLED', { penalty: { amount: '444.01', currency: 'EUR' } }, '/penalty/amount'],
])('the decision %s with the details %o reports an error at %s', async (decision, more, path) => {
  const booking = await world.booked(UNKNOWN);
  await expect(resolve(booking, decision, more)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    extras: { details: [{ path }] },
  });
  expect(await world.read(booking.booking_id)).toEqual(booking);
});

test("a decision about another partner's booking fails in the same way as one about an unknown booking", async () => {
  const booking = await world.booked(UNKNOWN);
  const unknown = { code: 'BOOKING_NOT_FOUND' };
  await expect(resolve(booking, 'REJECTED', {}, 'org_b')).rejects.toMatchObject(unknown);
  await expect(resolve(booking, 'REJECTED', { bookingId: 'bkg_0' })).rejects.toMatchObject(unknown);
});
