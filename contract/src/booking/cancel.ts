import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { outcomeTable } from '../shared/description-blocks.ts';
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
        `\`QUOTE\`: only returns the current penalty. \`COMMIT\`: cancels the booking. Default: \`${DEFAULT_CANCEL_MODE}\`.`,
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
      .describe('`QUOTE` only: when the penalty changes. Null if it does not change any more.'),
    nextPenalty: z
      .strictObject({ penalty: money(), from: instant() })
      .nullable()
      .optional()
      .describe('`QUOTE` only: the next higher penalty and when it starts.'),
    audit: audit(),
  })
  .check(oneCurrency('booking', 'penalty', 'refund', 'nextPenalty'));

const OUTCOMES = outcomeTable([
  [
    '200',
    'The booking is `CANCELLED`. With `mode: QUOTE`, nothing has changed.',
    'Nothing. A retry returns the same.',
  ],
  [
    '202',
    'The booking is `CANCEL_PENDING`: the outcome at the provider is not known yet, or the booking itself is still pending and the cancellation is queued.',
    'Wait for the webhook, or read `bookingdetail`.',
  ],
  [
    '409 `CANCELLATION_PENALTY_CHANGED`',
    'The penalty is above `maxPenalty`. The error contains the current penalty, and nothing was cancelled.',
    'Show the penalty, then cancel again with a sufficient `maxPenalty`.',
  ],
  [
    '409 `CANCELLATION_NOT_ALLOWED`',
    'The provider does not accept the cancellation.',
    'Contact the operator.',
  ],
  ['5xx with the error body of this document', 'Nothing was sent to a provider.', 'Retry the same request.'],
  [
    'No response or any other failure, such as a closed connection, a timeout or a 502 from a proxy',
    'The outcome is unknown, even if a retry returns a 5xx.',
    'Retry the same request until the response is not a 5xx.',
  ],
]);

export const cancel = defineOperation({
  name: 'cancel',
  operationId: 'cancelBooking',
  path: '/connect/hotels/v1/cancel',
  scope: 'hotels:cancel',
  trafficClass: 'book',
  deadlineMs: TIMEOUTS.cancel.max + GATEWAY_MARGIN_MS,
  summary: 'Cancel a booking',
  description: `Cancels a booking, or returns the current penalty with \`mode: QUOTE\`. The penalty is the one that applies when the request arrives. If it exceeds \`maxPenalty\`, the booking is not cancelled. Without \`maxPenalty\`, only free cancellations succeed.

${OUTCOMES}`,
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
