import { selectOrganisation } from '@serai/contract/account/organisations.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { printable } from '../text/style.ts';

export const organisationsSelectCommand = defineCommand({
  name: 'organisations select',
  summary: 'Act in another organisation from now on.',
  description: 'It is kept for the operator token, on whatever machine it is used.',
  args: ['organisationId'],
  remote: true,
  examples: ['serai organisations select org_01J9ZC4T3E'],
  async run({ args, client, json, terminal }) {
    const { data, text } = await client().call(selectOrganisation, { organisationId: args[0] as never });
    terminal.out(json ? `${text}\n` : `Commands act in "${printable(data.organisation.name)}" now.\n`);
    return EXIT.ok;
  },
});
