/** Asks the provider about a booking with an open outcome before the next scheduled check. */
import { z } from 'zod';
import { bookingExample } from '../booking/examples/booking-example.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { bookingId } from '../shared/ids.ts';
import { anyCount } from '../shared/values.ts';

export const checkBooking = defineOperatorOperation({
  name: 'bookings/check',
  permission: 'bookings:resolve',
  partner: ['bookingId'],
  summary: 'Check the outcome of a booking now',
  description:
    'Starts the next check of a booking whose outcome at the provider is open (PENDING, ON_REQUEST or CANCEL_PENDING) instead of waiting for its time. It is the same check that runs automatically: it looks up the reservation by the reference that Serai sent to the provider, and never books again. The response does not wait for the provider. While a check is under way, the request is rejected with OPERATION_IN_PROGRESS, so that there is never more than one at a time.',
  input: z.strictObject({ bookingId: bookingId() }),
  output: z.strictObject({
    checksBefore: anyCount().describe(
      'Number of checks before this one. The check is finished when `checkUnderWay` of `bookings/show` is false.',
    ),
  }),
  errors: ['BOOKING_NOT_FOUND', 'INVALID_STATE', 'OPERATION_IN_PROGRESS'],
  examples: { request: { bookingId: bookingExample.bookingId }, answer: { checksBefore: 4 } },
});
