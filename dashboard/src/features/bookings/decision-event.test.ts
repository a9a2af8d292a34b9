import { expect, test } from 'vitest';
import {
  contactOf,
  endpointLink,
  eventOf,
  outcomeMessage,
  receiptOf,
  resendLink,
  unsentDecision,
  whyUnsent,
} from './decision-event.ts';

test('each decision that changes the status has an event, which depends on an open cancellation', () => {
  expect(eventOf('CONFIRMED', 'PENDING')).toBe('booking.confirmed');
  expect(eventOf('CONFIRMED', 'CANCEL_PENDING')).toBe('booking.cancel_failed');
  expect(eventOf('CANCELLED', 'CONFIRMED')).toBe('booking.cancelled');
  expect(eventOf('DISMISSED', 'CONFIRMED')).toBeUndefined();
});

test('the decision dialog says whether an endpoint of the partner receives the event', () => {
  const endpoint = (status: string, failingSince: string | null = null, type = 'booking.confirmed') =>
    ({
      endpointId: `whe_${type}`,
      url: 'https://hooks.example.com/serai',
      status,
      eventTypes: [type],
      health: { failingSince },
    }) as never;
  const words = (...endpoints: never[]) => receiptOf('booking.confirmed', 'Northern Travel', endpoints).words;
  expect(words(endpoint('ENABLED'), endpoint('PAUSED'))).toBe(
    'Serai sends booking.confirmed to Northern Travel at hooks.example.com.',
  );
  expect(words(endpoint('ENABLED'), endpoint('ENABLED'))).toContain('at 2 endpoints.');
  expect(words(endpoint('ENABLED', '2027-01-01T00:00:00Z'))).toContain('deliveries to Northern Travel fail');
  expect(words(endpoint('DISABLED'))).toContain('paused or disabled');
  expect(words(endpoint('ENABLED', null, 'booking.rejected'))).toBe(
    'Northern Travel’s endpoint does not subscribe to booking.confirmed.',
  );
  expect(words()).toBe('Northern Travel has no endpoint for booking.confirmed.');
  const two = [endpoint('ENABLED', null, 'booking.rejected'), endpoint('ENABLED', null, 'booking.no_show')];
  expect(words(...two)).toBe('None of Northern Travel’s 2 endpoints subscribes to booking.confirmed.');
  const ids = (...endpoints: never[]) => receiptOf('booking.confirmed', '', endpoints).endpointIds;
  const other = endpoint('ENABLED', null, 'booking.rejected');
  expect(ids(endpoint('PAUSED'), other)).toEqual(['whe_booking.confirmed']);
  expect(ids(other)).toEqual(['whe_booking.rejected']);
  const isReceived = (each: never) => receiptOf('booking.confirmed', '', [each]).isReceived;
  expect(['ENABLED', 'PAUSED'].map(status => isReceived(endpoint(status)))).toEqual([true, false]);
});

test('a decision by staff is unsent until a delivery of its event exists or the partner was contacted', () => {
  const at = '2027-01-01T10:00:00Z';
  const decided = { at, event: 'booking.rejected', by: 'ana@example.com', from: 'PENDING', to: 'REJECTED' };
  const delivery = { eventType: 'booking.rejected', createdAt: at, status: 'PENDING', attempts: [] };
  const unsent = (change: object, ...deliveries: object[]) =>
    unsentDecision({ history: [{ ...decided, ...change }], deliveries } as never);
  const event = 'booking.rejected';
  const [held, retried, earlier] = [
    { ...delivery, status: 'HELD' },
    { ...delivery, attempts: [{ error: 'Status 503' }] },
    { ...delivery, createdAt: '2026-12-01T10:00:00Z' },
  ];
  expect(unsent({})).toEqual({ event, at, missed: [] });
  expect(unsent({}, delivery)).toBeUndefined();
  expect(unsent({}, held)).toEqual({ event, at, missed: [held] });
  expect(unsent({}, retried)).toEqual({ event, at, missed: [retried] });
  expect(unsent({}, earlier)).toEqual({ event, at, missed: [] });
  expect(unsent({ by: null })).toBeUndefined();
  const noted = (isContact: boolean, time: string) =>
    unsentDecision({ history: [decided], deliveries: [], notes: [{ isContact, at: time }] } as never);
  expect(noted(true, '2027-01-01T10:05:00Z')).toBeUndefined();
  expect(noted(true, '2027-01-01T09:55:00Z')?.event).toBe(event);
  expect(noted(false, '2027-01-01T10:05:00Z')?.event).toBe(event);
  // A case that was dismissed, and a cancellation that the provider has not confirmed.
  expect(unsent({ from: 'REJECTED' })).toBeUndefined();
  expect(unsent({ to: 'CANCEL_PENDING' })).toBeUndefined();
});

test('the reason for a missed notification is the delivery that failed, otherwise the endpoint that is missing', () => {
  const receipt = {
    isReceived: false,
    isSubscribed: false,
    words: 'Direct has no endpoint for booking.rejected.',
    endpointIds: [],
  };
  const [event, at] = ['booking.rejected' as const, '2027-01-01T10:00:00Z'];
  const why = (missed: object[], isReceived = false, now = '2027-01-02T10:00:00Z') =>
    whyUnsent(
      { event, at, missed: missed as never },
      'Direct',
      { ...receipt, isReceived, isSubscribed: isReceived },
      Date.parse(now),
    );
  expect(why([])).toBe(receipt.words);
  const attempt = { at, status: 503, error: 'Status 503' };
  const failed = { status: 'FAILED', attempts: [attempt] };
  // The endpoint may have recovered since then.
  expect(why([failed], true)).toBe(
    'Serai sent booking.rejected, but the delivery to Direct failed. Last failure: the endpoint returned 503 Service Unavailable.',
  );
  expect(why([{ ...failed, status: 'PENDING' }])).toMatch(/503 Service Unavailable\. Serai will retry\.$/);
  expect(why([{ status: 'HELD', attempts: [] }])).toMatch(
    /^Direct did not receive booking\.rejected, because .* paused or disabled\.$/,
  );
  // An endpoint that was added later does not receive the event.
  expect(why([], true)).toBe('Direct had no endpoint for booking.rejected at that time.');
  // The deliveries were deleted.
  expect(why([], true, '2027-02-01T10:00:00Z')).toBeUndefined();
  expect(resendLink({ event, at, missed: [] }, 'bkg_1')).toMatchObject({
    to: '/events',
    search: { booking: 'bkg_1', type: event },
  });
});

test('a missed notification links to the endpoint concerned, or to the form that adds one', () => {
  const link = (endpointIds: string[], mayAdd = true) => endpointLink(endpointIds, 'org_1', mayAdd);
  expect(link(['whe_1', 'whe_1'])).toMatchObject({ label: 'Open endpoint', params: { endpointId: 'whe_1' } });
  expect(link(['whe_1', 'whe_2'])).toMatchObject({ label: 'Open endpoints', search: { partner: 'org_1' } });
  expect(link([])).toMatchObject({ label: 'Add endpoint', search: { partner: 'org_1', create: 'endpoint' } });
  expect(link([], false)).toBeUndefined();
  expect(endpointLink(['whe_1'], 'org_1', true, 'Edit')?.label).toBe('Edit endpoint');
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
