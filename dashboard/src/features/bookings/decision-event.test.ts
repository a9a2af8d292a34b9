import { expect, test } from 'vitest';
import { contactOf, eventOf, outcomeMessage, receiptOf, unsentDecision } from './decision-event.ts';

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
  const words = (...endpoints: never[]) => receiptOf('booking.confirmed', 'Northern Travel', endpoints).words;
  expect(words(endpoint('ENABLED'), endpoint('PAUSED'))).toBe(
    'Serai notifies Northern Travel with booking.confirmed at hooks.example.com.',
  );
  expect(words(endpoint('ENABLED'), endpoint('ENABLED'))).toContain('at 2 endpoints.');
  expect(words(endpoint('ENABLED', '2027-01-01T00:00:00Z'))).toContain('deliveries to Northern Travel fail');
  expect(words(endpoint('DISABLED'))).toContain('paused or disabled');
  expect(words(endpoint('ENABLED', null, 'booking.rejected'))).toBe(
    'Northern Travel has no endpoint for booking.confirmed.',
  );
  const isReceived = (each: never) => receiptOf('booking.confirmed', '', [each]).isReceived;
  expect(['ENABLED', 'PAUSED'].map(status => isReceived(endpoint(status)))).toEqual([true, false]);
});

test('a decision by staff is unsent until a delivery of its event exists or the partner was contacted', () => {
  const at = '2027-01-01T10:00:00Z';
  const decided = { at, event: 'booking.rejected', by: 'ana@example.com', from: 'PENDING', to: 'REJECTED' };
  const delivery = { eventType: 'booking.rejected', createdAt: at, status: 'PENDING' };
  const unsent = (change: object, ...deliveries: object[]) =>
    unsentDecision({ history: [{ ...decided, ...change }], deliveries } as never);
  expect(unsent({})).toBe('booking.rejected');
  expect(unsent({}, delivery)).toBeUndefined();
  expect(unsent({}, { ...delivery, status: 'HELD' })).toBe('booking.rejected');
  expect(unsent({}, { ...delivery, createdAt: '2026-12-01T10:00:00Z' })).toBe('booking.rejected');
  expect(unsent({ by: null })).toBeUndefined();
  const noted = (isContact: boolean, time: string) =>
    unsentDecision({ history: [decided], deliveries: [], notes: [{ isContact, at: time }] } as never);
  expect(noted(true, '2027-01-01T10:05:00Z')).toBeUndefined();
  expect(noted(true, '2027-01-01T09:55:00Z')).toBe('booking.rejected');
  expect(noted(false, '2027-01-01T10:05:00Z')).toBe('booking.rejected');
  // A case that was dismissed, and a cancellation that the provider has not confirmed.
  expect(unsent({ from: 'REJECTED' })).toBeUndefined();
  expect(unsent({ to: 'CANCEL_PENDING' })).toBeUndefined();
});

test('the message to the partner names the references, the guest, the dates and the outcome', () => {
  const message = outcomeMessage({
    clientReference: 'ORDER-1',
    bookingId: 'bkg_1',
    holder: { firstName: 'Ada', lastName: 'Moreno' },
    hotel: { name: 'Casa Azul' },
    checkIn: '2027-01-16',
    checkOut: '2027-01-19',
    status: 'REJECTED',
  } as never);
  expect(message).toBe(
    [
      'The status of your booking ORDER-1 is now: rejected.',
      '',
      'Your reference: ORDER-1',
      'Our reference: bkg_1',
      'Guest: Ada Moreno',
      'Hotel: Casa Azul',
      'Check-in: 16 Jan 2027',
      'Check-out: 19 Jan 2027',
    ].join('\n'),
  );
});

test('the contact of a partner is the first one that can be reached, otherwise the billing email', () => {
  const person = { name: 'Maria Lund', role: null, email: null, phone: '+46 8 000 000' };
  const unreachable = { ...person, name: 'Ola', phone: null };
  const billingEmail = 'invoices@northern.example';
  expect(contactOf({ contacts: [unreachable, person], billingEmail })).toBe(person);
  expect(contactOf({ contacts: [unreachable], billingEmail })).toMatchObject({ email: billingEmail });
  expect(contactOf({ contacts: [], billingEmail: null })).toBeUndefined();
});
