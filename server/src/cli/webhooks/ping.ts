import { listDeliveries } from '@serai/contract/account/deliveries.ts';
import { pingWebhook } from '@serai/contract/account/webhooks.ts';
import { type Clock, sleep } from '../../platform/clock.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { stayAlive } from '../frame/stay-alive.ts';
import type { OperatorClient } from '../operator-client.ts';
import { type Delivery, lastAnswerText } from './webhook-text.ts';

/** The longest an attempt takes, and a little until it is begun and recorded. */
const WAIT_MS = 20_000;
const LOOK_MS = 500;

export const webhooksPingCommand = defineCommand({
  name: 'webhooks ping',
  summary: 'Send a test event to an endpoint and tell what it answered.',
  description:
    'Works whatever the status of the endpoint. Ends with 1 when the receiver did not take it. With --json it does not wait for the answer.',
  args: ['endpointId'],
  remote: true,
  examples: ['serai webhooks ping whk_01J9ZC4T3E'],
  async run({ args, client, json, terminal, clock, style, signal }) {
    const { data, text } = await client().call(pingWebhook, { endpointId: args[0] as string });
    if (json) {
      terminal.out(`${text}\n`);
      return EXIT.ok;
    }
    const { eventId, endpointId } = data.delivery;
    terminal.out(`The event ${eventId} is on its way.\n`);
    const sent = await stayAlive(() => waitForAttempt(client(), clock, { eventId, endpointId }, signal));
    if (sent === undefined) {
      terminal.out(
        `It was not sent within ${WAIT_MS / 1000} seconds. Is a process with the role worker or all running?\n`,
      );
      return EXIT.failed;
    }
    if (sent.status === 'DELIVERED') {
      terminal.out(`${style.good('The receiver took it.')} ${lastAnswerText(sent)}\n`);
      return EXIT.ok;
    }
    terminal.out(`${style.bad('The receiver did not take it.')} ${lastAnswerText(sent)}\n`);
    const next = sent.status === 'PENDING' ? 'It is tried again' : 'It is not tried again';
    terminal.out(`${next}; serai webhooks deliveries --event ${eventId} tells more.\n`);
    return EXIT.failed;
  },
});

/** The delivery once it was tried; undefined when that takes too long. */
async function waitForAttempt(
  client: OperatorClient,
  clock: Clock,
  filter: { eventId: string; endpointId: string },
  signal: AbortSignal | undefined,
): Promise<Delivery | undefined> {
  const endMs = clock.monotonicMs() + WAIT_MS;
  while (!signal?.aborted) {
    const [delivery] = (await client.call(listDeliveries, filter)).data.deliveries;
    if (delivery !== undefined && delivery.attempts.length > 0) return delivery;
    if (clock.monotonicMs() >= endMs) break;
    await sleep(clock, LOOK_MS, signal);
  }
  return undefined;
}
