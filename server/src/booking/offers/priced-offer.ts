/** An offer in the requested currency with its computed terms. Searches compare such offers, and quotes store them. */
import type { BoardCode } from '@serai/contract/shared/lodging.ts';
import type {
  PaymentType,
  StayCharge,
  SuppliedBed,
  SuppliedCharge,
  SuppliedText,
} from '../port/supplied-offer.ts';
import type { FrozenPricing } from '../pricing-port.ts';
import type { Terms } from '../terms/terms.ts';

export interface PricedOffer {
  provider: string;
  rateKey: string;
  /** Identifies the product regardless of who sells it. */
  fingerprint: string;
  board: BoardCode;
  payment: PaymentType;
  currency: string;
  netMinor: number;
  sellingMinor: number;
  rooms: readonly PricedRoom[];
  charges: readonly SuppliedCharge[];
  terms: Terms;
  promotions: readonly SuppliedText[];
  /** The cost in the supplier's currency. */
  supplier: { currency: string; netMinor: number };
  /** The cost of each room in the currency of the offer, and the rules that turned it into net. Partners never see it. */
  pricing: FrozenPricing;
  /** Null if the two currencies are the same. */
  exchange: Exchange | null;
  fetchedAtMs: number;
  isCached?: boolean;
  /** Until when the supplier guarantees the offer. Omitted if the supplier sets no end. */
  endsAtMs?: number;
}

export interface PricedRoom {
  /** If null, the room is not in the catalogue, and `name` is set. */
  roomCode: string | null;
  name?: SuppliedText;
  beds?: readonly SuppliedBed[];
  allotment: number | null;
  netMinor: number;
  /** Null if the supplier reports no nightly prices, or if a search does not show them. */
  nightlyMinor: readonly number[] | null;
  stayCharges: readonly StayCharge[];
}

export interface Exchange {
  from: string;
  to: string;
  /** Units of `to` per unit of `from`, as a decimal string. */
  rate: string;
  asOfMs: number;
}

/** The total that the guest pays: the selling price plus all charges due at the property whose amount is known. */
export function guestTotal({ sellingMinor, charges }: Pick<PricedOffer, 'sellingMinor' | 'charges'>): number {
  let total = sellingMinor;
  for (const { collection, amountMinor } of charges) {
    if (collection === 'PAY_AT_PROPERTY') total += amountMinor ?? 0;
  }
  return total;
}
