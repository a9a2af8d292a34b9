import { createHash } from 'node:crypto';
import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookingApp, bookingApp } from '../../../../test/booking-app.ts';
import { book, heldFor } from '../../../../test/booking-steps.ts';
import { openLink } from '../../../../test/browser-session.ts';
import { testDatabase } from '../../../../test/database.ts';

let app: BookingApp;
let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
  app = await bookingApp({ database });
});
afterAll(async () => {
  await app?.close();
  await database?.drop();
});

const operate = (name: string, input: object) => app.app.operate(name, input);
const booked = async () => (await book(app, 'ok')).json.booking;

test('staff see the partner, key, request and provider of a booking', async () => {
  const made = await book(app, 'ok');
  const { bookingId } = made.json.booking;
  const { json } = await operate('bookings/show', { bookingId });
  const [, , keyId] = app.key.split('_');
  expect(json.origin).toEqual({
    partnerId: json.partnerId,
    keyId,
    keyName: expect.any(String),
    requestId: made.json.meta.requestId,
    providerCode: expect.stringMatching(/^test-/),
  });
  expect(json.notes).toEqual([]);
});

test('a note is shown to staff, stored encrypted, and audited without its text', async () => {
  const { bookingId } = await booked();
  const text = 'Guest calls at noon: Ada Moreno';
  const added = await operate('bookings/notes/add', { bookingId, text });
  expect(added.json.note).toMatchObject({ by: 'operator-token', text });
  const { json } = await operate('bookings/show', { bookingId });
  expect(json.notes).toEqual([added.json.note]);
  const [row] = await database.ownerDb<{ text: string }[]>`
    SELECT text FROM booking_note WHERE booking_id = ${bookingId}`;
  expect(row?.text).not.toContain('Moreno');
  const audit = await operate('audit/list', { target: bookingId });
  expect(audit.json.entries).toMatchObject([{ action: 'bookings/notes/add' }]);
  expect(audit.text).not.toContain('Moreno');
  expect((await app.call('bookingdetail', { bookingId, include: ['history'] })).text).not.toContain(text);
});

test('a contact with the partner is a note, and removes what the partner missed before from the attention queue', async () => {
  const url = 'https://nobody-listens.example.com/';
  const input = { environment: 'sandbox', url, eventTypes: ['booking.confirmed'] };
  const { endpointId } = (await operate('webhooks/create', input)).json.endpoint;
  const ids = [await booked(), await booked()].map(({ bookingId }) => bookingId);
  const missed = async () =>
    (await operate('attention/list', { environment: 'sandbox' })).json.endpoints.map(
      (endpoint: { missed: number }) => endpoint.missed,
    );
  await expect
    .poll(async () => {
      const { count } = await database.ownerDb`
        UPDATE webhook_delivery SET status = 'FAILED', next_attempt_at = NULL, lease_until = NULL
        WHERE endpoint_id = ${endpointId} AND status <> 'FAILED'`;
      return [count, await missed()];
    })
    .toEqual([0, [2]]);
  const text = 'Phoned Maria, she informs the guest.';
  const [bookingId] = ids;
  await operate('bookings/notes/add', { bookingId, text: 'Phone number of Maria: ask reception.' });
  expect(await missed()).toEqual([2]);
  const { json } = await operate('bookings/mark-contacted', { bookingId, text });
  expect(json.note).toMatchObject({ by: 'operator-token', text, isContact: true });
  expect((await operate('bookings/show', { bookingId })).json.notes).toContainEqual(json.note);
  const audit = await operate('audit/list', { target: bookingId });
  expect(audit.json.entries).toMatchObject([
    { action: 'bookings/mark-contacted' },
    { action: 'bookings/notes/add' },
  ]);
  expect(audit.text).not.toContain('Maria');
  expect(await missed()).toEqual([1]);
  // A later event is missed again, although the partner was contacted before it.
  await database.ownerDb`UPDATE webhook_delivery SET created_at = serai_now() + interval '1 second'`;
  expect(await missed()).toEqual([2]);
  await operate('webhooks/delete', { endpointId });
});

