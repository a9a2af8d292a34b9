import { QUOTE_LIFETIME_MINUTES } from '@serai/contract/booking/prebooking.ts';
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { SearchParts } from '../booking-parts.ts';
import type { CatalogueHotel } from '../catalogue.ts';
import { mapHotels } from '../hotel-mapping.ts';
import type { FrozenOffer, OfferSearch } from '../offers/frozen-offer.ts';
import { isSameProduct } from '../offers/offer-changes.ts';
import { HiddenOfferError, priceOffer } from '../offers/price-offer.ts';
import type { PricedOffer } from '../offers/priced-offer.ts';
import type { Call } from '../port/call.ts';
import type { Read } from '../port/outcomes.ts';
import type { SuppliedQuote } from '../port/supplier.ts';
import type { SearchPrices } from '../pricing-port.ts';
import type { Provider } from '../provider.ts';
import type { Skipped } from '../providers/call-provider.ts';
import type { RequestMode } from '../request-mode.ts';
import { openPrices } from '../search/open-prices.ts';
import { releaseHold } from './release-hold.ts';

export const QUOTE_LIFETIME_MS = QUOTE_LIFETIME_MINUTES * 60_000;
/** A hold starts slightly before its quote, so it is requested for this much longer than the quote. */
const HOLD_MARGIN_MS = 30_000;

export interface Recheck {
  offerId: string;
  search: OfferSearch;
  shown: FrozenOffer;
  hotel: CatalogueHotel;
  mode: RequestMode;
  quoteId: string;
  /** Time on the monotonic clock. */
  deadlineMs: number;
  signal: AbortSignal;
  client: Call['client'];
  requestId: string;
  exchanges: ProviderExchange[];
}

export interface Rechecked {
  offer: PricedOffer;
  quote: SuppliedQuote;
}

/**
 * Returns undefined if the offer is no longer available. Throws if the availability cannot be determined. Unused holds are
 * released.
 */
export async function recheckOffer(parts: SearchParts, recheck: Recheck): Promise<Rechecked | undefined> {
  const { providers, calls, clock } = parts;
  const { search, shown, hotel, mode, quoteId } = recheck;
  const provider = providers.find(shown.provider, search.testMode);
  if (provider === undefined) return undefined;
  const [sold] = await mapHotels(parts.mapping, provider, [hotel]);
  if (sold === undefined) return undefined;
  const { checkIn, checkOut, occupancies, market } = search;
  const outcome = await calls.quote(
    {
      provider,
      organisationId: search.organisationId,
      testMode: search.testMode,
      timeLeftMs: recheck.deadlineMs - clock.monotonicMs(),
      signal: recheck.signal,
      scenario: mode.scenario,
      client: recheck.client,
      requestId: recheck.requestId,
      onExchanges: made => recheck.exchanges.push(...made),
    },
    {
      checkIn,
      checkOut,
      occupancies,
      market,
      hotel: sold,
      rateKey: shown.rateKey,
      tokens: await parts.supplierTokens.find(provider, search, hotel.hotelId, shown.rateKey),
      offerScenario: search.scenario,
      quoteId,
      organisationId: search.organisationId,
      lifetimeMs: QUOTE_LIFETIME_MS + HOLD_MARGIN_MS,
    },
  );
  const quote = quoteOf(outcome);
  if (quote === undefined) return undefined;
  const { organisationId, testMode } = search;
  let offer: PricedOffer | undefined;
  try {
    const prices = await openPrices(parts, { organisationId, mode, stay: search, exchange: shown.exchange });
    offer = usableOffer(quote, recheck, prices, clock.nowMs());
    if (offer !== undefined && !isPlausible(parts, provider, recheck, offer)) offer = undefined;
  } finally {
    const hold = { provider, organisationId, testMode, quoteId };
    if (offer === undefined && quote.inventoryHeld) void releaseHold(parts, hold);
  }
  return offer && { offer, quote };
}

/** Returns undefined if the provider now sells a different product, or if a pricing rule now hides the offer. */
function usableOffer(
  quote: SuppliedQuote,
  recheck: Recheck,
  prices: SearchPrices | undefined,
  nowMs: number,
): PricedOffer | undefined {
  const offer = priceNow(quote, recheck, prices, nowMs);
  if (offer === undefined || !isSameProduct(recheck.shown, offer)) return undefined;
  if (offer.terms.refundability === 'UNKNOWN') {
    throw new ApiError('PROVIDER_ERROR', 'The provider did not return cancellation terms.');
  }
  return offer;
}

/** An offer whose price is implausible counts as no longer available. */
function isPlausible(
  { plausibilityCheck }: SearchParts,
  provider: Provider,
  { search, shown }: Recheck,
  { netMinor, currency, pricing }: PricedOffer,
): boolean {
  const { organisationId, testMode, checkIn, checkOut, occupancies } = search;
  let costMinor = 0;
  for (const roomCost of pricing.roomCosts) costMinor += roomCost;
  // An offer id contains only net. The markup is assumed to be unchanged since the search.
  const shownMinor = netMinor === 0 ? shown.netMinor : shown.netMinor * (costMinor / netMinor);
  return plausibilityCheck.isPlausible({
    provider,
    hotelId: shown.hotelId,
    stay: { organisationId, testMode, checkIn, checkOut, occupancies, currency },
    costMinor,
    shownMinor,
  });
}

/** Uses the exchange rate of the search, so that the price does not change only because the rate did. */
function priceNow(
  { offer }: SuppliedQuote,
  { search, shown, hotel }: Recheck,
  prices: SearchPrices | undefined,
  fetchedAtMs: number,
): PricedOffer | undefined {
  const { checkIn, checkOut, market } = search;
  const isForeign = offer.currency !== market.currency;
  if (isForeign && offer.currency !== shown.exchange?.from) {
    throw new ApiError(
      'PROVIDER_ERROR',
      'The provider returned the quote in a different currency from the offer.',
    );
  }
  const pricing = {
    provider: shown.provider,
    hotelId: hotel.hotelId,
    timeZone: hotel.timeZone,
    checkIn,
    nights: nightsBetween(checkIn, checkOut),
    fetchedAtMs,
    prices: prices?.at(hotel, shown.provider),
  };
  try {
    return priceOffer(offer, pricing, isForeign ? shown.exchange : null);
  } catch (cause) {
    if (cause instanceof HiddenOfferError) return undefined;
    if (!(cause instanceof RangeError)) throw cause;
    throw new ApiError('PROVIDER_ERROR', 'The provider returned contradictory prices.', { cause });
  }
}

function quoteOf(outcome: Read<SuppliedQuote> | Skipped): SuppliedQuote | undefined {
  switch (outcome.kind) {
    case 'OK':
      return outcome.value;
    case 'NONE':
    case 'GONE':
      return undefined;
    case 'SKIPPED':
    case 'THROTTLED':
      throw new ApiError('SERVICE_UNAVAILABLE', 'The provider of this offer is currently unavailable.');
    case 'UNSUPPORTED':
      throw new ApiError('PROVIDER_ERROR', 'The provider cannot quote this offer.');
    case 'FAILED':
      if (outcome.cause === 'TIMEOUT') {
        throw new ApiError('PROVIDER_TIMEOUT', 'The provider did not respond in time.');
      }
      throw new ApiError('PROVIDER_ERROR', 'The provider returned an error.');
  }
}
