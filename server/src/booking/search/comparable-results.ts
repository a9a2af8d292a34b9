import type { UnavailableReason } from '@serai/contract/booking/availability.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import type { Log } from '../../platform/log.ts';
import type { ExchangeRates } from '../booking-parts.ts';
import type { CatalogueHotel } from '../catalogue.ts';
import {
  type ComparableOffer,
  comparableOffer,
  type HiddenOffer,
  isHidden,
  type PricingPurpose,
  priceComparable,
} from '../offers/comparable-offer.ts';
import type { Pricing } from '../offers/price-offer.ts';
import type { Exchange, PricedOffer } from '../offers/priced-offer.ts';
import type { SuppliedOffer } from '../port/supplied-offer.ts';
import type { SearchResult, StayRequest } from '../port/supplier.ts';
import type { PricingPort, SearchPrices } from '../pricing-port.ts';
import {
  findPrepared,
  KeptOffers,
  type PreparedHotel,
  type PreparedResult,
  prepareHotel,
} from './prepared-result.ts';

export interface HotelFinding {
  offers: ComparableOffer[];
  /** Offers that a pricing rule hides. They are never shown. */
  hidden: HiddenOffer[];
  reasons: UnavailableReason[];
  /** What all offers come from, in this order. Undefined if any offer was compared in this search. */
  prepared?: PreparedHotel[] | undefined;
}

export interface PriceScene {
  stay: StayRequest;
  /** Returns null if no conversion is needed, and undefined if there is no exchange rate. */
  exchangeFor(currency: string): Exchange | null | undefined;
  /** Currencies of offers that were omitted because there is no exchange rate. */
  missingRates: Set<string>;
  /** The pricing rules of the partner. Undefined if none can apply. */
  prices: SearchPrices | undefined;
  log: Log;
}

interface ProviderResult extends Pick<Pricing, 'provider' | 'fetchedAtMs' | 'isCached'> {
  result: SearchResult;
  prepared?: PreparedResult | undefined;
}

export function addResult(
  { provider, fetchedAtMs, isCached, result, prepared }: ProviderResult,
  hotels: ReadonlyMap<string, CatalogueHotel>,
  findings: ReadonlyMap<string, HotelFinding>,
  scene: PriceScene,
): void {
  // A provider may list a hotel twice. Prepared offers belong to one element, so they must not replace both.
  const kept = scene.prices === undefined && result.hotels.length === 1 ? prepared : undefined;
  for (const { hotelId, reason } of result.unavailable) findings.get(hotelId)?.reasons.push(reason);
  for (const { hotelId, offers } of result.hotels) {
    const hotel = hotels.get(hotelId);
    const finding = findings.get(hotelId);
    if (hotel === undefined || finding === undefined) continue;
    const known = kept && findPrepared(kept, hotel, scene.exchangeFor);
    if (known) {
      finding.offers.push(...known.offers);
      finding.reasons.push(...known.reasons);
      finding.prepared?.push(known);
      continue;
    }
    finding.prepared = undefined;
    const { checkIn, checkOut } = scene.stay;
    const pricing: Pricing = {
      provider,
      hotelId,
      timeZone: hotel.timeZone,
      checkIn,
      nights: nightsBetween(checkIn, checkOut),
      fetchedAtMs,
      prices: scene.prices?.at(hotel, provider),
      ...(isCached && { isCached }),
    };
    const found: HotelFinding = { offers: [], hidden: [], reasons: [] };
    for (const offer of offers) {
      const comparable = toComparable(offer, pricing, scene.exchangeFor(offer.currency), scene);
      if (typeof comparable === 'string') found.reasons.push(comparable);
      else if (isHidden(comparable)) {
        found.hidden.push(comparable);
        found.reasons.push('FILTERED_OUT');
      } else found.offers.push(comparable);
    }
    finding.offers.push(...found.offers);
    finding.hidden.push(...found.hidden);
    finding.reasons.push(...found.reasons);
    if (kept !== undefined) prepare(kept, hotel, offers, found, scene);
  }
}

/** Later searches use the comparable offers again, unless an exchange rate was missing. */
function prepare(
  prepared: PreparedResult,
  hotel: CatalogueHotel,
  supplied: readonly SuppliedOffer[],
  { offers, reasons }: HotelFinding,
  { exchangeFor }: PriceScene,
): void {
  const exchanges = new Map<string, Exchange | null>();
  for (const { currency } of supplied) {
    const exchange = exchangeFor(currency);
    if (exchange === undefined) return;
    exchanges.set(currency, exchange);
  }
  const kept = new KeptOffers(prepared);
  for (const offer of offers) offer.reuse = { kept };
  prepared.hotel = prepareHotel({ hotel, exchanges, offers, reasons });
}

/** Returns a reason instead if the offer has inconsistent prices or no exchange rate. */
function toComparable(
  offer: SuppliedOffer,
  pricing: Pricing,
  exchange: Exchange | null | undefined,
  { missingRates, log }: PriceScene,
): ComparableOffer | HiddenOffer | UnavailableReason {
  if (exchange === undefined) {
    missingRates.add(offer.currency);
    return 'FILTERED_OUT';
  }
  try {
    return comparableOffer(offer, pricing, exchange);
  } catch (err) {
    logContradictory(err, pricing, log);
    return 'PROVIDER_ERROR';
  }
}

/**
 * Prices the offers completely, except for nightly prices that are not needed. Offers that turn out to be contradictory
 * are removed from the finding.
 */
export function priceFound(
  { offers, reasons }: HotelFinding,
  wanted: readonly ComparableOffer[],
  { log, ...purpose }: PricingPurpose & { log: Log },
): PricedOffer[] {
  const priced: PricedOffer[] = [];
  for (const offer of wanted) {
    try {
      priced.push(priceComparable(offer, purpose));
    } catch (err) {
      logContradictory(err, offer.pricing, log);
      offers.splice(offers.indexOf(offer), 1);
      reasons.push('PROVIDER_ERROR');
    }
  }
  return priced;
}

/** Throws any other error again. */
function logContradictory(err: unknown, { provider, hotelId }: Pricing, log: Log): void {
  if (!(err instanceof RangeError)) throw err;
  log.warn({ err, provider, hotelId }, 'omitted a contradictory offer');
}

/** Looks up each currency once, using the rates of `environment` and the operator's margin. */
export function exchangesTo(
  rates: ExchangeRates,
  { exchangeRate }: Pick<PricingPort, 'exchangeRate'>,
  environment: Environment,
  to: string,
): PriceScene['exchangeFor'] {
  const known = new Map<string, Exchange | null | undefined>([[to, null]]);
  return from => {
    if (known.has(from)) return known.get(from);
    const found = rates.find(environment, from, to);
    const exchange = found && { from, to, rate: exchangeRate(found.rate), asOfMs: found.asOfMs };
    known.set(from, exchange);
    return exchange;
  };
}
