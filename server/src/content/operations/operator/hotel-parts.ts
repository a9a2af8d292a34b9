/** What the operator's operations on the catalogue are made with. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../platform/database/connect.ts';

/** What the catalogue asks of those who sell its hotels. */
export interface HotelSales {
  /** Those of the hotels that have rooms of our own. */
  findOwn(db: Database, environment: Environment, hotelIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Codes of the providers that have the hotel, by preference. */
  findSellers(environment: Environment, hotel: HotelOnSale): Promise<string[]>;
}

export interface HotelOnSale {
  hotelId: string;
  countryCode: string;
  timeZone: string | null;
  stars: number | null;
  rooms: readonly { roomCode: string; maxTotal: number; maxAdults: number; maxChildren: number }[];
}

export interface HotelParts {
  /** Signs the cursors of lists. */
  cursorKey: Buffer;
  sales: HotelSales;
}
