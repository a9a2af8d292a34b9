/**
 * Sells rooms: one transaction, and a reference makes one booking. What was quoted counts: rooms come from the hold, the terms are
 * those of the quote, and a price that fell is not lowered. A price that rose beyond the tolerance, or a stay that is no longer sold,
 * is refused.
 */
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { hashedId } from '../../../platform/ids/hashed-id.ts';
import type { Booked } from '../../port/outcomes.ts';
import type { SuppliedOffer } from '../../port/supplied-offer.ts';
import type { BookRequest } from '../../port/supplier.ts';
import { reservationOf } from './find-bookings.ts';
import type { LoadedProperty } from './memory/inventory-memory.ts';
import { datesNow, type OwnPlace, offersOn } from './own-place.ts';
import { penaltySteps } from './penalty-steps.ts';
import { parseQuoteTokens, type QuoteTokens } from './quote-tokens.ts';
import { planOfRateKey } from './stay/rate-key.ts';
import { findBooking, insertBooking, type NewInventoryBooking } from './stores/booking-store.ts';
import { deleteHold } from './stores/hold-store.ts';
import {
  dropExpiredHolds,
  giveBackHeld,
  lockProperty,
  moveRooms,
  type PropertyKey,
  type RoomsOfStay,
} from './stores/rooms-store.ts';

type Refused = Extract<Booked, { kind: 'REFUSED' }>;
const refused = (reason: Refused['reason']): Refused => ({ kind: 'REFUSED', reason });

/** Prices that changed between reading and locking are read again. */
const MAX_ATTEMPTS = 3;

/** Thrown to undo what a transaction did so far. */
class Undo extends Error {
  readonly outcome: 'SOLD_OUT' | 'TAKEN' | 'MOVED';

  constructor(outcome: Undo['outcome']) {
    super(outcome);
    this.outcome = outcome;
  }
}

export async function bookStay(place: OwnPlace, request: BookRequest): Promise<Booked> {
  const { db, environment } = place;
  const reference = request.reference.toUpperCase();
  const tokens = parseQuoteTokens(request.tokens);
  if (tokens === undefined) return refused('PROVIDER_REFUSED');
  if (await findBooking(db, environment, reference)) return { kind: 'DUPLICATE' };
  for (let attempt = 1; ; attempt++) {
    const order = await priceOrder(place, request, tokens);
    if ('kind' in order)
      return (await findBooking(db, environment, reference)) ? { kind: 'DUPLICATE' } : order;
    const outcome = await sell(place, request, order);
    if (outcome === 'TAKEN') return { kind: 'DUPLICATE' };
    if (outcome === 'SOLD_OUT') return refused('SOLD_OUT');
    if (outcome !== 'MOVED') {
      return { kind: 'CONFIRMED', ...reservationOf({ ...outcome, hotelId: request.hotel.hotelId }) };
    }
    if (attempt === MAX_ATTEMPTS) return { kind: 'NOT_EXECUTED', cause: 'THROTTLED' };
  }
}

interface Order {
  booking: NewInventoryBooking;
  versions: LoadedProperty['versions'];
}

async function priceOrder(
  place: OwnPlace,
  request: BookRequest,
  tokens: QuoteTokens,
): Promise<Order | Refused> {
  const { hotel, quoteId, checkIn, checkOut } = request;
  const loaded = (await place.memory.load([hotel.hotelId], request, quoteId)).get(hotel.hotelId);
  if (loaded === undefined) return refused('PROVIDER_REFUSED');
  const answer = offersOn(datesNow(place)(hotel.timeZone), hotel, loaded, request);
  const offers = 'offers' in answer ? answer.offers : [];
  const offer = offers.find(({ rateKey }) => rateKey === tokens.rateKey);
  if (offer === undefined) {
    const isClosed = 'reason' in answer && answer.reason !== 'SOLD_OUT';
    return refused(isClosed ? 'PROVIDER_REFUSED' : 'SOLD_OUT');
  }
  if (offer.currency !== request.currency) return refused('PROVIDER_REFUSED');
  const priceMinor = netOf(offer);
  if (priceMinor > request.netMinor + request.toleranceMinor) return refused('PRICE_CHANGED');
  const reference = request.reference.toUpperCase();
  return {
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

async function sell(
  { db, environment }: OwnPlace,
  { hotel, quoteId }: BookRequest,
  { booking, versions }: Order,
): Promise<NewInventoryBooking | Undo['outcome']> {
  const property: PropertyKey = { environment, hotelId: hotel.hotelId };
  try {
    return await inTransaction(db, async tx => {
      const locked = await lockProperty(tx, property);
      if (await findBooking(tx, environment, booking.reference)) throw new Undo('TAKEN');
      const isSame =
        locked?.documentVersion === versions.documentVersion && locked.ratesVersion === versions.ratesVersion;
      if (!isSame) throw new Undo('MOVED');
      await dropExpiredHolds(tx, property);
      const hold = await deleteHold(tx, property, quoteId);
      const isHeld = hold !== undefined && isSameStay(hold, booking);
      if (hold !== undefined && !isHeld) await giveBackHeld(tx, property, hold);
      if (!(await moveRooms(tx, property, booking, { held: isHeld ? -1 : 0, sold: 1 })))
        throw new Undo('SOLD_OUT');
      if (!(await insertBooking(tx, property, booking))) throw new Undo('TAKEN');
      return booking;
    });
  } catch (error) {
    if (error instanceof Undo) return error.outcome;
    throw error;
  }
}

function isSameStay(a: RoomsOfStay, b: RoomsOfStay): boolean {
  const codes = ({ roomCodes }: RoomsOfStay) => JSON.stringify([...roomCodes].sort());
  return a.checkIn === b.checkIn && a.checkOut === b.checkOut && codes(a) === codes(b);
}

function netOf({ rooms }: SuppliedOffer): number {
  let net = 0;
  for (const { nightlyMinor } of rooms) for (const minor of nightlyMinor) net += minor;
  return net;
}
