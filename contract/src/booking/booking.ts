import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { compareDecimals } from '../shared/amounts.ts';
import { containsCardNumber } from '../shared/card-number.ts';
import { outcomeTable } from '../shared/description-blocks.ts';
import { clientReference, quoteId } from '../shared/ids.ts';
import { nonNegativeMoney } from '../shared/money.ts';
import { rule } from '../shared/rule.ts';
import { GATEWAY_MARGIN_MS, settings, TIMEOUTS } from '../shared/settings.ts';
import { freeText, withoutCardNumber } from '../shared/text.ts';
import { opaque, percentUpTo100 } from '../shared/values.ts';
import { bookingRecord } from './booking-record.ts';
import { guest, holder } from './guest.ts';
import { MAX_ADULTS, MAX_CHILDREN, MAX_ROOMS, roomRef } from './occupancy.ts';
import { audit } from './provider-exchange.ts';

export const MAX_METADATA_KEYS = 20;
export const MAX_REMARKS = 2_000;
export const MAX_SPECIAL_REQUESTS = 1_000;

const room = z
  .strictObject({
    roomRef: roomRef(),
    guests: z
      .array(guest())
      .min(1)
      .max(MAX_ADULTS + MAX_CHILDREN)
      .describe('All guests of the room as quoted: the adults, and the children with their ages.'),
    specialRequests: withoutCardNumber(freeText(MAX_SPECIAL_REQUESTS))
      .optional()
      .describe('Passed on to the hotel, without guarantee.'),
  })
  .check(
    rule(['guests.*.firstName'], function* ({ guests }) {
      if (guests.some(each => each.firstName !== undefined)) return;
      const message = 'Name at least one guest in the room.';
      yield { path: ['guests', 0, 'firstName'], code: 'GUEST_NAME_REQUIRED', message };
    }),
  );

const priceTolerance = z
  .strictObject({
    amount: nonNegativeMoney().optional(),
    percent: percentUpTo100().optional(),
  })
  .check(
    rule(['amount', 'percent'], function* ({ amount, percent: share }) {
      if (amount === undefined && share === undefined) {
        const message = 'Specify amount, percent or both, or omit priceTolerance.';
        yield { path: ['amount'], code: 'TOLERANCE_REQUIRED', message };
      }
      if (share !== undefined && compareDecimals(share, '100') > 0) {
        yield { path: ['percent'], code: 'TOO_BIG', message: 'Use at most 100 percent.' };
      }
    }),
  );

const KEY_HINT = 'Use keys of 1 to 40 characters from A-Z, a-z, 0-9 and . _ -';

const metadata = z
  .record(z.string().regex(/^[A-Za-z0-9._-]{1,40}$/), withoutCardNumber(z.string().max(500)), {
    error: issue => (issue.code === 'invalid_key' ? KEY_HINT : undefined),
  })
  .meta({ maxProperties: MAX_METADATA_KEYS })
  .check(
    rule([], function* (members) {
      const keys = Object.keys(members);
      if (keys.length > MAX_METADATA_KEYS) {
        yield { path: [], code: 'TOO_BIG', message: `Use at most ${MAX_METADATA_KEYS} metadata keys.` };
      } else if (keys.some(containsCardNumber)) {
        const message = 'A metadata key looks like a payment card number. Card data is never accepted.';
        yield { path: [], code: 'CARD_NUMBER', message };
      }
    }),
  );

const input = z
  .strictObject({
    quoteId: quoteId().describe('Quote ID from prebooking. A quote can be booked only once.'),
    clientReference: clientReference().describe(
      "The partner's own reference. It is unique per partner and environment and can never be reused. Retrying a request with the same reference never books twice.",
    ),
    holder: holder().describe('The person in whose name the booking is made.'),
    rooms: z.array(room).min(1).max(MAX_ROOMS).describe('All quoted rooms, each exactly once.'),
    expectedPrice: nonNegativeMoney().describe(
      '`offer.price.net` of the quote. Any other amount returns `PRICE_MISMATCH`.',
    ),
    priceTolerance: priceTolerance
      .optional()
      .describe(
        'Maximum price increase at the provider that is accepted. If both limits are given, both apply. Default: no increase.',
      ),
    termsHash: opaque(128)
      .optional()
      .describe(
        '`termsHash` of the quote. Required if the status of the quote is not `AVAILABLE`. It confirms that the traveller accepted the change.',
      ),
    remarks: withoutCardNumber(freeText(MAX_REMARKS))
      .optional()
      .describe('Passed on to the hotel, unless `requirements.maxRemarkLength` of the quote is 0.'),
    metadata: metadata
      .optional()
      .describe('Up to 20 values chosen by the partner. They are returned with the booking.'),
    settings: settings(TIMEOUTS.booking),
  })
  .check(
    rule(['rooms.*.roomRef'], function* ({ rooms }) {
      const seen = new Set<number>();
      for (const [i, each] of rooms.entries()) {
        const message = 'Send each room only once.';
        if (seen.has(each.roomRef)) yield { path: ['rooms', i, 'roomRef'], code: 'DUPLICATE', message };
        seen.add(each.roomRef);
      }
    }),
    rule(
      ['expectedPrice', 'priceTolerance.amount'],
      function* ({ expectedPrice, priceTolerance: tolerance }) {
        const currency = tolerance?.amount?.currency ?? expectedPrice.currency;
        if (currency === expectedPrice.currency) return;
        const path = ['priceTolerance', 'amount', 'currency'];
        yield { path, code: 'CURRENCY_MISMATCH', message: 'Use the currency of expectedPrice.' };
      },
    ),
  );

