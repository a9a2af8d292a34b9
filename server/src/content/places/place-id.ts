/** Public ids of places. Pure: the same place has the same id on every installation, for ever. */
import { hash } from 'node:crypto';

/** Where a place comes from; its id there is unique within one source. */
export type PlaceSource =
  | 'geonames'
  | 'geonames-admin1'
  | 'geonames-admin2'
  | 'iso-3166'
  | 'ourairports'
  | 'zone';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 12;

export function placeIdOf(source: PlaceSource, sourceId: string): string {
  const bytes = hash('sha256', `${source}:${sourceId}`, 'buffer');
  let id = 'plc_';
  for (let i = 0; i < LENGTH; i++) {
    const bit = i * 5;
    const pair = ((bytes[bit >> 3] as number) << 8) | (bytes[(bit >> 3) + 1] as number);
    id += CROCKFORD[(pair >> (11 - (bit & 7))) & 31];
  }
  return id;
}
