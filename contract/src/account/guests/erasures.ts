import { z } from 'zod';
import { bookingExample } from '../../booking/examples/booking-example.ts';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { environment } from '../../shared/answer.ts';
import { bookingId, clientReference } from '../../shared/ids.ts';
import { pageInput, pageOutput } from '../../shared/paging.ts';
import { calendarDate, choice, instant } from '../../shared/values.ts';

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
