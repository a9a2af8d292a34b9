import { listDeliveries } from '@serai/contract/account/deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  pingWebhook,
  rotateWebhookSecret,
  showWebhook,
  updateWebhook,
} from '@serai/contract/account/webhooks.ts';
import { EVENT_TYPES } from '@serai/contract/events.ts';
import { type Clock, sleep } from '../../platform/clock.ts';
import { type OperationCall, operationCommand } from '../derived/operation-command.ts';
import type { Command } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { stayAlive } from '../frame/stay-alive.ts';
import { webhooksListenCommand } from '../listen/listen.ts';
import type { OperatorClient } from '../operator-client.ts';
import { printable } from '../text/style.ts';
import { webhooksReplayCommand } from './webhook-replay.ts';
import {
  type Delivery,
  deliveryTable,
  endpointTable,
  endpointText,
  lastAttemptText,
  signingSecretText,
} from './webhook-text.ts';

/** An attempt takes at most 15 seconds. The rest is for starting and recording the attempt. */
const PING_TIMEOUT_MS = 20_000;
const POLL_MS = 500;

const TYPES = { value: '<types>', description: 'Event types. booking.* means all booking events.' };
const ONLY_STATUS = { url: false, eventTypes: false, description: false } as const;

export const WEBHOOK_COMMANDS: readonly Command[] = [
  operationCommand(createWebhook, {
    args: [{ name: 'address', fields: ['url'] }],
    options: { eventTypes: TYPES },
    flags: { 'all-types': { description: 'All event types.', input: { eventTypes: [...EVENT_TYPES] } } },
    note: 'The URL must be public and use https. For other targets, see the setting SERAI_WEBHOOK_ALLOWED_TARGETS, or use serai webhooks listen.',
    examples: [
      'serai webhooks create https://hooks.example.com/serai --all-types',
      'serai webhooks create https://hooks.example.com/serai --types booking.* --environment production',
    ],
    render: ({ endpoint, secret }, { nowMs, style }) =>
      `The endpoint was created.\n\n${signingSecretText(secret, style)}\n${endpointText(endpoint, nowMs, style)}`,
  }),
  operationCommand(listWebhooks, {
    examples: ['serai webhooks list', 'serai webhooks list --environment production --json'],
    empty: 'No endpoints found. Create one with serai webhooks create.',
    render: ({ endpoints }, { nowMs, style }) => endpointTable(endpoints, nowMs, style),
  }),
  operationCommand(showWebhook, {
    note: 'The default period is the last 24 hours. With --json, attempts are grouped into buckets over the period.',
    examples: ['serai webhooks show whk_01J9ZC4T3E', 'serai webhooks show whk_01J9ZC4T3E --since 7d --json'],
    render({ endpoint, activity, failureEmails }, { nowMs, style }) {
      const { attempts, failed, isSample, from } = activity;
      const total = `${isSample ? 'the newest ' : ''}${attempts} attempt${attempts === 1 ? '' : 's'}`;
      return `${endpointText(endpoint, nowMs, style, failureEmails)}\n${failed} of ${total} since ${from} failed.\n`;
    },
  }),
  operationCommand(updateWebhook, {
    options: { eventTypes: TYPES, status: false },
    examples: [
      'serai webhooks update whk_01J9ZC4T3E --types booking.confirmed,booking.cancelled',
      'serai webhooks update whk_01J9ZC4T3E --to https://hooks.example.com/new',
    ],
    render: ({ endpoint }, { nowMs, style }) =>
      `The endpoint was changed.\n\n${endpointText(endpoint, nowMs, style)}`,
  }),
  operationCommand(updateWebhook, {
    name: 'webhooks pause',
    summary: 'Pause a webhook endpoint.',
    note: 'While an endpoint is paused, its deliveries are on hold. Resume the endpoint, then replay them.',
    fixed: { status: 'PAUSED' },
    options: ONLY_STATUS,
    examples: ['serai webhooks pause whk_01J9ZC4T3E'],
    render: ({ endpoint }, { nowMs, style }) =>
      `The endpoint is paused. Its deliveries are put on hold.\n\n${endpointText(endpoint, nowMs, style)}`,
  }),
  operationCommand(updateWebhook, {
    name: 'webhooks resume',
    summary: 'Resume a webhook endpoint that was paused or disabled.',
    fixed: { status: 'ENABLED' },
    options: ONLY_STATUS,
    examples: ['serai webhooks resume whk_01J9ZC4T3E'],
    render({ endpoint }, { nowMs, style }) {
      const { held } = endpoint.health;
      const replay = `${held === 1 ? '1 delivery is' : `${held} deliveries are`} on hold. To send ${held === 1 ? 'it' : 'them'}, run serai webhooks replay ${endpoint.endpointId} --missed.`;
      const done = `The endpoint is enabled.${held === 0 ? '' : ` ${replay}`}`;
      return `${done}\n\n${endpointText(endpoint, nowMs, style)}`;
    },
  }),
  operationCommand(deleteWebhook, {
    note: 'To stop an endpoint temporarily, use serai webhooks pause.',
    confirm: {
      question: ({ input }) =>
        `Delete the endpoint ${printable(input.endpointId)}? Its pending events will not be sent. [y/N] `,
    },
    render: ({ endpointId }) => `The endpoint ${endpointId} is deleted.\n`,
  }),
  operationCommand(rotateWebhookSecret, {
    options: {
      overlapSeconds: {
        description: 'How long events are also signed with the old secret. 0 revokes it immediately.',
      },
    },
    examples: [
      'serai webhooks rotate-secret whk_01J9ZC4T3E',
      'serai webhooks rotate-secret whk_01J9ZC4T3E --overlap 0',
    ],
    render: ({ endpoint, secret }, { nowMs, style }) =>
      `The endpoint has a new secret.\n\n${signingSecretText(secret, style)}\n${endpointText(endpoint, nowMs, style)}`,
  }),
  operationCommand(pingWebhook, {
    note: 'Works regardless of the status of the endpoint. The exit code is 1 if the receiver does not accept the event. With --json the command does not wait for the response.',
    run: async call => (call.json ? undefined : stayAlive(() => ping(call))),
  }),
  operationCommand(listDeliveries, {
    name: 'webhooks deliveries',
    note: 'With --json, every attempt is listed with its response.',
    examples: [
      'serai webhooks deliveries --endpoint whk_01J9ZC4T3E --status failed',
      'serai webhooks deliveries --booking bkg_01J9ZD8K5P --payload --json',
    ],
    empty: 'No delivery matches.',
    render: ({ deliveries }, { nowMs, style }) => deliveryTable(deliveries, nowMs, style),
  }),
  webhooksReplayCommand,
  webhooksListenCommand,
];

