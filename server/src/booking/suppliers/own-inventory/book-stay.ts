/**
 * Sells rooms in one transaction, once per reference. The quote is binding: its hold supplies the rooms, its terms apply, and a
 * lower price is not passed on. The booking is refused if the price rises beyond the tolerance or the stay is no longer sold.
 */
import { inStatement, inTransaction } from '../../../platform/database/in-transaction.ts';
import { hashedId } from '../../../platform/ids/hashed-id.ts';
import type { Booked } from '../../port/outcomes.ts';
import { offerNetMinor } from '../../port/supplied-offer.ts';
import type { BookRequest } from '../../port/supplier.ts';
import { reservationOf } from './bookings.ts';
import type { LoadedProperty } from './cache/inventory-cache.ts';
import { penaltySteps } from './penalty-steps.ts';
import { parseQuoteTokens, type QuoteTokens, releaseHold } from './quote-stay.ts';
import { datesNow, type InventoryContext, offersOn } from './search-stay.ts';
import { planOfRateKey } from './stay/rate-key.ts';
import { spreadEvenly } from './stay/spread-evenly.ts';
import { findBooking } from './stores/booking-store.ts';
import { dropExpiredHolds, lockProperty, type PropertyKey } from './stores/rooms-store.ts';
import { type Sale, sellStay } from './stores/sale-store.ts';

type Refused = Extract<Booked, { kind: 'REFUSED' }>;
const refused = (reason: 'SOLD_OUT' | 'PROVIDER_REFUSED'): Refused => ({ kind: 'REFUSED', reason });

/** The first attempt uses the cache, which may be stale. If prices or rooms have changed, they are read again. */
const MAX_ATTEMPTS = 4;

export async function bookStay(context: InventoryContext, request: BookRequest): Promise<Booked> {
  const { db, environment } = context;
  const { hotel, quoteId } = request;
  const property: PropertyKey = { environment, hotelId: hotel.hotelId };
  const tokens = parseQuoteTokens(request.tokens);
  if (tokens === undefined) return refused('PROVIDER_REFUSED');
  let sale = cachedSale(context, request, tokens);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const wanted = sale ?? (await priceSale(context, request, tokens));
    if ('kind' in wanted) return refusedUnlessKnown(context, request, wanted);
    switch (await inStatement(db, single => sellStay(single, property, wanted))) {
      case 'SOLD':
        return { kind: 'CONFIRMED', ...reservationOf({ ...wanted.booking, hotelId: hotel.hotelId }) };
      case 'TAKEN':
        return { kind: 'DUPLICATE' };
      case 'SHORT':
        // The same reference may have bought the rooms: the sale statement does not see a concurrent sale that
        // committed while it waited.
        return refusedUnlessKnown(context, request, refused('SOLD_OUT'));
      case 'SHORT_BY_EXPIRED':
        await dropExpired(context, property);
        break;
      case 'HELD_OTHERWISE':
        await releaseHold(context, quoteId);
        break;
      case 'MOVED':
        sale = undefined;
    }
  }
  return { kind: 'NOT_EXECUTED', cause: 'THROTTLED' };
}

async function refusedUnlessKnown(
  { db, environment }: InventoryContext,
  { reference }: BookRequest,
  refusal: Refused,
): Promise<Booked> {
  const isKnown = await findBooking(db, environment, reference.toUpperCase());
  return isKnown ? { kind: 'DUPLICATE' } : refusal;
}

/**
 * The sale statement checks the versions under its lock, so a stale price is never sold. Returns undefined instead of a refusal,
 * because a refusal must not be based on stale data.
 */
function cachedSale(context: InventoryContext, request: BookRequest, tokens: QuoteTokens): Sale | undefined {
  const cached = context.cache.findCached(request.hotel.hotelId, request, request.quoteId);
  const sale = cached && saleOf(context, request, tokens, cached);
  return sale === undefined || 'kind' in sale ? undefined : sale;
}

async function priceSale(
  context: InventoryContext,
  request: BookRequest,
  tokens: QuoteTokens,
): Promise<Sale | Refused> {
  const { hotelId } = request.hotel;
  const loaded = (await context.cache.load([hotelId], request, request.quoteId)).get(hotelId);
  return loaded === undefined ? refused('PROVIDER_REFUSED') : saleOf(context, request, tokens, loaded);
}

function saleOf(
  context: InventoryContext,
  request: BookRequest,
  tokens: QuoteTokens,
  loaded: LoadedProperty,
): Sale | Refused {
  const { hotel, quoteId, checkIn, checkOut } = request;
  const result = offersOn(datesNow(context)(hotel.timeZone), hotel, loaded, request, tokens.roomCodes);
  const offers = 'offers' in result ? result.offers : [];
  const offer = offers.find(({ rateKey }) => rateKey === tokens.rateKey);
  if (offer === undefined) {
    const isClosed = 'reason' in result && result.reason !== 'SOLD_OUT';
    return refused(isClosed ? 'PROVIDER_REFUSED' : 'SOLD_OUT');
  }
  if (offer.currency !== request.currency) return refused('PROVIDER_REFUSED');
  const priceMinor = offerNetMinor(offer);
  if (priceMinor > request.netMinor + request.toleranceMinor) {
    return { kind: 'REFUSED', reason: 'PRICE_CHANGED', netMinor: priceMinor };
  }
  const reference = request.reference.toUpperCase();
  const netMinor = Math.max(priceMinor, request.netMinor);
  const nightly = offer.rooms.flatMap(({ nightlyMinor }) => nightlyMinor);
  return {
    quoteId,
    versions: loaded.versions,
    booking: {
      reference,
      supplierRef: hashedId('OWN', `${context.environment} ${reference}`),
      planCode: planOfRateKey(offer.rateKey),
      checkIn,
      checkOut,
      roomCodes: offer.rooms.map(({ roomCode }) => roomCode),
      currency: offer.currency,
      netMinor,
      nightlyMinor: spreadEvenly(netMinor - priceMinor, nightly),
      penalties: penaltySteps(tokens.policy, checkIn, hotel.timeZone),
    },
  };
}

function dropExpired({ db }: InventoryContext, property: PropertyKey): Promise<void> {
  return inTransaction(db, async tx => {
    await lockProperty(tx, property);
    await dropExpiredHolds(tx, property);
  });
}
