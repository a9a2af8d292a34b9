/** An offer in the currency of its request, with its terms reckoned: what searches compare and quotes freeze. */

import type { BoardCode } from '@serai/contract/shared/lodging.ts';
import type { PaymentType, StayCharge, SuppliedCharge, SuppliedText } from '../port/supplied-offer.ts';
import type { Terms } from '../terms/terms.ts';

export interface PricedOffer {
  /** Code of the provider that sells it. */
  provider: string;
  rateKey: string;
  /** The same product, whoever sells it: hotel, rooms, board, refundability. */
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
  /** What the supplier asks, in its own currency. */
  supplier: { currency: string; netMinor: number };
  /** Present when the two currencies differ. */
  exchange: Exchange | null;
  fetchedAtMs: number;
  /** It was fetched for an earlier search. */
  isKept?: boolean;
  /** The supplier's own end of it; absent where it sets none. */
  endsAtMs?: number;
}

export interface PricedRoom {
  roomCode: string;
  allotment: number | null;
  netMinor: number;
  nightlyMinor: readonly number[];
  stayCharges: readonly StayCharge[];
}

export interface Exchange {
  from: string;
  to: string;
  /** One unit of `from` in `to`, as a decimal string. */
  rate: string;
  asOfMs: number;
}
