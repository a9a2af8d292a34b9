import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { eventId } from '../../shared/ids.ts';
import { rule } from '../../shared/rule.ts';
import { count } from '../../shared/values.ts';
import { deliveryId, endpointId } from '../account-ids.ts';
import { timeRange } from '../time-range.ts';
import { MOST_ENDPOINTS } from '../webhooks/endpoint.ts';
import { DELIVERY_EXAMPLE, deliveryStatus } from './delivery.ts';

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
