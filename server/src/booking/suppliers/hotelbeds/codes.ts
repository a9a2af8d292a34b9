/** Translates codes that differ between Hotelbeds and Serai. Pure. */
import { HOTELBEDS_LANGUAGES } from '@serai/contract/account/supplier-accounts.ts';
import type { BoardCode } from '@serai/contract/shared/lodging.ts';

/**
 * Boards that are sold. Hotelbeds has 32 codes, some of them combinations that our board codes cannot express. A rate with any
 * other code is not sold.
 */
const BOARDS: Readonly<Record<string, BoardCode>> = {
  RO: 'RO',
  SC: 'SC',
  BB: 'BB',
  AB: 'BB',
  CB: 'BB',
  DB: 'BB',
  GB: 'BB',
  IB: 'BB',
  LB: 'BB',
  SB: 'BB',
  HB: 'HB',
  FB: 'FB',
  AI: 'AI',
  TI: 'AI',
};

export function boardOf(code: string): BoardCode | undefined {
  return Object.hasOwn(BOARDS, code) ? BOARDS[code] : undefined;
}

/** The languages in which texts are requested. For any other language, English texts are requested. */
const LANGUAGES: Readonly<Record<string, string>> = HOTELBEDS_LANGUAGES;

/** Returns Hotelbeds' language code and the language tag of the texts that Hotelbeds then returns. */
export function languageOf(tag: string): { code: string; tag: string } {
  const base = tag.split('-')[0]?.toLowerCase() ?? '';
  const code = Object.hasOwn(LANGUAGES, base) ? LANGUAGES[base] : undefined;
  return code === undefined ? { code: 'ENG', tag: 'en' } : { code, tag: base };
}

/** Hotelbeds uses UK for the United Kingdom. */
export function toMarket(countryCode: string): string {
  return countryCode === 'GB' ? 'UK' : countryCode;
}

export function fromCountry(code: string): string {
  return code === 'UK' ? 'GB' : code;
}
