import { expect, test } from 'vitest';
import {
  COUNTRY_OPTIONS,
  CURRENCY_OPTIONS,
  countryLabel,
  countryOptions,
  LANGUAGE_OPTIONS,
  TIME_ZONE_OPTIONS,
} from './code-options.ts';
import { isMatch } from './combobox.tsx';

test.each([
  [CURRENCY_OPTIONS, 'eur', 'Euro (EUR)'],
  [CURRENCY_OPTIONS, 'swiss', 'Swiss Franc (CHF)'],
  [COUNTRY_OPTIONS, 'es', 'Spain (ES)'],
  [COUNTRY_OPTIONS, 'united king', 'United Kingdom (GB)'],
  [LANGUAGE_OPTIONS, 'german', 'German (de)'],
])('a code is found by its name or by the code itself', (options, typed, name) => {
  expect(options.filter(option => isMatch(option, typed)).map(each => each.name)).toContain(name);
});

test('a country is shown by its name and its code, and an unknown code only once', () => {
  expect(['ES', 'ZZ', 'Spain'].map(countryLabel)).toEqual(['Spain (ES)', 'Unknown (ZZ)', 'Spain']);
});

test('a selected code that is no country can be shown as well', () => {
  expect(countryOptions('ZZ').at(-1)).toEqual({ value: 'ZZ', name: 'Unknown (ZZ)' });
  expect(countryOptions('ES')).toBe(COUNTRY_OPTIONS);
});

test('the list of currencies begins with the most common ones', () => {
  expect(CURRENCY_OPTIONS.slice(0, 3).map(({ value }) => value)).toEqual(['EUR', 'USD', 'GBP']);
});

test('each time zone is listed once, including UTC', () => {
  const zones = TIME_ZONE_OPTIONS.map(({ value }) => value);
  expect(zones).toContain('UTC');
  expect(new Set(zones).size).toBe(zones.length);
});
