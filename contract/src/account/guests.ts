/** Export and erasure of guest data. */
import { z } from 'zod';
import { bookingRecord } from '../booking/booking-record.ts';
import { HISTORY_EXAMPLE, historyEntry } from '../booking/bookingdetail.ts';
import { bookingExample } from '../booking/examples/booking-example.ts';
import { audit } from '../booking/provider-exchange.ts';
import { EVENT_TYPES } from '../events.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { bookingId, clientReference, eventId } from '../shared/ids.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { exactlyOneOf } from '../shared/rule.ts';
import { calendarDate, choice, flag, instant } from '../shared/values.ts';
import { deliveryStatus } from './deliveries.ts';
import { deliveryId, endpointId } from './fields.ts';

/** Of one holder; whoever has more is answered in parts. */
export const MAX_GUEST_BOOKINGS = 200;

export const guestChoice = () =>
  z
    .strictObject({
      bookingId: bookingId().optional(),
      clientReference: z
        .string()
        .min(1)
        .max(64)
        .optional()
        .describe("The partner's reference. Both environments may know it."),
      holder: z
        .strictObject({
          lastName: z.string().min(1).max(80).describe('The whole name; case and accents do not matter.'),
          email: z.string().min(3).max(254).describe('As the booking has it; case does not matter.'),
        })
        .optional()
        .describe(
          'Every booking that this person holds. Those where they are a guest only are not found by it.',
        ),
      environment: environment().optional().describe('Both when absent.'),
    })
    .check(exactlyOneOf('bookingId', 'clientReference', 'holder'));

export const exportGuests = defineOperatorOperation({
  name: 'guests/export',
  role: 'admin',
  summary: 'Export what is kept of guests',
  description: `Everything that is kept of the people of a booking, or of every booking of one holder, for a person who asks what is known of them: the bookings with their history, the exchanges with providers, and where events about them went. It is in the audit who exported what. At most ${MAX_GUEST_BOOKINGS} bookings a call. Bookings in production need a fresh confirmation.`,
  input: guestChoice(),
  output: z.strictObject({
    exportedAt: instant(),
    bookings: z.array(
      z.strictObject({
        booking: bookingRecord(),
        cancelReason: z.string().nullable().describe('What was given as the reason of a cancellation.'),
        history: z.array(
          historyEntry().extend({
            evidence: z.string().nullable().describe('What an operator said who settled it by hand.'),
          }),
        ),
        audit: audit().describe('The exchanges with the provider, the oldest first.'),
        deliveries: z
          .array(
            z.strictObject({
              deliveryId: deliveryId(),
              endpointId: endpointId(),
              eventId: eventId(),
              eventType: choice(EVENT_TYPES),
              status: deliveryStatus(),
              createdAt: instant(),
            }),
          )
          .describe('Where events about it went, the last 100, the newest first.'),
      }),
    ),
    hasMore: flag().describe('More of this holder are left; name them one by one.'),
  }),
  errors: ['BOOKING_NOT_FOUND'],
  examples: {
    request: { holder: { lastName: 'Moreno', email: 'ada@example.com' } },
    answer: {
      exportedAt: '2027-06-01T08:30:00Z',
      bookings: [
        {
          booking: bookingExample,
          cancelReason: null,
          history: HISTORY_EXAMPLE.map(entry => ({ ...entry, evidence: null })),
          deliveries: [],
        },
      ],
      hasMore: false,
    },
  },
});

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

/** REQUEST: somebody asked for it. RETENTION: the time that guests are kept was up. */
export const ERASURE_CAUSES = ['REQUEST', 'RETENTION'] as const;

export const listErasures = defineOperatorOperation({
  name: 'guests/erasures',
  role: 'read-only',
  summary: 'List erasures',
  description: 'Bookings whose guests were erased, the last erased first.',
  input: z.strictObject({
    environment: environment().optional(),
    cause: choice(ERASURE_CAUSES).optional(),
    page: pageInput(200, 50),
  }),
  output: z.strictObject({
    erasures: z.array(
      z.strictObject({
        bookingId: bookingId(),
        clientReference: clientReference(),
        environment: environment(),
        checkOut: calendarDate(),
        erasedAt: instant(),
        cause: choice(ERASURE_CAUSES),
      }),
    ),
    page: pageOutput(),
  }),
  errors: ['INVALID_CURSOR'],
  examples: {
    request: { cause: 'REQUEST' },
    answer: {
      erasures: [
        {
          bookingId: bookingExample.bookingId,
          clientReference: bookingExample.clientReference,
          environment: 'sandbox',
          checkOut: bookingExample.checkOut,
          erasedAt: '2027-06-01T08:30:00Z',
          cause: 'REQUEST',
        },
      ],
      page: { nextCursor: null, hasMore: false },
    },
  },
});
