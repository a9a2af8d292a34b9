import { listSparks } from '@serai/contract/account/usage.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { parseEnvironment } from '../frame/parse-option.ts';
import { table } from '../text/table.ts';

const MARKS = '▁▂▃▄▅▆▇█';

export const usageSparksCommand = defineCommand({
  name: 'usage sparks',
  summary: 'Show the last 24 hours of every key, hour by hour.',
  args: ['environment'],
  remote: true,
  examples: ['serai usage sparks production', 'serai usage sparks sandbox --json'],
  async run({ args, client, json, terminal, style }) {
    const environment = parseEnvironment(args[0] as string);
    const { data, text } = await client().call(listSparks, { environment });
    if (json) terminal.out(`${text}\n`);
    else if (data.sparks.length === 0) terminal.out('No key was used in the last 24 hours.\n');
    else {
      const rows = data.sparks.map(({ keyId, values }) => [
        keyId,
        line(values),
        String(values.reduce((a, b) => a + b, 0)),
      ]);
      terminal.out(table(['KEY', 'LAST 24 HOURS', 'REQUESTS'], rows, style));
    }
    return EXIT.ok;
  },
});

function line(values: readonly number[]): string {
  const most = Math.max(1, ...values);
  return values.map(value => MARKS[Math.round((value / most) * (MARKS.length - 1))]).join('');
}
