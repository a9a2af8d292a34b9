/** Names of the countries in all languages of the package i18n-iso-countries, and a short English one for each. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { languageOfCountry, nameClass } from '../name-class.ts';
import type { StagedName } from '../staging/staged-place.ts';

export interface CountryNames {
  /** Short and in English, such as `Spain`. */
  name: string;
  others: StagedName[];
}

interface LanguageFile {
  countries: Record<string, string | string[]>;
}

const require = createRequire(import.meta.url);

/** By country code. */
export async function readCountryNames(): Promise<Map<string, CountryNames>> {
  const languages = require('i18n-iso-countries/supportedLocales.json') as string[];
  const byLanguage = new Map<string, LanguageFile['countries']>();
  for (const language of languages) {
    const text = await readFile(require.resolve(`i18n-iso-countries/langs/${language}.json`), 'utf8');
    byLanguage.set(language, (JSON.parse(text) as LanguageFile).countries);
  }
  const english = byLanguage.get('en') ?? {};
  return new Map(Object.keys(english).map(code => [code, countryNames(code, byLanguage)]));
}

function countryNames(code: string, byLanguage: Map<string, LanguageFile['countries']>): CountryNames {
  const name = shortName(code, listOf(byLanguage.get('en')?.[code]));
  const local = new Set([languageOfCountry(code) ?? 'en']);
  const others: StagedName[] = [];
  const add = (text: string, language: string) => {
    if (language === 'en' && text === name) return;
    others.push({
      source: 'iso-3166',
      sourceId: code,
      name: text,
      language,
      class: nameClass(language, local),
    });
  };
  for (const [language, countries] of byLanguage) {
    for (const text of new Set(listOf(countries[code]))) add(text, language);
  }
  return { name, others };
}

function listOf(names: string | string[] | undefined): string[] {
  if (names === undefined) return [];
  return (Array.isArray(names) ? names : [names]).filter(name => name.trim() !== '');
}

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** The system's name is the shorter one, unless it explains itself: `Congo - Kinshasa`, `Myanmar (Burma)`. */
function shortName(code: string, names: readonly string[]): string {
  const common = regionNames.of(code)?.replaceAll('’', "'").replace('St.', 'Saint');
  if (common !== undefined && !/[()]| - | SAR |&/.test(common)) return common;
  return names[0] ?? common ?? code;
}
