/**
 * Codes must exist, not only have the right format. `UK` is not a country code and `EURO` is not a currency code.
 */
import { z } from 'zod';
import { COUNTRIES, CURRENCIES } from './iso-code-sets.ts';
import { loggable } from './loggable.ts';

export const isoCountryCode = () =>
  loggable(
    z.string().refine(code => COUNTRIES.has(code), {
      error: 'Use an ISO 3166-1 alpha-2 country code in capital letters, for example GB or ES.',
      params: { code: 'UNKNOWN_COUNTRY' },
    }),
  )
    .meta({ pattern: '^[A-Z]{2}$' })
    .describe('ISO 3166-1 alpha-2 code of an existing country.');

export const isoCurrencyCode = () =>
  loggable(
    z.string().refine(code => CURRENCIES.has(code), {
      error: 'Use an ISO 4217 currency code in capital letters, for example EUR or USD.',
      params: { code: 'UNKNOWN_CURRENCY' },
    }),
  )
    .meta({ pattern: '^[A-Z]{3}$' })
    .describe('ISO 4217 code of an existing currency.');