test('after an erasure, notes are unreadable and no more can be added', async () => {
  const { bookingId } = await booked();
  await operate('bookings/notes/add', { bookingId, text: 'Before' });
  await app.call('cancel', { bookingId });
  expect((await operate('guests/erase', { bookingId })).status).toBe(200);
  const { json } = await operate('bookings/show', { bookingId });
  expect(json.notes).toMatchObject([{ text: null }]);
  const refused = await operate('bookings/notes/add', { bookingId, text: 'After' });
  expect([refused.status, refused.json.error.code]).toEqual([409, 'INVALID_STATE']);
});

test('staff can see the penalty and cancel a booking at the provider, and the partner sees BY_OPERATIONS', async () => {
  const { bookingId, price } = await booked();
  const quote = await operate('bookings/cancel', { bookingId, mode: 'QUOTE' });
  expect(quote.json).toMatchObject({
    penalty: { amount: '0.00' },
    penaltyBorneBy: null,
    providerPenalty: null,
    refund: price.net,
    booking: { status: 'CONFIRMED' },
  });
  const reason = 'The hotel is overbooked';
  const done = await operate('bookings/cancel', { bookingId, mode: 'COMMIT', reason });
  expect(done.json.booking).toMatchObject({ status: 'CANCELLED', statusReason: 'BY_OPERATIONS' });
  expect(await heldFor(app, bookingId)).toMatchObject({ cancelled_at: expect.any(Date) });
  const detail = await app.call('bookingdetail', { bookingId, include: ['history'] });
  expect(detail.json.history.slice(2)).toMatchObject([
    { to: 'CANCEL_PENDING', actor: 'OPERATOR' },
    { to: 'CANCELLED', reason: 'BY_OPERATIONS' },
  ]);
  expect(detail.text).not.toContain(reason);
  const { json: shown } = await operate('bookings/show', { bookingId });
  expect(shown.history[2]).toMatchObject({
    by: 'operator-token',
    evidence: reason,
    note: { penaltyBorneBy: 'PARTNER' },
  });
  const audit = await operate('audit/list', { target: bookingId });
  expect(audit.json.entries).toMatchObject([
    { action: 'bookings/cancel', after: { penaltyBorneBy: 'PARTNER' } },
  ]);
  await database.ownerDb`UPDATE booking SET test_mode = false WHERE booking_id = ${bookingId}`;
  const partner = await openLink(app.app, shown.partnerId, 'partner-admin');
  for (const name of ['guests/export', 'bookings/show', 'audit/list', 'events/list']) {
    const input = name === 'audit/list' ? { target: bookingId } : { bookingId };
    const { status, text } = await partner(name, input);
    expect([name, status]).toEqual([name, 200]);
    expect(text).not.toContain(reason);
  }
  await database.ownerDb`UPDATE booking SET test_mode = true WHERE booking_id = ${bookingId}`;
  const again = await operate('bookings/cancel', { bookingId });
  expect([again.status, again.json.booking.statusReason]).toEqual([200, 'BY_OPERATIONS']);
});

/** Creates a booking that always costs a penalty to cancel. */
async function withPenalty() {
  const booking = await booked();
  await database.ownerDb`
    UPDATE booking SET content = jsonb_set(content::jsonb, '{terms,windows}',
      jsonb_build_array(jsonb_build_object('fromMs', null, 'toMs', null, 'penaltyMinor', 1000)))::json
    WHERE booking_id = ${booking.bookingId}`;
  return booking;
}

