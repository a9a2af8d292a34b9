import { createOrganisation } from '@serai/contract/account/organisations.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { organisationText } from './organisation-text.ts';

export const organisationsCreateCommand = defineCommand({
  name: 'organisations create',
  summary: 'Make an organisation, which shares nothing with the others.',
  description: 'Select it to act in it, then invite its owner.',
  args: ['name'],
  remote: true,
  examples: ['serai organisations create "Northern Travel"'],
  async run({ args, client, json, terminal, style }) {
    const { data, text } = await client().call(createOrganisation, { name: args[0] as string });
    const { organisation } = data;
    terminal.out(
      json ? `${text}\n` : `The organisation was made.\n\n${organisationText(organisation, style)}`,
    );
    return EXIT.ok;
  },
});
