import { listMembers } from '@serai/contract/account/members.ts';
import { ROLES } from '@serai/contract/operator-operation.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { parseCount } from '../frame/parse-option.ts';
import { memberTable } from './member-text.ts';
import { parseRole } from './parse-role.ts';

export const membersListCommand = defineCommand({
  name: 'members list',
  summary: 'List the people of the organisation.',
  remote: true,
  options: {
    role: { type: 'string', value: '<role>', description: `Only these: ${ROLES.join(', ')}.` },
    limit: { type: 'string', value: '<number>', description: 'Members a page, 50 when absent.' },
    cursor: { type: 'string', value: '<cursor>', description: 'Go on where the page before ended.' },
  },
  examples: ['serai members list', 'serai members list --role owner --json'],
  async run({ options, client, json, terminal, style, clock }) {
    const { role, limit, cursor } = options;
    const { data, text } = await client().call(listMembers, {
      ...(role !== undefined && { role: parseRole(role) }),
      page: {
        ...(limit !== undefined && { limit: parseCount(limit, '--limit') }),
        ...(cursor !== undefined && { cursor }),
      },
    });
    terminal.out(json ? `${text}\n` : memberTable(data.members, clock.nowMs(), style));
    if (!json && data.page.nextCursor !== null) {
      terminal.out(`\nThere are more; go on with --cursor ${data.page.nextCursor}\n`);
    }
    return EXIT.ok;
  },
});
