import { ACTORS } from '@serai/contract/booking/booking-states.ts';
import { expect, test } from 'vitest';
import {
  BOOKING_EVENT_KINDS,
  type BookingEvent,
  findTransition,
  type Standing,
} from '../../../../server/src/booking/bookings/transitions.ts';
import { EVENT_TYPES } from '../../lib/event-types.ts';
import {
  callFailure,
  changeSentence,
  deliverySentence,
  requestSentence,
  settledNote,
} from './timeline-words.ts';

const change = (event: string, more: object = {}) =>
  changeSentence({
    event,
    actor: 'PROVIDER',
    from: 'PENDING',
    to: 'CONFIRMED',
    reason: null,
    ...more,
  } as never);

test('every event of a booking has a sentence without the name of the event', () => {
  const types = EVENT_TYPES.map(({ type }) => type).filter(type => type.startsWith('booking.'));
  expect(types.length).toBeGreaterThan(10);
  for (const type of types) expect(change(type)).toMatch(/^(The|Serai) [^._]+$/);
});

test('a confirmation names the hotel, the provider or staff, depending on who confirmed', () => {
  expect(change('booking.confirmed')).toBe('The provider confirmed the booking');
  expect(change('booking.confirmed', { from: 'ON_REQUEST' })).toBe('The hotel confirmed the booking');
  expect(change('booking.confirmed', { actor: 'OPERATOR' })).toBe(
    'The operator recorded that the booking is confirmed',
  );
});

test('a rejection and a cancellation contain their reason', () => {
  expect(change('booking.rejected', { reason: 'SOLD_OUT' })).toContain('sold out');
  expect(change('booking.cancelled', { reason: 'BY_HOTEL' })).toBe('The hotel cancelled the booking');
});

const request = (operation: string | null, cancelMode: 'QUOTE' | 'COMMIT' | null = null) =>
  requestSentence({ operation, path: '/x', cancelMode });

test('a request for the penalty is not shown as a cancellation', () => {
  expect(request('cancel', 'QUOTE')).toBe('The partner asked for the cancellation penalty');
  expect(request('cancel', 'COMMIT')).toBe('The partner requested the cancellation');
  expect(request('cancel')).toBe('The partner called cancel (quote or cancellation)');
});

const STANDINGS: readonly (Standing | undefined)[] = [
  undefined,
  { status: 'PENDING', statusReason: 'IN_PROGRESS' },
  { status: 'PENDING', statusReason: 'OUTCOME_UNKNOWN' },
  { status: 'ON_REQUEST', statusReason: null },
  { status: 'CONFIRMED', statusReason: null },
  { status: 'REJECTED', statusReason: 'NOT_FOUND_AT_PROVIDER' },
  { status: 'CANCEL_PENDING', statusReason: 'QUEUED' },
  { status: 'CANCEL_PENDING', statusReason: 'IN_PROGRESS' },
  { status: 'CANCEL_PENDING', statusReason: 'OUTCOME_UNKNOWN' },
  { status: 'CANCELLED', statusReason: 'BY_CLIENT' },
];

/** The sentences of a transition from every state in which it is allowed. */
function sentencesOf(kind: BookingEvent['kind'], actor: string): string[] {
  const reason = kind === 'CANCELLED' ? 'BY_CLIENT' : 'NOT_FOUND_AT_PROVIDER';
  const event = (kind === 'CANCELLED' || kind === 'REFUSED' ? { kind, reason } : { kind }) as BookingEvent;
  return STANDINGS.flatMap(standing => {
    const found = findTransition(standing, event);
    if (found === undefined) return [];
    const { type, status, statusReason } = found;
    return change(type, { actor, from: standing?.status ?? null, to: status, reason: statusReason });
  });
}

test('only a change by the partner is shown as something that the partner did', () => {
  for (const kind of BOOKING_EVENT_KINDS) {
    for (const actor of ACTORS.filter(each => each !== 'CLIENT')) {
      // Only partners create bookings. Staff cannot be the actor.
      if (kind === 'JOURNALLED' && actor !== 'SERVICE') continue;
      if ((kind === 'CANCEL_SENT' || kind === 'CANCEL_QUEUED') && actor === 'PROVIDER') continue;
      for (const sentence of sentencesOf(kind, actor)) expect(sentence).not.toMatch(/^The partner/);
    }
  }
});

test('a decision by staff is not shown as something that the provider did', () => {
  for (const kind of ['CONFIRMED', 'LATE_KEPT', 'REFUSED', 'CANCEL_FAILED', 'ATTENTION_DISMISSED'] as const) {
    for (const sentence of sentencesOf(kind, 'OPERATOR')) expect(sentence).toMatch(/^The operator /);
  }
  expect(new Set(sentencesOf('CANCEL_FAILED', 'OPERATOR'))).toEqual(
    new Set(['The operator recorded that the booking remains confirmed']),
  );
});

test('a queued cancellation that Serai sends names Serai', () => {
  expect(change('booking.cancel_pending', { actor: 'SERVICE', from: 'CANCEL_PENDING' })).toBe(
    'Serai sent the waiting cancellation to the provider',
  );
  expect(sentencesOf('CANCEL_SENT', 'CLIENT')).toEqual([
    'The partner requested the cancellation',
    'The partner requested the cancellation',
    'Serai sent the waiting cancellation to the provider',
  ]);
});

test('an event or operation that the dashboard does not know is shown unchanged', () => {
  expect(change('booking.invented')).toBe('booking.invented');
  expect(request('invented')).toBe('invented');
  expect(request(null)).toBe('/x');
});

test('a delivery names its event in words', () => {
  expect(deliverySentence('booking.cancel_failed')).toBe(
    'Notification to the partner: booking cancel failed',
  );
});

test('a failed call states its reason, unless the outcome is one', () => {
  expect(callFailure({ outcome: 'FAILED', response: null })).toBe('No response was received.');
  expect(callFailure({ outcome: 'UNKNOWN', response: { status: 503 } })).toBe(
    'The provider returned 503 Service Unavailable.',
  );
  expect(callFailure({ outcome: 'FAILED', response: { status: 200 } })).toMatch(/could not be used/);
  expect(callFailure({ outcome: 'THROTTLED', response: { status: 429 } })).toBeUndefined();
  expect(callFailure({ outcome: 'CONFIRMED', response: { status: 200 } })).toBeUndefined();
});

test('a failed check of a settled booking states whether the outcome was settled before or after it', () => {
  const changes = [
    { at: '2027-01-01T10:00:00Z', to: 'PENDING' },
    { at: '2027-01-01T11:00:00Z', to: 'REJECTED' },
  ] as const;
  expect(settledNote('2027-01-01T10:30:00Z', changes)).toBe('The outcome was settled later.');
  expect(settledNote('2027-01-01T11:30:00Z', changes)).toBe(
    'The outcome was already settled. Serai looks for late confirmations.',
  );
  const confirmed = [{ at: '2027-01-01T11:00:00Z', to: 'CONFIRMED' }] as const;
  expect(settledNote('2027-01-01T11:30:00Z', confirmed)).toBe('The outcome was already settled.');
});
