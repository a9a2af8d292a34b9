import { expect, it } from 'vitest';
import { minorUnits } from './amounts.ts';
import { COUNTRIES, CURRENCIES } from './iso-code-sets.ts';
import { isoCountryCode, isoCurrencyCode } from './iso-codes.ts';

it('country codes include the 249 countries of ISO 3166-1 and Kosovo', () => {
  expect(COUNTRIES.size).toBe(250);
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  for (const code of COUNTRIES) expect(names.of(code), code).toBeDefined();
});

it('every accepted currency exists, and EUR, JPY and KWD have the decimals that ISO 4217 defines', () => {
  const names = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' });
  for (const code of CURRENCIES) expect(names.of(code), code).toBeDefined();
  expect(['EUR', 'JPY', 'KWD'].map(minorUnits)).toEqual([2, 0, 3]);
});

it.each(['UK', 'ZZ', 'es', 'ESP', ''])('the contract rejects %j as a country code', code => {
  expect(isoCountryCode().safeParse(code).success).toBe(false);
});

it.each(['EURO', 'eur', 'XXX', 'ABC', ''])('the contract rejects %j as a currency code', code => {
  expect(isoCurrencyCode().safeParse(code).success).toBe(false);
});
