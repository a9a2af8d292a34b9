import { z } from 'zod';
import { EVENT_TYPES } from '../events.ts';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { bookingId, clientReference, eventId, partnerId } from '../shared/ids.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { rule } from '../shared/rule.ts';
import { anyCount, choice, count, instant } from '../shared/values.ts';
import { anyPartner, deliveryId, endpointId, timeRange } from './fields.ts';
import { MAX_ENDPOINTS } from './webhook-endpoint.ts';

export const deliveryStatus = () =>
  choice(['PENDING', 'DELIVERED', 'FAILED', 'HELD']).describe(
    'FAILED: all attempts failed. HELD: the endpoint is not enabled.',
  );

const attempt = z.strictObject({
  number: count(1, 1_000),
  at: instant(),
  durationMs: z.number().min(0),
  status: count(100, 599).nullable().describe('HTTP status. Null if there was no response.'),
  error: z.string().nullable().describe('Why the attempt failed.'),
  answer: z.string().nullable().describe('The first 4 KiB of the response body.'),
});

export const delivery = z.strictObject({
  deliveryId: deliveryId(),
  partnerId: partnerId(),
  eventId: eventId(),
  eventType: choice(EVENT_TYPES),
  endpointId: endpointId(),
  environment: environment(),
  bookingId: bookingId().nullable(),
  clientReference: clientReference()
    .nullable()
    .describe("The partner's reference of the booking. Null if the event is not about a booking."),
  status: deliveryStatus(),
  createdAt: instant(),
  deliveredAt: instant().nullable(),
  nextAttemptAt: instant().nullable(),
  attempts: z.array(attempt).describe('Oldest first.'),
  payload: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      'The event as it is sent. Present only with `include: ["payload"]`. Its `data` is null if the guest data was erased.',
    ),
});

export const DELIVERY_EXAMPLE = {
  deliveryId: 'dlv_01J9ZD8K5M',
  partnerId: 'prt_01J9ZC4T3E',
  eventId: 'evt_01J9ZD8K5N',
  eventType: 'booking.confirmed',
  endpointId: 'whk_01J9ZC4T3E',
  environment: 'production',
  bookingId: 'bkg_01J9ZD8K5P',
  clientReference: 'ORDER-1001',
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
  permission: 'webhooks:view',
  partner: 'optional',
  summary: 'List webhook deliveries',
  description:
    'Returns deliveries with their attempts, newest first. Events are stored for 30 days. All given filters must match.',
  input: z.strictObject({
    ...anyPartner(),
    ...timeRange(),
    environment: environment().optional().describe('Default: both environments.'),
    endpointId: endpointId().optional(),
    eventId: eventId().optional(),
    eventType: choice(EVENT_TYPES).optional().describe('Only events of this type.'),
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

/**
 * Selects one delivery, one event for the chosen endpoints, or all events that an endpoint missed in a period.
 */
const replayInput = z
  .strictObject({
    deliveryId: deliveryId().optional().describe('Sends this delivery again.'),
    endpointId: endpointId().optional().describe('Used together with `eventId` or `from`.'),
    endpointIds: z
      .array(endpointId())
      .min(1)
      .max(MAX_ENDPOINTS)
      .optional()
      .describe('Used together with `eventId`. If one of the endpoints is not enabled, nothing is sent.'),
    eventId: eventId()
      .optional()
      .describe('Sends this event to the given endpoints, even to those that were not subscribed to it.'),
    ...timeRange(),
    statuses: z
      .array(deliveryStatus())
      .min(1)
      .max(4)
      .optional()
      .describe('With `from`: statuses of the deliveries to send again. Default: FAILED and HELD.'),
  })
  .check(
    rule(['deliveryId', 'endpointId', 'endpointIds', 'eventId', 'from'], function* (input) {
      const { deliveryId: one, endpointId: to, endpointIds: toAll } = input;
      if ([one, to, toAll].filter(member => member !== undefined).length !== 1) {
        yield {
          path: ['deliveryId'],
          code: 'EXACTLY_ONE',
          message: 'Specify exactly one of deliveryId, endpointId or endpointIds.',
        };
      } else if (to !== undefined && (input.eventId === undefined) === (input.from === undefined)) {
        yield {
          path: ['eventId'],
          code: 'EXACTLY_ONE',
          message: 'With endpointId, specify exactly one of eventId or from.',
        };
      } else if (toAll !== undefined && (input.eventId === undefined || input.from !== undefined)) {
        yield {
          path: ['eventId'],
          code: 'REQUIRED',
          message: 'With endpointIds, specify eventId and omit from.',
        };
      }
    }),
  );

export const replayDeliveries = defineOperatorOperation({
  name: 'deliveries/replay',
  permission: 'webhooks:resend',
  partner: ['deliveryId', 'endpointId', 'endpointIds'],
  summary: 'Send events again',
  description:
    'Queues events again with their original `webhook-id`. Receivers that store these IDs can detect duplicates.',
  input: replayInput,
  output: z.strictObject({
    queued: anyCount().describe('Number of deliveries queued.'),
  }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: { endpointId: DELIVERY_EXAMPLE.endpointId, from: '2026-07-01T00:00:00Z' },
    answer: { queued: 12 },
  },
});
