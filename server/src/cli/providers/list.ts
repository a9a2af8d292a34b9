import type { provider } from '@serai/contract/account/providers.ts';
import { listProviders } from '@serai/contract/account/providers.ts';
import type { z } from 'zod';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { parseCount, parseEnvironment } from '../frame/parse-option.ts';
import type { Style } from '../text/style.ts';
import { type Cell, table } from '../text/table.ts';
import { momentText } from '../text/time-text.ts';

type Provider = z.output<typeof provider>;

export const providersListCommand = defineCommand({
  name: 'providers list',
  summary: 'List the providers by preference, with how they are.',
  description: 'Health is what the process behind this address has seen of its own calls.',
  remote: true,
  options: {
    environment: { type: 'string', value: '<name>', description: 'Only sandbox or only production.' },
    limit: { type: 'string', value: '<number>', description: 'Providers a page, 50 when absent.' },
    cursor: { type: 'string', value: '<cursor>', description: 'Go on where the page before ended.' },
  },
  examples: ['serai providers list', 'serai providers list --environment production --json'],
  async run({ options, client, json, terminal, clock, style }) {
    const { environment, limit, cursor } = options;
    const { data, text } = await client().call(listProviders, {
      ...(environment !== undefined && { environment: parseEnvironment(environment) }),
      page: {
        ...(limit !== undefined && { limit: parseCount(limit, '--limit') }),
        ...(cursor !== undefined && { cursor }),
      },
    });
    if (json) terminal.out(`${text}\n`);
    else if (data.providers.length === 0) terminal.out('There are no such providers.\n');
    else {
      const rows = data.providers.map(each => row(each, clock.nowMs(), style));
      terminal.out(table(HEAD, rows, style));
      if (data.page.nextCursor !== null) {
        terminal.out(`\nThere are more; go on with the same filters and --cursor ${data.page.nextCursor}\n`);
      }
    }
    return EXIT.ok;
  },
});

const HEAD = ['PROVIDER', 'NAME', 'ENVIRONMENT', 'PREFERENCE', 'HEALTH', 'SINCE', 'WHY'];

function row(
  { providerId, name, environment, preference, enabled, health }: Provider,
  nowMs: number,
  style: Style,
) {
  const styles = { UP: style.good, DEGRADED: style.warn, DOWN: style.bad, UNKNOWN: style.dim };
  const state: Cell = enabled ? { text: health.state, style: styles[health.state] } : 'DISABLED';
  const since = momentText(health.since, nowMs);
  return [providerId, name, environment, String(preference), state, since, health.message ?? ''];
}
