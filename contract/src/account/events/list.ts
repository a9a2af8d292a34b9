import { z } from 'zod';
import { EVENT_TYPES, EVENTS, eventExample } from '../../events.ts';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { environment } from '../../shared/answer.ts';
import { bookingId, eventId } from '../../shared/ids.ts';
import { pageInput, pageOutput } from '../../shared/paging.ts';
import { choice, instant } from '../../shared/values.ts';
import { timeRange } from '../time-range.ts';

const event = z.strictObject({
  eventId: eventId(),
  type: choice(EVENT_TYPES),
  at: instant(),
  environment: environment(),
  bookingId: bookingId().nullable(),
  payload: z.record(z.string(), z.unknown()).describe('The event as endpoints receive it.'),
});

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
    page: pageInput(200, 50),
  }),
  output: z.strictObject({ events: z.array(event), page: pageOutput() }),
  errors: ['NOT_FOUND', 'INVALID_CURSOR'],
  examples: {
    request: { environment: 'sandbox', type: 'webhook.ping' },
    answer: {
      events: EVENTS.filter(({ type }) => type === 'webhook.ping').map(definition => ({
        eventId: 'evt_01J9ZD8K5N',
        type: definition.type,
        at: '2026-07-02T10:15:00.120Z',
        environment: 'sandbox' as const,
        bookingId: null,
        payload: { ...eventExample(definition) },
      })),
      page: { nextCursor: null, hasMore: false },
    },
  },
});
