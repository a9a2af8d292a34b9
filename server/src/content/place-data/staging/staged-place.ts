import type { PlaceType } from '@serai/contract/content/place-item.ts';
import { type PlaceSource, placeIdOf } from '../../places/place-id.ts';
import type { CopyValue } from './copy-text.ts';

export interface StagedPlace {
  source: PlaceSource;
  sourceId: string;
  type: PlaceType;
  name: string;
  language: string;
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
  municipality: string | null;
  /** The common name of a large airport. */
  shortName: string | null;
  /** The ISO 3166-2 region code in an airport's record, for example `CA-NS`. */
  isoRegion: string | null;
  /** False if only the location is updated and the names stay unchanged. */
  hasNames: boolean;
}

const TYPES = {
  source: 'text',
  sourceId: 'text',
  type: 'text',
  name: 'text',
  language: 'text',
  asciiName: 'text',
  alternates: 'text',
  countryCode: 'text',
  regionCode: 'text',
  secondRegionCode: 'text',
  latitude: 'double precision',
  longitude: 'double precision',
  timeZone: 'text',
  population: 'bigint',
  featureCode: 'text',
  iataCode: 'text',
  weight: 'real',
  municipality: 'text',
  shortName: 'text',
  isoRegion: 'text',
  hasNames: 'boolean',
} as const satisfies Record<keyof StagedPlace, string>;
const FIELDS = Object.keys(TYPES) as (keyof StagedPlace)[];

/** Column definitions, in the order of `stagedPlaceRow`. */
export const STAGED_PLACE_COLUMNS: readonly string[] = [
  'n integer',
  'place_id text',
  ...FIELDS.map(name => `${name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)} ${TYPES[name]}`),
];

export function stagedPlaceRow(n: number, place: StagedPlace): CopyValue[] {
  return [n, placeIdOf(place.source, place.sourceId), ...FIELDS.map(name => place[name])];
}

export interface StagedName {
  source: PlaceSource;
  sourceId: string;
  name: string;
  language: string;
  class: number;
}
