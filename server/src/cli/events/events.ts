import { listEvents } from '@serai/contract/account/events.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { parseCount, parseEnvironment } from '../frame/parse-option.ts';
import { table } from '../text/table.ts';
import { parseMoment } from '../text/time-text.ts';
import { parseEventType } from '../webhooks/event-types.ts';
import { EVENT_HEAD, eventRow } from './event-text.ts';

export const eventsCommand = defineCommand({
  name: 'events',
  summary: 'List events, the newest first, whether or not an endpoint receives them.',
  description: 'With --json the events as endpoints receive them stand in payload.',
  remote: true,
  options: {
    environment: { type: 'string', value: '<name>', description: 'Only sandbox or only production.' },
    type: { type: 'string', value: '<type>', description: 'Only this type.' },
    booking: { type: 'string', value: '<id>', description: 'Only what concerns this booking.' },
    since: {
      type: 'string',
      value: '<moment>',
      description: 'Not before: an instant, a date, or a span back such as 15m.',
    },
    until: { type: 'string', value: '<moment>', description: 'Before this moment.' },
    after: {
      type: 'string',
      value: '<eventId>',
      description: 'What came after this event, the oldest first.',
    },
    limit: { type: 'string', value: '<number>', description: 'Events a page, 50 when absent.' },
    cursor: { type: 'string', value: '<cursor>', description: 'Go on where the page before ended.' },
  },
  examples: [
    'serai events --environment sandbox --since 1h',
    'serai events --booking bkg_01J9ZD8K5P --json',
    'serai events --after evt_01J9ZD8K5N',
  ],
  async run({ options, client, json, terminal, clock, style }) {
    const { environment, type, booking, since, until, after, limit, cursor } = options;
    const moment = (text: string, option: string) => parseMoment(text, option, clock.nowMs(), 'back');
    const { data, text } = await client().call(listEvents, {
      ...(environment !== undefined && { environment: parseEnvironment(environment) }),
      ...(type !== undefined && { type: parseEventType(type) }),
      ...(booking !== undefined && { bookingId: booking }),
      ...(since !== undefined && { from: moment(since, '--since') }),
      ...(until !== undefined && { to: moment(until, '--until') }),
      ...(after !== undefined && { after }),
      page: {
        ...(limit !== undefined && { limit: parseCount(limit, '--limit') }),
        ...(cursor !== undefined && { cursor }),
      },
    });
    if (json) terminal.out(`${text}\n`);
    else if (data.events.length === 0) terminal.out('No event matches.\n');
    else {
      terminal.out(table(EVENT_HEAD, data.events.map(eventRow), style));
      if (data.page.nextCursor !== null) {
        terminal.out(`\nThere are more; go on with the same filters and --cursor ${data.page.nextCursor}\n`);
      }
    }
    return EXIT.ok;
  },
});
