/**
 * What the booking area reports to the mapping area: signs that a supplier's hotel is mapped to the wrong hotel, and
 * searches for hotels to which no supplier id is mapped. The mapping area implements the interface, and `app/` connects
 * the two. No request waits for a report.
 */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { SoldHotel } from './port/supplier.ts';

export interface MappedSale {
  environment: Environment;
  provider: string;
  hotelId: string;
}

/** The search in which a price was found. */
export interface SearchedStay {
  /** Identifies the stay. Repeated reports of one stay count once. */
  stay: string;
  organisationId: string;
}

export interface MappingAlarms {
  /** Whether a price is so far from the median of other suppliers that the mapping may be wrong. */
  isFarPrice(priceMinor: number, medianMinor: number): boolean;
  reportFarPrice(sale: MappedSale, searched: SearchedStay): void;
  /** The provider named another hotel. A mapping that was decided after `soldAtMs` is not affected. */
  reportOtherHotel(sale: MappedSale, soldAtMs: number): void;
  reportUnmapped(search: UnmappedSearch): void;
}

/** A search needed the hotels in `asked`, but only those in `sold` are mapped at the provider. */
export interface UnmappedSearch {
  environment: Environment;
  organisationId: string;
  asked: readonly SoldHotel[];
  sold: readonly SoldHotel[];
}

/** For processes without hotel mapping. */
export const NO_ALARMS: MappingAlarms = {
  isFarPrice: () => false,
  reportFarPrice() {},
  reportOtherHotel() {},
  reportUnmapped() {},
};
