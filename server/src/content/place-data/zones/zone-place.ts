/** A tourism zone: a named area, or a named list of places. */
import type { AreaGeometry } from '../context/zone-shape.ts';

export interface Zone {
  id: string;
  name: string;
  language: string;
  /** In other languages, by language tag. */
  names: Readonly<Record<string, string>>;
  /** Null where its places tell. */
  countryCode: string | null;
  /** Either an area or place ids. */
  geometry: AreaGeometry | null;
  members: readonly string[] | null;
}
