/** The deprecated commands `serai organisations …`. Help does not list them. */
import {
  createOrganisation,
  listOrganisations,
  type organisation,
  selectOrganisation,
  updateOrganisation,
} from '@serai/contract/account/organisations.ts';
import type { z } from 'zod';
import { operationCommand } from '../derived/operation-command.ts';
import type { Command } from '../frame/command.ts';
import { printable, type Style } from '../text/style.ts';
import { facts, table } from '../text/table.ts';

type Organisation = z.output<typeof organisation>;

export const ORGANISATION_COMMANDS: readonly Command[] = [
  operationCommand(listOrganisations, {
    render: ({ organisations }, { style }) => organisationTable(organisations, style),
  }),
  operationCommand(createOrganisation, {
    args: ['name'],
    render: ({ organisation }, { style }) =>
      `The partner was created.\n\n${organisationText(organisation, style)}`,
  }),
  operationCommand(selectOrganisation, {
    note: 'The selection belongs to the operator token, so it applies on every machine.',
    render: ({ organisation }) => `Commands now act for the partner "${printable(organisation.name)}".\n`,
  }),
  operationCommand(updateOrganisation, {
    examples: [
      'serai organisations update --nationality GB --currency GBP',
      'serai organisations update --id prt_01J9ZC4T3E --language es',
      'serai organisations update --second-factor on --max-key-days 365',
      'serai organisations update --id prt_01J9ZC4T3E --max-per-minute 2000 --max-keys 50',
    ],
    render: ({ organisation }, { style }) =>
      `The partner was changed.\n\n${organisationText(organisation, style)}`,
  }),
];

function organisationTable(organisations: readonly Organisation[], style: Style): string {
  const rows = organisations.map(each => [
    each.organisationId,
    each.name,
    each.defaultNationality,
    each.defaultCurrency,
    each.defaultLanguage,
  ]);
  return table(['PARTNER', 'NAME', 'NATIONALITY', 'CURRENCY', 'LANGUAGE'], rows, style);
}

function organisationText(organisation: Organisation, style: Style): string {
  return facts(
    [
      ['Id', organisation.organisationId],
      ['Name', organisation.name],
      ['Nationality', organisation.defaultNationality],
      ['Currency', organisation.defaultCurrency],
      ['Language', organisation.defaultLanguage],
      ['Two-factor sign-in', organisation.requireSecondFactor ? 'required' : 'optional'],
      ['Key lifetime', daysText(organisation.maxKeyLifetimeDays)],
      ['Maximums', ceilingsText(organisation.ceilings)],
      [
        'Guest data kept',
        organisation.guestDays === null
          ? 'installation default'
          : `${organisation.guestDays} ${organisation.guestDays === 1 ? 'day' : 'days'} after check-out`,
      ],
    ],
    style,
  );
}

function ceilingsText({ perMinute, perHour, perDay, keys }: Organisation['ceilings']): string {
  return `${perMinute} a minute, ${perHour} an hour, ${perDay} a day per key; ${keys} keys`;
}

function daysText(days: number | null): string {
  return days === null ? 'unlimited' : `at most ${days} ${days === 1 ? 'day' : 'days'}`;
}
