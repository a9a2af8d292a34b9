/** Operations on webhook endpoints. */
import { z } from 'zod';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { choice, count, flag, instant } from '../shared/values.ts';
import { DELIVERY_EXAMPLE, delivery } from './deliveries.ts';
import { endpointId, timeRange } from './fields.ts';
import {
  ENDPOINT_EXAMPLE,
  endpoint,
  endpointDescription,
  endpointEventTypes,
  endpointUrl,
  MOST_ENDPOINTS,
  SIGNING_SECRET_EXAMPLE,
  signingSecret,
} from './webhook-endpoint.ts';

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

export const listWebhooks = defineOperatorOperation({
  name: 'webhooks/list',
  role: 'read-only',
  summary: 'List webhook endpoints',
  description: 'The endpoints of the organisation with their health, the newest first.',
  input: z.strictObject({ environment: environment().optional(), page: pageInput(200, 50) }),
  output: z.strictObject({ endpoints: z.array(endpoint), page: pageOutput() }),
  errors: ['INVALID_CURSOR'],
  examples: {
    request: { environment: 'production' },
    answer: { endpoints: [ENDPOINT_EXAMPLE], page: { nextCursor: null, hasMore: false } },
  },
});

const number = () => count(0, Number.MAX_SAFE_INTEGER);
const share = () => z.number().min(0).max(1).nullable().describe('Of the attempts; null without any.');
const p95Ms = () =>
  z.number().min(0).nullable().describe('95th percentile of the answers; null without any.');

const activity = z.strictObject({
  from: instant(),
  to: instant(),
  attempts: number(),
  failed: number(),
  successRate: share(),
  p95Ms: p95Ms(),
  isSample: flag().describe('There were more attempts than are read: these are the newest.'),
  bucketSeconds: number(),
  buckets: z.array(
    z.strictObject({ start: instant(), succeeded: number(), failed: number(), p95Ms: p95Ms() }),
  ),
});

export const showWebhook = defineOperatorOperation({
  name: 'webhooks/show',
  role: 'read-only',
  summary: 'Show a webhook endpoint',
  description:
    'The endpoint and how its attempts went over a period, the last day when the input names none.',
  input: z.strictObject({ endpointId: endpointId(), ...timeRange() }),
  output: z.strictObject({ endpoint, activity }),
  errors: ['NOT_FOUND'],
  examples: {
    request: {
      endpointId: ENDPOINT_EXAMPLE.endpointId,
      from: '2026-07-02T10:00:00Z',
      to: '2026-07-02T11:00:00Z',
    },
    answer: {
      endpoint: ENDPOINT_EXAMPLE,
      activity: {
        from: '2026-07-02T10:00:00Z',
        to: '2026-07-02T11:00:00Z',
        attempts: 41,
        failed: 1,
        successRate: 0.976,
        p95Ms: 210,
        isSample: false,
        bucketSeconds: 60,
        buckets: [{ start: '2026-07-02T10:15:00Z', succeeded: 40, failed: 1, p95Ms: 210 }],
      },
    },
  },
});

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
