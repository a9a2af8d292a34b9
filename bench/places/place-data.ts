/** What the benchmark of places works on. */
import type {
  IndexedName,
  IndexedPlace,
} from '../../server/src/content/places/search-index/indexed-place.ts';

export interface PlaceCase {
  query: string;
  language: string | undefined;
  set: 'public' | 'generated';
  kind: string;
  /** The place that is meant: one of `ids`, or one of this name in this country close to this point. */
  name: string;
  country: string;
  latitude: number;
  longitude: number;
  ids: readonly string[];
}

export interface PlaceData {
  origin: string;
  places: IndexedPlace[];
  names: IndexedName[];
  cases: PlaceCase[];
}
