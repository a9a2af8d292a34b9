/** Finds a rate again as the search showed it, unless the quote's scenario changes its price or terms. Pure. */
import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import { type NightlyOffer, offerNetMinor } from '../../../port/supplied-offer.ts';
import type { SoldHotel, Stay } from '../../../port/supplier.ts';
import { generateOffers } from './generate-offers.ts';
import { stricterPolicy } from './policies.ts';
import { rangeOf, sellsHotel, type TestProviderCode } from './provider-range.ts';

const PRICE_CHANGES: Partial<Record<ScenarioName, number>> = {
  'prebook.price_up': 1_070,
  'prebook.price_down': 950,
};

export interface WantedRate {
  rateKey: string;
  /** Scenario of the hotel or search, which determines what is sold. */
  sale: ScenarioName | undefined;
  quoteScenario: ScenarioName | undefined;
}

/** Returns undefined if the rate is not sold. */
export function findOffer(
  code: TestProviderCode,
  hotel: SoldHotel,
  stay: Stay,
  { rateKey, sale, quoteScenario }: WantedRate,
): NightlyOffer | undefined {
  const range = rangeOf(code, hotel, sale !== undefined);
  if (!sellsHotel(range)) return undefined;
  const driftPermille = (quoteScenario && PRICE_CHANGES[quoteScenario]) ?? 1_000;
  const offers = generateOffers(range, hotel, stay, { scenario: sale, driftPermille });
  if (typeof offers === 'string') return undefined;
  const offer = offers.find(candidate => candidate.rateKey === rateKey);
  if (offer === undefined || quoteScenario !== 'prebook.terms_changed') return offer;
  return { ...offer, policy: stricterPolicy(offer.policy, offerNetMinor(offer)) };
}
