/** A place from a source before it is merged into the tables. */
import type { PlaceType } from '@serai/contract/content/place-item.ts';
import { type PlaceSource, placeIdOf } from '../../places/place-id.ts';
import type { CopyValue } from './copy-text.ts';

export interface StagedPlace {
  source: PlaceSource;
  sourceId: string;
  type: PlaceType;
  name: string;
  language: string;
  /** The name in ASCII, if the source provides it. */
  asciiName: string | null;
  /** Other names without a known language, separated by commas. */
  alternates: string | null;
  countryCode: string;
  regionCode: string | null;
  secondRegionCode: string | null;
  latitude: number;
  longitude: number;
  timeZone: string | null;
  population: number;
  featureCode: string | null;
  iataCode: string | null;
  weight: number;
  /** The town in an airport's record. */
  municipality: string | null;
  /** The common name of a large airport. */
  shortName: string | null;
  /** The ISO 3166-2 region code in an airport's record, for example `CA-NS`. */
  isoRegion: string | null;
  /** False if only the location is updated and the names stay unchanged. */
  hasNames: boolean;
}

/** Column definitions, in the order of `stagedPlaceRow`. */
export const STAGED_PLACE_COLUMNS = [
  'n integer',
  'source text',
  'source_id text',
  'place_id text',
  'type text',
  'name text',
  'language text',
  'ascii_name text',
  'alternates text',
  'country_code text',
  'region_code text',
  'second_region_code text',
  'latitude double precision',
  'longitude double precision',
  'time_zone text',
  'population bigint',
  'feature_code text',
  'iata_code text',
  'weight real',
  'municipality text',
  'short_name text',
  'iso_region text',
  'has_names boolean',
] as const;

export function stagedPlaceRow(n: number, place: StagedPlace): CopyValue[] {
  return [
    n,
    place.source,
    place.sourceId,
    placeIdOf(place.source, place.sourceId),
    place.type,
    place.name,
    place.language,
    place.asciiName,
    place.alternates,
    place.countryCode,
    place.regionCode,
    place.secondRegionCode,
    place.latitude,
    place.longitude,
    place.timeZone,
    place.population,
    place.featureCode,
    place.iataCode,
    place.weight,
    place.municipality,
    place.shortName,
    place.isoRegion,
    place.hasNames ? 't' : 'f',
  ];
}

/** A staged place's name in a known language. */
export interface StagedName {
  source: PlaceSource;
  sourceId: string;
  name: string;
  language: string;
  class: number;
}
