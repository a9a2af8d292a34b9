import { listDeliveries } from '@serai/contract/account/deliveries.ts';
import type { z } from 'zod';
import { defineCommand, type OptionSpecs, type OptionValues } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { parseCount, parseEnvironment, parseWord } from '../frame/parse-option.ts';
import { parseMoment } from '../text/time-text.ts';
import { parseEventType } from './event-types.ts';
import { type Delivery, deliveryTable } from './webhook-text.ts';

export const DELIVERY_STATUSES = [
  'PENDING',
  'DELIVERED',
  'FAILED',
  'HELD',
] as const satisfies Delivery['status'][];

const OPTIONS = {
  endpoint: { type: 'string', value: '<endpointId>', description: 'Only to this endpoint.' },
  status: {
    type: 'string',
    value: '<status>',
    description: `Only ${DELIVERY_STATUSES.join(', ').toLowerCase()}.`,
  },
  type: { type: 'string', value: '<type>', description: 'Only this type of event.' },
  event: { type: 'string', value: '<eventId>', description: 'Only this event.' },
  booking: { type: 'string', value: '<id>', description: 'Only what concerns this booking.' },
  environment: { type: 'string', value: '<name>', description: 'Only sandbox or only production.' },
  since: {
    type: 'string',
    value: '<moment>',
    description: 'Not before: an instant, a date, or a span back such as 15m.',
  },
  until: { type: 'string', value: '<moment>', description: 'Before this moment.' },
  payload: { type: 'boolean', description: 'With the events themselves; needs --json.' },
  limit: { type: 'string', value: '<number>', description: 'Deliveries a page, 50 when absent.' },
  cursor: { type: 'string', value: '<cursor>', description: 'Go on where the page before ended.' },
} as const satisfies OptionSpecs;

export const webhooksDeliveriesCommand = defineCommand({
  name: 'webhooks deliveries',
  summary: 'List deliveries with what was answered, the newest first.',
  description: 'With --json every attempt with its answer.',
  remote: true,
  options: OPTIONS,
  examples: [
    'serai webhooks deliveries --endpoint whk_01J9ZC4T3E --status failed',
    'serai webhooks deliveries --booking bkg_01J9ZD8K5P --payload --json',
  ],
  async run({ options, client, json, terminal, clock, style }) {
    const nowMs = clock.nowMs();
    const { data, text } = await client().call(listDeliveries, inputOf(options, nowMs));
    if (json) terminal.out(`${text}\n`);
    else if (data.deliveries.length === 0) terminal.out('No delivery matches.\n');
    else {
      terminal.out(deliveryTable(data.deliveries, nowMs, style));
      if (data.page.nextCursor !== null) {
        terminal.out(`\nThere are more; go on with the same filters and --cursor ${data.page.nextCursor}\n`);
      }
    }
    return EXIT.ok;
  },
});

function inputOf(options: OptionValues<typeof OPTIONS>, nowMs: number): z.input<typeof listDeliveries.input> {
  const { endpoint, status, type, event, booking, environment, since, until, payload, limit, cursor } =
    options;
  return {
    ...(endpoint !== undefined && { endpointId: endpoint }),
    ...(status !== undefined && { status: parseWord(status, '--status', DELIVERY_STATUSES) }),
    ...(type !== undefined && { eventType: parseEventType(type) }),
    ...(event !== undefined && { eventId: event }),
    ...(booking !== undefined && { bookingId: booking }),
    ...(environment !== undefined && { environment: parseEnvironment(environment) }),
    ...(since !== undefined && { from: parseMoment(since, '--since', nowMs, 'back') }),
    ...(until !== undefined && { to: parseMoment(until, '--until', nowMs, 'back') }),
    ...(payload && { include: ['payload' as const] }),
    page: {
      ...(limit !== undefined && { limit: parseCount(limit, '--limit') }),
      ...(cursor !== undefined && { cursor }),
    },
  };
}
