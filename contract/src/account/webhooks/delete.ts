import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { endpointId } from '../account-ids.ts';
import { ENDPOINT_EXAMPLE } from './endpoint.ts';

export const deleteWebhook = defineOperatorOperation({
  name: 'webhooks/delete',
  role: 'developer',
  summary: 'Delete a webhook endpoint',
  description:
    'Nothing more is sent to it, waiting deliveries included. In production it needs a fresh confirmation.',
  input: z.strictObject({ endpointId: endpointId() }),
  output: z.strictObject({ endpointId: endpointId() }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { endpointId: ENDPOINT_EXAMPLE.endpointId },
    answer: { endpointId: ENDPOINT_EXAMPLE.endpointId },
  },
});
