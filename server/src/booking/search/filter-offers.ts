/** Pure. Whether an offer is one that the request wants to see. */
import type { AvailabilityRequest } from '@serai/contract/booking/availability.ts';
import { compareDecimals } from '@serai/contract/shared/compare-decimals.ts';
import { toMoney } from '../../platform/money/minor-units.ts';
import type { PricedOffer } from '../offers/priced-offer.ts';

type Filters = NonNullable<AvailabilityRequest['filters']>;

/** All but the price, which is that of the product: the cheapest offer of those that pass here. */
export function offerFilter(filters: Filters = {}): (offer: PricedOffer) => boolean {
  const { refundableOnly, boards, paymentTypes, freeCancellationUntil } = filters;
  const boardSet = boards && new Set<string>(boards);
  const paymentSet = paymentTypes && new Set<string>(paymentTypes);
  const freeUntilMs = freeCancellationUntil === undefined ? undefined : Date.parse(freeCancellationUntil);
  return offer => {
    if (refundableOnly && offer.terms.refundability !== 'REFUNDABLE') return false;
    if (boardSet && !boardSet.has(offer.board)) return false;
    if (paymentSet && !paymentSet.has(offer.payment)) return false;
    return freeUntilMs === undefined || isFreeUntil(offer, freeUntilMs);
  };
}

export function priceFilter({ price = {} }: Filters = {}): (offer: PricedOffer) => boolean {
  const { min, max } = price;
  if (min === undefined && max === undefined) return () => true;
  return ({ netMinor, currency }) => {
    const { amount } = toMoney(netMinor, currency);
    if (min !== undefined && compareDecimals(amount, min) < 0) return false;
    return max === undefined || compareDecimals(amount, max) <= 0;
  };
}

/** Whether the stars of a hotel are among those asked for. One without stars is not, where a bound is given. */
export function wantsStars({ minStars, maxStars }: Filters, stars: number | null): boolean {
  if (minStars === undefined && maxStars === undefined) return true;
  return stars !== null && stars >= (minStars ?? 0) && stars <= (maxStars ?? 5);
}

function isFreeUntil({ terms }: PricedOffer, atMs: number): boolean {
  return terms.freeUntilMs !== null && terms.freeUntilMs >= atMs;
}
