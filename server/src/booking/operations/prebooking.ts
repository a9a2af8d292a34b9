import type { QuotedOffer } from '@serai/contract/booking/offer.ts';
import { prebooking as operation, type PrebookingAnswer } from '@serai/contract/booking/prebooking.ts';
import { ApiError } from '../../platform/api-error.ts';
import { newReferenceId } from '../../platform/ids/reference-id.ts';
import { type Handler, handle, type RequestContext } from '../../platform/operations/handler.ts';
import { nightsOf } from '../../platform/time/civil-date.ts';
import { instantText } from '../../platform/time/zoned-time.ts';
import type { BillingTerms } from '../billing-port.ts';
import type { BookingParts } from '../booking-parts.ts';
import type { SpendTerms } from '../bookings/spend.ts';
import { hotelHeader } from '../catalogue.ts';
import type { FrozenOffer, OfferSearch } from '../offers/frozen-offer.ts';
import { offerChanges } from '../offers/offer-changes.ts';
import { quotedOfferView } from '../offers/offer-view.ts';
import type { PricedOffer } from '../offers/priced-offer.ts';
import { sellingParts } from '../providers/connections/organisation-connections.ts';
import { alternativeDetails, findAlternatives, sameProduct } from '../quotes/alternatives.ts';
import { freezeBilling } from '../quotes/freeze-billing.ts';
import { termsHash } from '../quotes/quote.ts';
import { quoteEvidence } from '../quotes/quote-evidence.ts';
import { insertQuote } from '../quotes/quote-store.ts';
import { QUOTE_LIFETIME_MS, type Recheck, type Rechecked, recheckOffer } from '../quotes/recheck-offer.ts';
import { releaseHold } from '../quotes/release-hold.ts';
import { freezeSpend } from '../quotes/spend-terms.ts';
import { clientOf, type RequestMode, requestMode, shownExchanges } from '../request-mode.ts';
import { applyScenarioZone } from '../search/candidates.ts';

export function prebooking(area: BookingParts): Handler {
  const { catalogue, clock, tokens } = area;
  return handle(operation, async (context, { offerId, acceptAlternatives, settings }) => {
    area.recovery.check();
    const found = tokens.read(context, offerId);
    const mode = requestMode(context, 'prebooking', settings, found?.search.testMode);
    const { search, offer: shown } = checkOffer(found, mode, clock.nowMs());
    const parts = await sellingParts(area, context.organisationId);
    const hotels = await catalogue.findHotels(mode.catalogue, [shown.hotelId]);
    const known = hotels.get(shown.hotelId);
    if (known === undefined)
      throw new ApiError('OFFER_NOT_AVAILABLE', 'The hotel can no longer be booked. Choose another offer.');
    const billing = await freezeBilling(area, context, {
      testMode: mode.testMode,
      currency: search.market.currency,
    });
    const spend = freezeSpend(area, context, search.market.currency);
    const recheck: Recheck = {
      offerId,
      search,
      shown,
      hotel: applyScenarioZone(known, search.scenario),
      mode,
      quoteId: newReferenceId('quo'),
      deadlineMs: clock.monotonicMs() + Math.min(mode.timeoutMs, context.timeLeftMs),
      signal: context.signal,
      client: clientOf(context),
      requestId: context.requestId,
      exchanges: [],
    };
    const same = await recheckOffer(parts, recheck);
    reportToCache(parts, recheck, same);
    const rechecked = same ?? (await takeAlternative(parts, recheck, acceptAlternatives === 'SAME_PRODUCT'));
    return {
      data: {
        ...(await freezeQuote(parts, context, { ...recheck, billing, spend }, rechecked)),
        ...(mode.isAudited && { audit: shownExchanges(recheck.exchanges) }),
      },
      testMode: mode.testMode,
      warnings: mode.warnings,
    };
  });
}

type Found = { search: OfferSearch; offer: FrozenOffer };

/** An offer from the other mode is reported as not found. */
function checkOffer(found: Found | undefined, { testMode }: RequestMode, nowMs: number): Found {
  if (found === undefined || found.search.testMode !== testMode) {
    throw new ApiError(
      'OFFER_NOT_FOUND',
      'Unknown offer. Send the offerId exactly as availability returned it.',
    );
  }
  if (found.search.expiresAtMs <= nowMs)
    throw new ApiError('OFFER_EXPIRED', 'The offer has expired. Search again.');
  return found;
}

