import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { oneBooking } from '../shared/ids.ts';
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
    ...oneBooking(),
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
    reason: withoutCardNumber(freeText(MAX_CANCEL_REASON)).optional().describe('Stored with the booking.'),
    settings: settings(TIMEOUTS.cancel),
  })
  .check(exactlyOneOf('bookingId', 'clientReference'));

const output = z
  .strictObject({
    booking: bookingRecord(),
    penalty: money().describe('Cost of the cancellation at the time the request arrived.'),
    refund: money().describe('`price.net` minus the penalty.'),
    validUntil: instant()
      .nullable()
      .optional()
      .describe('QUOTE only: when the penalty changes. Null if it does not change any more.'),
    nextPenalty: z
      .strictObject({ penalty: money(), from: instant() })
      .nullable()
      .optional()
      .describe('QUOTE only: the next higher penalty and when it starts.'),
    audit: audit(),
  })
  .check(oneCurrency('booking', 'penalty', 'refund', 'nextPenalty'));

export const cancel = defineOperation({
  name: 'cancel',
  operationId: 'cancelBooking',
  path: '/connect/hotels/v1/cancel',
  scope: 'hotels:cancel',
  trafficClass: 'book',
  deadlineMs: TIMEOUTS.cancel.max + GATEWAY_MARGIN_MS,
  summary: 'Cancel a booking',
  description: `Cancels a booking, or returns the current penalty with \`mode: QUOTE\`.

A penalty above \`maxPenalty\` is never incurred: the response is 409 CANCELLATION_PENALTY_CHANGED with the current penalty. Without \`maxPenalty\`, only a free cancellation is carried out. The penalty at the time the request arrived applies.

200 means that the booking is CANCELLED; a retry returns the same. 202 means CANCEL_PENDING: the outcome at the provider is not known yet, or the booking itself is still pending and the cancellation is queued. 409 CANCELLATION_NOT_ALLOWED means that the provider does not accept the cancellation.

A 5xx response with the error body of this document guarantees that nothing was sent to a provider. In all other cases, such as a 502 from a proxy, a closed connection or a timeout, the outcome is unknown: retry the same request. If the retry returns a 5xx, the outcome of the first request is still unknown: retry again.`,
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
