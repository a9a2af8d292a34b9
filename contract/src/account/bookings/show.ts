import { z } from 'zod';
import { bookingRecord } from '../../booking/booking-record.ts';
import { HISTORY_EXAMPLE, historyEntry } from '../../booking/bookingdetail.ts';
import { bookingExample } from '../../booking/examples/booking-example.ts';
import { audit, MAX_EXCHANGES_SHOWN } from '../../booking/provider-exchange.ts';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { bookingId } from '../../shared/ids.ts';
import { flag } from '../../shared/values.ts';
import { DELIVERY_EXAMPLE, delivery } from '../deliveries/delivery.ts';

export const showBooking = defineOperatorOperation({
  name: 'bookings/show',
  role: 'read-only',
  summary: 'Show one booking',
  description: 'One booking with its history and what was told to webhook endpoints about it.',
  input: z.strictObject({
    bookingId: bookingId(),
    includeAudit: flag()
      .optional()
      .describe(`Adds the last ${MAX_EXCHANGES_SHOWN} exchanges with the provider, redacted.`),
  }),
  output: z.strictObject({
    booking: bookingRecord(),
    history: z
      .array(
        historyEntry().extend({
          evidence: z.string().nullable().describe('What an operator said who settled it by hand.'),
          by: z.string().nullable().describe('Which operator it was.'),
          note: z
            .record(z.string(), z.unknown())
            .nullable()
            .describe('What the service found: `cause`, and what differed or was charged.'),
        }),
      )
      .describe('Oldest first.'),
    deliveries: z.array(delivery).describe('The last 100, the newest first.'),
    audit: audit().describe('The exchanges with the provider, the oldest first, when asked for.'),
  }),
  errors: ['BOOKING_NOT_FOUND'],
  examples: {
    request: { bookingId: bookingExample.bookingId },
    answer: {
      booking: bookingExample,
      history: HISTORY_EXAMPLE.map(entry => ({ ...entry, evidence: null, by: null, note: null })),
      deliveries: [{ ...DELIVERY_EXAMPLE, bookingId: bookingExample.bookingId }],
    },
  },
});
