import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { environment } from '../../shared/answer.ts';
import {
  ENDPOINT_EXAMPLE,
  endpoint,
  endpointDescription,
  endpointEventTypes,
  endpointUrl,
  MOST_ENDPOINTS,
  SIGNING_SECRET_EXAMPLE,
  signingSecret,
} from './endpoint.ts';

export const createWebhook = defineOperatorOperation({
  name: 'webhooks/create',
  role: 'developer',
  summary: 'Add a webhook endpoint',
  description: `Events that happen from now on are sent to it. The signing secret is shown once. In production it needs a fresh confirmation. An organisation has at most ${MOST_ENDPOINTS} endpoints in an environment.`,
  input: z.strictObject({
    url: endpointUrl(),
    eventTypes: endpointEventTypes(),
    environment: environment(),
    description: endpointDescription().optional(),
  }),
  output: z.strictObject({ endpoint, secret: signingSecret() }),
  errors: ['INVALID_STATE'],
  examples: {
    request: {
      url: ENDPOINT_EXAMPLE.url,
      eventTypes: ['booking.confirmed', 'booking.cancelled'],
      environment: 'production',
      description: 'Order system',
    },
    answer: { endpoint: ENDPOINT_EXAMPLE, secret: SIGNING_SECRET_EXAMPLE },
  },
});
