import { listClients } from '@serai/contract/account/usage.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { table } from '../text/table.ts';
import { momentText } from '../text/time-text.ts';

export const usageClientsCommand = defineCommand({
  name: 'usage clients',
  summary: 'Show the addresses and client versions that used a key in the last 7 days.',
  args: ['keyId'],
  remote: true,
  examples: ['serai usage clients 4Zk81mQpXr2T'],
  async run({ args, client, json, terminal, clock, style }) {
    const { data, text } = await client().call(listClients, { keyId: args[0] as string });
    if (json) terminal.out(`${text}\n`);
    else if (data.versions.length === 0) terminal.out('Nobody used the key in the last 7 days.\n');
    else {
      const when = (at: string) => momentText(at, clock.nowMs());
      const addresses = data.addresses.map(({ address, requests, forbidden, lastAt }) => [
        address,
        String(requests),
        String(forbidden),
        when(lastAt),
      ]);
      const versions = data.versions.map(({ version, requests, lastAt }) => [
        version ?? '(none)',
        String(requests),
        when(lastAt),
      ]);
      terminal.out(table(['ADDRESS', 'REQUESTS', 'ANSWERED 403', 'LAST'], addresses, style));
      terminal.out(`\n${table(['CLIENT VERSION', 'REQUESTS', 'LAST'], versions, style)}`);
      if (!data.complete) terminal.out(`\nOnly what came since ${when(data.since)} was looked at.\n`);
    }
    return EXIT.ok;
  },
});
