/** Parses a row of airports.csv from OurAirports by column names. Older files have 18 columns, newer ones 19. Pure. */
import { airportFeatureCode, airportKindOf } from '../airport-size.ts';
import { placeWeight } from '../place-weight.ts';
import type { StagedPlace } from '../staging/staged-place.ts';
import { clip, parseDegrees } from './city-line.ts';

export const AIRPORT_COLUMNS = [
  'ident',
  'type',
  'name',
  'latitude_deg',
  'longitude_deg',
  'iso_country',
  'iso_region',
  'municipality',
  'scheduled_service',
  'iata_code',
  'wikipedia_link',
  'keywords',
] as const;

export type AirportRecord = Readonly<Record<(typeof AIRPORT_COLUMNS)[number], string>>;

export type ParsedAirport =
  | { kind: 'place'; place: StagedPlace }
  /** An airport that has no code or is closed. */
  | { kind: 'other' }
  | { kind: 'problem'; problem: string };

const problem = (text: string): ParsedAirport => ({ kind: 'problem', problem: text });

export function parseAirport(record: AirportRecord): ParsedAirport {
  const { ident, type, name } = record;
  const municipality = record.municipality || null;
  if (ident === '') return problem('the ident is empty');
  const latitude = parseDegrees(record.latitude_deg, 90);
  if (latitude === undefined) return problem(`"${clip(record.latitude_deg)}" is not a valid latitude`);
  const longitude = parseDegrees(record.longitude_deg, 180);
  if (longitude === undefined) return problem(`"${clip(record.longitude_deg)}" is not a valid longitude`);
  const { iata_code: iataCode, iso_country: countryCode } = record;
  if (iataCode === '' || type === 'closed') return { kind: 'other' };
  if (!/^[A-Z0-9]{3}$/.test(iataCode)) return problem(`"${clip(iataCode)}" is not a valid IATA code`);
  if (name.trim() === '') return problem('the name is empty');
  if (!/^[A-Z]{2}$/.test(countryCode)) return problem(`"${clip(countryCode)}" is not a valid country code`);
  const featureCode = airportFeatureCode(type, record.scheduled_service === 'yes');
  const airport = airportKindOf(featureCode);
  return {
    kind: 'place',
    place: {
      source: 'ourairports',
      sourceId: ident,
      type: 'AIRPORT',
      name,
      language: 'und',
      asciiName: null,
      alternates: alternateNames(record).join(',') || null,
      countryCode,
      regionCode: null,
      secondRegionCode: null,
      latitude,
      longitude,
      timeZone: null,
      population: 0,
      featureCode,
      iataCode,
      weight: placeWeight({ type: 'AIRPORT', population: 0, featureCode, airport }),
      municipality,
      shortName: airport.size === 'large' ? airportShortName(name, municipality) : null,
      isoRegion: record.iso_region || null,
      hasNames: true,
    },
  };
}

/**
 * The possible spellings of an airport's town: `Paris (Roissy-en-France, Val-d'Oise)` means Paris, and `Basel/Mulhouse`
 * means either city. The result is in lower case, like the result of `lower` in SQL.
 */
export function townNames(municipality: string | null): string[] {
  if (municipality === null) return [];
  const outside = municipality.replaceAll(/\(.*?\)/g, ' ');
  const names = [municipality, outside, ...outside.split(/[/,;]| - /)].flatMap(name => {
    const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '');
    return [name, plain, name.replace(/\s+(?:City|Island)$/i, '')];
  });
  return [...new Set(names.map(name => lowerLatin(name.replaceAll(/\s+/g, ' ').trim())))].filter(
    name => name.length > 1,
  );
}

/** Converts only A to Z, like `lower` in PostgreSQL with the collation "C". */
export function lowerLatin(text: string): string {
  return OTHER_LETTERS.test(text)
    ? text.replaceAll(/[A-Z]/g, letter => letter.toLowerCase())
    : text.toLowerCase();
}

const OTHER_LETTERS = /[\u0080-\uffff]/;

/**
 * Other names of an airport, without those that equal its name: the keywords, the title of its article, which is often an
 * older name, and the city followed by `Airport` if the name lacks the city.
 */
function alternateNames({ name, keywords, municipality, wikipedia_link: link }: AirportRecord): string[] {
  const names = keywords.split(',').map(keyword => keyword.trim());
  const title = articleTitle(link);
  if (title !== undefined) names.push(title);
  const city = municipality
    .replaceAll(/\(.*?\)/g, ' ')
    .split(/[/,;]| - /)[0]
    ?.trim();
  const words = wordsOf(name).map(plain);
  if (city && endOf(words, wordsOf(city).map(plain)) === 0) names.push(`${city} Airport`);
  return [...new Set(names)].filter(other => other !== '' && other !== name);
}

const ARTICLE = /^https?:\/\/[a-z-]+(?:\.m)?\.wikipedia\.org\/wiki\/([^?#]+)/;
/** Some links lead to an article about the town. Its title must not become a name of the airport. */
const AIRPORT_TITLE = /air|aero|aéro|aeró|flug|flyg|luft|lotnisko|letišt|heliport|seaplane|bandar udara/i;

/** Returns the title of the linked article without an explanation in brackets and without commas, which separate names. */
function articleTitle(link: string): string | undefined {
  const encoded = ARTICLE.exec(link)?.[1];
  if (encoded === undefined) return undefined;
  const title = decoded(encoded)
    .replaceAll('_', ' ')
    .replaceAll(/\(.*?\)/g, ' ')
    .replaceAll(',', ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return AIRPORT_TITLE.test(title) ? title : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

const KIND =
  /\b(?:international|intercontinental|regional|national|municipal|metropolitan|airport|aeroporto|aeropuerto|aéroport|flughafen)\b/giu;
const MIN_LETTERS = 4;

/**
 * The common name of an airport, such as `Heathrow` for London Heathrow Airport. Removes words for the kind of airport
 * and everything up to the town. Null if fewer than four letters are left or nothing was removed.
 */
export function airportShortName(name: string, municipality: string | null): string | null {
  const words = wordsOf(name.replaceAll(/\(.*?\)/g, ' ').replaceAll(KIND, ' '));
  const towns = townNames(municipality).map(town => wordsOf(town).map(plain));
  const ends = towns.map(town => endOf(words.map(plain), town)).filter(end => end > 0);
  const rest = words.slice(Math.max(0, ...ends)).join(' ');
  return rest.length < MIN_LETTERS || rest === name ? null : rest;
}

/** Splits at spaces, slashes and hyphens. Hyphens separate the town from the rest, but also the parts of a name. */
function wordsOf(text: string): string[] {
  return text.split(/[\s–—/-]+/u).filter(word => word !== '');
}

function plain(word: string): string {
  return word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Returns the position after the last word of the town in the name, or 0 if the name does not contain the town. */
function endOf(words: readonly string[], town: readonly string[]): number {
  if (town.length === 0) return 0;
  for (let at = 0; at + town.length <= words.length; at++) {
    if (town.every((word, i) => words[at + i] === word)) return at + town.length;
  }
  return 0;
}
