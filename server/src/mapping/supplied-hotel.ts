/** What hotel mapping receives from suppliers. The supplier port defines the hotel itself. Pure. */
import type { SuppliedHotel } from '../booking/port/supplied-content.ts';

/** One configured source of rooms: a provider code in one environment. */
export interface ProviderScope {
  /** `providers[].code`, for example `liteapi` or `liteapi-us`. */
  provider: string;
  environment: 'sandbox' | 'production';
}

/** One page of a supplier's content. */
export interface ContentPage {
  hotels: readonly SuppliedHotel[];
  /** Supplier ids that the supplier reports as removed. */
  removed: readonly string[];
}
