/** Dependencies of the operator's catalogue operations. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../platform/database/connect.ts';

/** What the catalogue needs to know about the sale of its hotels. */
export interface HotelSales {
  /** The hotels with own inventory. */
  findOwn(db: Database, environment: Environment, hotelIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Codes of the providers that sell the hotel, in order of preference. */
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
