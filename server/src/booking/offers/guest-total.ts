/** Pure. What the guest pays in all: the advised price and the charges due at the property. */
import type { PricedOffer } from './priced-offer.ts';

export function guestTotal({ sellingMinor, charges }: Pick<PricedOffer, 'sellingMinor' | 'charges'>): number {
  let total = sellingMinor;
  for (const { collection, amountMinor } of charges) {
    if (collection === 'PAY_AT_PROPERTY') total += amountMinor;
  }
  return total;
}
