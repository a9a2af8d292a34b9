import { z } from 'zod';
import { bookingRecord } from '../booking/booking-record.ts';
import { CANCEL_MODES, DEFAULT_CANCEL_MODE, MAX_CANCEL_REASON } from '../booking/cancel.ts';
import { bookingExample } from '../booking/examples/booking-example.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { bookingId } from '../shared/ids.ts';
import { money, nonNegativeMoney } from '../shared/money.ts';
import { freeText, withoutCardNumber } from '../shared/text.ts';
import { choice, instant } from '../shared/values.ts';

export const PENALTY_BEARERS = ['OPERATOR', 'PARTNER'] as const;
export type PenaltyBearer = (typeof PENALTY_BEARERS)[number];
export const DEFAULT_PENALTY_BEARER: PenaltyBearer = 'PARTNER';

export const cancelBooking = defineOperatorOperation({
  name: 'bookings/cancel',
  permission: 'bookings:resolve',
  partner: ['bookingId'],
  summary: 'Cancel a booking at the provider',
  description: `Cancels a booking for the partner, or returns the current penalty with \`mode: QUOTE\`. The cancellation is sent to the provider in the same way as the partner's own, and recorded as \`BY_OPERATIONS\`.

A penalty above \`maxPenalty\` is never incurred: the response is 409 \`CANCELLATION_PENALTY_CHANGED\` with the current penalty. Without \`maxPenalty\`, only a free cancellation is carried out. If the operator bears the penalty, the partner pays nothing. \`booking.status\` \`CANCEL_PENDING\` means that the outcome at the provider is not known yet, or that the cancellation is queued.`,
  input: z.strictObject({
    bookingId: bookingId(),
    mode: choice(CANCEL_MODES)
      .optional()
      .describe(
        `QUOTE: only returns the current penalty. COMMIT: cancels the booking. Default: ${DEFAULT_CANCEL_MODE}.`,
      ),
    maxPenalty: nonNegativeMoney()
      .optional()
      .describe(
        'Highest penalty to accept. If omitted, the booking is cancelled only if the cancellation is free.',
      ),
    reason: withoutCardNumber(freeText(MAX_CANCEL_REASON))
      .optional()
      .describe('Stored in the history. Partner users see it for test bookings only.'),
    penaltyBorneBy: choice(PENALTY_BEARERS)
      .optional()
      .describe(`Who pays the penalty. Default: ${DEFAULT_PENALTY_BEARER}.`),
  }),
  output: z.strictObject({
    booking: bookingRecord(),
    penalty: money().describe('Cost of the cancellation, for the operator or the partner.'),
    penaltyBorneBy: choice(PENALTY_BEARERS).nullable().describe('Null with QUOTE.'),
    refund: money().describe(
      'What the partner gets back: `price.net` minus the penalty that the partner bears.',
    ),
    validUntil: instant()
      .nullable()
      .optional()
      .describe('QUOTE only: when the penalty changes. Null if it does not change any more.'),
    nextPenalty: z
      .strictObject({ penalty: money(), from: instant() })
      .nullable()
      .optional()
      .describe('QUOTE only: the next higher penalty and when it starts.'),
    providerPenalty: money()
      .nullable()
      .optional()
      .describe(
        'QUOTE only: the penalty that the provider would charge now, in its own currency. Null while the booking is PENDING, or if the provider does not support this query or the query fails. The partner pays `penalty`, whatever the provider charges.',
      ),
  }),
  errors: [
    'BOOKING_NOT_FOUND',
    'INVALID_STATE',
    'OPERATION_IN_PROGRESS',
    'CANCELLATION_NOT_ALLOWED',
    'CANCELLATION_PENALTY_CHANGED',
  ],
  examples: {
    request: { bookingId: bookingExample.bookingId, mode: 'QUOTE' },
    answer: {
      booking: bookingExample,
      penalty: { amount: '0.00', currency: 'EUR' },
      penaltyBorneBy: null,
      refund: bookingExample.price.net,
      validUntil: '2027-03-10T23:00:00Z',
      nextPenalty: { penalty: bookingExample.price.net, from: '2027-03-10T23:00:00Z' },
      providerPenalty: null,
    },
  },
});
