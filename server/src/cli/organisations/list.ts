import { listOrganisations } from '@serai/contract/account/organisations.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { parseCount } from '../frame/parse-option.ts';
import { organisationTable } from './organisation-text.ts';

export const organisationsListCommand = defineCommand({
  name: 'organisations list',
  summary: 'List the organisations with the defaults of their requests.',
  remote: true,
  options: {
    limit: { type: 'string', value: '<number>', description: 'Organisations a page, 50 when absent.' },
    cursor: { type: 'string', value: '<cursor>', description: 'Go on where the page before ended.' },
  },
  examples: ['serai organisations list', 'serai organisations list --json'],
  async run({ options, client, json, terminal, style }) {
    const { limit, cursor } = options;
    const { data, text } = await client().call(listOrganisations, {
      page: {
        ...(limit !== undefined && { limit: parseCount(limit, '--limit') }),
        ...(cursor !== undefined && { cursor }),
      },
    });
    terminal.out(json ? `${text}\n` : organisationTable(data.organisations, style));
    if (!json && data.page.nextCursor !== null) {
      terminal.out(`\nThere are more; go on with --cursor ${data.page.nextCursor}\n`);
    }
    return EXIT.ok;
  },
});
