/** A webhook endpoint as operators and partner users see it. Only the response that creates a signing secret contains it. */
import { z } from 'zod';
import { EVENT_TYPES } from '../events.ts';
import { environment } from '../shared/answer.ts';
import { lineOfText } from '../shared/text.ts';
import { choice, count, instant } from '../shared/values.ts';
import { actor, endpointId } from './fields.ts';

/** Of an organisation in an environment. Each is written for every event, and none may fill the worker with slow answers. */
export const MOST_ENDPOINTS = 50;

/** Of deliveries that wait for one endpoint so many are counted: the figure tells a backlog, not its length. */
export const MOST_WAITING = 1_000;

/** Private, link-local and reserved targets are refused by the server, after name resolution. */
export const endpointUrl = () =>
  z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .describe('Where events are sent. HTTPS in production.');

export const endpointEventTypes = () =>
  z
    .array(choice(EVENT_TYPES))
    .min(1)
    .max(EVENT_TYPES.length)
    .refine(types => new Set(types).size === types.length, {
      error: 'Each event type at most once.',
      params: { code: 'DUPLICATE' },
    })
    .describe('The types it receives. `webhook.ping` is always sent.');

export const endpointDescription = () => lineOfText(200).nullable().describe('A note for people.');

const endpointHealth = z
  .strictObject({
    successRate: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('Share of attempts of the last day that succeeded.'),
    p95Ms: z.number().min(0).nullable().describe('95th percentile of the answers of the last day.'),
    lastSuccessAt: instant().nullable(),
    lastFailureAt: instant().nullable(),
    failingSince: instant().nullable().describe('First failure after the last success.'),
    held: count(0, Number.MAX_SAFE_INTEGER).describe('Events missed while it was not enabled.'),
    waiting: count(0, MOST_WAITING).describe(
      `Deliveries on their way or waiting for the next attempt, counted up to ${MOST_WAITING}.`,
    ),
    nextAttemptAt: instant().nullable().describe('When the first of them is due.'),
  })
  .describe('How deliveries went; the first two are null without attempts.');

export const endpoint = z.strictObject({
  endpointId: endpointId(),
  url: endpointUrl(),
  environment: environment(),
  eventTypes: endpointEventTypes(),
  description: endpointDescription(),
  status: choice(['ENABLED', 'PAUSED', 'DISABLED']).describe(
    'PAUSED by a person, DISABLED by the service. Missed events are held for replay.',
  ),
  statusReason: z.string().nullable().describe('Why it is not enabled.'),
  statusSince: instant(),
  createdAt: instant(),
  createdBy: actor(),
  updatedAt: instant(),
  secrets: z
    .array(
      z.strictObject({
        createdAt: instant(),
        validUntil: instant().nullable().describe('End of the overlap; null for the current secret.'),
      }),
    )
    .describe('The secrets that sign, the current one first.'),
  health: endpointHealth,
});

export const signingSecret = () =>
  z.string().describe('The signing secret, `whsec_…`, shown once in this answer.');

export const ENDPOINT_EXAMPLE = {
  endpointId: 'whk_01J9ZC4T3E',
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
    successRate: 1,
    p95Ms: 210,
    lastSuccessAt: '2026-07-02T10:15:00Z',
    lastFailureAt: null,
    failingSince: null,
    held: 0,
    waiting: 0,
    nextAttemptAt: null,
  },
} satisfies z.input<typeof endpoint>;

export const SIGNING_SECRET_EXAMPLE = 'whsec_<secret>';