test('a cancellation by staff with a penalty requires maxPenalty, and the partner pays nothing if the operator bears the penalty', async () => {
  const { bookingId, price } = await withPenalty();
  const refused = await operate('bookings/cancel', { bookingId });
  expect([refused.status, refused.json.error.code]).toEqual([409, 'CANCELLATION_PENALTY_CHANGED']);
  expect(refused.json.error.details[0].penalty).toEqual({ amount: '10.00', currency: price.net.currency });
  const maxPenalty = refused.json.error.details[0].penalty;
  const done = await operate('bookings/cancel', { bookingId, maxPenalty, penaltyBorneBy: 'OPERATOR' });
  expect(done.json).toMatchObject({ penalty: maxPenalty, penaltyBorneBy: 'OPERATOR', refund: price.net });
  const [row] = await database.ownerDb<{ penalty_minor: string }[]>`
    SELECT penalty_minor FROM booking WHERE booking_id = ${bookingId}`;
  expect(Number(row?.penalty_minor)).toBe(0);
});

test('a penalty that the partner bears is deducted from the refund', async () => {
  const { bookingId, price } = await withPenalty();
  const maxPenalty = { amount: '10.00', currency: price.net.currency };
  const done = await operate('bookings/cancel', { bookingId, maxPenalty, penaltyBorneBy: 'PARTNER' });
  expect(done.json).toMatchObject({ penalty: maxPenalty, penaltyBorneBy: 'PARTNER' });
  expect(Number(done.json.refund.amount)).toBeCloseTo(Number(price.net.amount) - 10);
});

test('a cancellation by staff that the provider refuses leaves the booking confirmed', async () => {
  const { bookingId } = (await book(app, 'cancel.refused')).json.booking;
  const refused = await operate('bookings/cancel', { bookingId });
  expect([refused.status, refused.json.error.code]).toEqual([409, 'CANCELLATION_NOT_ALLOWED']);
  expect((await app.call('bookingdetail', { bookingId })).json.booking.status).toBe('CONFIRMED');
});

test('the proof file contains the booking, its history, exchanges, notes and audit entries, and has a digest', async () => {
  const { bookingId } = await booked();
  await operate('bookings/notes/add', { bookingId, text: 'For the dispute' });
  const { json } = await operate('bookings/proof', { bookingId });
  expect(json.proof).toMatchObject({
    origin: { requestId: expect.any(String) },
    booking: { bookingId, hotel: { hotelId: scenarioHotelId('ok') } },
    history: [{ to: 'PENDING' }, { to: 'CONFIRMED' }],
    exchanges: { transactions: [{ operation: 'book' }] },
    deliveries: [],
    notes: [{ text: 'For the dispute' }],
    auditEntries: [{ action: 'bookings/notes/add' }],
  });
  expect(json.sha256).toBe(createHash('sha256').update(JSON.stringify(json.proof)).digest('hex'));
  const audit = await operate('audit/list', { target: bookingId, action: 'bookings/proof' });
  expect(audit.json.entries).toHaveLength(1);
});

test('staff can get a voucher as JSON, as a page or as a PDF', async () => {
  const { bookingId } = await booked();
  const json = await operate('bookings/voucher', { bookingId, format: 'JSON' });
  expect(Object.keys(json.json)).toEqual(['voucher']);
  const html = await operate('bookings/voucher', { bookingId, language: 'de' });
  expect(html.json.html).toContain('Hotelgutschein');
  const pdf = await operate('bookings/voucher', { bookingId, format: 'PDF' });
  expect(Buffer.from(pdf.json.pdf, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
});

test.each([
  'bookings/cancel',
  'bookings/notes/add',
  'bookings/mark-contacted',
  'bookings/proof',
  'bookings/voucher',
])('%s returns BOOKING_NOT_FOUND for an unknown booking', async name => {
  const input = { bookingId: 'bkg_unknown', ...(/notes|contacted/.test(name) && { text: 'x' }) };
  const { status, json } = await operate(name, input);
  expect([status, json.error.code]).toEqual([404, 'BOOKING_NOT_FOUND']);
});
