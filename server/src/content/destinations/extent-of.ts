/** Which hotels belong to a place. Pure. */
import type { FoundPlace } from './find-place-store.ts';

/** The hotels in a place, with their approximate number, or those within a distance. */
export type Extent = { place: number; hotels: number } | { radiusMetres: number };

export function extentOf({ id, hotelCount }: FoundPlace, radiusMetres: number | undefined): Extent {
  return radiusMetres === undefined ? { place: id, hotels: hotelCount } : { radiusMetres };
}
