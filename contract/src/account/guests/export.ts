import { z } from 'zod';
import { bookingRecord } from '../../booking/booking-record.ts';
import { HISTORY_EXAMPLE, historyEntry } from '../../booking/bookingdetail.ts';
import { bookingExample } from '../../booking/examples/booking-example.ts';
import { audit } from '../../booking/provider-exchange.ts';
import { EVENT_TYPES } from '../../events.ts';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { eventId } from '../../shared/ids.ts';
import { choice, flag, instant } from '../../shared/values.ts';
import { deliveryId, endpointId } from '../account-ids.ts';
import { deliveryStatus } from '../deliveries/delivery.ts';
import { guestChoice, MAX_GUEST_BOOKINGS } from './guest-choice.ts';

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
