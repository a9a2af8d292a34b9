import { expect, test } from 'vitest';
import { eventOf, receiptWords } from './decision-event.ts';

test('each decision that changes the status has an event, which depends on an open cancellation', () => {
  expect(eventOf('CONFIRMED', 'PENDING')).toBe('booking.confirmed');
  expect(eventOf('CONFIRMED', 'CANCEL_PENDING')).toBe('booking.cancel_failed');
  expect(eventOf('CANCELLED', 'CONFIRMED')).toBe('booking.cancelled');
  expect(eventOf('DISMISSED', 'CONFIRMED')).toBeUndefined();
});

test('the decision dialog says whether an endpoint of the partner receives the event', () => {
  const endpoint = (status: string, failingSince: string | null = null, type = 'booking.confirmed') =>
    ({
      url: 'https://hooks.example.com/serai',
      status,
      eventTypes: [type],
      health: { failingSince },
    }) as never;
  const words = (...endpoints: never[]) => receiptWords('booking.confirmed', 'Northern Travel', endpoints);
  expect(words(endpoint('ENABLED'), endpoint('PAUSED'))).toBe(
    'Serai notifies Northern Travel with booking.confirmed at hooks.example.com.',
  );
  expect(words(endpoint('ENABLED'), endpoint('ENABLED'))).toContain('at 2 endpoints.');
  expect(words(endpoint('ENABLED', '2027-01-01T00:00:00Z'))).toContain('deliveries to Northern Travel fail');
  expect(words(endpoint('DISABLED'))).toContain('paused or disabled');
  expect(words(endpoint('ENABLED', null, 'booking.rejected'))).toBe(
    'Northern Travel has no endpoint for booking.confirmed. Tell them yourself.',
  );
});
