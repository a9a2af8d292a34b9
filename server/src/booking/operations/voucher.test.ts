import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookingApp, bookingApp } from '../../../test/booking-app.ts';
import { book } from '../../../test/booking-steps.ts';
import { testDatabase } from '../../../test/database.ts';
import type { HttpAnswer } from '../../../test/test-app.ts';

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

const codeOf = ({ status, json }: HttpAnswer) => `${status} ${json.error?.code}`;

test('the voucher of a confirmed booking shows the hotel, the guests and the operator, but no price', async () => {
  const contact = { name: 'Help desk', phone: '+34 910 000 000', email: 'help@example.com' };
  await database.ownerDb`
    UPDATE organisation SET name = 'Serai Hotels', emergency_contact = ${database.ownerDb.json(contact)} WHERE kind = 'OPERATOR'`;
  const { booking } = (await book(app, 'ok')).json;
  const { bookingId, clientReference } = booking;
  for (const named of [{ bookingId }, { clientReference }]) {
    const { status, json } = await app.call('voucher', { ...named, language: 'es' });
    expect(status).toBe(200);
    expect(json.voucher).toMatchObject({
      bookingId,
      clientReference,
      language: 'es',
      testMode: true,
      hotelConfirmationNumber: booking.hotelConfirmationNumber,
      providerReference: booking.providerReference,
      hotel: { hotelId: scenarioHotelId('ok'), address: { countryCode: expect.any(String) } },
      checkIn: booking.checkIn,
      checkOut: booking.checkOut,
      holder: { lastName: booking.holder.lastName },
      issuedBy: { name: 'Serai Hotels', emergencyContact: contact },
    });
    expect(json.voucher.rooms[0].guests).toEqual(booking.rooms[0].guests);
    expect(json.html).toContain('<html lang="es">');
    expect(json.html).toContain('RESERVA DE PRUEBA');
    const { amount } = booking.price.net;
    expect(JSON.stringify(json)).not.toMatch(/"(price|net|selling|amount|currency)"/);
    expect(json.html).not.toContain(amount);
  }
});

test('a voucher uses the language of the search by default', async () => {
  const { bookingId } = (await book(app, 'ok')).json.booking;
  const { json } = await app.call('voucher', { bookingId });
  expect(json.voucher.language).toBe('en');
});

test('only confirmed and completed bookings have a voucher', async () => {
  const { bookingId } = (await book(app, 'ok')).json.booking;
  await database.ownerDb`UPDATE booking SET status = 'COMPLETED' WHERE booking_id = ${bookingId}`;
  expect((await app.call('voucher', { bookingId })).status).toBe(200);
  await database.ownerDb`UPDATE booking SET status = 'CONFIRMED' WHERE booking_id = ${bookingId}`;
  await app.call('cancel', { bookingId });
  expect(codeOf(await app.call('voucher', { bookingId }))).toBe('409 INVALID_STATE');
  const open = (await book(app, 'book.on_request_confirm')).json.booking;
  expect(codeOf(await app.call('voucher', { bookingId: open.bookingId }))).toBe('409 INVALID_STATE');
});

test.each([{ bookingId: 'bkg_00000000000000000000' }, { clientReference: 'NO-SUCH' }])(
  'voucher returns 404 for the unknown booking %o',
  async named => {
    expect(codeOf(await app.call('voucher', named))).toBe('404 BOOKING_NOT_FOUND');
  },
);

test('voucher requires the scope hotels:read', async () => {
  const { secret: key } = await app.app.createKey({ environment: 'sandbox', scopes: ['hotels:book'] });
  expect((await app.call('voucher', { clientReference: 'X' }, { key })).status).toBe(403);
});
