/** The part of the catalogue that mapping needs. The content area implements it, and `app/` passes it in. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { SuppliedHotelRoom } from '../booking/port/supplied-content.ts';
import type { Database } from '../platform/database/connect.ts';
import type { HotelEvidence } from './normal-form/normal-form.ts';

export interface OurHotel {
  hotelId: string;
  evidence: HotelEvidence;
  /** URLs. */
  photos: readonly string[];
}

export interface MappingCatalogue {
  /** Pages through the active hotels of a country, ordered by id. */
  listHotels(
    db: Database,
    environment: Environment,
    page: { country: string; after: string; limit: number },
  ): Promise<OurHotel[]>;
  /** Active hotels only, in any order. */
  findHotels(db: Database, environment: Environment, hotelIds: readonly string[]): Promise<OurHotel[]>;
  /** By hotel id. Includes hotels that are no longer active. */
  findNames(
    db: Database,
    environment: Environment,
    hotelIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;
  /** Active hotels within a few kilometres, nearest first. */
  listNear(db: Database, environment: Environment, point: { lat: number; lng: number }): Promise<OurHotel[]>;
  listRooms(db: Database, environment: Environment, hotelId: string): Promise<SuppliedHotelRoom[]>;
  hasOwnInventory(db: Database, environment: Environment, hotelId: string): Promise<boolean>;
  /**
   * Merges a hotel into another one. `alongside` runs in the same transaction, before the catalogue changes, and may
   * throw. Throws ApiError INVALID_STATE if an import or another merge is running.
   */
  merge<T>(
    db: Database,
    environment: Environment,
    hotels: MergedHotels,
    alongside: (tx: Database) => Promise<T>,
  ): Promise<T>;
  /** Makes a merged hotel active again, unless an import has changed it since then. Otherwise like `merge`. */
  unmerge<T>(
    db: Database,
    environment: Environment,
    hotels: MergedHotels,
    alongside: (tx: Database) => Promise<T>,
  ): Promise<T>;
}

export interface MergedHotels {
  hotelId: string;
  into: string;
}
