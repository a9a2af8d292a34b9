import { z } from 'zod';
import { bookingRecord } from '../booking/booking-record.ts';
import { HISTORY_EXAMPLE, historyEntry } from '../booking/bookingdetail.ts';
import { bookingExample } from '../booking/examples/booking-example.ts';
import { audit, MAX_EXCHANGES_SHOWN } from '../booking/provider-exchange.ts';
import { EVENT_TYPES } from '../events.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { bookingId, clientReference, eventId } from '../shared/ids.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { exactlyOneOf } from '../shared/rule.ts';
import { calendarDate, choice, flag, instant } from '../shared/values.ts';
import { BOOKING_NOTE_EXAMPLE, bookingNote } from './booking-support.ts';
import { deliveryStatus } from './deliveries.ts';
import { anyPartner, deliveryId, endpointId, onePartner } from './fields.ts';

/** Maximum number of bookings per call. If the holder has more, `hasMore` is true. */
export const MAX_GUEST_BOOKINGS = 200;

export const guestChoice = () =>
  z
    .strictObject({
      ...onePartner(),
      bookingId: bookingId().optional(),
      clientReference: z
        .string()
        .min(1)
        .max(64)
        .optional()
        .describe("The partner's reference. It may exist in both environments."),
      holder: z
        .strictObject({
          lastName: z.string().min(1).max(80).describe('The whole last name. Case and accents are ignored.'),
          email: z.string().min(3).max(254).describe('The email address in the booking. Case is ignored.'),
        })
        .optional()
        .describe(
          'Selects every booking of this holder. Bookings in which the person is only a guest are not found.',
        ),
      environment: environment().optional().describe('Default: both environments.'),
    })
    .check(exactlyOneOf('bookingId', 'clientReference', 'holder'));

export const exportGuests = defineOperatorOperation({
  name: 'guests/export',
  permission: 'guests:manage',
  partner: 'one',
  summary: 'Export guest data',
  description: `Returns the stored data about the guests of one booking, or of every booking of one holder: the bookings with their history, the exchanges with providers, the webhook deliveries, and the staff notes. Use it to answer a data subject's access request. The export is recorded in the audit log. At most ${MAX_GUEST_BOOKINGS} bookings per call. Bookings in production require a step-up (\`session/confirm\`).`,
  input: guestChoice(),
  output: z.strictObject({
    exportedAt: instant(),
    bookings: z.array(
      z.strictObject({
        booking: bookingRecord(),
        cancelReason: z.string().nullable().describe('Reason given for the cancellation.'),
        history: z.array(
          historyEntry().extend({
            evidence: z
              .string()
              .nullable()
              .describe(
                'Evidence given by the person who resolved the booking, or the reason for a cancellation by staff. Null for partner users, except for test bookings.',
              ),
          }),
        ),
        audit: audit().describe(
          `At most ${MAX_EXCHANGES_SHOWN} exchanges with the provider, the first and the most recent ones, oldest first. Partner users get them for test bookings only, because exchanges with real providers contain the cost.`,
        ),
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
          .describe('Webhook deliveries for the booking: the last 100, newest first.'),
        notes: z
          .array(bookingNote())
          .optional()
          .describe('Staff notes about the booking, oldest first. Returned only to staff.'),
      }),
    ),
    hasMore: flag().describe('True if the holder has more bookings. Export those one by one.'),
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
          notes: [BOOKING_NOTE_EXAMPLE],
        },
      ],
      hasMore: false,
    },
  },
});

export const eraseGuests = defineOperatorOperation({
  name: 'guests/erase',
  permission: 'guests:manage',
  partner: 'one',
  summary: 'Erase guest data',
  description: `Permanently destroys the personal data of a booking: the encryption key of the guest data, the index of the holder's name, guest data in events, messages exchanged with the provider, bodies in the request log and idempotency keys. Dates, hotel, amounts and references remain, and \`erasedAt\` is set. Endpoints receive \`booking.updated\`. The erasure is also recorded in a list that is applied to restored backups.

A booking is not erased if it is open, if its stay is not over, if it needs attention, or while a reservation for it may still appear at the provider. If this applies to all bookings found, the response is 409 \`INVALID_STATE\`. Erasing a booking again has no effect. At most ${MAX_GUEST_BOOKINGS} bookings per call. Bookings in production require a step-up (\`session/confirm\`).`,
  input: guestChoice(),
  output: z.strictObject({
    erased: z.array(
      z.strictObject({ bookingId: bookingId(), environment: environment(), erasedAt: instant() }),
    ),
    kept: z
      .array(z.strictObject({ bookingId: bookingId(), environment: environment(), reason: z.string() }))
      .describe('Bookings that cannot be erased yet, with the reason.'),
    hasMore: flag().describe('True if the holder has more bookings. Call again.'),
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

export const ERASURE_CAUSES = ['REQUEST', 'RETENTION'] as const;

export const listErasures = defineOperatorOperation({
  name: 'guests/erasures',
  permission: 'bookings:view',
  partner: 'optional',
  summary: 'List erasures',
  description: 'Returns the bookings whose guest data was erased, most recently erased first.',
  input: z.strictObject({
    ...anyPartner(),
    environment: environment().optional().describe('Default: both environments.'),
    cause: choice(ERASURE_CAUSES).optional().describe('Only erasures with this cause.'),
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
