import type { z } from 'zod';
import type { voucherRecord } from '../voucher.ts';
import { bookingExample } from './booking-example.ts';

export const VOUCHER_EXAMPLE: z.input<ReturnType<typeof voucherRecord>> = {
  bookingId: bookingExample.bookingId,
  clientReference: bookingExample.clientReference,
  language: 'en',
  issuedAt: '2027-02-02T09:05:00Z',
  testMode: bookingExample.testMode,
  hotelConfirmationNumber: null,
  providerReference: 'TP1-88213407',
  hotel: {
    hotelId: bookingExample.hotel.hotelId,
    name: bookingExample.hotel.name,
    address: {
      street: '12 Harbour Street',
      postalCode: '08001',
      city: 'Barcelona',
      region: null,
      countryCode: 'ES',
    },
    phone: '+34 930 000 000',
    email: null,
    location: bookingExample.hotel.location,
    checkInFrom: '15:00',
    checkOutUntil: '11:00',
  },
  checkIn: bookingExample.checkIn,
  checkOut: bookingExample.checkOut,
  nights: bookingExample.nights,
  board: bookingExample.board,
  holder: { firstName: bookingExample.holder.firstName, lastName: bookingExample.holder.lastName },
  rooms: bookingExample.rooms.map(({ roomRef, name, guests, specialRequests }) => ({
    roomRef,
    name,
    guests,
    specialRequests,
  })),
  payableThrough: null,
  issuedBy: {
    name: 'Serai Hotels',
    emergencyContact: { name: 'Help desk', phone: '+34 910 000 000', email: 'help@example.com' },
  },
};
