/** The content of an offer id: the search it came from, and the price and terms that were shown. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Call } from '../port/call.ts';
import type { PaymentType } from '../port/supplied-offer.ts';
import type { StayRequest } from '../port/supplier.ts';
import type { PenaltyWindow, Refundability, Terms } from '../terms/terms.ts';
import type { Exchange } from './priced-offer.ts';

/** The partner and environment that an offer id was issued to. Only they can read it. */
export interface OfferBearer {
  organisationId: string;
  environment: Environment;
}

/** The data that all offers of a search share. All amounts are in `market.currency`. */
export interface OfferSearch extends OfferBearer, StayRequest {
  testMode: boolean;
  /** Scenario selected for the search. The terms that it changed are part of the offer. */
  scenario: Call['scenario'];
  /** Always a whole number of seconds. */
  expiresAtMs: number;
}

export interface FrozenOffer {
  provider: string;
  hotelId: string;
  rateKey: string;
  fingerprint: string;
  payment: PaymentType;
  netMinor: number;
  sellingMinor: number;
  guestTotalMinor: number;
  exchange: Exchange | null;
  terms: FrozenTerms;
}

export interface FrozenTerms {
  refundability: Refundability;
  freeUntilMs: number | null;
  /** Only a digest if the windows did not fit. */
  windows: readonly PenaltyWindow[] | { digest: string };
  noShow: Terms['noShow'];
}
