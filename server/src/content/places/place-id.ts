/** Public ids of places. A place has the same id in every installation, and the id never changes. Pure. */
import { hashedId } from '../../platform/ids/hashed-id.ts';

/** The data source of a place. Ids are unique within a source. */
export type PlaceSource =
  | 'geonames'
  | 'geonames-admin1'
  | 'geonames-admin2'
  | 'iso-3166'
  | 'ourairports'
  | 'zone'
  /** Invented places that only sandbox keys can see. */
  | 'sandbox';

export function placeIdOf(source: PlaceSource, sourceId: string): string {
  return hashedId('plc', `${source}:${sourceId}`);
}
