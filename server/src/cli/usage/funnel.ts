import { showFunnel } from '@serai/contract/account/usage.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { parseEnvironment } from '../frame/parse-option.ts';
import { table } from '../text/table.ts';
import { parseMoment } from '../text/time-text.ts';

export const usageFunnelCommand = defineCommand({
  name: 'usage funnel',
  summary: 'Show how many searches of each key become quotes and bookings.',
  args: ['environment'],
  remote: true,
  options: {
    since: {
      type: 'string',
      value: '<moment>',
      description: 'An instant, a date, or a span back; 24h when absent.',
    },
    until: { type: 'string', value: '<moment>', description: 'Before this moment; now when absent.' },
    key: { type: 'string', value: '<keyId>', description: 'Only this key.' },
  },
  examples: ['serai usage funnel production --since 7d'],
  async run({ args, options, client, json, terminal, clock, style }) {
    const { since, until, key } = options;
    const moment = (text: string, option: string) => parseMoment(text, option, clock.nowMs(), 'back');
    const { data, text } = await client().call(showFunnel, {
      environment: parseEnvironment(args[0] as string),
      ...(since !== undefined && { from: moment(since, '--since') }),
      ...(until !== undefined && { to: moment(until, '--until') }),
      ...(key !== undefined && { keyId: key }),
    });
    if (json) terminal.out(`${text}\n`);
    else if (data.keys.length === 0) terminal.out('No search, quote or booking in this period.\n');
    else {
      const rows = data.keys.map(({ keyId, name, searches, quotes, bookings, confirmed }) => [
        keyId,
        name,
        ...[searches, quotes, bookings, confirmed].map(String),
      ]);
      terminal.out(table(['KEY', 'NAME', 'SEARCHES', 'QUOTES', 'BOOKINGS', 'CONFIRMED'], rows, style));
    }
    return EXIT.ok;
  },
});
