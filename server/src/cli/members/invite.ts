import { inviteMember } from '@serai/contract/account/members.ts';
import { ROLES } from '@serai/contract/operator-operation.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { momentText } from '../text/time-text.ts';
import { parseRole } from './parse-role.ts';

export const membersInviteCommand = defineCommand({
  name: 'members invite',
  summary: 'Invite a person, and print the link to send them.',
  description: 'The link works once, within 7 days. Inviting again makes a new one and ends the old one.',
  args: ['email'],
  remote: true,
  options: {
    role: { type: 'string', value: '<role>', description: `${ROLES.join(', ')}; developer when absent.` },
    name: { type: 'string', value: '<text>', description: 'What people call them.' },
  },
  examples: ['serai members invite ana@example.com --role admin'],
  async run({ args, options, client, json, terminal, clock }) {
    const { role = 'developer', name } = options;
    const { data, text } = await client().call(inviteMember, {
      email: args[0] as string,
      role: parseRole(role),
      ...(name !== undefined && { name }),
    });
    const until = momentText(data.expiresAt, clock.nowMs());
    terminal.out(
      json
        ? `${text}\n`
        : `${data.member.email} is invited as ${data.member.role}. The link works once, until ${until}.\n\n  ${data.signInLink}\n`,
    );
    return EXIT.ok;
  },
});
