/** A stored quote: the offer, its terms, and what is required to book it. Pure. */
import { hash } from 'node:crypto';
import type { QuotedOffer } from '@serai/contract/booking/offer.ts';
import type { PrebookingAnswer } from '@serai/contract/booking/prebooking.ts';
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import type { QuoteRow } from '../../platform/database/generated/tables.ts';
import type { BillingTerms } from '../billing-port.ts';
import type { SpendTerms } from '../bookings/spend.ts';
import type { HotelHeader } from '../catalogue.ts';
import type { PricedOffer } from '../offers/priced-offer.ts';
import type { Requirements, StayRequest } from '../port/supplier.ts';
import type { FrozenPricing } from '../pricing-port.ts';
import type { Terms } from '../terms/terms.ts';

/** Contains no personal data. */
export interface QuoteContent {
  stay: StayRequest;
  hotel: HotelHeader;
  offer: QuotedOffer;
  terms: Terms;
  /** Cost, rules and exchange rates. Missing in quotes of earlier versions, which were sold at cost. */
  pricing?: FrozenPricing;
  requirements: Requirements;
  /** Omitted if the booking will not be billed. */
  billing?: BillingTerms | undefined;
  /**
   * Omitted if the key that requested the quote has no spend limit, its limit is in the currency of the quote, or there
   * was no exchange rate.
   */
  spend?: SpendTerms | undefined;
  /** The supplier's own words about price and terms. Stored with the booking. Omitted without requests over HTTP. */
  exchanges?: readonly ProviderExchange[] | undefined;
}

export interface Quote extends Omit<QuoteRow, 'content' | 'status'> {
  status: PrebookingAnswer['status'];
  content: QuoteContent;
}

const LENGTH = 32;

/** Identifies the price and terms of a quote, independently of provider and time. Descriptions are ignored. */
export function termsHash(
  offer: Omit<PricedOffer, 'provider' | 'rateKey' | 'fetchedAtMs' | 'pricing'>,
): string {
  const { terms } = offer;
  const text = JSON.stringify([
    offer.board,
    offer.payment,
    offer.currency,
    offer.netMinor,
    offer.sellingMinor,
    offer.rooms.map(({ roomCode, name, netMinor, nightlyMinor, stayCharges }) => [
      roomCode ?? name?.text,
      netMinor,
      nightlyMinor,
      stayCharges.map(({ code, amountMinor }) => [code, amountMinor]),
    ]),
    offer.charges.map(charge => [
      charge.code,
      charge.type,
      charge.basis,
      charge.collection,
      charge.amountMinor,
      ...(charge.amountMinor === null ? [charge.percent, charge.local] : []),
    ]),
    terms.refundability,
    terms.freeUntilMs,
    terms.deadlineSource,
    terms.timeZone,
    terms.windows.map(({ fromMs, toMs, penaltyMinor }) => [fromMs, toMs, penaltyMinor]),
    terms.noShow && [terms.noShow.penaltyMinor, terms.noShow.fromMs],
  ]);
  return `trm_${hash('sha256', text, 'hex').slice(0, LENGTH)}`;
}
