import { removeMember } from '@serai/contract/account/members.ts';
import { defineCommand } from '../frame/command.ts';
import { CliFailure, EXIT, usageFailure } from '../frame/failure.ts';

export const membersRemoveCommand = defineCommand({
  name: 'members remove',
  summary: 'Take a member or an invitation out of the organisation.',
  description: 'Their sessions end at once; keys they made go on working. At a terminal it asks first.',
  args: ['memberId'],
  remote: true,
  options: { yes: { type: 'boolean', short: 'y', description: 'Do not ask.' } },
  examples: ['serai members remove mbr_01J9ZC4T3E', 'serai members remove mbr_01J9ZC4T3E --yes'],
  async run({ args, options, client, json, terminal }) {
    const memberId = args[0] as string;
    if (!options.yes) {
      if (terminal.ask === undefined) {
        throw usageFailure('Nobody can be asked here.', 'Add --yes to remove the member all the same.');
      }
      const answer = await terminal.ask(`Remove the member ${memberId}? [y/N] `);
      if (!/^y(es)?$/i.test(answer.trim())) throw new CliFailure(EXIT.failed, 'Nothing was changed.');
    }
    const { data, text } = await client().call(removeMember, { memberId });
    terminal.out(json ? `${text}\n` : `The member ${data.memberId} is removed.\n`);
    return EXIT.ok;
  },
});
