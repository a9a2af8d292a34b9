/** Pure. Whether an offer is one that the request wants to see. */
import type { AvailabilityRequest } from '@serai/contract/booking/availability.ts';
import { compareDecimals } from '@serai/contract/shared/money.ts';
import { toMoney } from '../../platform/money/minor-units.ts';
import type { PricedOffer } from '../offers/priced-offer.ts';
import type { WeighedOffer } from '../offers/weigh-offer.ts';

type Filters = NonNullable<AvailabilityRequest['filters']>;

type Filtered = Pick<WeighedOffer, 'board' | 'payment' | 'refundability'>;

/** All but deadlines, and the price, which is that of the product: the cheapest offer of those that pass here. */
export function offerFilter(filters: Filters = {}): (offer: Filtered) => boolean {
  const { refundableOnly, boards, paymentTypes } = filters;
  const boardSet = boards && new Set<string>(boards);
  const paymentSet = paymentTypes && new Set<string>(paymentTypes);
  return offer => {
    if (refundableOnly && offer.refundability !== 'REFUNDABLE') return false;
    if (boardSet && !boardSet.has(offer.board)) return false;
    return paymentSet === undefined || paymentSet.has(offer.payment);
  };
}

/** Undefined where the request names no deadline. */
export function deadlineFilter({
  freeCancellationUntil,
}: Filters = {}): ((offer: Pick<PricedOffer, 'terms'>) => boolean) | undefined {
  if (freeCancellationUntil === undefined) return undefined;
  const untilMs = Date.parse(freeCancellationUntil);
  return ({ terms }) => terms.freeUntilMs !== null && terms.freeUntilMs >= untilMs;
}

export function priceFilter({
  price = {},
}: Filters = {}): (offer: Pick<WeighedOffer, 'netMinor' | 'currency'>) => boolean {
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
