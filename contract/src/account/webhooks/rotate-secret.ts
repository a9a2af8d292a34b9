import { z } from 'zod';
import { defineOperatorOperation } from '../../operator-operation.ts';
import { count } from '../../shared/values.ts';
import { endpointId } from '../account-ids.ts';
import { ENDPOINT_EXAMPLE, endpoint, SIGNING_SECRET_EXAMPLE, signingSecret } from './endpoint.ts';

export const rotateWebhookSecret = defineOperatorOperation({
  name: 'webhooks/rotate-secret',
  role: 'developer',
  summary: 'Give an endpoint a new signing secret',
  description:
    'Events are signed with both secrets until the overlap ends; at most two sign at a time. In production it needs a session/confirm of the last 10 minutes.',
  input: z.strictObject({
    endpointId: endpointId(),
    overlapSeconds: count(0, 604_800)
      .default(86_400)
      .describe('Seconds the old secret still signs, 86400 when absent, 0 to end it now.'),
  }),
  output: z.strictObject({ endpoint, secret: signingSecret() }),
  errors: ['NOT_FOUND'],
  examples: {
    request: { endpointId: ENDPOINT_EXAMPLE.endpointId },
    answer: {
      endpoint: {
        ...ENDPOINT_EXAMPLE,
        secrets: [
          { createdAt: '2026-09-28T08:00:00Z', validUntil: null },
          { createdAt: '2026-07-01T09:00:00Z', validUntil: '2026-09-29T08:00:00Z' },
        ],
      },
      secret: SIGNING_SECRET_EXAMPLE,
    },
  },
});
