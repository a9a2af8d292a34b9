import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { choice } from '../../shared/values.ts';
import { endpointId } from '../account-ids.ts';
import {
  ENDPOINT_EXAMPLE,
  endpoint,
  endpointDescription,
  endpointEventTypes,
  endpointUrl,
} from './endpoint.ts';

export const updateWebhook = defineOperatorOperation({
  name: 'webhooks/update',
  role: 'developer',
  summary: 'Change a webhook endpoint',
  description:
    'Changes only the members it names. ENABLED restarts the clock that disables a failing endpoint; what was missed is not sent by itself but can be replayed. PAUSED on a disabled endpoint ends its notice. In production it needs a fresh confirmation.',
  input: z.strictObject({
    endpointId: endpointId(),
    url: endpointUrl().optional(),
    eventTypes: endpointEventTypes().optional(),
    description: endpointDescription().optional(),
    status: choice(['ENABLED', 'PAUSED']).optional(),
  }),
  output: z.strictObject({ endpoint }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { endpointId: ENDPOINT_EXAMPLE.endpointId, status: 'PAUSED' },
    answer: {
      endpoint: { ...ENDPOINT_EXAMPLE, status: 'PAUSED', statusReason: 'Paused by operator-token.' },
    },
  },
});
