/** The input of the index builder: places in the order of their ordinals, and their names. */
import type { PlaceType } from '@serai/contract/content/place-item.ts';

export interface BoundingBox {
  south: number;
  west: number;
  north: number;
  east: number;
}

/** References to other places are ordinals, that is, positions in the sequence of places that the builder receives. */
export interface IndexedPlace {
  placeId: string;
  type: PlaceType;
  name: string;
  /** `und` if the language is unknown. */
  language: string;
  countryCode: string;
  /** The code of the first-level division, alone (`TX`) or after its country (`US.TX`). */
  regionCode?: string | null;
  latitude: number;
  longitude: number;
  iataCode: string | null;
  /** How likely users are to mean this place among others with the same name, from 0 to 1. */
  weight: number;
  /** -1 if the place has no parent. */
  parent: number;
  boundingBox?: BoundingBox | null;
  /** Up to three airports. The airport that travellers usually mean comes first. */
  airports: readonly { airport: number; distanceMetres: number }[];
  zones: readonly number[];
}

/** 0 canonical; 1 preferred, English or local; 2 major language; 3 other; 4 code; 5 historic. */
export type NameClass = 0 | 1 | 2 | 3 | 4 | 5;

export interface IndexedName {
  place: number;
  name: string;
  language: string;
  class: NameClass;
}
