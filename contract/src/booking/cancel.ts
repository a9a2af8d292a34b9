import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { bookingId, clientReference } from '../shared/ids.ts';
import { money, nonNegativeMoney } from '../shared/money.ts';
import { exactlyOneOf } from '../shared/rule.ts';
import { GATEWAY_MARGIN_MS, settings, TIMEOUTS } from '../shared/settings.ts';
import { freeText, withoutCardNumber } from '../shared/text.ts';
import { choice, instant } from '../shared/values.ts';
import { bookingRecord } from './booking-record.ts';
import { oneCurrency } from './price.ts';
import { audit } from './provider-exchange.ts';

export const CANCEL_MODES = ['QUOTE', 'COMMIT'] as const;
export const DEFAULT_CANCEL_MODE = 'COMMIT';
export const MAX_CANCEL_REASON = 500;

const input = z
  .strictObject({
    bookingId: bookingId().optional(),
    clientReference: clientReference().optional(),
    mode: choice(CANCEL_MODES)
      .optional()
      .describe(`QUOTE only says what it would cost. ${DEFAULT_CANCEL_MODE} when absent.`),
    maxPenalty: nonNegativeMoney()
      .optional()
      .describe('The highest penalty to accept. When absent, only a free cancellation is made.'),
    reason: withoutCardNumber(freeText(MAX_CANCEL_REASON)).optional().describe('Kept with the booking.'),
    settings: settings(TIMEOUTS.cancel),
  })
  .check(exactlyOneOf('bookingId', 'clientReference'));

const output = z
  .strictObject({
    booking: bookingRecord(),
    penalty: money().describe('What the cancellation costs, as of the moment the request arrived.'),
    refund: money().describe('What is left of `price.net`.'),
    validUntil: instant()
      .nullable()
      .optional()
      .describe('QUOTE only: until then the penalty stays as it is. Null: for ever.'),
    nextPenalty: z
      .strictObject({ penalty: money(), from: instant() })
      .nullable()
      .optional()
      .describe('QUOTE only: the next higher penalty, and when it begins.'),
    audit: audit(),
  })
  .check(oneCurrency('booking', 'penalty', 'refund', 'nextPenalty'));

export const cancel = defineOperation({
  name: 'cancel',
  path: '/connect/hotels/v1/cancel',
  scope: 'hotels:cancel',
  trafficClass: 'book',
  deadlineMs: TIMEOUTS.cancel.max + GATEWAY_MARGIN_MS,
  summary: 'Cancel a booking',
  description: `Cancels a booking, or with \`mode: QUOTE\` says what that would cost.

A penalty is never incurred by surprise: without \`maxPenalty\` only a free cancellation is made, and a penalty above it is 409 CANCELLATION_PENALTY_CHANGED, naming the penalty. The penalty is that of the moment the request arrived.

200 is CANCELLED, also when repeated. 202 is CANCEL_PENDING: the provider's answer is not known yet, or the booking itself is still pending and the intent is queued behind it. A refusal is 409 CANCELLATION_NOT_ALLOWED.

A 5xx with the error envelope of this document guarantees that nothing was sent to a provider. Anything else, such as a 502 in the words of a proxy, a closed connection or a timeout, is an unknown outcome: repeat the same request. A 5xx in response to the repeated request does not settle the first one: repeat once more.`,
  input,
  output,
  statuses: [200, 202],
  errors: [
    'SCENARIO_NOT_ALLOWED',
    'BOOKING_NOT_FOUND',
    'CANCELLATION_NOT_ALLOWED',
    'CANCELLATION_PENALTY_CHANGED',
    'INVALID_STATE',
    'OPERATION_IN_PROGRESS',
    'IDEMPOTENCY_KEY_REUSED',
  ],
});

export type CancelRequest = z.infer<typeof cancel.input>;
export type CancelAnswer = z.infer<typeof cancel.output>;
