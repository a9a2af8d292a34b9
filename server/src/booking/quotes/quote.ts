/** A quote as it is stored: what was offered, on which terms, and what booking it needs. */
import type { QuotedOffer } from '@serai/contract/booking/offer.ts';
import type { PrebookingAnswer } from '@serai/contract/booking/prebooking.ts';
import type { QuoteRow } from '../../platform/database/generated/tables.ts';
import type { HotelHeader } from '../hotel-view.ts';
import type { Requirements, StayRequest } from '../port/supplier.ts';
import type { Terms } from '../terms/terms.ts';

/** Names nobody. */
export interface QuoteContent {
  stay: StayRequest;
  hotel: HotelHeader;
  /** As shown. */
  offer: QuotedOffer;
  terms: Terms;
  requirements: Requirements;
}

export interface Quote extends Omit<QuoteRow, 'content' | 'status'> {
  status: PrebookingAnswer['status'];
  content: QuoteContent;
}