/** Quotes with a scenario are ignored, because they do not show whether cached search results are correct. */
function reportToCache(
  { cache, providers }: BookingParts,
  recheck: Recheck,
  now: Rechecked | undefined,
): void {
  const { search, shown, hotel, mode } = recheck;
  const provider = providers.find(shown.provider, search.testMode);
  if (provider === undefined || mode.scenario !== undefined || search.scenario !== undefined) return;
  const isChanged = now === undefined || offerChanges(shown, now.offer).status !== 'AVAILABLE';
  cache?.quoted(provider, hotel, isChanged);
}

/** Returns the same product from another provider if the client allows it. Otherwise throws and lists the alternatives. */
async function takeAlternative(parts: BookingParts, recheck: Recheck, maySwap: boolean): Promise<Rechecked> {
  const { search, hotel, shown, mode } = recheck;
  const alternatives = await findAlternatives(parts, recheck);
  const same = maySwap ? sameProduct(alternatives, shown) : undefined;
  if (same !== undefined) {
    const swapped = { ...shown, provider: same.provider, rateKey: same.rateKey, exchange: same.exchange };
    // `settings.scenario` applies to the requested offer, not to its replacement.
    const unforced = { ...mode, scenario: undefined };
    const rechecked = await recheckOffer(parts, { ...recheck, shown: swapped, mode: unforced });
    if (rechecked !== undefined) return rechecked;
  }
  throw new ApiError('OFFER_NOT_AVAILABLE', 'The offer is no longer available. Choose another offer.', {
    details: alternativeDetails(parts, search, hotel, alternatives),
  });
}

/** Stores the quote and returns the response. Releases the hold if the quote cannot be stored. */
async function freezeQuote(
  parts: BookingParts,
  { db, organisationId, environment }: RequestContext,
  recheck: Recheck & { billing: BillingTerms | undefined; spend: SpendTerms | undefined },
  { offer, quote }: Rechecked,
): Promise<PrebookingAnswer> {
  const { providers } = parts;
  const { search, shown, hotel, quoteId, billing, spend } = recheck;
  const { checkIn, checkOut, occupancies, market, testMode } = search;
  const { status, changes } = offerChanges(shown, offer);
  const hash = termsHash(offer);
  const lifetimeMs = Math.min(QUOTE_LIFETIME_MS, quote.lifetimeMs ?? QUOTE_LIFETIME_MS);
  const view = offerView(recheck, offer);
  const exchanges = quoteEvidence(recheck.exchanges, offer.provider);
  const expiresAt = await insertQuote(
    db,
    {
      quote_id: quoteId,
      organisation_id: organisationId,
      environment,
      test_mode: testMode,
      provider: offer.provider,
      hotel_id: hotel.hotelId,
      status,
      terms_hash: hash,
      currency: offer.currency,
      net_minor: offer.netMinor,
      supplier_currency: offer.supplier.currency,
      supplier_net_minor: offer.supplier.netMinor,
      inventory_held: quote.inventoryHeld,
      tokens: quote.tokens,
      content: {
        stay: { checkIn, checkOut, occupancies, market },
        hotel: hotelHeader(hotel, market.language),
        offer: view,
        terms: offer.terms,
        pricing: offer.pricing,
        requirements: quote.requirements,
        ...(billing && { billing }),
        ...(spend && { spend }),
        ...(exchanges.length > 0 && { exchanges }),
      },
    },
    lifetimeMs,
  ).catch(error => {
    const provider = quote.inventoryHeld ? providers.find(offer.provider, testMode) : undefined;
    if (provider) void releaseHold(parts, { provider, organisationId, testMode, quoteId });
    throw error;
  });
  return {
    quoteId: quoteId as PrebookingAnswer['quoteId'],
    expiresAt: instantText(expiresAt.getTime()),
    inventoryHeld: quote.inventoryHeld,
    status,
    changes,
    termsHash: hash,
    offer: view,
    requirements: quote.requirements,
    notices: quote.notices as PrebookingAnswer['notices'],
  };
}

/** Keeps the offer id that the client sent, even if the price or terms have changed. */
function offerView({ hotel, search, offerId }: Recheck, offer: PricedOffer): QuotedOffer {
  const { checkIn, checkOut, market, expiresAtMs } = search;
  const nights = nightsOf(checkIn, checkOut);
  const scene = { hotel, language: market.language, nights };
  return quotedOfferView(offer, scene, { offerId, expiresAtMs });
}
