/**
 * Sells rooms: one transaction, and a reference makes one booking. What was quoted counts: rooms come from the hold, the terms are
 * those of the quote, and a price that fell is not lowered. A price that rose beyond the tolerance, or a stay that is no longer sold,
 * is refused.
 */
import { inStatement, inTransaction } from '../../../platform/database/in-transaction.ts';
import { hashedId } from '../../../platform/ids/hashed-id.ts';
import type { Booked } from '../../port/outcomes.ts';
import type { SuppliedOffer } from '../../port/supplied-offer.ts';
import type { BookRequest } from '../../port/supplier.ts';
import { reservationOf } from './find-bookings.ts';
import type { LoadedProperty } from './memory/inventory-memory.ts';
import { datesNow, type OwnPlace, offersOn } from './own-place.ts';
import { penaltySteps } from './penalty-steps.ts';
import { releaseHold } from './quote-stay.ts';
import { parseQuoteTokens, type QuoteTokens } from './quote-tokens.ts';
import { planOfRateKey } from './stay/rate-key.ts';
import { findBooking } from './stores/booking-store.ts';
import { dropExpiredHolds, lockProperty, type PropertyKey } from './stores/rooms-store.ts';
import { type Sale, sellStay } from './stores/sale-store.ts';

type Refused = Extract<Booked, { kind: 'REFUSED' }>;
const refused = (reason: 'SOLD_OUT' | 'PROVIDER_REFUSED'): Refused => ({ kind: 'REFUSED', reason });

/** What changed between reckoning and selling is reckoned again. The first is made of what memory has, which may be old. */
const MAX_ATTEMPTS = 4;

export async function bookStay(place: OwnPlace, request: BookRequest): Promise<Booked> {
  const { db, environment } = place;
  const { hotel, quoteId } = request;
  const property: PropertyKey = { environment, hotelId: hotel.hotelId };
  const tokens = parseQuoteTokens(request.tokens);
  if (tokens === undefined) return refused('PROVIDER_REFUSED');
  let sale = keptSale(place, request, tokens);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const wanted = sale ?? (await priceSale(place, request, tokens));
    if ('kind' in wanted) return refusedUnlessKnown(place, request, wanted);
    switch (await inStatement(db, alone => sellStay(alone, property, wanted))) {
      case 'SOLD':
        return { kind: 'CONFIRMED', ...reservationOf({ ...wanted.booking, hotelId: hotel.hotelId }) };
      case 'TAKEN':
        return { kind: 'DUPLICATE' };
      case 'SHORT':
        // Perhaps by a twin, which ended while the statement waited and so cannot be seen by it.
        return refusedUnlessKnown(place, request, refused('SOLD_OUT'));
      case 'SHORT_BY_EXPIRED':
        await dropExpired(place, property);
        break;
      case 'HELD_OTHERWISE':
        await releaseHold(place, quoteId);
        break;
      case 'MOVED':
        sale = undefined;
    }
  }
  return { kind: 'NOT_EXECUTED', cause: 'THROTTLED' };
}

async function refusedUnlessKnown(
  { db, environment }: OwnPlace,
  { reference }: BookRequest,
  refusal: Refused,
): Promise<Booked> {
  const isKnown = await findBooking(db, environment, reference.toUpperCase());
  return isKnown ? { kind: 'DUPLICATE' } : refusal;
}

/** Under the lock it only counts while its prices do. Undefined where it would be refused: that must not be due to age. */
function keptSale(place: OwnPlace, request: BookRequest, tokens: QuoteTokens): Sale | undefined {
  const kept = place.memory.findKept(request.hotel.hotelId, request, request.quoteId);
  const sale = kept && saleOf(place, request, tokens, kept);
  return sale === undefined || 'kind' in sale ? undefined : sale;
}

async function priceSale(
  place: OwnPlace,
  request: BookRequest,
  tokens: QuoteTokens,
): Promise<Sale | Refused> {
  const { hotelId } = request.hotel;
  const loaded = (await place.memory.load([hotelId], request, request.quoteId)).get(hotelId);
  return loaded === undefined ? refused('PROVIDER_REFUSED') : saleOf(place, request, tokens, loaded);
}

function saleOf(
  place: OwnPlace,
  request: BookRequest,
  tokens: QuoteTokens,
  loaded: LoadedProperty,
): Sale | Refused {
  const { hotel, quoteId, checkIn, checkOut } = request;
  const answer = offersOn(datesNow(place)(hotel.timeZone), hotel, loaded, request, tokens.roomCodes);
  const offers = 'offers' in answer ? answer.offers : [];
  const offer = offers.find(({ rateKey }) => rateKey === tokens.rateKey);
  if (offer === undefined) {
    const isClosed = 'reason' in answer && answer.reason !== 'SOLD_OUT';
    return refused(isClosed ? 'PROVIDER_REFUSED' : 'SOLD_OUT');
  }
  if (offer.currency !== request.currency) return refused('PROVIDER_REFUSED');
  const priceMinor = netOf(offer);
  if (priceMinor > request.netMinor + request.toleranceMinor) {
    return { kind: 'REFUSED', reason: 'PRICE_CHANGED', netMinor: priceMinor };
  }
  const reference = request.reference.toUpperCase();
  return {
    quoteId,
    versions: loaded.versions,
    booking: {
      reference,
      supplierRef: hashedId('OWN', `${place.environment} ${reference}`),
      planCode: planOfRateKey(offer.rateKey),
      checkIn,
      checkOut,
      roomCodes: offer.rooms.map(({ roomCode }) => roomCode),
      currency: offer.currency,
      netMinor: Math.max(priceMinor, request.netMinor),
      penalties: penaltySteps(tokens.policy, checkIn, hotel.timeZone),
    },
  };
}

function dropExpired({ db }: OwnPlace, property: PropertyKey): Promise<void> {
  return inTransaction(db, async tx => {
    await lockProperty(tx, property);
    await dropExpiredHolds(tx, property);
  });
}

function netOf({ rooms }: SuppliedOffer): number {
  let net = 0;
  for (const { nightlyMinor } of rooms) for (const minor of nightlyMinor) net += minor;
  return net;
}
