import { showEvent } from '@serai/contract/account/events.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { facts } from '../text/table.ts';
import { momentText } from '../text/time-text.ts';
import { deliveryTable } from '../webhooks/webhook-text.ts';

export const eventsShowCommand = defineCommand({
  name: 'events show',
  summary: 'Show one event: what it says, and what became of its deliveries.',
  args: ['eventId'],
  remote: true,
  examples: ['serai events show evt_01J9ZD8K5N', 'serai events show evt_01J9ZD8K5N --json'],
  async run({ args, client, json, terminal, clock, style }) {
    const { data, text } = await client().call(showEvent, { eventId: args[0] as string });
    if (json) {
      terminal.out(`${text}\n`);
      return EXIT.ok;
    }
    const { event, deliveries } = data;
    const nowMs = clock.nowMs();
    terminal.out(
      facts(
        [
          ['Event', event.eventId],
          ['Type', event.type],
          ['Time', momentText(event.at, nowMs)],
          ['Environment', event.environment],
          ['Booking', event.bookingId ?? 'none'],
          ['Version', event.version === null ? 'none' : String(event.version)],
          ['Caused by', event.actor ?? 'nobody in particular'],
        ],
        style,
      ),
    );
    terminal.out(`\n${JSON.stringify(event.payload, null, 2)}\n\n`);
    terminal.out(
      deliveries.length === 0 ? 'It went to no endpoint.\n' : deliveryTable(deliveries, nowMs, style),
    );
    return EXIT.ok;
  },
});
