import type { BookingState } from '@serai/contract/booking/booking-states.ts';
import { bookingExample } from '@serai/contract/booking/examples/booking-example.ts';
import { describe, expect, it } from 'vitest';
import type { Output } from '../../../lib/calls/operator-client.ts';
import { attentionReason, causeWords, choicesFor } from './attention-words.ts';

type Loaded = Output<'bookings/show'>;
const booking = bookingExample as Loaded['booking'];
const entry = (event: string, note: Loaded['history'][number]['note'] = null) =>
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
  }) as Loaded['history'][number];

const decisions = (status: BookingState, more: object = {}) =>
  choicesFor(
    { status, statusReason: null, needsAttention: false, checkIn: '2027-03-12', ...more },
    '2027-03-01',
  ).map(({ decision }) => decision);

describe('why it waits', () => {
  it('is the last thing that the service noted', () => {
    const history = [
      entry('booking.pending', { cause: 'TIMEOUT' }),
      entry('booking.attention_required', { cause: 'ABSENT' }),
    ];
    expect(attentionReason({ booking, history })).toBe(causeWords('ABSENT'));
  });

  it('is what led there when the call for a person says nothing itself', () => {
    const history = [entry('booking.pending', { cause: 'TIMEOUT' }), entry('booking.attention_required')];
    expect(attentionReason({ booking, history })).toBe(causeWords('TIMEOUT'));
  });

  it('is the state where nothing was noted', () => {
    const pending = { ...booking, status: 'PENDING' as const };
    expect(attentionReason({ booking: pending, history: [entry('booking.pending')] })).toContain(
      'nobody knows',
    );
    expect(attentionReason({ booking, history: [entry('booking.late_confirmation')] })).toContain(
      'turned up',
    );
  });

  it('shows a cause nobody wrote words for', () => {
    expect(causeWords('ODD')).toContain('ODD');
  });
});

describe('what may be decided', () => {
  it('follows the state', () => {
    expect(decisions('PENDING')).toEqual(['CONFIRMED', 'REJECTED', 'CANCELLED']);
    expect(decisions('CANCEL_PENDING')).toEqual(['CONFIRMED', 'CANCELLED']);
    expect(decisions('CANCEL_PENDING', { statusReason: 'QUEUED' })).toEqual([
      'CONFIRMED',
      'REJECTED',
      'CANCELLED',
    ]);
    expect(decisions('COMPLETED')).toEqual([]);
  });

  it('lets only a mark that is there be taken away', () => {
    expect(decisions('COMPLETED', { needsAttention: true })).toEqual(['DISMISSED']);
  });

  it('knows nobody who missed a stay that has not begun', () => {
    expect(decisions('CONFIRMED')).toEqual(['CANCELLED']);
    expect(decisions('CONFIRMED', { checkIn: '2027-02-28' })).toEqual(['CANCELLED', 'NO_SHOW']);
  });
});
