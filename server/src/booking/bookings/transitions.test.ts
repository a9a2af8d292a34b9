import { FINAL_STATES, REASONS_BY_STATE } from '@serai/contract/booking/booking-states.ts';
import { EVENT_TYPES } from '@serai/contract/events.ts';
import { describe, expect, test } from 'vitest';
import {
  BOOKING_EVENT_KINDS,
  type BookingEvent,
  type BookingEventKind,
  findTransition,
  type Position,
  positionOf,
  type Standing,
} from './transitions.ts';

const PI = 'PENDING/IN_PROGRESS';
const PU = 'PENDING/OUTCOME_UNKNOWN';
const CQ = 'CANCEL_PENDING/QUEUED';
const CI = 'CANCEL_PENDING/IN_PROGRESS';
const CU = 'CANCEL_PENDING/OUTCOME_UNKNOWN';

/** All allowed transitions: from, event, to, event type. Every other combination must be rejected. */
const ALLOWED: readonly [Position, BookingEventKind, string, string][] = [
  ['NONE', 'JOURNALLED', PI, 'booking.pending'],
  [PI, 'BOOK_UNKNOWN', PU, 'booking.pending'],
  [PI, 'CONFIRMED', 'CONFIRMED', 'booking.confirmed'],
  [PU, 'CONFIRMED', 'CONFIRMED', 'booking.confirmed'],
  ['ON_REQUEST', 'CONFIRMED', 'CONFIRMED', 'booking.confirmed'],
  [PI, 'PUT_ON_REQUEST', 'ON_REQUEST', 'booking.on_request'],
  [PU, 'PUT_ON_REQUEST', 'ON_REQUEST', 'booking.on_request'],
  [PI, 'REFUSED', 'REJECTED', 'booking.rejected'],
  [PU, 'REFUSED', 'REJECTED', 'booking.rejected'],
  ['ON_REQUEST', 'REFUSED', 'REJECTED', 'booking.rejected'],
  [CQ, 'REFUSED', 'REJECTED', 'booking.rejected'],
  [PI, 'CANCEL_QUEUED', CQ, 'booking.cancel_pending'],
  [PU, 'CANCEL_QUEUED', CQ, 'booking.cancel_pending'],
  ['ON_REQUEST', 'CANCEL_SENT', CI, 'booking.cancel_pending'],
  ['CONFIRMED', 'CANCEL_SENT', CI, 'booking.cancel_pending'],
  [CQ, 'CANCEL_SENT', CI, 'booking.cancel_pending'],
  [CI, 'CANCEL_UNKNOWN', CU, 'booking.cancel_pending'],
  [PI, 'CANCELLED', 'CANCELLED', 'booking.cancelled'],
  [PU, 'CANCELLED', 'CANCELLED', 'booking.cancelled'],
  ['ON_REQUEST', 'CANCELLED', 'CANCELLED', 'booking.cancelled'],
  ['CONFIRMED', 'CANCELLED', 'CANCELLED', 'booking.cancelled'],
  [CQ, 'CANCELLED', 'CANCELLED', 'booking.cancelled'],
  [CI, 'CANCELLED', 'CANCELLED', 'booking.cancelled'],
  [CU, 'CANCELLED', 'CANCELLED', 'booking.cancelled'],
  [CQ, 'CANCEL_FAILED', 'CONFIRMED', 'booking.cancel_failed'],
  [CI, 'CANCEL_FAILED', 'CONFIRMED', 'booking.cancel_failed'],
  [CU, 'CANCEL_FAILED', 'CONFIRMED', 'booking.cancel_failed'],
  [CQ, 'CANCEL_FAILED_ON_REQUEST', 'ON_REQUEST', 'booking.cancel_failed'],
  [CI, 'CANCEL_FAILED_ON_REQUEST', 'ON_REQUEST', 'booking.cancel_failed'],
  [CU, 'CANCEL_FAILED_ON_REQUEST', 'ON_REQUEST', 'booking.cancel_failed'],
  ...(['ON_REQUEST', 'CONFIRMED', CQ, CI, CU] as const).flatMap(
    same =>
      [
        [same, 'HOTEL_CONFIRMED', same, 'booking.hotel_confirmed'],
        [same, 'UPDATED', same, 'booking.updated'],
      ] as const,
  ),
  ['CONFIRMED', 'DEADLINE_APPROACHING', 'CONFIRMED', 'booking.deadline_approaching'],
  ...([PI, PU, 'ON_REQUEST', 'CONFIRMED', CQ, CI, CU, 'CANCELLED'] as const).map(
    same => [same, 'ATTENTION_REQUIRED', same, 'booking.attention_required'] as const,
  ),
  ...(
    [PI, PU, 'ON_REQUEST', 'CONFIRMED', 'REJECTED', CQ, CI, CU, 'CANCELLED', 'COMPLETED', 'NO_SHOW'] as const
  ).flatMap(
    same =>
      [
        [same, 'ATTENTION_DISMISSED', same, 'booking.updated'],
        [same, 'GUESTS_ERASED', same, 'booking.updated'],
      ] as const,
  ),
  ['REJECTED', 'FOUND_LATE', 'REJECTED', 'booking.late_confirmation'],
  ['REJECTED', 'COMPENSATED', 'REJECTED', 'booking.late_confirmation'],
  ['REJECTED', 'LATE_KEPT', 'CONFIRMED', 'booking.confirmed'],
  ['CONFIRMED', 'COMPLETED', 'COMPLETED', 'booking.completed'],
  ['CONFIRMED', 'NO_SHOW', 'NO_SHOW', 'booking.no_show'],
] as [Position, BookingEventKind, string, string][];

