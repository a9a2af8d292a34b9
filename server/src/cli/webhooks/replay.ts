import { replayDeliveries } from '@serai/contract/account/deliveries.ts';
import type { z } from 'zod';
import { defineCommand, type OptionSpecs, type OptionValues } from '../frame/command.ts';
import { EXIT, usageFailure } from '../frame/failure.ts';
import { parseWord } from '../frame/parse-option.ts';
import { parseMoment } from '../text/time-text.ts';
import { DELIVERY_STATUSES } from './deliveries.ts';

/** As long as events are kept. */
const KEPT = '30d';

const OPTIONS = {
  event: {
    type: 'string',
    value: '<eventId>',
    description: 'This event to the endpoint, even if it was never due there.',
  },
  to: {
    type: 'string',
    multiple: true,
    value: '<endpointId>',
    description: 'With an event: the endpoints it is sent to, several by repetition.',
  },
  missed: { type: 'boolean', description: 'Everything the endpoint missed: what failed and what was held.' },
  since: {
    type: 'string',
    value: '<moment>',
    description: 'Of the endpoint what is not older: an instant, a date, or a span back such as 6h.',
  },
  until: { type: 'string', value: '<moment>', description: 'With --since: before this moment.' },
  status: {
    type: 'string',
    multiple: true,
    value: '<status>',
    description: 'With --since: only these, several by repetition; failed and held when absent.',
  },
} as const satisfies OptionSpecs;

export const webhooksReplayCommand = defineCommand({
  name: 'webhooks replay',
  summary: 'Send events again: one delivery, one event, or what an endpoint missed.',
  description:
    'Events keep their ids, so that a receiver that keeps them too sees no duplicate. The endpoint must be enabled.',
  args: ['deliveryId|endpointId|eventId'],
  remote: true,
  options: OPTIONS,
  examples: [
    'serai webhooks replay dlv_01J9ZD8K5M',
    'serai webhooks replay whk_01J9ZC4T3E --missed',
    'serai webhooks replay whk_01J9ZC4T3E --since 6h --status failed',
    'serai webhooks replay whk_01J9ZC4T3E --event evt_01J9ZD8K5N',
    'serai webhooks replay evt_01J9ZD8K5N --to whk_01J9ZC4T3E --to whk_01J9ZC4T3F',
  ],
  async run({ args, options, client, json, terminal, clock }) {
    const input = inputOf(args[0] as string, options, clock.nowMs());
    const { data, text } = await client().call(replayDeliveries, input);
    if (json) terminal.out(`${text}\n`);
    else {
      terminal.out(
        data.queued === 0
          ? 'Nothing was to be sent again.\n'
          : `Queued: ${data.queued}. Watch them with serai webhooks deliveries.\n`,
      );
    }
    return EXIT.ok;
  },
});

function inputOf(
  id: string,
  options: OptionValues<typeof OPTIONS>,
  nowMs: number,
): z.input<typeof replayDeliveries.input> {
  const { event, missed, until, status, to } = options;
  const since = options.since ?? (missed ? KEPT : undefined);
  if (id.startsWith('dlv_')) {
    if (Object.keys(options).some(name => name in OPTIONS)) {
      throw usageFailure('A delivery is sent again as it is.', 'Leave out the options, or name an endpoint.');
    }
    return { deliveryId: id };
  }
  if (id.startsWith('evt_')) {
    const others = Object.keys(options).filter(name => name in OPTIONS && name !== 'to');
    if (to === undefined || others.length > 0) {
      throw usageFailure('An event is sent to the endpoints that --to names, and takes no other option.');
    }
    return { eventId: id, endpointIds: to };
  }
  if (to !== undefined) throw usageFailure('--to belongs to an event.', `Leave it out for ${id}.`);
  if (missed && (options.since !== undefined || status !== undefined)) {
    throw usageFailure('--missed stands for itself.', 'Leave it out to choose by --since and --status.');
  }
  if ((event === undefined) === (since === undefined)) {
    throw usageFailure(
      `Say what of ${id} is to be sent again.`,
      'Name one of --missed, --since <moment> and --event <eventId>.',
    );
  }
  if (event !== undefined) return { endpointId: id, eventId: event };
  return {
    endpointId: id,
    from: parseMoment(since as string, '--since', nowMs, 'back'),
    ...(until !== undefined && { to: parseMoment(until, '--until', nowMs, 'back') }),
    ...(status !== undefined && {
      statuses: status.map(word => parseWord(word, '--status', DELIVERY_STATUSES)),
    }),
  };
}
