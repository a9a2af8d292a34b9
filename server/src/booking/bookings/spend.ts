/** The amount that a booking counts towards the spend limit of its key. Pure. */
import { convertMinor } from '../../platform/money/convert-minor.ts';

/** Frozen in the quote. */
export interface SpendTerms {
  /** The currency of the limit. */
  currency: string;
  /** One unit of the quote's currency in the currency of the limit. Null if they are the same. */
  rate: string | null;
}

/** The amount of a new booking, and the limit for all bookings with its API key. */
export interface Spend extends SpendTerms {
  minor: number;
  /** For the bookings of the last 24 hours together. Null for no limit. */
  perDayMinor: number | null;
}

/** In the currency of the limit, rounded half up. */
export function spentMinor({ currency, rate }: SpendTerms, from: string, netMinor: number): number {
  return rate === null ? netMinor : convertMinor(netMinor, { from, to: currency, rate });
}
