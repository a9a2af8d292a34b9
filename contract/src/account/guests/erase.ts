import { z } from 'zod';
import { bookingExample } from '../../booking/examples/booking-example.ts';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { environment } from '../../shared/answer.ts';
import { bookingId } from '../../shared/ids.ts';
import { flag, instant } from '../../shared/values.ts';
import { guestChoice, MAX_GUEST_BOOKINGS } from './guest-choice.ts';

export const eraseGuests = defineOperatorOperation({
  name: 'guests/erase',
  role: 'admin',
  summary: 'Erase the guests of bookings',
  description: `Destroys what names people in a booking: the key of their data, the index of the holder's name, what events told of them, messages to and from the provider, bodies of the request log and idempotency keys. Dates, hotel, amounts and references stay, and \`erasedAt\` says what happened. It cannot be undone, is told to endpoints as \`booking.updated\`, and is written to the list of erasures, which a restored backup is brought up to date with.

A booking that is open, whose stay is not over or that waits for a person is kept; where that is true of all that were found, the answer is 409 INVALID_STATE. Erasing again changes nothing. At most ${MAX_GUEST_BOOKINGS} bookings a call. Bookings in production need a fresh confirmation.`,
  input: guestChoice(),
  output: z.strictObject({
    erased: z.array(
      z.strictObject({ bookingId: bookingId(), environment: environment(), erasedAt: instant() }),
    ),
    kept: z
      .array(z.strictObject({ bookingId: bookingId(), environment: environment(), reason: z.string() }))
      .describe('Those that cannot be erased yet, and why.'),
    hasMore: flag().describe('More of this holder are left: call again.'),
  }),
  errors: ['BOOKING_NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: { bookingId: bookingExample.bookingId },
    answer: {
      erased: [
        { bookingId: bookingExample.bookingId, environment: 'sandbox', erasedAt: '2027-06-01T08:30:00Z' },
      ],
      kept: [],
      hasMore: false,
    },
  },
});
