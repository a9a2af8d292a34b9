import { z } from 'zod';
import { organisationId } from '../../shared/ids.ts';
import { isoCountryCode, isoCurrencyCode } from '../../shared/iso-codes.ts';
import { lineOfText } from '../../shared/text.ts';
import { instant, languageTag } from '../../shared/values.ts';

export const organisationName = () => lineOfText(100).describe('Name people see.');

/** What a request of this organisation takes when it does not say. */
export const organisationDefaults = () => ({
  defaultNationality: isoCountryCode().describe('Nationality of the guests, where a request names none.'),
  defaultCurrency: isoCurrencyCode().describe('Currency of prices, where a request names none.'),
  defaultLanguage: languageTag().describe('Language of texts, where a request names none.'),
});

export const organisation = z.strictObject({
  organisationId: organisationId(),
  name: organisationName(),
  createdAt: instant(),
  ...organisationDefaults(),
});

export const ORGANISATION_EXAMPLE = {
  organisationId: 'org_01J9ZC4T3E',
  name: 'Northern Travel',
  createdAt: '2026-07-01T09:00:00Z',
  defaultNationality: 'ES',
  defaultCurrency: 'EUR',
  defaultLanguage: 'en',
} satisfies z.input<typeof organisation>;
