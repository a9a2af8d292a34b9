/** Pure. The offers of one hotel from several providers as one list: the cheapest of each product, the cheapest first. */
import type { ComparableOffer } from '../offers/comparable-offer.ts';

type Compared = Pick<ComparableOffer, 'provider' | 'rateKey' | 'product' | 'netMinor'>;

interface Merging {
  /** Of a provider; the lowest wins a tie. */
  preferenceOf(provider: string): number;
  /** Whether every provider's offer of a product is shown. */
  keepsDuplicates: boolean;
}

export function mergeOffers<Offer extends Compared>(
  offers: readonly Offer[],
  { preferenceOf, keepsDuplicates }: Merging,
): Offer[] {
  const order = (a: Offer, b: Offer) =>
    a.netMinor - b.netMinor ||
    preferenceOf(a.provider) - preferenceOf(b.provider) ||
    compare(a.provider, b.provider) ||
    compare(a.rateKey, b.rateKey);
  if (keepsDuplicates) return offers.toSorted(order);
  const best = new Map<string, Offer>();
  for (const offer of offers) {
    const rival = best.get(offer.product);
    if (rival === undefined || order(offer, rival) < 0) best.set(offer.product, offer);
  }
  return [...best.values()].sort(order);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
