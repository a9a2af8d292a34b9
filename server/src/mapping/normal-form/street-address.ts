/** The normal form of addresses. Pure. */
import type { SuppliedAddress } from '../../booking/port/supplied-content.ts';
import { STREET_ENDINGS, STREET_TYPES } from './vocabulary.ts';
import { wordsOf } from './words.ts';

export interface AddressForm {
  /** Words of the street without words such as Street, sorted: `Calle de la Garza` and `C/ Garza` are both `garza`. */
  street: readonly string[];
  /** The house number with its letter, or the block: `12a`, `1-24-5`. */
  house: string | null;
  postcode: string | null;
  city: readonly string[];
  region: readonly string[];
}

export function addressForm(address: SuppliedAddress): AddressForm {
  const city = address.city === null ? [] : wordsOf(address.city);
  const region = address.region === null ? [] : wordsOf(address.region);
  const line = address.lines.join(', ');
  const implied = new Set([...city, ...region]);
  const words = wordsOf(line.replace(HOUSE_NUMBER, ' '))
    .map(withoutEnding)
    .filter(word => !STREET_TYPES.has(word) && !implied.has(word) && !/^\d/.test(word));
  return {
    street: [...new Set(words)].sort(),
    house: houseNumber(address.houseNumber, line, address.countryCode),
    postcode: postcodeForm(address.postalCode, address.countryCode),
    city,
    region,
  };
}

const HOUSE_NUMBER = /(?<![\p{L}\d])\d{1,5}\s?[a-z]?(?:\s?[-–/]\s?\d{1,5}\s?[a-z]?)*(?![\p{L}\d])/giu;

/**
 * Returns the first number of a range such as `12-14`. Three numbers are a block, as in `1-24-5`. In countries without
 * house numbers, so are two. The first number of the line is used, because a postcode follows the house number.
 */
function houseNumber(given: string | null, line: string, country: string | null): string | null {
  for (const text of [given ?? '', line]) {
    HOUSE_NUMBER.lastIndex = 0;
    const found = HOUSE_NUMBER.exec(text)?.[0];
    if (found === undefined) continue;
    const parts = found.split(/[-–/]/).map(part =>
      part
        .replaceAll(/\s/g, '')
        .toLowerCase()
        .replace(/^0+(?=\d)/, ''),
    );
    const isBlock = parts.length > 2 || (parts.length === 2 && BLOCK_COUNTRIES.has(country ?? ''));
    return isBlock ? parts.join('-') : (parts[0] ?? null);
  }
  return null;
}

const BLOCK_COUNTRIES = new Set(['JP', 'KR', 'TW']);

function withoutEnding(word: string): string {
  for (const ending of STREET_ENDINGS) {
    if (word.length > ending.length + 2 && word.endsWith(ending)) return word.slice(0, -ending.length);
  }
  return word;
}

/** Removes spaces and hyphens. Some suppliers put the state before the code (`NV 89109`) or add four digits (ZIP+4). */
function postcodeForm(postcode: string | null, country: string | null): string | null {
  if (postcode === null) return null;
  const text = postcode.toUpperCase();
  if (country === 'US') return /\d{5}/.exec(text)?.[0] ?? null;
  const plain = text.replaceAll(/[^A-Z0-9]/g, '');
  if (plain.length < 3 || !/\d/.test(plain) || /^0+$/.test(plain)) return null;
  const prefix = country ?? '';
  return prefix !== '' && plain.startsWith(prefix) && /^\d+$/.test(plain.slice(2)) ? plain.slice(2) : plain;
}