const POSITIONS: Position[] = [
  'NONE',
  ...Object.entries(REASONS_BY_STATE).flatMap(([status, reasons]) =>
    status === 'PENDING' || status === 'CANCEL_PENDING'
      ? reasons.map(reason => `${status}/${reason}`)
      : [status],
  ),
] as Position[];

function standing(position: Position): Standing | undefined {
  if (position === 'NONE') return undefined;
  const [status, reason] = position.split('/') as [Standing['status'], Standing['statusReason']];
  return { status, statusReason: reason ?? REASONS_BY_STATE[status][0] ?? null };
}

function event(kind: BookingEventKind): BookingEvent {
  if (kind === 'REFUSED') return { kind, reason: 'SOLD_OUT' };
  return kind === 'CANCELLED' ? { kind, reason: 'BY_HOTEL' } : ({ kind } as BookingEvent);
}

const pairs = POSITIONS.flatMap(position => BOOKING_EVENT_KINDS.map(kind => [position, kind] as const));

describe('the transition table', () => {
  test.each(pairs)(
    'in state %s, the event %s leads to its listed transition, or to none if it is not listed',
    (position, kind) => {
      const listed = ALLOWED.filter(([from, name]) => from === position && name === kind);
      expect(listed.length).toBeLessThanOrEqual(1);
      const found = findTransition(standing(position), event(kind));
      if (listed.length === 0) return expect(found).toBeUndefined();
      expect(found && [positionOf(found), found.type]).toEqual(listed[0]?.slice(2));
    },
  );

  test('every transition sets a reason that is valid for the new state', () => {
    for (const [position, kind] of ALLOWED) {
      const to = findTransition(standing(position), event(kind)) as Standing;
      const reasons: readonly string[] = REASONS_BY_STATE[to.status];
      expect(to.statusReason === null ? reasons.length === 0 : reasons.includes(to.statusReason)).toBe(true);
    }
  });

  test('only an operator who keeps a late confirmation moves a booking out of a final state', () => {
    for (const [position, kind] of pairs) {
      if (kind === 'LATE_KEPT') continue;
      const before = standing(position);
      if (!before || !(FINAL_STATES as readonly string[]).includes(before.status)) continue;
      expect(findTransition(before, event(kind))?.status ?? before.status).toBe(before.status);
    }
  });

  test('every booking event type is emitted by at least one transition', () => {
    const emitted = new Set(ALLOWED.map(([, , , type]) => type));
    expect([...emitted].toSorted()).toEqual(
      EVENT_TYPES.filter(type => type.startsWith('booking.')).toSorted(),
    );
  });
});
