/** Public ids of places. The same place has the same id in every installation, and it never changes. Pure. */
import { hashedId } from '../../platform/ids/hashed-id.ts';

/** The data source of a place. Ids are unique within a source. */
export type PlaceSource =
  | 'geonames'
  | 'geonames-admin1'
  | 'geonames-admin2'
  | 'iso-3166'
  | 'ourairports'
  | 'zone'
  /** Invented, and visible to sandbox keys only. */
  | 'sandbox';

export function placeIdOf(source: PlaceSource, sourceId: string): string {
  return hashedId('plc', `${source}:${sourceId}`);
}
