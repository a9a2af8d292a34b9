import { z } from 'zod';
import { defineOperatorOperation } from '../operator-operation.ts';
import { environment } from '../shared/answer.ts';
import { pageInput, pageOutput } from '../shared/paging.ts';
import { anyCount, choice, count, flag, instant } from '../shared/values.ts';
import { DELIVERY_EXAMPLE, delivery } from './deliveries.ts';
import { anyPartner, endpointId, onePartner, timeRange } from './fields.ts';
import {
  ENDPOINT_EXAMPLE,
  endpoint,
  endpointDescription,
  endpointEventTypes,
  endpointUrl,
  MAX_ENDPOINTS,
  SIGNING_SECRET_EXAMPLE,
  signingSecret,
} from './webhook-endpoint.ts';

const IN_PRODUCTION = 'In production, this operation requires a step-up (`session/confirm`).';

export const createWebhook = defineOperatorOperation({
  name: 'webhooks/create',
  permission: 'webhooks:edit',
  partner: 'one',
  summary: 'Add a webhook endpoint',
  description: `Adds an endpoint that receives future events. The signing secret is returned once. A partner may have at most ${MAX_ENDPOINTS} endpoints per environment. ${IN_PRODUCTION}`,
  input: z.strictObject({
    ...onePartner(),
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
  permission: 'webhooks:view',
  partner: 'optional',
  summary: 'List webhook endpoints',
  description: 'Returns webhook endpoints with their health, newest first.',
  input: z.strictObject({
    ...anyPartner(),
    environment: environment().optional().describe('Default: both environments.'),
    page: pageInput(200, 50),
  }),
  output: z.strictObject({ endpoints: z.array(endpoint), page: pageOutput() }),
  errors: ['INVALID_CURSOR'],
  examples: {
    request: { environment: 'production' },
    answer: { endpoints: [ENDPOINT_EXAMPLE], page: { nextCursor: null, hasMore: false } },
  },
});

const share = () =>
  z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe('Share of successful attempts. Null if there were no attempts.');
const p95Ms = () =>
  z
    .number()
    .min(0)
    .nullable()
    .describe('95th percentile of the response time in milliseconds. Null if there were no attempts.');

const activity = z.strictObject({
  from: instant(),
  to: instant(),
  attempts: anyCount(),
  failed: anyCount(),
  successRate: share(),
  p95Ms: p95Ms(),
  isSample: flag().describe(
    'True if there were too many attempts to read all of them. The figures then cover only the newest ones.',
  ),
  bucketSeconds: anyCount(),
  buckets: z.array(
    z.strictObject({ start: instant(), succeeded: anyCount(), failed: anyCount(), p95Ms: p95Ms() }),
  ),
});

/** What partner users see instead of a user who has been removed. */
export const FORMER_USER = 'former-user';

const addresses = () =>
  z.array(
    z
      .string()
      .describe(
        `Email address. Partner users see \`operator\` instead of the addresses of the operator's staff, and \`${FORMER_USER}\` instead of users of the partner who have been removed.`,
      ),
  );

const failureEmails = z
  .strictObject({
    isOn: flag().describe('Whether the operator has set a mail server. Without one, nobody is emailed.'),
    sentAt: instant()
      .nullable()
      .describe('When the last email about this failure was sent. Null if none has been sent.'),
    sentTo: addresses()
      .nullable()
      .describe(
        'Who got the last email. Null if this is not known, because an earlier version sent the emails about this failure.',
      ),
    nextAt: instant().nullable().describe('When the next email is sent if no delivery succeeds before.'),
    nextTo: addresses(),
  })
  .nullable()
  .describe(
    "Emails about the failure. They go to the partner's admins and developers, or to the operator's staff if there are none. Null unless the endpoint fails or is disabled.",
  );

export const showWebhook = defineOperatorOperation({
  name: 'webhooks/show',
  permission: 'webhooks:view',
  partner: ['endpointId'],
  summary: 'Show a webhook endpoint',
  description:
    'Returns the endpoint, statistics of its attempts over a period, and who is emailed about its failure. Default: the last 24 hours.',
  input: z.strictObject({ endpointId: endpointId(), ...timeRange() }),
  output: z.strictObject({ endpoint, activity, failureEmails }),
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
      failureEmails: null,
    },
  },
});

export const updateWebhook = defineOperatorOperation({
  name: 'webhooks/update',
  permission: 'webhooks:edit',
  partner: ['endpointId'],
  summary: 'Change a webhook endpoint',
  description: `Changes only the given fields. Setting the status to \`ENABLED\` restarts the period after which a failing endpoint is disabled. Missed events are not sent automatically but can be replayed. Setting a disabled endpoint to \`PAUSED\` ends the notice about it. ${IN_PRODUCTION}`,
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
  permission: 'webhooks:edit',
  partner: ['endpointId'],
  summary: 'Delete a webhook endpoint',
  description: `Stops all deliveries to the endpoint, including waiting ones. ${IN_PRODUCTION}`,
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
  permission: 'webhooks:edit',
  partner: ['endpointId'],
  summary: 'Send a test event',
  description:
    'Queues one `webhook.ping` for the endpoint, regardless of its status. `deliveries/list` shows the result.',
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
  permission: 'webhooks:edit',
  partner: ['endpointId'],
  summary: 'Rotate the signing secret of an endpoint',
  description: `Creates a new signing secret. Events are signed with both secrets until the overlap ends. At most two secrets are valid at a time. ${IN_PRODUCTION}`,
  input: z.strictObject({
    endpointId: endpointId(),
    overlapSeconds: count(0, 604_800)
      .default(86_400)
      .describe(
        'How long events are also signed with the old secret, in seconds. 0 revokes it immediately. Default: 86400.',
      ),
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
