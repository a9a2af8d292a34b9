import { listFindings } from '@serai/contract/account/security.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { table } from '../text/table.ts';
import { momentText } from '../text/time-text.ts';

export const securityCommand = defineCommand({
  name: 'security',
  summary: 'List what makes keys less safe than they could be.',
  description:
    'Active keys without expiry or address list, with every scope, idle for 90 days, or with a secret older than that.',
  remote: true,
  examples: ['serai security', 'serai security --json'],
  async run({ client, json, terminal, clock, style }) {
    const { data, text } = await client().call(listFindings, {});
    if (json) terminal.out(`${text}\n`);
    else if (data.findings.length === 0) terminal.out('Nothing was found.\n');
    else {
      const rows = data.findings.map(finding => [
        finding.keyId,
        finding.name,
        finding.environment,
        finding.kind,
        momentText(finding.since, clock.nowMs()),
        finding.advice,
      ]);
      terminal.out(table(['KEY', 'NAME', 'ENVIRONMENT', 'FINDING', 'SINCE', 'ADVICE'], rows, style));
      if (!data.complete) terminal.out('\nThere are more active keys; only the newest were judged.\n');
    }
    return EXIT.ok;
  },
});
