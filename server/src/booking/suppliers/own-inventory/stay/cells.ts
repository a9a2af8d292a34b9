/**
 * The nights of a property in typed arrays, which searches read instead of rows. Inherited values are filled in, together with
 * their level of inheritance.
 */

/** Means "no limit" in fields in which 0 is a valid limit. */
export const NO_LIMIT = 65_535;

/** Prices of one kind, and the number of levels over which each was inherited. */
export interface Prices {
  /** NaN where there is no price. */
  minor: Float64Array;
  /** Undefined if no price was inherited. */
  level: Uint8Array | undefined;
}

export interface NightRules {
  stopSell: Uint8Array;
  closedToArrival: Uint8Array;
  closedToDeparture: Uint8Array;
  minStayArrival: Uint16Array;
  minStayThrough: Uint16Array;
  /** 0 means no limit. */
  maxStay: Uint16Array;
  minAdvance: Uint16Array;
  /** `NO_LIMIT` instead of 0, because 0 is a valid limit. */
  maxAdvance: Uint16Array;
}

/** One room and plan, by night. Most nights have only a price, so unused parts are omitted to save memory. */
export interface RateCells {
  amount: Prices;
  /** Indexed by number of adults, starting at 1. Empty unless the price model is PER_OCCUPANCY. */
  byAdults: readonly Prices[];
  /** Undefined if no night sets this price. */
  extraAdult: Prices | undefined;
  /** Indexed by age band. */
  children: readonly (Prices | undefined)[];
  /** Undefined if no night has restrictions. */
  rules: NightRules | undefined;
}

export interface StayCells {
  /** Index of the arrival night in all arrays. The arrays also include the day of departure. */
  at: number;
  /** Indexed by slot. */
  rates: readonly RateCells[];
  /** Free rooms, indexed by room type. */
  free: readonly Int32Array[];
}
