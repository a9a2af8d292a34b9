/** A row of OurAirports' airports.csv by the names of its columns, 18 or 19 of them. Pure. */
import { airportFeatureCode, airportKindOf } from '../airport-size.ts';
import { placeWeight } from '../place-weight.ts';
import type { StagedPlace } from '../staging/staged-place.ts';
import { airportShortName } from './airport-short-name.ts';
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
  'keywords',
] as const;

export type AirportRecord = Readonly<Record<(typeof AIRPORT_COLUMNS)[number], string>>;

export type ParsedAirport =
  | { kind: 'place'; place: StagedPlace }
  /** Without a code, or closed. */
  | { kind: 'other' }
  | { kind: 'problem'; problem: string };

const problem = (text: string): ParsedAirport => ({ kind: 'problem', problem: text });

export function parseAirport(record: AirportRecord): ParsedAirport {
  const { ident, type, name, municipality, keywords } = record;
  if (ident === '') return problem('the ident is empty');
  const latitude = parseDegrees(record.latitude_deg, 90);
  if (latitude === undefined) return problem(`"${clip(record.latitude_deg)}" is no latitude`);
  const longitude = parseDegrees(record.longitude_deg, 180);
  if (longitude === undefined) return problem(`"${clip(record.longitude_deg)}" is no longitude`);
  const { iata_code: iataCode, iso_country: countryCode } = record;
  if (iataCode === '' || type === 'closed') return { kind: 'other' };
  if (!/^[A-Z0-9]{3}$/.test(iataCode)) return problem(`"${clip(iataCode)}" is no IATA code`);
  if (name.trim() === '') return problem('the name is empty');
  if (!/^[A-Z]{2}$/.test(countryCode)) return problem(`"${clip(countryCode)}" is no country code`);
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
      alternates: keywords || null,
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
      municipality: municipality || null,
      shortName: airport.size === 'large' ? airportShortName(name, municipality || null) : null,
      isoRegion: record.iso_region || null,
      tellsNames: true,
    },
  };
}
