/** A hotel of the catalogue: its id, its record while it is written, and the part that is stored as JSON. */
import type { CatalogueHotel, CatalogueRoom } from '@serai/contract/catalogue/catalogue-file.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { hashedId } from '../../platform/ids/hashed-id.ts';

/** Passed between the steps that write hotels. */
export interface CatalogueWrite {
  environment: Environment;
  /** From `writeCatalogue`. */
  changeId: number;
}

/** A hotel about to be written. `mergedInto` is a hotel id as well. Each id occurs once in a batch. */
export type IdentifiedHotel = Omit<CatalogueHotel, 'hotelId' | 'mergedInto'> & {
  hotelId: string;
  mergedInto?: string | undefined;
};

/** The JSON of a hotel in its table: the record of the catalogue file without its status and rooms. */
export type HotelContent = Omit<IdentifiedHotel, 'rooms' | 'status' | 'mergedInto'>;
/** The JSON of a room in its table. */
export type RoomContent = Omit<CatalogueRoom, 'status' | 'mergedInto'>;
export type RecordStatus = IdentifiedHotel['status'];

/** Derives the public id of a hotel from the operator's own id. The result never changes. */
export function hotelIdOf(environment: Environment, sourceId: string): string {
  return hashedId('htl', `${environment}:${sourceId}`);
}
