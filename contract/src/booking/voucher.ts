/** The voucher of a booking: what guests show at the hotel. It contains no prices. */
import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { bookingId, clientReference, hotelId } from '../shared/ids.ts';
import { location } from '../shared/location.ts';
import { boardCode } from '../shared/lodging.ts';
import { exactlyOneOf } from '../shared/rule.ts';
import {
  calendarDate,
  count,
  countryCode,
  instant,
  languageTag,
  localTime,
  opaque,
} from '../shared/values.ts';
import { guestRecord } from './guest.ts';
import { roomRef } from './occupancy.ts';
import { VOUCHER_LANGUAGES } from './voucher-languages.ts';

const VOUCHER_DEADLINE_MS = 15_000;

export const voucherLanguage = () =>
  languageTag()
    .optional()
    .describe(
      `Language of names and labels. Labels exist in ${VOUCHER_LANGUAGES.join(', ')}; for other languages they are in English. Default: the language of the search.`,
    );

const input = z
  .strictObject({
    bookingId: bookingId().optional(),
    clientReference: clientReference().optional(),
    language: voucherLanguage(),
  })
  .check(exactlyOneOf('bookingId', 'clientReference'));

const text = () => z.string();

export const voucherAddress = () =>
  z.strictObject({
    street: text().nullable(),
    postalCode: text().nullable(),
    city: text().nullable(),
    region: text().nullable(),
    countryCode: countryCode(),
  });

const hotel = () =>
  z
    .strictObject({
      hotelId: hotelId(),
      name: text(),
      address: voucherAddress().nullable().describe('Null if the hotel is no longer in the catalogue.'),
      phone: text().nullable(),
      email: text().nullable(),
      location: location(),
      checkInFrom: localTime().nullable(),
      checkOutUntil: localTime().nullable(),
    })
    .describe('The hotel, with its current address and contact.');

export const voucherRecord = () =>
  z.strictObject({
    bookingId: bookingId(),
    clientReference: clientReference(),
    language: languageTag().describe('Actual language of the labels.'),
    issuedAt: instant(),
    testMode: z
      .boolean()
      .describe(
        'True if the booking was made in test mode. No room is reserved, and the page shows a warning.',
      ),
    hotelConfirmationNumber: opaque().nullable().describe('Often assigned only a few days before arrival.'),
    providerReference: opaque().nullable(),
    hotel: hotel(),
    checkIn: calendarDate(),
    checkOut: calendarDate(),
    nights: count(1, 30),
    board: z.strictObject({ code: boardCode(), name: text() }),
    holder: z.strictObject({ firstName: text().nullable(), lastName: text().nullable() }),
    rooms: z.array(
      z.strictObject({
        roomRef: roomRef(),
        name: text(),
        guests: z.array(guestRecord()),
        specialRequests: text().nullable().describe('Requests are not guaranteed.'),
      }),
    ),
    payableThrough: text()
      .nullable()
      .describe('Payment text that the provider requires on the voucher. Null if none is required.'),
    issuedBy: z
      .strictObject({
        name: text(),
        emergencyContact: z.strictObject({
          name: text().nullable(),
          phone: text().nullable(),
          email: text().nullable(),
        }),
      })
      .describe('The operator, with its emergency contact for guests.'),
  });
export type Voucher = z.infer<ReturnType<typeof voucherRecord>>;

export const voucher = defineOperation({
  name: 'voucher',
  operationId: 'getVoucher',
  path: '/connect/hotels/v1/voucher',
  scope: 'hotels:read',
  trafficClass: 'detail',
  deadlineMs: VOUCHER_DEADLINE_MS,
  summary: 'Get the voucher of a booking',
  description: `Returns the voucher of a confirmed booking as data and as a printable page. It contains no prices.

\`html\` is a complete page without scripts and without external resources. Show it in a frame, print it or attach it to an email. A booking that is not \`CONFIRMED\` or \`COMPLETED\` returns 409 \`INVALID_STATE\`. An unknown booking, or one of another partner or environment, returns 404 \`BOOKING_NOT_FOUND\`.`,
  input,
  output: z.strictObject({
    voucher: voucherRecord(),
    html: z.string().describe('The printable page.'),
  }),
  errors: ['BOOKING_NOT_FOUND', 'INVALID_STATE'],
});

export type VoucherRequest = z.infer<typeof voucher.input>;
export type VoucherAnswer = z.infer<typeof voucher.output>;
