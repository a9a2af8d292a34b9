/** Writes a quote down and shows it. */
import type { QuotedOffer } from '@serai/contract/booking/offer.ts';
import type { PrebookingAnswer } from '@serai/contract/booking/prebooking.ts';
import type { RequestContext } from '../../platform/operations/handler.ts';
import { nightsOf } from '../../platform/time/civil-date.ts';
import { instantText } from '../../platform/time/zoned-time.ts';
import type { BookingParts } from '../booking-parts.ts';
import { hotelHeader } from '../hotel-view.ts';
import { offerChanges } from '../offers/offer-changes.ts';
import { quotedOfferView } from '../offers/offer-view.ts';
import type { PricedOffer } from '../offers/priced-offer.ts';
import { termsHash } from '../terms/terms-hash.ts';
import { insertQuote } from './quote-store.ts';
import { QUOTE_LIFETIME_MS, type Recheck, type Rechecked } from './recheck-offer.ts';
import { releaseHold } from './release-hold.ts';

export async function freezeQuote(
  parts: BookingParts,
  { db, organisationId, environment }: RequestContext,
  recheck: Recheck,
  { offer, quote }: Rechecked,
): Promise<PrebookingAnswer> {
  const { providers } = parts;
  const { search, shown, hotel, quoteId } = recheck;
  const { checkIn, checkOut, occupancies, market, testMode } = search;
  const { status, changes } = offerChanges(shown, offer);
  const hash = termsHash(offer);
  const lifetimeMs = Math.min(QUOTE_LIFETIME_MS, quote.lifetimeMs ?? QUOTE_LIFETIME_MS);
  const view = offerView(recheck, offer);
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
        requirements: quote.requirements,
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

/** Under the id that was sent, also where price or terms are others now. */
function offerView({ hotel, search, offerId }: Recheck, offer: PricedOffer): QuotedOffer {
  const { checkIn, checkOut, market, expiresAtMs } = search;
  const nights = nightsOf(checkIn, checkOut);
  const scene = { hotel, language: market.language, nights };
  return quotedOfferView(offer, scene, { offerId, expiresAtMs });
}
