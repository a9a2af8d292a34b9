/** Webhook deliveries: one event on its way to one endpoint, with all its attempts. */
import { z } from 'zod';
import { EVENT_TYPES } from '../events.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { bookingId, eventId } from '../shared/ids.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { rule } from '../shared/rule.ts';
import { choice, count, instant } from '../shared/values.ts';
import { deliveryId, endpointId, timeRange } from './fields.ts';
import { MOST_ENDPOINTS } from './webhook-endpoint.ts';

export const deliveryStatus = () =>
  choice(['PENDING', 'DELIVERED', 'FAILED', 'HELD']).describe(
    'FAILED after the last attempt; HELD while its endpoint is not enabled.',
  );

const attempt = z.strictObject({
  number: count(1, 1_000),
  at: instant(),
  durationMs: z.number().min(0),
  status: count(100, 599).nullable().describe('HTTP status, null without an answer.'),
  error: z.string().nullable().describe('Why it failed.'),
  answer: z.string().nullable().describe('The first 4 KiB of the answer.'),
});

export const delivery = z.strictObject({
  deliveryId: deliveryId(),
  eventId: eventId(),
  eventType: choice(EVENT_TYPES),
  endpointId: endpointId(),
  environment: environment(),
  bookingId: bookingId().nullable(),
  status: deliveryStatus(),
  createdAt: instant(),
  deliveredAt: instant().nullable(),
  nextAttemptAt: instant().nullable(),
  attempts: z.array(attempt).describe('The oldest first.'),
  payload: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('The event as sent, when asked for; its `data` is null once the guests were erased.'),
});

export const DELIVERY_EXAMPLE = {
  deliveryId: 'dlv_01J9ZD8K5M',
  eventId: 'evt_01J9ZD8K5N',
  eventType: 'booking.confirmed',
  endpointId: 'whk_01J9ZC4T3E',
  environment: 'production',
  bookingId: 'bkg_01J9ZD8K5P',
  status: 'DELIVERED',
  createdAt: '2026-07-02T10:15:00Z',
  deliveredAt: '2026-07-02T10:15:01Z',
  nextAttemptAt: null,
  attempts: [
    { number: 1, at: '2026-07-02T10:15:00Z', durationMs: 182, status: 204, error: null, answer: '' },
  ],
} satisfies z.input<typeof delivery>;

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

/** One delivery, or one event to chosen endpoints, or everything an endpoint missed in a span of time. */
const replayInput = z
  .strictObject({
    deliveryId: deliveryId().optional().describe('Send this delivery again.'),
    endpointId: endpointId().optional().describe('With `eventId`, or with `from`.'),
    endpointIds: z
      .array(endpointId())
      .min(1)
      .max(MOST_ENDPOINTS)
      .optional()
      .describe('With `eventId`: all of them or, should one not be enabled, none.'),
    eventId: eventId()
      .optional()
      .describe('Send this event to the endpoint, even if it was never due there.'),
    ...timeRange(),
    statuses: z
      .array(deliveryStatus())
      .min(1)
      .max(4)
      .optional()
      .describe('Which deliveries of the span; FAILED and HELD when absent.'),
  })
  .check(
    rule(['deliveryId', 'endpointId', 'endpointIds', 'eventId', 'from'], function* (input) {
      const { deliveryId: one, endpointId: to, endpointIds: toAll } = input;
      if ([one, to, toAll].filter(member => member !== undefined).length !== 1) {
        yield {
          path: ['deliveryId'],
          code: 'EXACTLY_ONE',
          message: 'Name exactly one of deliveryId, endpointId and endpointIds.',
        };
      } else if (to !== undefined && (input.eventId === undefined) === (input.from === undefined)) {
        yield {
          path: ['eventId'],
          code: 'EXACTLY_ONE',
          message: 'With endpointId name exactly one of eventId and from.',
        };
      } else if (toAll !== undefined && (input.eventId === undefined || input.from !== undefined)) {
        yield { path: ['eventId'], code: 'REQUIRED', message: 'With endpointIds name eventId, and no from.' };
      }
    }),
  );

export const replayDeliveries = defineOperatorOperation({
  name: 'deliveries/replay',
  role: 'developer',
  summary: 'Send events again',
  description:
    'Queues events again, with their first `webhook-id`, so that a receiver that keeps ids sees no duplicate.',
  input: replayInput,
  output: z.strictObject({ queued: count(0, Number.MAX_SAFE_INTEGER).describe('Deliveries queued.') }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: { endpointId: DELIVERY_EXAMPLE.endpointId, from: '2026-07-01T00:00:00Z' },
    answer: { queued: 12 },
  },
});
