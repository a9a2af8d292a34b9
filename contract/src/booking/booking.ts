import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { containsCardNumber } from '../shared/card-number.ts';
import { clientReference, quoteId } from '../shared/ids.ts';
import { compareDecimals, nonNegativeMoney } from '../shared/money.ts';
import { rule } from '../shared/rule.ts';
import { GATEWAY_MARGIN_MS, settings, TIMEOUTS } from '../shared/settings.ts';
import { freeText, withoutCardNumber } from '../shared/text.ts';
import { opaque, percent } from '../shared/values.ts';
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
      .describe('Everybody in the room, as quoted: adults, and children with their ages.'),
    specialRequests: withoutCardNumber(freeText(MAX_SPECIAL_REQUESTS))
      .optional()
      .describe('Passed to the hotel, which promises nothing.'),
  })
  .check(
    rule(['guests.*.firstName'], function* ({ guests }) {
      if (guests.some(each => each.firstName !== undefined)) return;
      const message = 'Name at least one guest of the room.';
      yield { path: ['guests', 0, 'firstName'], code: 'GUEST_NAME_REQUIRED', message };
    }),
  );

const priceTolerance = z
  .strictObject({
    amount: nonNegativeMoney().optional(),
    percent: percent().optional(),
  })
  .check(
    rule(['amount', 'percent'], function* ({ amount, percent: share }) {
      if (amount === undefined && share === undefined) {
        const message = 'Give amount, percent or both, or leave priceTolerance out.';
        yield { path: ['amount'], code: 'TOLERANCE_REQUIRED', message };
      }
      if (share !== undefined && compareDecimals(share, '100') > 0) {
        yield { path: ['percent'], code: 'TOO_BIG', message: 'Use at most 100 percent.' };
      }
    }),
  );

const KEY_HINT = 'Use keys of 1 to 40 characters of A-Z, a-z, 0-9 and . _ -';

const metadata = z
  .record(z.string().regex(/^[A-Za-z0-9._-]{1,40}$/), withoutCardNumber(z.string().max(500)), {
    error: issue => (issue.code === 'invalid_key' ? KEY_HINT : undefined),
  })
  .check(
    rule([], function* (members) {
      const keys = Object.keys(members);
      if (keys.length > MAX_METADATA_KEYS) {
        yield { path: [], code: 'TOO_BIG', message: `Use at most ${MAX_METADATA_KEYS} keys.` };
      } else if (keys.some(containsCardNumber)) {
        const message = 'A key looks like a payment card number. Card data is never accepted.';
        yield { path: [], code: 'CARD_NUMBER', message };
      }
    }),
  );

const input = z
  .strictObject({
    quoteId: quoteId().describe('As prebooking gave it. A quote books once.'),
    clientReference: clientReference().describe(
      "The partner's own reference, unique per organisation and environment for ever. Sending the same request again with it never books twice.",
    ),
    holder: holder().describe('Who the booking is made for.'),
    rooms: z.array(room).min(1).max(MAX_ROOMS).describe('The quoted rooms, each once.'),
    expectedPrice: nonNegativeMoney().describe(
      '`offer.price.net` of the quote. Another amount is PRICE_MISMATCH.',
    ),
    priceTolerance: priceTolerance
      .optional()
      .describe(
        'How much dearer the booking may become at the provider. Within every bound given; none when absent.',
      ),
    termsHash: opaque(128)
      .optional()
      .describe(
        'Of the quote. Required when its status was not AVAILABLE: the traveller accepted the change.',
      ),
    remarks: withoutCardNumber(freeText(MAX_REMARKS)).optional().describe('Passed to the hotel.'),
    metadata: metadata.optional().describe('Up to 20 texts of the partner, returned with the booking.'),
    settings: settings(TIMEOUTS.booking),
  })
  .check(
    rule(['rooms.*.roomRef'], function* ({ rooms }) {
      const seen = new Set<number>();
      for (const [i, each] of rooms.entries()) {
        const message = 'Send each room once.';
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

export const booking = defineOperation({
  name: 'booking',
  path: '/connect/hotels/v1/booking',
  scope: 'hotels:book',
  trafficClass: 'book',
  deadlineMs: TIMEOUTS.booking.max + GATEWAY_MARGIN_MS,
  summary: 'Create a booking',
  description: `Books a quote. 200 is CONFIRMED. 202 is PENDING or ON_REQUEST: the outcome is open, is resolved without further calls, and is told by webhook, \`bookingdetail\` and \`bookinglist\`. 409 is a definite refusal and names the booking in \`error.bookingId\`.

Repeat freely: the same \`clientReference\` with the same body returns the same result again with \`Idempotency-Replayed: true\`: 200 for a booking that was confirmed, 202 while it is open, and the original 409 with \`error.bookingId\` if it was refused. An open booking that is rejected later returns the 409 that an immediate refusal for the same reason would have had. With another body it is 409 DUPLICATE_CLIENT_REFERENCE.

A refusal uses up the quote and the client reference. PRICE_CHANGED carries the new price in \`error.newPrice\`, if the provider named it: show it, quote the offer again, and book the new quote with a new client reference.

A 5xx with the error envelope of this document guarantees that nothing was sent to a provider. Anything else, such as a 502 in the words of a proxy, a closed connection or a timeout, is an unknown outcome: repeat the same request with the same \`clientReference\`. A 5xx in response to the repeated request does not settle the first one: repeat once more.

\`settings.timeout\` bounds the answer, never the call to the provider. Texts that hold a payment card number are refused.`,
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
  ],
});

export type BookingRequest = z.infer<typeof booking.input>;
export type BookingAnswer = z.infer<typeof booking.output>;
