import { z } from 'zod';
import { organisationId } from '../../shared/ids.ts';
import { isoCountryCode, isoCurrencyCode } from '../../shared/iso-codes.ts';
import { lineOfText } from '../../shared/text.ts';
import { count, flag, instant, languageTag } from '../../shared/values.ts';

export const organisationName = () => lineOfText(100).describe('Name people see.');

/** What a request of this organisation takes when it does not say. */
export const organisationDefaults = () => ({
  defaultNationality: isoCountryCode().describe('Nationality of the guests, where a request names none.'),
  defaultCurrency: isoCurrencyCode().describe('Currency of prices, where a request names none.'),
  defaultLanguage: languageTag().describe('Language of texts, where a request names none.'),
});

/** What an organisation asks of its people and keys. */
export const organisationRules = () => ({
  requireSecondFactor: flag().describe(
    'Members without a second factor may only set one up. It does not act on the operator token and its links.',
  ),
  maxKeyLifetimeDays: count(1, 3650)
    .nullable()
    .describe('Days after which a new or changed key must expire at the latest; null for no bound.'),
  guestDays: count(1, 36_500)
    .nullable()
    .describe(
      'Days after check-out that guests are kept before they are erased; null for as the service is set.',
    ),
});

const MAX_CEILING = 1_000_000_000;
const MAX_KEYS = 100_000;

/** What the organisation may give its keys without asking the operator. */
export const DEFAULT_CEILINGS = { perMinute: 600, perHour: 15_000, perDay: 250_000, keys: 20 } as const;

const ceilingFields = () => ({
  perMinute: count(1, MAX_CEILING).describe('Highest limit of a key, in requests a minute.'),
  perHour: count(1, MAX_CEILING).describe('Highest limit of a key, in requests an hour.'),
  perDay: count(1, MAX_CEILING).describe('Highest limit of a key, in requests a day.'),
  keys: count(1, MAX_KEYS).describe('Keys of both environments together that are not revoked.'),
});

export const organisationCeilings = () =>
  z
    .strictObject(ceilingFields())
    .describe(
      'What the organisation may give its keys without asking the operator. A key that has more keeps it.',
    );

export const organisationCeilingsInput = () => {
  const { perMinute, perHour, perDay, keys } = ceilingFields();
  return z
    .strictObject({
      perMinute: perMinute.optional(),
      perHour: perHour.optional(),
      perDay: perDay.optional(),
      keys: keys.optional(),
    })
    .describe(
      'Ceilings to set; the others keep their value. Only for the operator: the operator token, or an owner or admin of the organisation that runs the service.',
    );
};

export const organisation = z.strictObject({
  organisationId: organisationId(),
  name: organisationName(),
  createdAt: instant(),
  ...organisationDefaults(),
  ...organisationRules(),
  ceilings: organisationCeilings(),
});

export const ORGANISATION_EXAMPLE = {
  organisationId: 'org_01J9ZC4T3E',
  name: 'Northern Travel',
  createdAt: '2026-07-01T09:00:00Z',
  defaultNationality: 'ES',
  defaultCurrency: 'EUR',
  defaultLanguage: 'en',
  requireSecondFactor: false,
  maxKeyLifetimeDays: null,
  guestDays: null,
  ceilings: DEFAULT_CEILINGS,
} satisfies z.input<typeof organisation>;
