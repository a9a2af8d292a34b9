/** Pure. Finds a rate again: as the search showed it, unless a scenario of the quote changed price or terms. */
import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import type { SuppliedOffer } from '../../../port/supplied-offer.ts';
import type { SoldHotel, Stay } from '../../../port/supplier.ts';
import { netOf, offersOf } from './offers-of.ts';
import { stricterPolicy } from './policies.ts';
import { rangeOf, sellsHotel, type TestProviderCode } from './provider-range.ts';

const DRIFTS: Partial<Record<ScenarioName, number>> = {
  'prebook.price_up': 1_070,
  'prebook.price_down': 950,
};

export interface RateInQuestion {
  rateKey: string;
  /** Of the hotel or of the search: what is sold. */
  sale: ScenarioName | undefined;
  /** Of the quote. */
  quoteScenario: ScenarioName | undefined;
}

/** Undefined when it is not sold. */
export function findOffer(
  code: TestProviderCode,
  hotel: SoldHotel,
  stay: Stay,
  { rateKey, sale, quoteScenario }: RateInQuestion,
): SuppliedOffer | undefined {
  const range = rangeOf(code, hotel, sale !== undefined);
  if (!sellsHotel(range)) return undefined;
  const driftPermille = (quoteScenario && DRIFTS[quoteScenario]) ?? 1_000;
  const offers = offersOf(range, hotel, stay, { scenario: sale, driftPermille });
  if (typeof offers === 'string') return undefined;
  const offer = offers.find(candidate => candidate.rateKey === rateKey);
  if (offer === undefined || quoteScenario !== 'prebook.terms_changed') return offer;
  return { ...offer, policy: stricterPolicy(offer.policy, netOf(offer.rooms)) };
}
