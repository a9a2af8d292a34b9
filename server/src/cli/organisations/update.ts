import { updateOrganisation } from '@serai/contract/account/organisations/update.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT, usageFailure } from '../frame/failure.ts';
import { organisationText } from './organisation-text.ts';

export const organisationsUpdateCommand = defineCommand({
  name: 'organisations update',
  summary: 'Change an organisation: only what is named.',
  description:
    'Nationality, currency and language are what a request takes that names none. They act on all nodes within seconds.',
  remote: true,
  options: {
    id: { type: 'string', value: '<id>', description: 'Which organisation; the first when absent.' },
    name: { type: 'string', value: '<text>', description: 'What people call it.' },
    nationality: { type: 'string', value: '<code>', description: 'Of the guests: ES.' },
    currency: { type: 'string', value: '<code>', description: 'Of prices: EUR.' },
    language: { type: 'string', value: '<tag>', description: 'Of texts: en.' },
  },
  examples: [
    'serai organisations update --nationality GB --currency GBP',
    'serai organisations update --id org_01J9ZC4T3E --language es',
  ],
  async run({ options, client, json, terminal, style }) {
    const { id, name, nationality, currency, language } = options;
    const members = {
      ...(name !== undefined && { name }),
      ...(nationality !== undefined && { defaultNationality: nationality }),
      ...(currency !== undefined && { defaultCurrency: currency }),
      ...(language !== undefined && { defaultLanguage: language }),
    };
    if (Object.keys(members).length === 0) {
      throw usageFailure(
        'Nothing to change was named.',
        'serai organisations update --help lists what can be.',
      );
    }
    const { data, text } = await client().call(updateOrganisation, {
      ...(id !== undefined && { organisationId: id }),
      ...members,
    });
    const { organisation } = data;
    terminal.out(
      json ? `${text}\n` : `The organisation was changed.\n\n${organisationText(organisation, style)}`,
    );
    return EXIT.ok;
  },
});