const OUTCOMES = outcomeTable([
  ['200', 'The booking is `CONFIRMED`.', 'Show the confirmation.'],
  [
    '202',
    'The booking is `PENDING` or `ON_REQUEST`. Its outcome is determined without further calls.',
    'Wait for the webhook, or read `bookingdetail` or `bookinglist`. A retry returns 202 until the outcome is known. If the booking then fails, it returns the 409 that an immediate failure for the same reason would have returned.',
  ],
  [
    '409 `BOOKING_REJECTED` or `OFFER_NOT_AVAILABLE`',
    'The booking definitely failed. This uses up the quote and the client reference. `error.bookingId` identifies the booking if it was recorded.',
    'Choose another offer, and book it with a new client reference.',
  ],
  [
    '409 `PRICE_CHANGED`',
    'The booking definitely failed, with the same consequences. `error.newPrice` contains the new price if the provider stated it.',
    'Show the new price, quote the offer again, and book the new quote with a new client reference.',
  ],
  [
    '409 `DUPLICATE_CLIENT_REFERENCE`',
    'The client reference was used with another body.',
    'Use a new client reference, or retry the original request unchanged.',
  ],
  [
    '402 `CREDIT_EXCEEDED`',
    'The price exceeds the amount that the partner can still book. Nothing was sent, and neither the quote nor the client reference is used up.',
    'Pay, or contact the operator. Then send the same request again while the quote is valid.',
  ],
  [
    '403 `SPEND_LIMIT_EXCEEDED`',
    'The price exceeds the spend limit of the API key, which is checked first. Nothing was sent or used up.',
    'Book less, wait until earlier bookings are more than 24 hours old, or ask for a higher limit.',
  ],
  ['5xx with the error body of this document', 'Nothing was sent to a provider.', 'Retry the same request.'],
  [
    'No response or any other failure, such as a closed connection, a timeout or a 502 from a proxy',
    'The outcome is unknown, even if a retry returns a 5xx.',
    'Retry the same request with the same `clientReference` until the response is not a 5xx.',
  ],
]);

export const booking = defineOperation({
  name: 'booking',
  operationId: 'createBooking',
  path: '/connect/hotels/v1/booking',
  scope: 'hotels:book',
  trafficClass: 'book',
  deadlineMs: TIMEOUTS.booking.max + GATEWAY_MARGIN_MS,
  summary: 'Book a quote',
  description: `Creates a booking from a quote. Requests can safely be retried: the same \`clientReference\` with the same body returns the same outcome with \`Idempotency-Replayed: true\` and never books twice.

${OUTCOMES}

\`settings.timeout\` limits the time until the response, never the call to the provider. Texts that contain a payment card number are rejected.`,
  input,
  output: z.strictObject({ booking: bookingRecord(), audit: audit() }),
  statuses: [200, 202],
  errors: [
    'SCENARIO_NOT_ALLOWED',
    'QUOTE_NOT_FOUND',
    'QUOTE_EXPIRED',
    'QUOTE_ALREADY_USED',
    'OCCUPANCY_MISMATCH',
    'PRICE_MISMATCH',
    'TERMS_NOT_ACCEPTED',
    'DUPLICATE_CLIENT_REFERENCE',
    'IDEMPOTENCY_KEY_REUSED',
    'OFFER_NOT_AVAILABLE',
    'PRICE_CHANGED',
    'BOOKING_REJECTED',
    'SPEND_LIMIT_EXCEEDED',
    'CREDIT_EXCEEDED',
  ],
});

export type BookingRequest = z.infer<typeof booking.input>;
export type BookingAnswer = z.infer<typeof booking.output>;
