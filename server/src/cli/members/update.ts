import { updateMember } from '@serai/contract/account/members.ts';
import { ROLES } from '@serai/contract/operator-operation.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT, usageFailure } from '../frame/failure.ts';
import { memberTable } from './member-text.ts';
import { parseRole } from './parse-role.ts';

export const membersUpdateCommand = defineCommand({
  name: 'members update',
  summary: 'Change the role or the name of a member.',
  description: 'A new role ends the sessions of the member. The last owner stays one.',
  args: ['memberId'],
  remote: true,
  options: {
    role: { type: 'string', value: '<role>', description: `One of ${ROLES.join(', ')}.` },
    name: { type: 'string', value: '<text>', description: 'What people call them.' },
  },
  examples: ['serai members update mbr_01J9ZC4T3E --role admin'],
  async run({ args, options, client, json, terminal, style, clock }) {
    const { role, name } = options;
    if (role === undefined && name === undefined) {
      throw usageFailure('Nothing to change was named.', 'serai members update --help lists what can be.');
    }
    const { data, text } = await client().call(updateMember, {
      memberId: args[0] as string,
      ...(role !== undefined && { role: parseRole(role) }),
      ...(name !== undefined && { name }),
    });
    terminal.out(json ? `${text}\n` : memberTable([data.member], clock.nowMs(), style));
    return EXIT.ok;
  },
});
