import { listWebhooks } from '@serai/contract/account/webhooks.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { parseCount, parseEnvironment } from '../frame/parse-option.ts';
import { endpointTable } from './webhook-text.ts';

export const webhooksListCommand = defineCommand({
  name: 'webhooks list',
  summary: 'List the webhook endpoints with their health, the newest first.',
  remote: true,
  options: {
    environment: { type: 'string', value: '<name>', description: 'Only sandbox or only production.' },
    limit: { type: 'string', value: '<number>', description: 'Endpoints a page, 50 when absent.' },
    cursor: { type: 'string', value: '<cursor>', description: 'Go on where the page before ended.' },
  },
  examples: ['serai webhooks list', 'serai webhooks list --environment production --json'],
  async run({ options, client, json, terminal, clock, style }) {
    const { environment, limit, cursor } = options;
    const { data, text } = await client().call(listWebhooks, {
      ...(environment !== undefined && { environment: parseEnvironment(environment) }),
      page: {
        ...(limit !== undefined && { limit: parseCount(limit, '--limit') }),
        ...(cursor !== undefined && { cursor }),
      },
    });
    if (json) terminal.out(`${text}\n`);
    else if (data.endpoints.length === 0) {
      terminal.out('There are no such endpoints. Make one with serai webhooks create.\n');
    } else {
      terminal.out(endpointTable(data.endpoints, clock.nowMs(), style));
      if (data.page.nextCursor !== null) {
        terminal.out(`\nThere are more; go on with the same filters and --cursor ${data.page.nextCursor}\n`);
      }
    }
    return EXIT.ok;
  },
});
