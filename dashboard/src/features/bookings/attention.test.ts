import type { BookingState } from '@serai/contract/booking/booking-states.ts';
import { bookingExample } from '@serai/contract/booking/examples/booking-example.ts';
import { describe, expect, it } from 'vitest';
import type { Output } from '../../lib/calls/operator-client.ts';
import {
  attentionCause,
  attentionReason,
  choicesFor,
  deadlineOf,
  describeCause,
  emailFor,
  entryOf,
  kindOf,
  nextStep,
  type QueuedBooking,
  questionFor,
} from './attention.ts';

type BookingDetails = Output<'bookings/show'>;
const booking = bookingExample as BookingDetails['booking'];
const entry = (event: string, note: BookingDetails['history'][number]['note'] = null) =>
  ({
    version: 1,
    at: '2027-01-01T00:00:00Z',
    event,
    actor: 'SERVICE',
    from: null,
    to: 'PENDING',
    reason: null,
    evidence: null,
    by: null,
    note,
  }) as BookingDetails['history'][number];

const decisions = (status: BookingState, more: object = {}) =>
  choicesFor(
    {
      status,
      statusReason: null,
      needsAttention: false,
      checkIn: '2027-03-12',
      providerReference: null,
      ...more,
    },
    '2027-03-01',
  ).map(({ decision }) => decision);

describe('attentionReason', () => {
  it('attentionReason returns the last recorded cause', () => {
    const history = [
      entry('booking.pending', { cause: 'TIMEOUT' }),
      entry('booking.attention_required', { cause: 'ABSENT' }),
    ];
    expect(attentionReason({ booking, history })).toBe(describeCause('ABSENT'));
  });

  it('attentionReason appends the description of the differences', () => {
    const summary = 'The board is RO at the provider, but BB in the booking.';
    const history = [entry('booking.attention_required', { cause: 'TERMS_CHANGED', summary })];
    expect(attentionReason({ booking, history })).toBe(`${describeCause('TERMS_CHANGED')} ${summary}`);
  });

  it('attentionReason returns an earlier cause if the attention event has no cause', () => {
    const history = [entry('booking.pending', { cause: 'TIMEOUT' }), entry('booking.attention_required')];
    expect(attentionReason({ booking, history })).toBe(describeCause('TIMEOUT'));
  });

  it('attentionCause returns the change whose cause is shown, so that the timeline does not repeat it', () => {
    const noted = entry('booking.pending', { cause: 'TIMEOUT' });
    expect(attentionCause({ history: [noted, entry('booking.attention_required')] })).toBe(noted);
    expect(attentionCause({ history: [noted, entry('booking.late_confirmation')] })).toBeUndefined();
    expect(attentionCause({ history: [entry('booking.pending')] })).toBeUndefined();
  });

  it('attentionReason explains the status or the last event if no cause was recorded', () => {
    const pending = { ...booking, status: 'PENDING' as const };
    expect(attentionReason({ booking: pending, history: [entry('booking.pending')] })).toContain(
      'outcome is unknown',
    );
    expect(attentionReason({ booking, history: [entry('booking.late_confirmation')] })).toContain(
      'confirmed it later',
    );
  });

  it('describeCause shows the code of an unknown cause', () => {
    expect(describeCause('ODD')).toContain('ODD');
  });
});

describe('choicesFor', () => {
  it('choicesFor offers the decisions that the booking status allows', () => {
    expect(decisions('PENDING')).toEqual(['CONFIRMED', 'REJECTED', 'CANCELLED']);
    expect(decisions('CANCEL_PENDING')).toEqual(['CONFIRMED', 'CANCELLED']);
    expect(decisions('CANCEL_PENDING', { statusReason: 'QUEUED' })).toEqual([
      'CONFIRMED',
      'REJECTED',
      'CANCELLED',
    ]);
    expect(decisions('COMPLETED')).toEqual([]);
  });

  it('choicesFor offers to dismiss only bookings that need attention', () => {
    expect(decisions('COMPLETED', { needsAttention: true })).toEqual(['DISMISSED']);
  });

  it('choicesFor does not offer to dismiss a booking with an open outcome, because the next check would ask again', () => {
    expect(decisions('PENDING', { needsAttention: true })).not.toContain('DISMISSED');
    expect(decisions('CANCEL_PENDING', { needsAttention: true })).not.toContain('DISMISSED');
    expect(decisions('CONFIRMED', { needsAttention: true })).toContain('DISMISSED');
  });

  it('choicesFor offers to keep a late confirmation while its reservation exists', () => {
    const late = { needsAttention: true, providerReference: 'S-1' };
    expect(decisions('REJECTED', late)).toEqual(['CONFIRMED', 'DISMISSED']);
    expect(decisions('REJECTED', { ...late, statusReason: 'COMPENSATED' })).toEqual(['DISMISSED']);
    expect(decisions('REJECTED', { ...late, providerReference: null })).toEqual(['DISMISSED']);
    expect(decisions('REJECTED', { ...late, needsAttention: false })).toEqual([]);
  });

  it('choicesFor offers the no-show decision only from the check-in date on', () => {
    expect(decisions('CONFIRMED')).toEqual(['CANCELLED']);
    expect(decisions('CONFIRMED', { checkIn: '2027-02-28' })).toEqual(['CANCELLED', 'NO_SHOW']);
  });
});

