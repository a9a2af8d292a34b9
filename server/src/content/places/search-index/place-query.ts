import type { MatchKind, PlaceType } from '@serai/contract/content/place-item.ts';
import type { Point } from '../sphere.ts';

export interface PlaceQuery {
  query: string;
  types?: readonly PlaceType[] | undefined;
  countryCodes?: readonly string[] | undefined;
  language?: string | undefined;
  /** Boosts places close to this point. */
  near?: Point | undefined;
  /** The ordinal of a place that must not be found. */
  hidden?: number | undefined;
  limit: number;
}

export interface PlaceHit {
  /** The ordinal of the place. */
  place: number;
  kind: MatchKind;
  /** The name that matched, for `nameText`, or -1 if it equals the name shown in the requested language. */
  alias: number;
  /** The matched parts, in UTF-16 units of the alias, or of the shown name if there is no alias. */
  ranges: { start: number; end: number }[];
  /** From 0 to 1. */
  score: number;
}
