/** Which hotels belong to a place. Pure. */
import type { FoundPlace } from './find-place-store.ts';

export type Extent = { place: number } | { radiusMetres: number };

/** No hotel lies in an airport: those of an airport are the ones around it. */
const AROUND_AIRPORT_METRES = 25_000;

/** Those that lie in it, unless a distance is asked for. */
export function extentOf({ id, type }: FoundPlace, radiusMetres: number | undefined): Extent {
  if (radiusMetres !== undefined) return { radiusMetres };
  return type === 'AIRPORT' ? { radiusMetres: AROUND_AIRPORT_METRES } : { place: id };
}
