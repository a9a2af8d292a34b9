/** Turns what a provider answered into offers in the currency asked for. */
import type { UnavailableReason } from '@serai/contract/booking/availability.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import type { Log } from '../../platform/log.ts';
import type { CatalogueHotel } from '../catalogue.ts';
import type { ExchangeRates } from '../exchange-rates.ts';
import { type Pricing, priceOffer } from '../offers/price-offer.ts';
import type { Exchange, PricedOffer } from '../offers/priced-offer.ts';
import type { SuppliedOffer } from '../port/supplied-offer.ts';
import type { SearchAnswer, StayRequest } from '../port/supplier.ts';

/** What is known of one hotel, from all providers together. */
export interface HotelFinding {
  offers: PricedOffer[];
  reasons: UnavailableReason[];
}

export interface PriceScene {
  stay: StayRequest;
  /** Whose rates count. */
  environment: Environment;
  rates: ExchangeRates;
  fetchedAtMs: number;
  /** Currencies that offers were left out for. */
  missingRates: Set<string>;
  log: Log;
}

export function addAnswer(
  provider: string,
  answer: SearchAnswer,
  hotels: ReadonlyMap<string, CatalogueHotel>,
  findings: ReadonlyMap<string, HotelFinding>,
  scene: PriceScene,
): void {
  const { checkIn, checkOut } = scene.stay;
  const shared = {
    provider,
    checkIn,
    nights: nightsBetween(checkIn, checkOut),
    fetchedAtMs: scene.fetchedAtMs,
  };
  for (const { hotelId, reason } of answer.unavailable) findings.get(hotelId)?.reasons.push(reason);
  for (const { hotelId, offers } of answer.hotels) {
    const hotel = hotels.get(hotelId);
    const finding = findings.get(hotelId);
    if (hotel === undefined || finding === undefined) continue;
    const pricing = { ...shared, hotelId, timeZone: hotel.timeZone };
    for (const offer of offers) {
      const priced = priceOne(offer, pricing, scene);
      if (typeof priced === 'string') finding.reasons.push(priced);
      else finding.offers.push(priced);
    }
  }
}

/** The reason for an offer that cannot be sold: its provider contradicts itself, or there is no rate. */
function priceOne(
  offer: SuppliedOffer,
  pricing: Pricing,
  scene: PriceScene,
): PricedOffer | UnavailableReason {
  const exchange = exchangeFor(offer.currency, scene);
  if (exchange === undefined) {
    scene.missingRates.add(offer.currency);
    return 'FILTERED_OUT';
  }
  try {
    return priceOffer(offer, pricing, exchange);
  } catch (err) {
    if (!(err instanceof RangeError)) throw err;
    const { provider, hotelId } = pricing;
    scene.log.warn({ err, provider, hotelId }, 'an offer that contradicts itself was left out');
    return 'PROVIDER_ERROR';
  }
}

function exchangeFor(from: string, { stay, environment, rates }: PriceScene): Exchange | null | undefined {
  const to = stay.market.currency;
  if (from === to) return null;
  const found = rates.find(environment, from, to);
  return found && { from, to, ...found };
}
