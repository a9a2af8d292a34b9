import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BookingApp, bookingApp, CHECK_IN, CHECK_OUT, STAY } from '../../../test/booking-app.ts';
import { book, bookRequestOf, eventsOf } from '../../../test/booking-steps.ts';
import { firstCompanies } from '../../../test/browser-session.ts';
import { createFirstKey } from '../../gateway/keys/create-first-key.ts';

let booking: BookingApp;
beforeAll(async () => {
  booking = await bookingApp();
});
afterAll(() => booking?.close());

const PEOPLE = {
  holder: { firstName: 'Zoë', lastName: 'Ødegård', email: 'zoe@example.com', phone: '+47 22 00 00 00' },
  rooms: [
    {
      roomRef: 1,
      guests: [
        { type: 'ADULT', firstName: 'Zoë', lastName: 'Ødegård', title: 'Dr' },
        { type: 'ADULT', firstName: '李', lastName: '明' },
      ],
      specialRequests: 'High floor\nplease',
    },
  ],
  remarks: 'Arrival after 22:00 🛬',
  metadata: { costCentre: '4711', empty: '', 'a.b-c_d': 'ü' },
};

test('a booking returns all personal data exactly as it was sent', async () => {
  const { status, json } = await book(booking, 'ok', { members: PEOPLE });
  expect(status).toBe(200);
  const { bookingId } = json.booking;
  const { json: detail } = await booking.call('bookingdetail', { bookingId });
  expect(detail.booking).toEqual({ ...json.booking, currentPenalty: detail.booking.currentPenalty });
  const { holder, rooms, remarks, metadata } = detail.booking;
  expect({ holder, remarks, metadata }).toEqual({
    holder: PEOPLE.holder,
    remarks: PEOPLE.remarks,
    metadata: PEOPLE.metadata,
  });
  expect(rooms[0]).toMatchObject({ roomRef: 1, specialRequests: 'High floor\nplease' });
  expect(rooms[0].guests).toEqual([
    { type: 'ADULT', age: null, firstName: 'Zoë', lastName: 'Ødegård', title: 'Dr' },
    { type: 'ADULT', age: null, firstName: '李', lastName: '明', title: null },
  ]);
  const [event] = await eventsOf(booking, bookingId);
  expect(event?.data.booking.holder).toEqual(PEOPLE.holder);
});

test('the tables about bookings contain no unencrypted personal data', async () => {
  await book(booking, 'ok', { members: PEOPLE });
  const rows = await booking.app.database.ownerDb<{ text: string }[]>`
    SELECT t::text AS text FROM booking t UNION ALL SELECT t::text FROM booking_history t
    UNION ALL SELECT t::text FROM booking_exchange t UNION ALL SELECT t::text FROM outbox_event t
    UNION ALL SELECT t::text FROM booking_attempt t UNION ALL SELECT t::text FROM job t
    UNION ALL SELECT t::text FROM test_reservation t UNION ALL SELECT t::text FROM idempotency_key t`;
  const all = rows.map(({ text }) => text).join();
  expect(all).toContain('bkg_');
  for (const word of ['Ødegård', 'zoe@example.com', '+47 22', 'costCentre', 'Arrival after', 'High floor']) {
    expect(all).not.toContain(word);
    expect(all).not.toContain(Buffer.from(word).toString('hex'));
  }
});

test('a booking has the price, terms and stay of its quote', async () => {
  const { json: quote } = await booking.quote('ok');
  const { json } = await booking.call('booking', booking.bookingOf(quote));
  expect(json.booking).toMatchObject({
    version: 2,
    status: 'CONFIRMED',
    environment: 'sandbox',
    testMode: true,
    checkIn: CHECK_IN,
    checkOut: CHECK_OUT,
    nights: 3,
    board: quote.offer.board,
    payment: quote.offer.payment,
    price: quote.offer.price,
    cancellation: quote.offer.cancellation,
    cancelledAt: null,
    resolution: null,
    needsAttention: false,
    erasedAt: null,
  });
  expect(json.booking.providerReference).not.toBeNull();
  expect(json.meta).toMatchObject({ environment: 'sandbox', testMode: true });
});

test.each(['webhook.flaky', 'webhook.duplicate'])(
  'the scenario %s is attached to every event of the booking',
  async scenario => {
    const { json } = await book(booking, 'ok', { members: { settings: { scenario } } });
    await booking.call('cancel', { bookingId: json.booking.bookingId });
    const rows = await booking.app.database.ownerDb<{ scenario: string }[]>`
    SELECT scenario FROM outbox_event WHERE booking_id = ${json.booking.bookingId}`;
    expect(rows.map(row => row.scenario)).toEqual(Array(4).fill(scenario));
  },
);

describe('audit', () => {
  test("the audit of a booking shows the provider's request and response without personal data", async () => {
    const members = { ...PEOPLE, settings: { auditTransactions: true } };
    const { json } = await book(booking, 'ok', { members });
    expect(json.audit.transactions).toMatchObject([
      {
        operation: 'book',
        attempt: 1,
        outcome: 'CONFIRMED',
        provider: expect.stringMatching(/^test-[123]$/),
      },
    ]);
    const [{ request, response }] = json.audit.transactions;
    expect(request.body).toContain(json.booking.bookingId.slice('bkg_'.length));
    expect(response.body).toContain(json.booking.providerReference);
    expect(JSON.stringify(json.audit)).not.toMatch(/degård|example\.com|4711|22 00/);
    const { bookingId } = json.booking;
    const kept = await booking.call('bookingdetail', { bookingId, include: ['audit'] });
    expect(kept.json.audit).toEqual(json.audit);
  });

  test('the audit of a booking is omitted unless it is requested', async () => {
    const { json } = await book(booking, 'ok');
    expect(json).not.toHaveProperty('audit');
    expect(json).not.toHaveProperty('warnings');
  });
});

