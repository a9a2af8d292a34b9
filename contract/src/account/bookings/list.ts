import { z } from 'zod';
import { bookingStatus, bookingSummary } from '../../booking/booking-record.ts';
import { BOOKING_STATES } from '../../booking/booking-states.ts';
import { summaryExample } from '../../booking/examples/booking-example.ts';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { environment } from '../../shared/answer.ts';
import { bookingId, hotelId } from '../../shared/ids.ts';
import { pageInput, pageOutput } from '../../shared/paging.ts';
import { calendarDate, flag } from '../../shared/values.ts';
import { timeRange } from '../time-range.ts';

export const listBookings = defineOperatorOperation({
  name: 'bookings/list',
  role: 'read-only',
  summary: 'List bookings',
  description: 'The bookings of the organisation, the last changed first. All filters must match.',
  input: z.strictObject({
    ...timeRange(),
    environment: environment().optional(),
    bookingId: bookingId().optional(),
    clientReference: z.string().min(1).max(64).optional(),
    providerReference: z.string().min(1).max(512).optional(),
    statuses: z.array(bookingStatus()).min(1).max(BOOKING_STATES.length).optional(),
    hotelId: hotelId().optional(),
    checkInFrom: calendarDate().optional().describe('Arrival on this day or later.'),
    checkInTo: calendarDate().optional().describe('Arrival on this day or earlier.'),
    holderLastName: z.string().min(1).max(80).optional(),
    needsAttention: flag().optional(),
    page: pageInput(200, 50),
  }),
  output: z.strictObject({ bookings: z.array(bookingSummary()), page: pageOutput() }),
  errors: ['INVALID_CURSOR'],
  examples: {
    request: { environment: 'sandbox', statuses: ['CONFIRMED'] },
    answer: {
      bookings: [summaryExample],
      page: { nextCursor: null, hasMore: false },
    },
  },
});
