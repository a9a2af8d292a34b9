/**
 * The nights of a property side by side in typed arrays: what a search reads instead of rows. Values are as they count: what a plan
 * inherits is filled in, with the number of levels it came over.
 */

/** No limit, where 0 is a limit. */
export const NO_LIMIT = 65_535;

/** Prices of one kind, and over how many levels each was inherited. */
export interface Prices {
  /** NaN where there is none. */
  minor: Float64Array;
  /** Undefined where none was inherited. */
  level: Uint8Array | undefined;
}

/** What one room of one plan forbids, by night. */
export interface NightRules {
  stopSell: Uint8Array;
  closedToArrival: Uint8Array;
  closedToDeparture: Uint8Array;
  minStayArrival: Uint16Array;
  minStayThrough: Uint16Array;
  /** 0 is no limit. */
  maxStay: Uint16Array;
  minAdvance: Uint16Array;
  /** NO_LIMIT is no limit. */
  maxAdvance: Uint16Array;
}

/** One room of one plan, by night. Most name a price and nothing else, so that what they lack takes no memory. */
export interface RateCells {
  amount: Prices;
  /** By number of adults, from 1; empty unless PER_OCCUPANCY. */
  byAdults: readonly Prices[];
  /** Undefined where no night names one. */
  extraAdult: Prices | undefined;
  /** By band. */
  children: readonly (Prices | undefined)[];
  /** Undefined where no night has any. */
  rules: NightRules | undefined;
}

export interface StayCells {
  /** Where the night of arrival stands in all arrays; the day of departure stands in them too. */
  at: number;
  /** By slot. */
  rates: readonly RateCells[];
  /** Free rooms, by room type. */
  free: readonly Int32Array[];
}
