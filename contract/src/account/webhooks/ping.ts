import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { endpointId } from '../account-ids.ts';
import { DELIVERY_EXAMPLE, delivery } from '../deliveries/delivery.ts';

export const pingWebhook = defineOperatorOperation({
  name: 'webhooks/ping',
  role: 'developer',
  summary: 'Send a test event',
  description:
    'Queues one `webhook.ping` for the endpoint, whatever its status. Its outcome stands in the deliveries.',
  input: z.strictObject({ endpointId: endpointId() }),
  output: z.strictObject({ delivery }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { endpointId: DELIVERY_EXAMPLE.endpointId },
    answer: {
      delivery: {
        ...DELIVERY_EXAMPLE,
        eventType: 'webhook.ping',
        bookingId: null,
        status: 'PENDING',
        attempts: [],
        deliveredAt: null,
        nextAttemptAt: '2026-07-02T10:15:00Z',
      },
    },
  },
});
