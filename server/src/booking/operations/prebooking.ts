import { prebooking as operation } from '@serai/contract/booking/prebooking.ts';
import { ApiError } from '../../platform/api-error.ts';
import { newReferenceId } from '../../platform/ids/reference-id.ts';
import { type Handler, handle } from '../../platform/operations/handler.ts';
import type { BookingParts } from '../booking-parts.ts';
import type { FrozenOffer, OfferSearch } from '../offers/frozen-offer.ts';
import { offerChanges } from '../offers/offer-changes.ts';
import { sellingParts } from '../providers/connections/organisation-connections.ts';
import { alternativeDetails, findAlternatives, sameProduct } from '../quotes/alternatives.ts';
import { freezeQuote } from '../quotes/freeze-quote.ts';
import { type Recheck, type Rechecked, recheckOffer } from '../quotes/recheck-offer.ts';
import { type RequestMode, requestMode } from '../requests/request-mode.ts';
import { shownExchanges } from '../requests/shown-exchanges.ts';
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
    if (known === undefined) throw new ApiError('OFFER_NOT_AVAILABLE', 'The hotel is no longer for sale.');
    const recheck: Recheck = {
      offerId,
      search,
      shown,
      hotel: applyScenarioZone(known, search.scenario),
      mode,
      quoteId: newReferenceId('quo'),
      deadlineMs: clock.monotonicMs() + Math.min(mode.timeoutMs, context.timeLeftMs),
      signal: context.signal,
      exchanges: [],
    };
    const same = await recheckOffer(parts, recheck);
    tellCache(parts, recheck, same);
    const rechecked = same ?? (await takeAlternative(parts, recheck, acceptAlternatives === 'SAME_PRODUCT'));
    return {
      data: {
        ...(await freezeQuote(parts, context, recheck, rechecked)),
        ...(mode.isAudited && { audit: shownExchanges(recheck.exchanges) }),
      },
      testMode: mode.testMode,
      warnings: mode.warnings,
    };
  });
}

type Found = { search: OfferSearch; offer: FrozenOffer };

/** Asked for in the other mode it is not found. */
function checkOffer(found: Found | undefined, { testMode }: RequestMode, nowMs: number): Found {
  if (found === undefined || found.search.testMode !== testMode) {
    throw new ApiError('OFFER_NOT_FOUND', 'There is no such offer. Send the id as availability gave it.');
  }
  if (found.search.expiresAtMs <= nowMs) throw new ApiError('OFFER_EXPIRED', 'The offer has expired.');
  return found;
}

/** What is forced on a request says nothing about what searches show. */
function tellCache({ cache, providers }: BookingParts, recheck: Recheck, now: Rechecked | undefined): void {
  const { search, shown, hotel, mode } = recheck;
  const provider = providers.find(shown.provider, search.testMode);
  if (provider === undefined || mode.scenario !== undefined || search.scenario !== undefined) return;
  const isChanged = now === undefined || offerChanges(shown, now.offer).status !== 'AVAILABLE';
  cache?.quoted(provider, hotel, isChanged);
}

/** Throws with what else there is, unless another provider may step in and does. */
async function takeAlternative(parts: BookingParts, recheck: Recheck, maySwap: boolean): Promise<Rechecked> {
  const { search, hotel, shown, mode } = recheck;
  const alternatives = await findAlternatives(parts, recheck);
  const same = maySwap ? sameProduct(alternatives, shown) : undefined;
  if (same !== undefined) {
    const swapped = { ...shown, provider: same.provider, rateKey: same.rateKey, exchange: same.exchange };
    // What is forced befalls the offer that was asked for, not who steps in.
    const calm = { ...mode, scenario: undefined };
    const rechecked = await recheckOffer(parts, { ...recheck, shown: swapped, mode: calm });
    if (rechecked !== undefined) return rechecked;
  }
  throw new ApiError('OFFER_NOT_AVAILABLE', 'The offer is gone.', {
    details: alternativeDetails(parts, search, hotel, alternatives),
  });
}
