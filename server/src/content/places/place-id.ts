/** Public ids of places. Pure: the same place has the same id on every installation, for ever. */
import { hashedId } from '../../platform/ids/hashed-id.ts';

/** Where a place comes from; its id there is unique within one source. */
export type PlaceSource =
  | 'geonames'
  | 'geonames-admin1'
  | 'geonames-admin2'
  | 'iso-3166'
  | 'ourairports'
  | 'zone'
  /** Invented, and shown to sandbox keys alone. */
  | 'sandbox';

export function placeIdOf(source: PlaceSource, sourceId: string): string {
  return hashedId('plc', `${source}:${sourceId}`);
}
