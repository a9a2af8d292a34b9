import { z } from 'zod';
import { bookingRecord } from '../../booking/booking-record.ts';
import { bookingExample } from '../../booking/examples/booking-example.ts';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { bookingId } from '../../shared/ids.ts';
import { nonNegativeMoney } from '../../shared/money.ts';
import { rule } from '../../shared/rule.ts';
import { withoutCardNumber } from '../../shared/text.ts';
import { choice, count } from '../../shared/values.ts';

/** CONFIRMED and CANCELLED say what the provider holds; DISMISSED only takes the mark away. */
export const DECISIONS = ['CONFIRMED', 'REJECTED', 'CANCELLED', 'NO_SHOW', 'DISMISSED'] as const;

const resolveInput = z
  .strictObject({
    bookingId: bookingId(),
    version: count(1, Number.MAX_SAFE_INTEGER).describe(
      'The version that was looked at; another one is refused.',
    ),
    decision: choice(DECISIONS).describe(
      'The state the booking gets. DISMISSED changes no state and only clears `needsAttention`.',
    ),
    providerReference: z
      .string()
      .min(1)
      .max(512)
      .optional()
      .describe('Reference at the provider; needed for CONFIRMED while the booking has none.'),
    penalty: nonNegativeMoney().optional().describe('What the cancellation cost; needed for CANCELLED.'),
    evidence: withoutCardNumber(z.string().min(3).max(2_000)).describe(
      'How it was found out: who was asked and what they said. Kept in the history.',
    ),
  })
  .check(
    rule(['decision', 'penalty'], function* ({ decision, penalty }) {
      if ((decision === 'CANCELLED') === (penalty !== undefined)) return;
      const message = 'Give a penalty for CANCELLED, and only then.';
      yield { path: ['penalty'], code: 'PENALTY_MISMATCH', message };
    }),
  );

export const resolveBooking = defineOperatorOperation({
  name: 'bookings/resolve',
  role: 'admin',
  summary: 'Settle a booking by hand',
  description:
    'Records what a person found out about a booking that the service cannot settle alone. It sends nothing to the provider. The decision is one more change of state, with its history entry and its event.',
  input: resolveInput,
  output: z.strictObject({ booking: bookingRecord() }),
  errors: ['BOOKING_NOT_FOUND', 'INVALID_STATE', 'OPERATION_IN_PROGRESS'],
  examples: {
    request: {
      bookingId: bookingExample.bookingId,
      version: 1,
      decision: 'CONFIRMED',
      providerReference: 'TP1-88213407',
      evidence: 'The provider confirmed it by telephone.',
    },
    answer: { booking: bookingExample },
  },
});
