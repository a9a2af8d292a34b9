import { describe, expect, it } from 'vitest';
import { dueMs, isOverdue, type WaitingBooking } from './response-target.ts';

const at = (time: string) => new Date(`2027-03-${time}:00Z`);
const due = (more: Partial<WaitingBooking>) => new Date(dueMs(booking(more))).toISOString().slice(8, 16);

/** A confirmed booking in Madrid (UTC+1) that began to need attention on 1 March at 10:00 UTC. */
const booking = (more: Partial<WaitingBooking> = {}): WaitingBooking => ({
  kind: 'DECISION',
  status: 'CONFIRMED',
  check_in: '2027-03-20',
  updated_at: at('01T10:00'),
  attention_since: null,
  free_cancellation_until: null,
  resolution: null,
  content: { hotel: { timeZone: 'Europe/Madrid' } },
  ...more,
});
const unknownSince = (time: string): WaitingBooking['resolution'] => ({
  sinceMs: at(time).getTime(),
  attempts: 3,
  nextCheckAtMs: null,
  resolveByMs: null,
  firstSeenMs: null,
});

describe('the response target', () => {
  it('a decision is due four hours after the booking began to need attention', () => {
    expect(due({})).toBe('01T14:00');
  });

  it('a decision is due within an hour while the outcome of the booking or cancellation is unknown', () => {
    expect(due({ status: 'PENDING' })).toBe('01T11:00');
    expect(due({ status: 'CANCEL_PENDING' })).toBe('01T11:00');
  });

  it('an unknown outcome is due an hour after it entered the queue, which it does after an hour', () => {
    const unknown = {
      kind: 'OUTCOME_UNKNOWN',
      status: 'PENDING',
      resolution: unknownSince('01T08:30'),
    } as const;
    expect(due(unknown)).toBe('01T10:30');
  });

  it('an unknown outcome that needs a decision a day later is still due at the same time', () => {
    const resolution = unknownSince('01T08:30');
    const later = { status: 'PENDING', resolution, attention_since: at('02T08:30') } as const;
    expect(due({ ...later, updated_at: at('02T08:30') })).toBe('01T10:30');
  });

  it('a later change of the booking does not postpone the time at which it is due', () => {
    expect(due({ attention_since: at('01T10:00'), updated_at: at('01T13:59') })).toBe('01T14:00');
  });

  it('a request to a silent hotel is due four hours after it entered the queue, two days before the check-in date', () => {
    const request = { kind: 'HOTEL_SILENT', status: 'ON_REQUEST' } as const;
    expect(due(request)).toBe('18T04:00');
    expect(due({ ...request, updated_at: at('18T09:00') })).toBe('18T13:00');
  });

  it('a booking is due earlier if free cancellation ends or the check-in day at the hotel begins before the target', () => {
    expect(due({ free_cancellation_until: at('01T12:15') })).toBe('01T12:15');
    expect(due({ updated_at: at('19T21:00') })).toBe('19T23:00');
  });

  it('times that had passed when the booking entered the queue do not make it overdue at once', () => {
    expect(due({ free_cancellation_until: at('01T09:00') })).toBe('01T14:00');
    expect(due({ updated_at: at('25T10:00') })).toBe('25T14:00');
  });
});

it('a booking is overdue once the time at which it is due has passed', () => {
  const isLate = (time: string, more = {}) => isOverdue(booking(more), at(time).getTime());
  expect([isLate('01T13:59'), isLate('01T14:01')]).toEqual([false, true]);
  expect(isLate('01T12:16', { free_cancellation_until: at('01T12:15') })).toBe(true);
});
