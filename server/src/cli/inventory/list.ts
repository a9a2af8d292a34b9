import { listProperties } from '@serai/contract/account/inventory.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { parseCount, parseEnvironment } from '../frame/parse-option.ts';
import { table } from '../text/table.ts';

export const ENVIRONMENT_OPTION = {
  type: 'string',
  value: '<name>',
  description: 'sandbox (the default) or production.',
} as const;

export const inventoryListCommand = defineCommand({
  name: 'inventory list',
  summary: 'List the hotels with rooms of your own.',
  remote: true,
  options: {
    environment: ENVIRONMENT_OPTION,
    limit: { type: 'string', value: '<number>', description: 'Hotels a page, 50 when absent.' },
    cursor: { type: 'string', value: '<cursor>', description: 'Go on where the page before ended.' },
  },
  examples: ['serai inventory list', 'serai inventory list --environment production --json'],
  async run({ options, client, json, terminal, style }) {
    const { environment = 'sandbox', limit, cursor } = options;
    const { data, text } = await client().call(listProperties, {
      environment: parseEnvironment(environment),
      page: {
        ...(limit !== undefined && { limit: parseCount(limit, '--limit') }),
        ...(cursor !== undefined && { cursor }),
      },
    });
    if (json) terminal.out(`${text}\n`);
    else if (data.properties.length === 0) {
      terminal.out('No hotel has rooms of your own; serai import inventory brings them.\n');
    } else {
      const rows = data.properties.map(property => [
        ...[property.hotelId, property.name, `${property.rooms}`, `${property.plans}`, property.currency],
        property.firstNight === null ? 'none' : `${property.firstNight} to ${property.lastNight}`,
      ]);
      terminal.out(table(['ID', 'NAME', 'ROOMS', 'PLANS', 'CURRENCY', 'NIGHTS'], rows, style));
      if (data.page.nextCursor !== null) terminal.out(`\nThere are more: --cursor ${data.page.nextCursor}\n`);
    }
    return EXIT.ok;
  },
});
