/** Turns what a provider answered into offers that can be compared, in the currency asked for. */
import type { UnavailableReason } from '@serai/contract/booking/availability.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import type { Log } from '../../platform/log.ts';
import type { ExchangeRates } from '../booking-parts.ts';
import type { CatalogueHotel } from '../catalogue.ts';
import type { Pricing } from '../offers/price-offer.ts';
import type { Exchange, PricedOffer } from '../offers/priced-offer.ts';
import { priceWeighed, type WeighedOffer, weighOffer } from '../offers/weigh-offer.ts';
import type { SuppliedOffer } from '../port/supplied-offer.ts';
import type { SearchAnswer, StayRequest } from '../port/supplier.ts';

/** What is known of one hotel, from all providers together. */
export interface HotelFinding {
  offers: WeighedOffer[];
  reasons: UnavailableReason[];
}

export interface PriceScene {
  stay: StayRequest;
  /** Null where none is needed, undefined where there is none. */
  exchangeFor(currency: string): Exchange | null | undefined;
  /** Currencies that offers were left out for. */
  missingRates: Set<string>;
  log: Log;
}

/** By whom and when it was given. */
interface GivenAnswer extends Pick<Pricing, 'provider' | 'fetchedAtMs' | 'isKept'> {
  answer: SearchAnswer;
}

export function addAnswer(
  { provider, fetchedAtMs, isKept, answer }: GivenAnswer,
  hotels: ReadonlyMap<string, CatalogueHotel>,
  findings: ReadonlyMap<string, HotelFinding>,
  scene: PriceScene,
): void {
  const { checkIn, checkOut } = scene.stay;
  const shared = {
    provider,
    checkIn,
    nights: nightsBetween(checkIn, checkOut),
    fetchedAtMs,
    ...(isKept && { isKept }),
  };
  for (const { hotelId, reason } of answer.unavailable) findings.get(hotelId)?.reasons.push(reason);
  for (const { hotelId, offers } of answer.hotels) {
    const hotel = hotels.get(hotelId);
    const finding = findings.get(hotelId);
    if (hotel === undefined || finding === undefined) continue;
    const pricing = { ...shared, hotelId, timeZone: hotel.timeZone };
    for (const offer of offers) {
      const weighed = weighOne(offer, pricing, scene.exchangeFor(offer.currency), scene);
      if (typeof weighed === 'string') finding.reasons.push(weighed);
      else finding.offers.push(weighed);
    }
  }
}

/** The reason for an offer that cannot be sold: its provider contradicts itself, or there is no rate. */
function weighOne(
  offer: SuppliedOffer,
  pricing: Pricing,
  exchange: Exchange | null | undefined,
  { missingRates, log }: PriceScene,
): WeighedOffer | UnavailableReason {
  if (exchange === undefined) {
    missingRates.add(offer.currency);
    return 'FILTERED_OUT';
  }
  return soundOrNot(() => weighOffer(offer, pricing, exchange), pricing, log) ?? 'PROVIDER_ERROR';
}

/** In full; those that turn out to contradict themselves leave the finding and are missing. */
export function priceFound(
  { offers, reasons }: HotelFinding,
  wanted: readonly WeighedOffer[],
  log: Log,
): PricedOffer[] {
  return wanted.flatMap(offer => {
    const priced = soundOrNot(() => priceWeighed(offer), offer.pricing, log);
    if (priced !== undefined) return priced;
    offers.splice(offers.indexOf(offer), 1);
    reasons.push('PROVIDER_ERROR');
    return [];
  });
}

/** Undefined for what contradicts itself. */
function soundOrNot<T>(reckon: () => T, { provider, hotelId }: Pricing, log: Log): T | undefined {
  try {
    return reckon();
  } catch (err) {
    if (!(err instanceof RangeError)) throw err;
    log.warn({ err, provider, hotelId }, 'an offer that contradicts itself was left out');
    return undefined;
  }
}

/** Looked up once for each currency. `environment`: whose rates count. */
export function exchangesTo(
  rates: ExchangeRates,
  environment: Environment,
  to: string,
): PriceScene['exchangeFor'] {
  const known = new Map<string, Exchange | null | undefined>([[to, null]]);
  return from => {
    if (known.has(from)) return known.get(from);
    const found = rates.find(environment, from, to);
    const exchange = found && { from, to, ...found };
    known.set(from, exchange);
    return exchange;
  };
}
