/** The data that hotel mapping receives from content sync. The supplier port defines the hotel. Pure. */
import type { SuppliedHotel, SuppliedTexts } from '../booking/port/supplied-content.ts';

export interface ProviderScope {
  /** `providers[].code`, for example `liteapi` or `liteapi-us`. */
  provider: string;
  environment: 'sandbox' | 'production';
}

export interface ContentPage {
  hotels: readonly SuppliedHotel[];
  /** Supplier ids that the supplier reports as removed. */
  removed: readonly string[];
  /**
   * Supplier ids of hotels that the supplier still has, but whose entries cannot be read. They stay as they are stored.
   */
  unreadable?: readonly string[] | undefined;
  /** Descriptions of known hotels in a further language. */
  texts?: SuppliedTexts | undefined;
}
