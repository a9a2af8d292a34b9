import type { BookingState } from '@serai/contract/booking/booking-states.ts';
import { bookingExample } from '@serai/contract/booking/examples/booking-example.ts';
import { describe, expect, it } from 'vitest';
import type { Output } from '../../lib/calls/operator-client.ts';
import { attentionReason, choicesFor, describeCause, nextStep, type QueuedBooking } from './attention.ts';

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
