import type { CatalogueHotel, CatalogueRoom } from '@serai/contract/catalogue/catalogue-file.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { hashedId } from '../../platform/ids/hashed-id.ts';

export interface CatalogueWrite {
  environment: Environment;
  /** The change id from `writeCatalogue`. */
  changeId: number;
}

/**
 * A hotel that is about to be written. `mergedInto` is a hotel id, not a `sourceId`. Each id occurs once in a batch.
 */
export type IdentifiedHotel = Omit<CatalogueHotel, 'hotelId' | 'mergedInto'> & {
  hotelId: string;
  mergedInto?: string | undefined;
};

/**
 * The JSON column of the hotel table: the record from the catalogue file without `status`, `mergedInto` and `rooms`.
 */
export type HotelContent = Omit<IdentifiedHotel, 'rooms' | 'status' | 'mergedInto'>;
export type RoomContent = Omit<CatalogueRoom, 'status' | 'mergedInto'>;
export type RecordStatus = IdentifiedHotel['status'];

/**
 * Derives the public id of a hotel from the environment and the operator's own id. The same input always gives the same
 * id.
 */
export function hotelIdOf(environment: Environment, sourceId: string): string {
  return hashedId('htl', `${environment}:${sourceId}`);
}
