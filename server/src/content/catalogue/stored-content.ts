/**
 * What the tables store of hotels and rooms besides their columns: the record of the catalogue file without its
 * state.
 */
import type { CatalogueRoom } from '@serai/contract/catalogue/catalogue-file.ts';
import type { IdentifiedHotel } from './writing/catalogue-write.ts';

export type HotelContent = Omit<IdentifiedHotel, 'rooms' | 'status' | 'mergedInto'>;
export type RoomContent = Omit<CatalogueRoom, 'status' | 'mergedInto'>;

export type RecordStatus = IdentifiedHotel['status'];
