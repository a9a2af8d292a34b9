import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookingApp, bookingApp } from '../../../../test/booking-app.ts';

let booking: BookingApp;
beforeAll(async () => {
  booking = await bookingApp({ settings: { SERAI_WEBHOOK_ALLOWED_TARGETS: '127.0.0.1' } });
});
afterAll(() => booking?.close());

test('staff can find, inspect and resolve a booking, and the partner sees the result', async () => {
  const { operate } = booking.app;
  const quote = await booking.quote('ok');
  const made = await booking.call('booking', booking.bookingOf(quote.json));
  const { bookingId, version, price } = made.json.booking;

  const listed = await operate('bookings/list', { holderLastName: 'moreno' });
  expect(listed.json.bookings).toMatchObject([{ bookingId, status: 'CONFIRMED' }]);
  const shown = await operate('bookings/show', { bookingId, includeAudit: true });
  expect(shown.json.audit.transactions).toMatchObject([{ operation: 'book', outcome: 'CONFIRMED' }]);

  const evidence = 'The hotel burnt down.';
  const decision = { bookingId, version, decision: 'CANCELLED', penalty: price.net, evidence };
  const settled = await operate('bookings/resolve', decision);
  expect(settled.status).toBe(200);
  const detail = await booking.call('bookingdetail', { bookingId, include: ['history'] });
  expect(detail.json.booking).toMatchObject({
    status: 'CANCELLED',
    statusReason: 'BY_OPERATIONS',
    version: 3,
  });
  expect(detail.text).not.toContain(evidence);

  const audit = await operate('audit/list', { target: bookingId });
  expect(audit.json.entries).toMatchObject([{ action: 'bookings/resolve', actor: 'operator-token' }]);
  const again = await operate('bookings/resolve', { ...decision, version: 3 });
  expect([again.status, again.json.error.code]).toEqual([409, 'INVALID_STATE']);
});

test('a booking is shown with only its own webhook deliveries', async () => {
  const { operate } = booking.app;
  const created = await operate('webhooks/create', {
    url: 'http://127.0.0.1:9/hook',
    eventTypes: ['booking.confirmed'],
    environment: 'sandbox',
  });
  const { endpointId } = created.json.endpoint;
  // The endpoint is paused, so that this test sends nothing.
  await operate('webhooks/update', { endpointId, status: 'PAUSED' });
  const made = async () => {
    const quote = await booking.quote('ok');
    return (await booking.call('booking', booking.bookingOf(quote.json))).json.booking.bookingId as string;
  };
  const [bookingId] = [await made(), await made()];
  const shown = () => operate('bookings/show', { bookingId });
  await expect
    .poll(async () => (await shown()).json.deliveries)
    .toMatchObject([{ bookingId, endpointId, eventType: 'booking.confirmed', status: 'HELD' }]);
});

test('sandbox providers are UP after their first call', async () => {
  await booking.search('ok');
  const { json } = await booking.app.operate('providers/list', { environment: 'sandbox' });
  const states = json.providers.map((each: { adapter: string; health: { state: string } }) => [
    each.adapter,
    each.health.state,
  ]);
  expect(states.filter(([adapter]: string[]) => adapter === 'test-provider')).toEqual(
    Array(3).fill(['test-provider', 'UP']),
  );
});

test.each(['bookings/list', 'audit/list'])('%s rejects timestamps in year 0', async operation => {
  for (const field of ['from', 'to']) {
    const { status, json } = await booking.app.operate(operation, { [field]: '0000-01-01T00:00:00Z' });
    expect([status, json.error.code, json.error.details[0].path]).toEqual([
      400,
      'VALIDATION_ERROR',
      `/${field}`,
    ]);
  }
});