async function ping(call: OperationCall<{ endpointId: string }>): Promise<number> {
  const { input, client, terminal, clock, style, signal } = call;
  const { eventId, endpointId } = (await client().call(pingWebhook, input)).data.delivery;
  terminal.out(`The event ${eventId} is on its way.\n`);
  const sent = await waitForAttempt(client(), clock, { eventId, endpointId }, signal);
  if (sent === undefined) {
    terminal.out(
      `It was not sent within ${PING_TIMEOUT_MS / 1000} seconds. Check that a process with the role worker or all is running.\n`,
    );
    return EXIT.failed;
  }
  if (sent.status === 'DELIVERED') {
    terminal.out(`${style.good('The receiver accepted it.')} ${lastAttemptText(sent)}\n`);
    return EXIT.ok;
  }
  terminal.out(`${style.bad('The receiver did not accept it.')} ${lastAttemptText(sent)}\n`);
  const next = sent.status === 'PENDING' ? 'It will be retried.' : 'It will not be retried.';
  terminal.out(`${next} For details, run serai webhooks deliveries --event ${eventId}.\n`);
  return EXIT.failed;
}

/** Returns the delivery after its first attempt, or undefined if the attempt takes too long. */
async function waitForAttempt(
  client: OperatorClient,
  clock: Clock,
  filter: { eventId: string; endpointId: string },
  signal: AbortSignal | undefined,
): Promise<Delivery | undefined> {
  const endMs = clock.monotonicMs() + PING_TIMEOUT_MS;
  while (!signal?.aborted) {
    const [delivery] = (await client.call(listDeliveries, filter)).data.deliveries;
    if (delivery !== undefined && delivery.attempts.length > 0) return delivery;
    if (clock.monotonicMs() >= endMs) break;
    await sleep(clock, POLL_MS, signal);
  }
  return undefined;
}
