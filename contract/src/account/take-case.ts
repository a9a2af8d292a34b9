/** Who works on a booking of the attention queue. A mark, not a lock: other staff may still decide. */
import { z } from 'zod';
import { bookingExample } from '../booking/examples/booking-example.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { bookingId } from '../shared/ids.ts';
import { flag, instant } from '../shared/values.ts';
import { actor } from './fields.ts';

export const takenCase = () =>
  z.strictObject({
    by: actor().describe('The staff member who works on the booking.'),
    at: instant().describe('When they took it.'),
    isYours: flag().describe('Whether the caller took it.'),
  });
export type TakenCase = z.input<ReturnType<typeof takenCase>>;

export const TAKEN_EXAMPLE = {
  by: 'ben@operator.example',
  at: '2027-02-02T09:10:00Z',
  isYours: true,
} satisfies TakenCase;

export const takeCase = defineOperatorOperation({
  name: 'attention/take',
  permission: 'bookings:resolve',
  partner: ['bookingId'],
  summary: 'Take a booking that needs attention',
  description:
    'Marks a booking of the attention queue as taken by the caller, so that others choose another one. It is not a lock: other staff may still decide. The mark is removed when the booking leaves the queue. A booking that the caller has already taken stays as it is. If somebody else has taken it, the request is rejected with INVALID_STATE, unless `takeOverFrom` names them.',
  input: z.strictObject({
    bookingId: bookingId(),
    takeOverFrom: z
      .string()
      .min(1)
      .max(320)
      .optional()
      .describe('`by` of the staff member from whom the caller takes the booking over.'),
  }),
  output: z.strictObject({ taken: takenCase() }),
  errors: ['BOOKING_NOT_FOUND', 'INVALID_STATE'],
  examples: { request: { bookingId: bookingExample.bookingId }, answer: { taken: TAKEN_EXAMPLE } },
});

export const releaseCase = defineOperatorOperation({
  name: 'attention/release',
  permission: 'bookings:resolve',
  partner: ['bookingId'],
  summary: 'Release a booking that you have taken',
  description:
    'Removes the mark that the caller set with `attention/take`. If somebody else has taken the booking, the request is rejected with INVALID_STATE.',
  input: z.strictObject({ bookingId: bookingId() }),
  output: z.strictObject({ released: flag().describe('False if nobody had taken the booking.') }),
  errors: ['BOOKING_NOT_FOUND', 'INVALID_STATE'],
  examples: { request: { bookingId: bookingExample.bookingId }, answer: { released: true } },
});
