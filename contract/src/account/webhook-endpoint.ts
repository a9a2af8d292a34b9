/**
 * A webhook endpoint as staff and partner users see it. Only the response that creates a signing secret contains
 * it.
 */
import { z } from 'zod';
import { EVENT_TYPES } from '../events.ts';
import { environment } from '../shared/answer.ts';
import { partnerId } from '../shared/ids.ts';
import { lineOfText } from '../shared/text.ts';
import { anyCount, choice, count, instant } from '../shared/values.ts';
import { actor, endpointId } from './fields.ts';

/**
 * Maximum number of endpoints per partner and environment. It limits the load on the worker, because every event is
 * stored and sent once per endpoint.
 */
export const MAX_ENDPOINTS = 50;

/**
 * Counting of an endpoint's waiting deliveries stops at this number, because the count only shows whether there
 * is a backlog.
 */
export const MAX_WAITING_COUNTED = 1_000;
/** For a busy endpoint, only the newest attempts are read, so that the list stays fast. */
export const MAX_ATTEMPTS_COUNTED = 1_000;

/**
 * After name resolution, the server rejects private, link-local and reserved targets that the operator has not allowed.
 */
export const endpointUrl = () =>
  z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .describe(
      'URL that receives the events. HTTPS is required, unless the operator allows plain HTTP for the host in the sandbox.',
    );

export const endpointEventTypes = () =>
  z
    .array(choice(EVENT_TYPES))
    .min(1)
    .max(EVENT_TYPES.length)
    .refine(types => new Set(types).size === types.length, {
      error: 'Each event type may be given only once.',
      params: { code: 'DUPLICATE' },
    })
    .describe('Event types to send. `webhook.ping` is always sent.');

export const endpointDescription = () =>
  lineOfText(200).nullable().describe('A note about the endpoint, for your team.');

const endpointHealth = z
  .strictObject({
    attempts: count(0, MAX_ATTEMPTS_COUNTED).describe(
      `Attempts in the last 24 hours. Only the newest ${MAX_ATTEMPTS_COUNTED.toLocaleString('en')} are counted.`,
    ),
    successRate: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('Share of successful `attempts`. Null if there were no attempts.'),
    p95Ms: z
      .number()
      .min(0)
      .nullable()
      .describe(
        '95th percentile of the response time in the last 24 hours, in milliseconds. Null if there were no attempts.',
      ),
    lastSuccessAt: instant().nullable(),
    lastFailureAt: instant().nullable(),
    failingSince: instant().nullable().describe('First failure since the last success.'),
    held: anyCount().describe('Number of deliveries on hold because the endpoint was not enabled.'),
    waiting: count(0, MAX_WAITING_COUNTED).describe(
      `Deliveries in progress or waiting for the next attempt. At most ${MAX_WAITING_COUNTED} are counted.`,
    ),
    nextAttemptAt: instant().nullable().describe('When the first waiting delivery is due.'),
    disablesAt: instant()
      .nullable()
      .describe(
        'When the endpoint is disabled automatically if no delivery succeeds before. Null unless it is enabled and fails.',
      ),
  })
  .describe('Delivery statistics.');

export const endpoint = z.strictObject({
  endpointId: endpointId(),
  partnerId: partnerId(),
  url: endpointUrl(),
  environment: environment(),
  eventTypes: endpointEventTypes(),
  description: endpointDescription(),
  status: choice(['ENABLED', 'PAUSED', 'DISABLED']).describe(
    'PAUSED: a person paused the endpoint. DISABLED: it was disabled automatically. In both cases, deliveries are put on hold and can be replayed.',
  ),
  statusReason: z.string().nullable().describe('Why the endpoint is not enabled.'),
  statusSince: instant(),
  createdAt: instant(),
  createdBy: actor(),
  updatedAt: instant(),
  secrets: z
    .array(
      z.strictObject({
        createdAt: instant(),
        validUntil: instant().nullable().describe('End of the overlap. Null for the current secret.'),
      }),
    )
    .describe('Secrets that sign events, the current one first.'),
  health: endpointHealth,
});

export const signingSecret = () =>
  z.string().describe('The signing secret (`whsec_…`). Returned only in this response.');

export const ENDPOINT_EXAMPLE = {
  endpointId: 'whk_01J9ZC4T3E',
  partnerId: 'prt_01J9ZC4T3E',
  url: 'https://hooks.example.com/serai',
  environment: 'production',
  eventTypes: ['booking.confirmed', 'booking.cancelled'],
  description: 'Order system',
  status: 'ENABLED',
  statusReason: null,
  statusSince: '2026-07-01T09:00:00Z',
  createdAt: '2026-07-01T09:00:00Z',
  createdBy: 'operator-token',
  updatedAt: '2026-07-01T09:00:00Z',
  secrets: [{ createdAt: '2026-07-01T09:00:00Z', validUntil: null }],
  health: {
    attempts: 120,
    successRate: 1,
    p95Ms: 210,
    lastSuccessAt: '2026-07-02T10:15:00Z',
    lastFailureAt: null,
    failingSince: null,
    held: 0,
    waiting: 0,
    nextAttemptAt: null,
    disablesAt: null,
  },
} satisfies z.input<typeof endpoint>;

export const SIGNING_SECRET_EXAMPLE = 'whsec_<secret>';
