import { z } from 'zod';
import { EVENT_TYPES } from '../../events.ts';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { environment } from '../../shared/answer.ts';
import { bookingId, eventId } from '../../shared/ids.ts';
import { pageInput, pageOutput } from '../../shared/paging.ts';
import { choice } from '../../shared/values.ts';
import { timeRange } from '../time-range.ts';
import { EVENT_EXAMPLE, event } from './event.ts';

export const listEvents = defineOperatorOperation({
  name: 'events/list',
  role: 'read-only',
  summary: 'List events',
  description:
    'The events of the organisation, the newest first, whether or not an endpoint receives them. Kept 30 days. All filters must match.',
  input: z.strictObject({
    ...timeRange(),
    environment: environment().optional(),
    type: choice(EVENT_TYPES).optional(),
    bookingId: bookingId().optional(),
    after: eventId().optional().describe('Only what happened after this event, the oldest first.'),
    include: z
      .array(choice(['deliveries']))
      .max(1)
      .optional()
      .describe('`deliveries` adds to how many endpoints each went.'),
    page: pageInput(200, 50),
  }),
  output: z.strictObject({ events: z.array(event), page: pageOutput() }),
  errors: ['NOT_FOUND', 'INVALID_CURSOR'],
  examples: {
    request: { environment: 'sandbox', type: 'webhook.ping' },
    answer: { events: [EVENT_EXAMPLE], page: { nextCursor: null, hasMore: false } },
  },
});
