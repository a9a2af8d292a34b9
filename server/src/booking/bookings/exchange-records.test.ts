import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BookingApp, bookingApp } from '../../../test/booking-app.ts';
import { book } from '../../../test/booking-steps.ts';
import {
  type BookedAtSupplier,
  bookAtSupplier,
  type SUPPLIERS,
} from '../../../test/suppliers/booked-at-supplier.ts';

const PEOPLE = {
  holder: { firstName: 'Zenobia', lastName: 'Quimper', email: 'zq@example.com', phone: '+34 600 100 200' },
  rooms: [
    {
      roomRef: 1,
      guests: [
        { type: 'ADULT', firstName: 'Zenobia', lastName: 'Quimper' },
        { type: 'ADULT', firstName: 'Wei', lastName: 'Oyelaran' },
      ],
    },
  ],
};
const PERSONAL = /zenobia|quimper|oyelaran|zq@example|600.?100.?200|\bwei\b/i;
/**
 * Matches fields of cards and contacts whose value was not removed. Timestamps do not match, because links have an
 * expiry time.
 */
const UNREDACTED =
  /"(?:last_4_digits|number|security_code|cvv|cardNumber|expir\w*|email|phone|firstName|lastName|given_name|family_name|surname)":\s*"(?!\[re|\d{4}-\d\d-\d\dT)[^"]+"/i;

let app: BookingApp;
let booked: BookedAtSupplier | undefined;
beforeAll(async () => {
  app = await bookingApp();
});
afterEach(() => booked?.close());
afterAll(() => app?.close());

const NAMES: (keyof typeof SUPPLIERS)[] = ['liteapi', 'hotelbeds', 'rapid'];

describe('the stored exchanges of a booking', () => {
  test.each(NAMES)('stored exchanges with %s contain no credential, card, contact or name', async name => {
    booked = await bookAtSupplier(app, name, PEOPLE);
    const { bookingId } = booked;
    await booked.run('cancel', { bookingId });
    const exchanges = await booked.exchanges();
    expect(exchanges.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(['quote', 'book', 'cancel']),
    );
    const text = JSON.stringify(exchanges).replaceAll('\\"', '"');
    expect(text).not.toMatch(PERSONAL);
    expect(text).not.toMatch(UNREDACTED);
    for (const secret of booked.secrets) expect(text).not.toContain(secret);
    // The supplier received the names, so the records would contain them if they were not removed.
    expect(JSON.stringify(booked.simulator.exchanges.map(({ request }) => request.text))).toMatch(/quimper/i);
    // The stored bytes are encrypted, so they contain no readable words.
    const rows = await app.app.database.ownerDb<{ sealed: Buffer }[]>`
      SELECT sealed FROM booking_exchange WHERE booking_id = ${bookingId}`;
    expect(rows.length).toBe(exchanges.length);
    for (const { sealed } of rows) expect(sealed.toString('latin1')).not.toMatch(/operation|provider|book/);
  });

  test('a failed booking call is listed with its booking and its request, and shows the stored exchange', async () => {
    const { json, status } = await book(app, 'book.garbled');
    expect(status).toBe(202);
    const { bookingId } = json.booking;
    const { operate, database } = app.app;
    const [row] = await database.ownerDb`SELECT provider FROM booking WHERE booking_id = ${bookingId}`;
    const providerId = `prv_sandbox_${row?.provider}`;
    const wanted = { providerId, operation: 'book' };
    const failed = async () =>
      (await operate('providers/failures', wanted)).json.failures.find(
        (each: { bookingId: string | null }) => each.bookingId === bookingId,
      );
    await expect.poll(failed, { timeout: 20_000 }).toBeDefined();
    const failure = await failed();
    expect(failure).toMatchObject({ operation: 'book', cause: 'UNREADABLE', attempt: 1, retry: null });
    expect(failure.requestId).toBe(json.meta.requestId);
    const { failureId } = failure;
    const { exchanges } = (await operate('providers/failure', { providerId, failureId })).json;
    expect(exchanges).toMatchObject([{ operation: 'book', outcome: 'UNKNOWN', startedAt: failure.at }]);
  });

  test('the stored exchanges of a booking and its quote are part of the proof file until the guest data is erased', async () => {
    booked = await bookAtSupplier(app, 'liteapi', PEOPLE);
    const { bookingId } = booked;
    await booked.run('cancel', { bookingId });
    const prove = async () => (await app.app.operate('bookings/proof', { bookingId })).json;
    const before = await prove();
    const operations = before.proof.exchanges.transactions.map(
      ({ operation }: { operation: string }) => operation,
    );
    expect(operations[0]).toBe('quote');
    expect(operations).toEqual(expect.arrayContaining(['book', 'cancel']));
    expect(JSON.stringify(before.proof.exchanges)).not.toMatch(PERSONAL);
    await app.app.database.ownerDb`UPDATE booking SET resolution = NULL WHERE booking_id = ${bookingId}`;
    await app.app.operate('guests/erase', { bookingId });
    const after = await prove();
    expect(after.proof.booking.erasedAt).toBeDefined();
    expect(after.proof.exchanges.transactions).toEqual([]);
  });
});
