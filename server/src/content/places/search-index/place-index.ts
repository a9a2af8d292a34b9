/**
 * The place index as everybody else sees it. Places are named by ordinals, which are ranks: 0 has the greatest weight.
 * They are not the ordinals given to the builder, and mean something within one index only.
 */
import type { MatchKind, PlaceType } from '@serai/contract/content/place-item.ts';
import type { BoundingBox } from './indexed-place.ts';

export interface PlaceQuery {
  query: string;
  types?: readonly PlaceType[] | undefined;
  countryCodes?: readonly string[] | undefined;
  language?: string | undefined;
  near?: { latitude: number; longitude: number } | undefined;
  /** A place that is not found, by its ordinal. */
  hidden?: number | undefined;
  limit: number;
}

export interface PlaceHit {
  place: number;
  kind: MatchKind;
  /** The name that met the query, for `nameText`; -1 where it reads like the name shown in the asked language. */
  alias: number;
  /** UTF-16 units of the alias, or else of the name shown. */
  ranges: { start: number; end: number }[];
  /** 0 to 1. */
  score: number;
}

export interface ShownName {
  text: string;
  language: string;
}

export interface NearbyAirport {
  airport: number;
  distanceMetres: number;
}

export interface PlaceIndex {
  readonly dataVersion: number;
  readonly placeCount: number;
  readonly nameCount: number;
  /** Best first; the same question always gets the same answer. */
  search(query: PlaceQuery): PlaceHit[];
  /** -1 where there is no such place. */
  ordinalOf(placeId: string): number;
  placeId(place: number): string;
  type(place: number): PlaceType;
  countryCode(place: number): string;
  iataCode(place: number): string | null;
  location(place: number): { latitude: number; longitude: number };
  weight(place: number): number;
  boundingBox(place: number): BoundingBox | null;
  /** In the asked language, else its primary subtag, else the canonical name. */
  name(place: number, language?: string): ShownName;
  /** Its own name, then its region and its country, in the asked language where they have one. */
  displayName(place: number, language?: string): string;
  /** A name as written, by the id a hit has as `alias`. */
  nameText(name: number): string;
  /** -1 for none. */
  parent(place: number): number;
  /** From the country down to the nearest. */
  ancestors(place: number): number[];
  /** Places whose parent this is; for a zone its members. Greatest weight first. */
  children(place: number): Int32Array;
  /** The one a traveller means first. */
  airports(place: number): NearbyAirport[];
  /** Zones that the place is a member of. */
  zones(place: number): Int32Array;
}
