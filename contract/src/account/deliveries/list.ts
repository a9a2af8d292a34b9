import { z } from 'zod';
import { EVENT_TYPES } from '../../events.ts';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { environment } from '../../shared/answer.ts';
import { bookingId, eventId } from '../../shared/ids.ts';
import { pageInput, pageOutput } from '../../shared/paging.ts';
import { choice } from '../../shared/values.ts';
import { endpointId } from '../account-ids.ts';
import { timeRange } from '../time-range.ts';
import { DELIVERY_EXAMPLE, delivery, deliveryStatus } from './delivery.ts';

export const listDeliveries = defineOperatorOperation({
  name: 'deliveries/list',
  role: 'read-only',
  summary: 'List webhook deliveries',
  description:
    'Deliveries with their attempts, the newest first. Events are kept 30 days. All filters must match.',
  input: z.strictObject({
    ...timeRange(),
    environment: environment().optional(),
    endpointId: endpointId().optional(),
    eventId: eventId().optional(),
    eventType: choice(EVENT_TYPES).optional(),
    bookingId: bookingId().optional(),
    status: deliveryStatus().optional(),
    include: z
      .array(choice(['payload']))
      .max(1)
      .optional()
      .describe('`payload` adds the event itself.'),
    page: pageInput(200, 50),
  }),
  output: z.strictObject({ deliveries: z.array(delivery), page: pageOutput() }),
  errors: ['INVALID_CURSOR'],
  examples: {
    request: { endpointId: DELIVERY_EXAMPLE.endpointId, status: 'DELIVERED' },
    answer: { deliveries: [DELIVERY_EXAMPLE], page: { nextCursor: null, hasMore: false } },
  },
});
