import { updateOrganisation } from '@serai/contract/account/organisations.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT, usageFailure } from '../frame/failure.ts';
import { parseCount } from '../frame/parse-option.ts';
import { organisationText } from './organisation-text.ts';

export const organisationsUpdateCommand = defineCommand({
  name: 'organisations update',
  summary: 'Change an organisation: only what is named.',
  description:
    'Nationality, currency and language are what a request takes that names none. They act on all nodes within seconds.',
  remote: true,
  options: {
    id: { type: 'string', value: '<id>', description: 'Which organisation; the selected one when absent.' },
    name: { type: 'string', value: '<text>', description: 'What people call it.' },
    nationality: { type: 'string', value: '<code>', description: 'Of the guests: ES.' },
    currency: { type: 'string', value: '<code>', description: 'Of prices: EUR.' },
    language: { type: 'string', value: '<tag>', description: 'Of texts: en.' },
    'second-factor': {
      type: 'string',
      value: '<on|off>',
      description: 'Whether members must have a second factor.',
    },
    'max-key-days': {
      type: 'string',
      value: '<days>',
      description: 'Longest life of a new or changed key; none for no bound.',
    },
    'guest-days': {
      type: 'string',
      value: '<days>',
      description: 'Days after check-out that guests are kept; none for as the service is set.',
    },
    'max-per-minute': {
      type: 'string',
      value: '<number>',
      description: 'Highest limit that the organisation may give a key, in requests a minute.',
    },
    'max-per-hour': { type: 'string', value: '<number>', description: 'The same for an hour.' },
    'max-per-day': { type: 'string', value: '<number>', description: 'The same for a day.' },
    'max-keys': {
      type: 'string',
      value: '<number>',
      description: 'How many keys the organisation may have that are not revoked.',
    },
  },
  examples: [
    'serai organisations update --nationality GB --currency GBP',
    'serai organisations update --id org_01J9ZC4T3E --language es',
    'serai organisations update --second-factor on --max-key-days 365',
    'serai organisations update --id org_01J9ZC4T3E --max-per-minute 2000 --max-keys 50',
  ],
  async run({ options, client, json, terminal, style }) {
    const { id, name, nationality, currency, language } = options;
    const { 'second-factor': secondFactor, 'max-key-days': maxKeyDays, 'guest-days': guestDays } = options;
    const ceilings = readCeilings(options);
    const members = {
      ...(name !== undefined && { name }),
      ...(nationality !== undefined && { defaultNationality: nationality }),
      ...(currency !== undefined && { defaultCurrency: currency }),
      ...(language !== undefined && { defaultLanguage: language }),
      ...(secondFactor !== undefined && { requireSecondFactor: parseSwitch(secondFactor) }),
      ...(maxKeyDays !== undefined && {
        maxKeyLifetimeDays: maxKeyDays === 'none' ? null : parseCount(maxKeyDays, '--max-key-days'),
      }),
      ...(guestDays !== undefined && {
        guestDays: guestDays === 'none' ? null : parseCount(guestDays, '--guest-days'),
      }),
      ...(Object.keys(ceilings).length > 0 && { ceilings }),
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

function parseSwitch(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw usageFailure(`--second-factor is on or off, not "${text}".`);
}

const CEILINGS = {
  'max-per-minute': 'perMinute',
  'max-per-hour': 'perHour',
  'max-per-day': 'perDay',
  'max-keys': 'keys',
} as const;

type CeilingOption = keyof typeof CEILINGS;

function readCeilings(
  options: Partial<Record<CeilingOption, string | undefined>>,
): Partial<Record<(typeof CEILINGS)[CeilingOption], number>> {
  const given = (Object.keys(CEILINGS) as CeilingOption[]).flatMap(name => {
    const text = options[name];
    return text === undefined ? [] : [[CEILINGS[name], parseCount(text, `--${name}`)]];
  });
  return Object.fromEntries(given);
}
