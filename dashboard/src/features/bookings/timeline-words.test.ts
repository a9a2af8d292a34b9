import { expect, test } from 'vitest';
import { EVENT_TYPES } from '../../lib/event-types.ts';
import { changeSentence, deliverySentence, requestSentence } from './timeline-words.ts';

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
  for (const type of types) expect(change(type)).toMatch(/^(The|Serai|Staff) [^._]+$/);
});

test('a confirmation names the hotel, the provider or staff, depending on who confirmed', () => {
  expect(change('booking.confirmed')).toBe('The provider confirmed the booking');
  expect(change('booking.confirmed', { from: 'ON_REQUEST' })).toBe('The hotel confirmed the booking');
  expect(change('booking.confirmed', { actor: 'OPERATOR' })).toBe(
    'Staff recorded that the booking is confirmed',
  );
});

test('a rejection and a cancellation contain their reason', () => {
  expect(change('booking.rejected', { reason: 'SOLD_OUT' })).toContain('sold out');
  expect(change('booking.cancelled', { reason: 'BY_HOTEL' })).toBe('The hotel cancelled the booking');
});

test('an event or operation that the dashboard does not know is shown unchanged', () => {
  expect(change('booking.invented')).toBe('booking.invented');
  expect(requestSentence({ operation: 'invented', path: '/x' })).toBe('invented');
  expect(requestSentence({ operation: null, path: '/x' })).toBe('/x');
});

test('a delivery names its event in words', () => {
  expect(deliverySentence('booking.cancel_failed')).toBe(
    'Notification to the partner: booking cancel failed',
  );
});
