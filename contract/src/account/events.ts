import { z } from 'zod';
import { ACTORS } from '../booking/booking-states.ts';
import { EVENT_TYPES, EVENTS, eventExample } from '../events.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { bookingId, eventId, partnerId } from '../shared/ids.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { anyCount, choice, count, instant } from '../shared/values.ts';
import { DELIVERY_EXAMPLE, delivery } from './deliveries.ts';
import { anyPartner, timeRange } from './fields.ts';

export const event = z.strictObject({
  eventId: eventId(),
  partnerId: partnerId(),
  type: choice(EVENT_TYPES),
  at: instant(),
  environment: environment(),
  bookingId: bookingId().nullable(),
  version: count(1, Number.MAX_SAFE_INTEGER).nullable().describe('Version of the booking after the change.'),
  actor: choice(ACTORS).nullable().describe('Who caused the event. Null for events without a booking.'),
  payload: z
    .record(z.string(), z.unknown())
    .describe(
      'The event as endpoints receive it. Its `data` is null if the guest data of the booking was erased.',
    ),
  deliveries: z
    .strictObject({ delivered: anyCount(), pending: anyCount(), failed: anyCount(), held: anyCount() })
    .optional()
    .describe('Number of endpoints by delivery status. Present only with `include: ["deliveries"]`.'),
});

const ping = EVENTS.filter(({ type }) => type === 'webhook.ping').map(definition => eventExample(definition));

export const EVENT_EXAMPLE = {
  eventId: 'evt_01J9ZD8K5N',
  partnerId: 'prt_01J9ZC4T3E',
  type: 'webhook.ping',
  at: '2026-07-02T10:15:00.120Z',
  environment: 'sandbox',
  bookingId: null,
  version: null,
  actor: null,
  payload: { ...ping[0] },
} satisfies z.input<typeof event>;

export const listEvents = defineOperatorOperation({
  name: 'events/list',
  permission: 'webhooks:view',
  partner: 'optional',
  summary: 'List events',
  description:
    'Returns events, newest first, including those that no endpoint receives. Events are stored for 30 days. All given filters must match.',
  input: z.strictObject({
    ...anyPartner(),
    ...timeRange(),
    environment: environment().optional().describe('Default: both environments.'),
    type: choice(EVENT_TYPES).optional().describe('Only events of this type.'),
    bookingId: bookingId().optional(),
    after: eventId().optional().describe('Only events after this one, oldest first.'),
    include: z
      .array(choice(['deliveries']))
      .max(1)
      .optional()
      .describe('`deliveries` adds the number of endpoints by delivery status.'),
    page: pageInput(200, 50),
  }),
  output: z.strictObject({ events: z.array(event), page: pageOutput() }),
  errors: ['NOT_FOUND', 'INVALID_CURSOR'],
  examples: {
    request: { environment: 'sandbox', type: 'webhook.ping' },
    answer: { events: [EVENT_EXAMPLE], page: { nextCursor: null, hasMore: false } },
  },
});

export const showEvent = defineOperatorOperation({
  name: 'events/show',
  permission: 'webhooks:view',
  partner: ['eventId'],
  summary: 'Show an event',
  description:
    'Returns the event as endpoints receive it, and its deliveries with all their attempts, newest first.',
  input: z.strictObject({ eventId: eventId() }),
  output: z.strictObject({ event, deliveries: z.array(delivery) }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { eventId: EVENT_EXAMPLE.eventId },
    answer: {
      event: EVENT_EXAMPLE,
      deliveries: [
        { ...DELIVERY_EXAMPLE, eventType: 'webhook.ping', environment: 'sandbox', bookingId: null },
      ],
    },
  },
});
