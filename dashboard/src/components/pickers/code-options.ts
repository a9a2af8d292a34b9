/** Options for currencies, countries, languages and time zones, by name. Pure. */
import { COUNTRIES, CURRENCIES } from '@serai/contract/shared/iso-code-sets.ts';
import { LANGUAGES } from '../../lib/format/languages.ts';
import type { Option } from './combobox.tsx';

const REGION_NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
const CURRENCY_NAMES = new Intl.DisplayNames('en', { type: 'currency', fallback: 'code' });

/** The first options of the list, because most prices are in these currencies. */
const COMMON_CURRENCIES = ['EUR', 'USD', 'GBP'];

/** The scenario hotels of the sandbox are in ZZ, which is no country. */
export function countryName(code: string): string {
  if (code === 'ZZ') return 'Unknown (ZZ)';
  return /^[A-Z]{2}$/.test(code) ? (REGION_NAMES.of(code) ?? code) : code;
}

export function languageName(tag: string): string {
  return LANGUAGES.find(([each]) => each === tag)?.[1] ?? tag;
}

/** Some names are the code, or end with it. */
const withCode = (code: string, name: string) =>
  name === code || name.endsWith(`(${code})`) ? name : `${name} (${code})`;

/** For example `Spain (ES)`. For lists and pickers, in which people also look for the code. */
export function countryLabel(code: string): string {
  return withCode(code, countryName(code));
}

const optionsOf = (codes: Iterable<string>, nameOf: (code: string) => string): Option[] =>
  [...codes]
    .map(code => ({ value: code, name: withCode(code, nameOf(code)) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));

export const COUNTRY_OPTIONS: readonly Option[] = optionsOf(COUNTRIES, countryName);

/** With the selected code, if it is no country, so that a field shows more than the code. */
export function countryOptions(selected: string): readonly Option[] {
  return COUNTRIES.has(selected)
    ? COUNTRY_OPTIONS
    : [...COUNTRY_OPTIONS, { value: selected, name: countryLabel(selected) }];
}

const currencies = optionsOf(CURRENCIES, code => CURRENCY_NAMES.of(code) ?? code);
const isCommon = ({ value }: Option) => COMMON_CURRENCIES.includes(value);

export const CURRENCY_OPTIONS: readonly Option[] = [
  ...COMMON_CURRENCIES.flatMap(code => currencies.filter(({ value }) => value === code)),
  ...currencies.filter(each => !isCommon(each)),
];

export const LANGUAGE_OPTIONS: readonly Option[] = optionsOf(
  LANGUAGES.map(([tag]) => tag),
  languageName,
);

/** Some browsers list UTC themselves. */
const TIME_ZONES = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);

export const TIME_ZONE_OPTIONS: readonly Option[] = [...TIME_ZONES].map(zone => ({
  value: zone,
  name: zone.replaceAll('_', ' '),
}));
