/** The dependencies of the pricing operations. Other areas implement the interfaces, and `app/` passes them. */
import type { RuleConditions } from '@serai/contract/pricing/rule-conditions.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { RecordAudit } from '../../platform/operations/operator/audit-entry.ts';
import type { LiveRules } from '../live-rules.ts';
import type { FrozenRule } from '../price-search.ts';

export interface PricingParts {
  rules: LiveRules;
  known: KnownValues;
  sold: SoldOffers;
  recordAudit: RecordAudit;
  cursorKey: Buffer;
  clock: Clock;
}

export interface KnownValues {
  /** Returns the values in conditions that match no existing partner, provider, hotel, chain or place. */
  listUnknown(
    db: Database,
    conditions: RuleConditions,
  ): Promise<{ condition: keyof RuleConditions; value: string }[]>;
}

/** An offer, quote or booking with its cost and all values that rules are matched against. */
export interface SoldOffer {
  id: string;
  partnerId: string;
  partnerGroups: readonly string[];
  environment: Environment;
  provider: string;
  hotel: {
    hotelId: string;
    timeZone: string | null;
    stars: number | null;
    chainCode: string | null;
    placeIds: readonly string[];
  };
  board: string;
  refundability: string;
  ratePlan: string | null;
  checkIn: string;
  nights: number;
  nationality: string;
  pricedAt: Date;
  currency: string;
  supplier: { currency: string; netMinor: number };
  exchange: { from: string; to: string; rate: string } | null;
  /** In `currency`. */
  roomCosts: readonly number[];
  leastSellingMinor: number | null;
  /**
   * The rules and exchange rates with which the quote was priced. Undefined for an offer, which is priced with the
   * current rules.
   */
  frozen: { rules: readonly FrozenRule[]; rates: Readonly<Record<string, string>> } | undefined;
  /** Current exchange rates to `currency`. */
  rateFrom(from: string): string | undefined;
}

export type SoldKey = { bookingId: string } | { quoteId: string } | { offerId: string };

export interface QuoteFilter {
  environment?: Environment | undefined;
  partnerId?: string | undefined;
  hotelId?: string | undefined;
  limit: number;
  /** Number of latest quotes that are compared with the filter. */
  searched: number;
}

export interface SoldOffers {
  /**
   * Returns undefined if there is no such offer, quote or booking. Throws ApiError if the provider no longer sells the
   * offer.
   */
  find(db: Database, key: SoldKey): Promise<SoldOffer | undefined>;
  /** The latest quotes, newest first. */
  listQuotes(db: Database, filter: QuoteFilter): Promise<SoldOffer[]>;
}
