import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { eventId } from '../../shared/ids.ts';
import { DELIVERY_EXAMPLE, delivery } from '../deliveries/delivery.ts';
import { EVENT_EXAMPLE, event } from './event.ts';

export const showEvent = defineOperatorOperation({
  name: 'events/show',
  role: 'read-only',
  summary: 'Show an event',
  description: 'The event as endpoints receive it, and its deliveries with every attempt, the newest first.',
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
