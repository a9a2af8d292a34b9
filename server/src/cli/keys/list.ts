import { listKeys } from '@serai/contract/account/keys.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT, usageFailure } from '../frame/failure.ts';
import { parseCount, parseEnvironment } from '../frame/parse-option.ts';
import { type Key, keyTable } from './key-text.ts';

const STATUSES: readonly Key['status'][] = ['ACTIVE', 'DISABLED', 'REVOKED', 'EXPIRED'];

export const keysListCommand = defineCommand({
  name: 'keys list',
  summary: 'List the keys, the newest first.',
  remote: true,
  options: {
    environment: { type: 'string', value: '<name>', description: 'Only sandbox or only production.' },
    status: { type: 'string', value: '<status>', description: `Only ${STATUSES.join(', ').toLowerCase()}.` },
    limit: { type: 'string', value: '<number>', description: 'Keys a page, 50 when absent.' },
    cursor: { type: 'string', value: '<cursor>', description: 'Go on where the page before ended.' },
  },
  examples: ['serai keys list', 'serai keys list --environment production --status active --json'],
  async run({ options, client, json, terminal, clock, style }) {
    const { environment, status, limit, cursor } = options;
    const { data, text } = await client().call(listKeys, {
      ...(environment !== undefined && { environment: parseEnvironment(environment) }),
      ...(status !== undefined && { status: parseStatus(status) }),
      page: {
        ...(limit !== undefined && { limit: parseCount(limit, '--limit') }),
        ...(cursor !== undefined && { cursor }),
      },
    });
    if (json) terminal.out(`${text}\n`);
    else if (data.keys.length === 0)
      terminal.out('There are no such keys. Make one with serai keys create.\n');
    else {
      terminal.out(keyTable(data.keys, clock.nowMs(), style));
      if (data.page.nextCursor !== null) {
        terminal.out(`\nThere are more; go on with the same filters and --cursor ${data.page.nextCursor}\n`);
      }
    }
    return EXIT.ok;
  },
});

function parseStatus(text: string): Key['status'] {
  const status = STATUSES.find(name => name === text.toUpperCase());
  if (status === undefined)
    throw usageFailure(`There is no status "${text}".`, `Use one of ${STATUSES.join(', ')}.`);
  return status;
}
