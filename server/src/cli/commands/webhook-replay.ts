import { replayDeliveries } from '@serai/contract/account/deliveries.ts';
import type { z } from 'zod';
import { operationCommand } from '../derived/operation-command.ts';

/** Events are kept for 30 days. */
const EVENT_LIFETIME_MS = 30 * 86_400_000;

type ReplayInput = z.input<typeof replayDeliveries.input>;

export const webhooksReplayCommand = operationCommand(replayDeliveries, {
  name: 'webhooks replay',
  args: [
    {
      name: 'deliveryId|endpointId|eventId',
      fields: ['deliveryId', 'endpointId'],
      input: text => ({ [fieldOf(text)]: text }),
    },
  ],
  options: {
    eventId: {
      description: 'With an endpoint: send this event, even if it was never sent to this endpoint.',
    },
    endpointIds: { description: 'With an event: the endpoints to send it to.' },
    from: { description: 'With an endpoint: send deliveries from this time on.' },
    to: { description: 'With --since: send deliveries before this time.' },
    statuses: {
      description: 'With --since: send only deliveries with this status.',
      serviceDefault: 'failed, held',
    },
  },
  flags: {
    missed: {
      description: 'With an endpoint: send everything that failed or was held.',
      input: nowMs => ({ from: new Date(nowMs - EVENT_LIFETIME_MS).toISOString() }),
    },
  },
  check: misplacedOptions,
  note: 'The endpoint must be enabled.',
  examples: [
    'serai webhooks replay dlv_01J9ZD8K5M',
    'serai webhooks replay whk_01J9ZC4T3E --missed',
    'serai webhooks replay whk_01J9ZC4T3E --since 6h --status failed',
    'serai webhooks replay whk_01J9ZC4T3E --event evt_01J9ZD8K5N',
    'serai webhooks replay evt_01J9ZD8K5N --to whk_01J9ZC4T3E --to whk_01J9ZC4T3F',
  ],
  render: ({ queued }) =>
    queued === 0
      ? 'There was nothing to send.\n'
      : `Deliveries queued: ${queued}. Follow them with serai webhooks deliveries.\n`,
});

function fieldOf(id: string): 'deliveryId' | 'eventId' | 'endpointId' {
  if (id.startsWith('dlv_')) return 'deliveryId';
  return id.startsWith('evt_') ? 'eventId' : 'endpointId';
}

function* misplacedOptions(input: ReplayInput, given: readonly string[]): Generator<string> {
  const { deliveryId, endpointId } = input;
  const options = given.filter(name => ['event', 'to', 'missed', 'since', 'until', 'status'].includes(name));
  if (deliveryId !== undefined && options.length > 0) {
    yield 'A delivery is sent again unchanged. Remove the options, or specify an endpoint instead.';
  }
  if (deliveryId === undefined && endpointId === undefined && options.some(name => name !== 'to')) {
    yield 'With an event, only --to can be used.';
  }
  if (endpointId !== undefined && given.includes('to')) yield '--to can only be used with an event.';
  if (given.includes('missed') && given.includes('status')) yield '--missed and --status cannot be combined.';
}
