import type { z } from 'zod';
import type { bookingRecord, bookingSummary } from '../booking-record.ts';
import { eur, hotelExample, offerExample, stayExample } from './offer-example.ts';

const specialRequests = ['A high floor, please', null];
const guests: z.input<ReturnType<typeof bookingRecord>>['rooms'][number]['guests'][] = [
  [
    { type: 'ADULT', age: null, firstName: 'Ada', lastName: 'Moreno', title: 'Ms' },
    { type: 'ADULT', age: null, firstName: 'Luis', lastName: 'Moreno', title: null },
    { type: 'CHILD', age: 7, firstName: 'Iris', lastName: 'Moreno', title: null },
  ],
  [{ type: 'ADULT', age: null, firstName: 'Carmen', lastName: 'Vidal', title: null }],
];

type Summary = z.input<ReturnType<typeof bookingSummary>>;

const head: Omit<Summary, 'roomCount' | 'freeCancellationUntil'> = {
  bookingId: 'bkg_4T9ZQ0M7X2C8VJ1RKH5N',
  version: 2,
  status: 'CONFIRMED',
  statusReason: null,
  environment: 'sandbox',
  testMode: true,
  clientReference: 'TRIP-2027-00042',
  providerReference: 'TP1-88213407',
  hotelConfirmationNumber: null,
  createdAt: '2027-02-01T10:06:11Z',
  updatedAt: '2027-02-01T10:06:13Z',
  confirmedAt: '2027-02-01T10:06:13Z',
  cancelledAt: null,
  hotel: hotelExample,
  checkIn: stayExample.checkIn,
  checkOut: stayExample.checkOut,
  nights: 2,
  board: offerExample.board,
  payment: offerExample.payment,
  holder: {
    firstName: 'Ada',
    lastName: 'Moreno',
    email: 'ada.moreno@example.com',
    phone: '+34 600 000 000',
  },
  price: offerExample.price,
  needsAttention: false,
  erasedAt: null,
};

export const bookingExample: z.input<ReturnType<typeof bookingRecord>> = {
  ...head,
  rooms: offerExample.rooms.map(({ allotment: _, ...room }, i) => ({
    ...room,
    guests: guests[i] ?? [],
    specialRequests: specialRequests[i] ?? null,
  })),
  cancellation: offerExample.cancellation,
  currentPenalty: { amount: eur('0.00'), validUntil: '2027-03-10T23:00:00Z' },
  remarks: 'Arrival after 22:00',
  resolution: null,
  metadata: { costCentre: '4711' },
};

export const summaryExample: Summary = {
  ...head,
  roomCount: offerExample.rooms.length,
  freeCancellationUntil: offerExample.cancellation.freeCancellationUntil,
};

export const cancelledExample: typeof bookingExample = {
  ...bookingExample,
  version: 4,
  status: 'CANCELLED',
  statusReason: 'BY_CLIENT',
  updatedAt: '2027-02-20T08:15:02Z',
  cancelledAt: '2027-02-20T08:15:02Z',
  currentPenalty: null,
  penalty: eur('0.00'),
};
