/** Codes that Hotelbeds and Serai write differently. Pure. */
import type { BoardCode } from '@serai/contract/shared/lodging.ts';

/**
 * Boards that are sold. Hotelbeds has 32 codes, some of them mixtures that the contract cannot express. A rate with any other
 * code is not sold.
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

/** Languages of texts. Hotelbeds returns English for a language that it does not have. */
const LANGUAGES: Readonly<Record<string, string>> = {
  en: 'ENG',
  es: 'CAS',
  de: 'ALE',
  fr: 'FRA',
  it: 'ITA',
  ar: 'ARA',
};

/** Returns the supplier's code and the tag of the language that its texts then have. */
export function languageOf(tag: string): { code: string; tag: string } {
  const base = tag.split('-')[0]?.toLowerCase() ?? '';
  const code = Object.hasOwn(LANGUAGES, base) ? LANGUAGES[base] : undefined;
  return code === undefined ? { code: 'ENG', tag: 'en' } : { code, tag: base };
}

/** Hotelbeds writes UK for the United Kingdom. */
export function toMarket(countryCode: string): string {
  return countryCode === 'GB' ? 'UK' : countryCode;
}

export function fromCountry(code: string): string {
  return code === 'UK' ? 'GB' : code;
}
