/** Organisations as people read them. Pure. */
import type { organisation } from '@serai/contract/account/organisations.ts';
import type { z } from 'zod';
import type { Style } from '../text/style.ts';
import { facts, table } from '../text/table.ts';

export type Organisation = z.output<typeof organisation>;

export function organisationTable(organisations: readonly Organisation[], style: Style): string {
  const rows = organisations.map(each => [
    each.organisationId,
    each.name,
    each.defaultNationality,
    each.defaultCurrency,
    each.defaultLanguage,
  ]);
  return table(['ORGANISATION', 'NAME', 'NATIONALITY', 'CURRENCY', 'LANGUAGE'], rows, style);
}

export function organisationText(organisation: Organisation, style: Style): string {
  return facts(
    [
      ['Id', organisation.organisationId],
      ['Name', organisation.name],
      ['Nationality', organisation.defaultNationality],
      ['Currency', organisation.defaultCurrency],
      ['Language', organisation.defaultLanguage],
      ['Second factor', organisation.requireSecondFactor ? 'required' : 'optional'],
      ['Life of keys', daysText(organisation.maxKeyLifetimeDays)],
      ['Ceilings', ceilingsText(organisation.ceilings)],
      [
        'Guests kept',
        organisation.guestDays === null
          ? 'as the service is set'
          : `${organisation.guestDays} days after check-out`,
      ],
    ],
    style,
  );
}

function ceilingsText({ perMinute, perHour, perDay, keys }: Organisation['ceilings']): string {
  return `${perMinute} a minute, ${perHour} an hour, ${perDay} a day per key; ${keys} keys`;
}

function daysText(days: number | null): string {
  return days === null ? 'no bound' : `at most ${days} ${days === 1 ? 'day' : 'days'}`;
}
