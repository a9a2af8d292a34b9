import type { PlaceType } from '@serai/contract/content/place-item.ts';
import type {
  IndexedName,
  IndexedPlace,
} from '../../server/src/content/places/search-index/indexed-place.ts';

export interface PlaceCase {
  query: string;
  language: string | undefined;
  set: 'public' | 'generated';
  kind: string;
  /** The expected place: one of `ids`, or a place with this name in this country near this point. */
  name: string;
  country: string;
  latitude: number;
  longitude: number;
  ids: readonly string[];
  /** Descriptions of these places, for data in which they have other ids. */
  places: readonly DescribedPlace[];
}

export interface DescribedPlace {
  type: PlaceType;
  name: string;
  countryCode: string;
  latitude: number;
  longitude: number;
}

export interface PlaceData {
  origin: string;
  places: IndexedPlace[];
  names: IndexedName[];
  cases: PlaceCase[];
}