describe('nextStep', () => {
  const queued = (more: Partial<QueuedBooking>) =>
    ({ kind: 'DECISION', status: 'PENDING', cause: null, lastEvent: null, ...more }) as QueuedBooking;

  it('nextStep names what to do for each kind of entry in the queue', () => {
    expect(nextStep(queued({ kind: 'HOTEL_SILENT', status: 'ON_REQUEST' }))).toContain('Call the hotel');
    expect(nextStep(queued({ kind: 'OUTCOME_UNKNOWN' }))).toContain('Serai keeps checking');
    expect(nextStep(queued({}))).toBe('Ask the provider whether the booking exists.');
    expect(nextStep(queued({ status: 'CANCEL_PENDING' }))).toContain('at what cost');
    expect(nextStep(queued({ status: 'CONFIRMED', cause: 'CONTRADICTORY' }))).toContain('Compare');
    expect(nextStep(queued({ status: 'REJECTED', lastEvent: 'booking.late_confirmation' }))).toContain(
      'Keep the reservation',
    );
    expect(nextStep(queued({ status: 'CANCELLED', cause: 'LIVE_AT_PROVIDER' }))).toContain(
      'Cancel the reservation',
    );
  });
});

describe('deadlineOf', () => {
  const madrid = {
    checkIn: '2027-03-12',
    cancellation: { ...booking.cancellation, propertyTimeZone: 'Europe/Madrid' },
  };
  const queued = (kind: QueuedBooking['kind'], deadline: string) =>
    deadlineOf(madrid, { state: 'ready', entry: { kind, deadline } }, 0)?.meaning;

  it('a deadline states what happens then', () => {
    expect(queued('DECISION', '2027-03-10T17:00:00Z')).toBe('Free cancellation ends');
    expect(queued('OUTCOME_UNKNOWN', '2027-03-10T17:00:00Z')).toBe('Manual review starts');
    expect(queued('HOTEL_SILENT', '2027-03-10T17:00:00Z')).toBe('The request expires');
    expect(queued('DECISION', '2027-03-11T23:00:00Z')).toBe('Check-in day begins');
  });

  it('the deadline of a booking that the queue does not list is the end of free cancellation, if it is in the future', () => {
    const unlisted = { state: 'ready', entry: undefined } as const;
    const [free] = madrid.cancellation.windows;
    expect(deadlineOf(madrid, unlisted, 0)?.at).toBe(free?.to);
    expect(deadlineOf(madrid, unlisted, Date.parse('2030-01-01'))).toBeUndefined();
  });
});

describe('entryOf', () => {
  const entry = (kind: QueuedBooking['kind']) => ({ bookingId: booking.bookingId, kind });
  const waiting = { bookingId: booking.bookingId, needsAttention: true };

  it('no deadline is shown until the queue is loaded', () => {
    expect(deadlineOf(booking, { state: 'waiting', entry: undefined }, 0)).toBeUndefined();
  });

  it('an entry that contradicts the booking is outdated', () => {
    expect(entryOf(waiting, [entry('DECISION')])).toEqual(entry('DECISION'));
    expect(entryOf(waiting, [entry('OUTCOME_UNKNOWN')])).toBeUndefined();
    expect(entryOf({ ...waiting, needsAttention: false }, [entry('DECISION')])).toBeUndefined();
  });

  it('a booking that needs attention needs a decision, and others have no kind until the queue is loaded', () => {
    expect(kindOf(waiting, { entry: undefined })).toBe('DECISION');
    expect(kindOf({ needsAttention: false }, { entry: undefined })).toBeUndefined();
    expect(kindOf({ needsAttention: false }, { entry: entry('HOTEL_SILENT') as QueuedBooking })).toBe(
      'HOTEL_SILENT',
    );
  });
});

describe('questionFor', () => {
  it('the message to the provider contains both references, the hotel and the guest', () => {
    const text = questionFor({ ...booking, providerReference: 'TP1-88' });
    expect(text).toContain(`Our reference: ${booking.bookingId.slice(4)}`);
    expect(text).toContain('Your reference: TP1-88');
    expect(text).toContain(`Hotel: ${booking.hotel.name}`);
    expect(questionFor({ ...booking, providerReference: null })).not.toContain('Your reference');
  });
});

describe('emailFor', () => {
  it('the email to the provider has its reference and the dates in the subject, and names no guest', () => {
    const { subject, body } = emailFor({ ...booking, providerReference: 'TP1-88' });
    expect(subject).toBe(`Reservation TP1-88, ${booking.checkIn} to ${booking.checkOut}`);
    expect(body).toContain('Your reference: TP1-88');
    expect(subject + body).not.toContain(booking.holder.lastName as string);
  });

  it('without a reference of the provider, the subject contains ours', () => {
    const { subject } = emailFor({ ...booking, providerReference: null });
    expect(subject).toContain(booking.bookingId.slice(4));
  });
});
