/** Parses a line of citiesN.txt or allCountries.txt from GeoNames, with 19 columns. Pure. */
import { placeWeight } from '../place-weight.ts';
import type { StagedPlace } from '../staging/staged-place.ts';

export const CITY_COLUMNS = 19;
const MAX_NAME_LENGTH = 200;

/** Feature codes of abandoned, destroyed, historical and religious places, which are left out. */
const ABANDONED = new Set(['PPLQ', 'PPLW', 'PPLH', 'PPLCH', 'PPLR']);
const SEAT = /^PPL(?:C|G|A[2-5]?)$/;

/** A country or first-level region. The files of names refer to it by its GeoNames id. */
export interface AreaLine {
  kind: 'area';
  geonameId: number;
  area: string;
}

export type CityLine =
  | { kind: 'place'; geonameId: number; place: StagedPlace }
  | AreaLine
  /** A settlement whose population is below the requested minimum. */
  | { kind: 'small'; geonameId: number }
  | { kind: 'other'; geonameId: number }
  | { kind: 'problem'; problem: string };

const problem = (text: string): CityLine => ({ kind: 'problem', problem: text });

export function parseCityLine(line: string, minPopulation: number): CityLine {
  const fields = line.split('\t');
  if (fields.length !== CITY_COLUMNS) {
    return problem(`expected ${CITY_COLUMNS} columns, found ${fields.length}`);
  }
  const geonameId = parseGeonameId(fields[0]);
  if (geonameId === undefined) return problem(`"${clip(fields[0])}" is not a valid GeoNames id`);
  const featureClass = fields[6];
  if (featureClass === 'A') return areaLine(fields, geonameId);
  if (featureClass !== 'P') return { kind: 'other', geonameId };
  return placeLine(fields, geonameId, minPopulation);
}

function areaLine(fields: readonly string[], geonameId: number): CityLine {
  const [code, country, region] = [fields[7], fields[8], fields[10]];
  if (country === '' || country === undefined) return { kind: 'other', geonameId };
  if (/^PCL[IDSFX]?$/.test(code ?? '')) return { kind: 'area', geonameId, area: country };
  if (code === 'ADM1' && region) return { kind: 'area', geonameId, area: `${country}.${region}` };
  return { kind: 'other', geonameId };
}

function placeLine(fields: readonly string[], geonameId: number, minPopulation: number): CityLine {
  const [, name = '', asciiName, alternates, latitudeText, longitudeText, , featureCode = ''] = fields;
  const countryCode = fields[8] ?? '';
  if (name.trim() === '') return problem('the name is empty');
  if (name.length > MAX_NAME_LENGTH) return problem(`the name has more than ${MAX_NAME_LENGTH} characters`);
  const latitude = parseDegrees(latitudeText, 90);
  if (latitude === undefined) return problem(`"${clip(latitudeText)}" is not a valid latitude`);
  const longitude = parseDegrees(longitudeText, 180);
  if (longitude === undefined) return problem(`"${clip(longitudeText)}" is not a valid longitude`);
  const population = parsePopulation(fields[14]);
  if (population === undefined) return problem(`"${clip(fields[14])}" is not a valid population`);
  if (countryCode !== '' && !/^[A-Z]{2}$/.test(countryCode)) {
    return problem(`"${clip(countryCode)}" is not a valid country code`);
  }
  if (countryCode === '' || ABANDONED.has(featureCode)) return { kind: 'other', geonameId };
  if (population < minPopulation && !SEAT.test(featureCode)) return { kind: 'small', geonameId };
  const type = featureCode === 'PPLX' ? 'DISTRICT' : 'CITY';
  const place: StagedPlace = {
    source: 'geonames',
    sourceId: String(geonameId),
    type,
    name,
    language: 'und',
    asciiName: asciiName || null,
    alternates: alternates || null,
    countryCode,
    regionCode: fields[10] || null,
    secondRegionCode: fields[11] || null,
    latitude,
    longitude,
    timeZone: fields[17] || null,
    population,
    featureCode: featureCode || null,
    iataCode: null,
    weight: placeWeight({ type, population, featureCode, otherNames: countNames(alternates) }),
    municipality: null,
    shortName: null,
    isoRegion: null,
    hasNames: true,
  };
  return { kind: 'place', geonameId, place };
}

function countNames(alternates: string | undefined): number {
  if (!alternates) return 0;
  let names = 1;
  for (let at = alternates.indexOf(','); at >= 0; at = alternates.indexOf(',', at + 1)) names++;
  return names;
}

export function parseGeonameId(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
}

export function parseDegrees(text: string | undefined, limit: number): number | undefined {
  if (text === undefined || !/^-?\d{1,3}(?:\.\d+)?$/.test(text)) return undefined;
  const degrees = Number(text);
  return Math.abs(degrees) <= limit ? degrees : undefined;
}

function parsePopulation(text: string | undefined): number | undefined {
  if (text === '') return 0;
  return text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}

export function clip(text: string | undefined): string {
  return text === undefined ? '' : text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