describe('a production key', () => {
  const rehearsal = { settings: { testMode: true } };

  test('a production key can book in test mode, and the responses report testMode', async () => {
    const { secret: key } = await booking.app.createKey({ environment: 'production', scopes: SCOPE_NAMES });
    const call = (name: string, body: object) => booking.call(name, body, { key });
    const hotelIds = [scenarioHotelId('ok')];
    const found = await call('availability', { ...STAY, hotelIds, ...rehearsal });
    const { offerId } = found.json.hotels[0].offers[0];
    const quote = await call('prebooking', { offerId, ...rehearsal });
    const request = booking.bookingOf(quote.json);

    const asLive = await call('booking', { ...request, settings: { testMode: false } });
    expect([asLive.status, asLive.json.error.code]).toEqual([404, 'QUOTE_NOT_FOUND']);
    const made = await call('booking', { ...request, ...rehearsal });
    expect(made.status).toBe(200);
    expect(made.json.booking).toMatchObject({ environment: 'production', testMode: true });
    expect(made.json.meta).toMatchObject({ environment: 'production', testMode: true });

    const { bookingId } = made.json.booking;
    const detail = await call('bookingdetail', { bookingId, refresh: true });
    expect(detail.json).toMatchObject({ meta: { testMode: true }, live: { matches: true } });
    const other = await call('bookingdetail', { bookingId, settings: { testMode: false } });
    expect(other.json.error.code).toBe('BOOKING_NOT_FOUND');
    expect((await call('bookinglist', {})).json.bookings).toMatchObject([{ bookingId, testMode: true }]);
    expect((await booking.call('bookingdetail', { bookingId })).status).toBe(404);
    expect((await call('cancel', { bookingId, ...rehearsal })).json.booking.status).toBe('CANCELLED');
  });

  test('a production key cannot use scenarios or audits outside test mode', async () => {
    const { secret: key } = await booking.app.createKey({ environment: 'production', scopes: SCOPE_NAMES });
    const request = await bookRequestOf(booking, 'ok');
    const played = { ...request, settings: { scenario: 'book.rejected' } };
    const answer = await booking.call('booking', played, { key });
    expect(answer.json.error.code).toBe('SCENARIO_NOT_ALLOWED');
    const list = await booking.call('bookinglist', { settings: { auditTransactions: true } }, { key });
    expect(list.json.warnings).toMatchObject([{ code: 'AUDIT_NOT_PERMITTED' }]);
  });
});

describe('another partner', () => {
  let stranger: string;
  beforeAll(async () => {
    const { ownerDb } = booking.app.database;
    await ownerDb`INSERT INTO organisation (id, name) VALUES ('org_stranger', 'Stranger')`;
    stranger = (await createFirstKey(ownerDb, 'org_stranger', { recordAudit: async () => {} })) ?? '';
  });

  test('a key of another partner or environment cannot read or change a booking', async () => {
    const { partnerId } = await firstCompanies(booking.app);
    const { secret: live } = await booking.app.createKey({
      partnerId,
      environment: 'production',
      scopes: SCOPE_NAMES,
    });
    const request = await bookRequestOf(booking, 'ok', { members: { clientReference: 'SHARED-1' } });
    const { bookingId } = (await booking.call('booking', request)).json.booking;
    const fresh = await bookRequestOf(booking, 'ok');
    const { offerId } = (await booking.search('ok')).json.hotels[0].offers[0];
    const { page } = (await booking.call('bookinglist', { page: { limit: 1 } })).json;
    for (const key of [stranger, live]) {
      const codes: Record<string, unknown> = {};
      for (const [name, body] of Object.entries({
        prebooking: { offerId },
        booking: fresh,
        bookingdetail: { bookingId },
        cancel: { bookingId },
        bookinglist: { page: { cursor: page.nextCursor } },
      })) {
        codes[name] = (await booking.call(name, body, { key })).json.error?.code;
      }
      expect(codes).toEqual({
        prebooking: 'OFFER_NOT_FOUND',
        booking: 'QUOTE_NOT_FOUND',
        bookingdetail: 'BOOKING_NOT_FOUND',
        cancel: 'BOOKING_NOT_FOUND',
        bookinglist: 'INVALID_CURSOR',
      });
      for (const name of ['bookingdetail', 'cancel']) {
        const byReference = await booking.call(name, { clientReference: 'SHARED-1' }, { key });
        expect(byReference.json.error.code).toBe('BOOKING_NOT_FOUND');
      }
      const filters = { clientReferences: ['SHARED-1'] };
      expect((await booking.call('bookinglist', { filters }, { key })).json.bookings).toEqual([]);
    }
    expect((await booking.call('bookingdetail', { bookingId })).json.booking.status).toBe('CONFIRMED');
  });

  test('client references and idempotency keys are separate for each partner', async () => {
    const headers = { 'idempotency-key': 'shared-key' };
    const request = await bookRequestOf(booking, 'ok', { members: { clientReference: 'SHARED-2' } });
    const mine = await booking.call('booking', request, { headers });
    const hotelIds = [mine.json.booking.hotel.hotelId];
    const found = await booking.call('availability', { ...STAY, hotelIds }, { key: stranger });
    const { offerId } = found.json.hotels[0].offers[0];
    const quote = await booking.call('prebooking', { offerId }, { key: stranger });
    const theirs = booking.bookingOf(quote.json, { clientReference: 'SHARED-2' });
    const made = await booking.call('booking', theirs, { key: stranger, headers });
    expect([made.status, made.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect(made.json.booking.bookingId).not.toBe(mine.json.booking.bookingId);
  });
});
