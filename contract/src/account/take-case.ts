/** Who works on a booking of the attention queue. A mark, not a lock: other staff may still decide. */
import { z } from 'zod';
import { bookingExample } from '../booking/examples/booking-example.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { bookingId } from '../shared/ids.ts';
import { flag, instant } from '../shared/values.ts';
import { actor, emailAddress } from './fields.ts';

export const takenCase = () =>
  z.strictObject({
    by: actor().describe('The staff member to whom the booking is assigned.'),
    at: instant().describe('When it was assigned to them.'),
    isYours: flag().describe('Whether it is assigned to the caller.'),
  });
export type TakenCase = z.input<ReturnType<typeof takenCase>>;

export const TAKEN_EXAMPLE = {
  by: 'ben@operator.example',
  at: '2027-02-02T09:10:00Z',
  isYours: true,
} satisfies TakenCase;

const takeOverFrom = () => z.string().min(1).max(320).optional();

export const takeCase = defineOperatorOperation({
  name: 'attention/take',
  permission: 'bookings:resolve',
  partner: ['bookingId'],
  summary: 'Take a booking that needs attention',
  description:
    'Assigns a booking of the attention queue to the caller, so that others choose another one. It is not a lock: other staff may still decide. The assignment ends when the booking leaves the queue. A booking that is already assigned to the caller stays as it is. If it is assigned to somebody else, the request is rejected with INVALID_STATE, unless `takeOverFrom` names them.',
  input: z.strictObject({
    bookingId: bookingId(),
    takeOverFrom: takeOverFrom().describe(
      '`by` of the staff member from whom the caller takes the booking over.',
    ),
  }),
  output: z.strictObject({ taken: takenCase() }),
  errors: ['BOOKING_NOT_FOUND', 'INVALID_STATE'],
  examples: { request: { bookingId: bookingExample.bookingId }, answer: { taken: TAKEN_EXAMPLE } },
});

export const assignCase = defineOperatorOperation({
  name: 'attention/assign',
  permission: 'bookings:resolve',
  partner: ['bookingId'],
  summary: 'Assign a booking that needs attention to a colleague',
  description:
    'Assigns a booking of the attention queue to a staff member who may resolve bookings, and notifies them by email if the installation sends emails. A booking that is already assigned to them stays as it is. If it is assigned to somebody other than the caller, the request is rejected with INVALID_STATE, unless `takeOverFrom` names them. The previous assignee is notified too.',
  input: z.strictObject({
    bookingId: bookingId(),
    to: emailAddress().describe('Email address of the staff member.'),
    takeOverFrom: takeOverFrom().describe('`by` of the staff member to whom the booking is assigned now.'),
  }),
  output: z.strictObject({ taken: takenCase() }),
  errors: ['BOOKING_NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: { bookingId: bookingExample.bookingId, to: 'ana@operator.example' },
    answer: { taken: { ...TAKEN_EXAMPLE, by: 'ana@operator.example', isYours: false } },
  },
});

/** As many as `attention/list` returns. */
export const MAX_CASES_TAKEN = 200;

export const takeCases = defineOperatorOperation({
  name: 'attention/take-all',
  permission: 'bookings:resolve',
  summary: 'Take several bookings that need attention',
  description: `Assigns up to ${MAX_CASES_TAKEN} bookings of the attention queue to the caller. Bookings that are assigned to somebody else, or that are no longer in the queue, are skipped and listed in the response.`,
  input: z.strictObject({
    bookingIds: z.array(bookingId()).min(1).max(MAX_CASES_TAKEN).describe('As in `attention/list`.'),
  }),
  output: z.strictObject({
    taken: z.array(bookingId()).describe('Bookings that are now assigned to the caller.'),
    skipped: z
      .array(
        z.strictObject({
          bookingId: bookingId(),
          by: actor()
            .nullable()
            .describe('The staff member to whom it is assigned. Null if the booking is not in the queue.'),
        }),
      )
      .describe('Bookings that were not assigned to the caller.'),
  }),
  examples: {
    request: { bookingIds: [bookingExample.bookingId, 'bkg_7Q2M4K9TXA1WZB3EHV6C'] },
    answer: {
      taken: [bookingExample.bookingId],
      skipped: [{ bookingId: 'bkg_7Q2M4K9TXA1WZB3EHV6C', by: 'ana@operator.example' }],
    },
  },
});

export const releaseCase = defineOperatorOperation({
  name: 'attention/release',
  permission: 'bookings:resolve',
  partner: ['bookingId'],
  summary: 'Release a booking that is assigned to you',
  description:
    'Ends the assignment of a booking to the caller. If the booking is assigned to somebody else, the request is rejected with INVALID_STATE.',
  input: z.strictObject({ bookingId: bookingId() }),
  output: z.strictObject({ released: flag().describe('False if the booking was not assigned to anybody.') }),
  errors: ['BOOKING_NOT_FOUND', 'INVALID_STATE'],
  examples: { request: { bookingId: bookingExample.bookingId }, answer: { released: true } },
});
