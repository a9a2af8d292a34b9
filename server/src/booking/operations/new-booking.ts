/** Turns a booking request and its quote into the new booking and the request to the supplier. Pure. */
import type { BookingRequest } from '@serai/contract/booking/booking.ts';
import { toMinorUnits } from '@serai/contract/shared/amounts.ts';
import { convertMinor, type Rate } from '../../platform/money/convert-minor.ts';
import type { BookingContent } from '../bookings/booking.ts';
import { type Reprice, repriceAt } from '../bookings/outcomes/reprice-booking.ts';
import type { BookingPeople } from '../bookings/people.ts';
import type { NewBooking } from '../bookings/protocol/journal-booking.ts';
import type { BookRequest, Guest, SoldHotel } from '../port/supplier.ts';
import type { Quote } from '../quotes/quote.ts';
import type { RequestMode } from '../request-mode.ts';

interface Quoted {
  netMinor: number;
  supplierNetMinor: number;
  /** From the supplier's currency to the currency of the quote, if they differ. */
  exchange?: Rate | undefined;
  /** Net at another cost in the supplier's currency, if pricing rules apply. It never falls when the cost rises. */
  netAt?: ((supplierNetMinor: number) => number) | undefined;
}

/** The largest price rise, as a multiple of the price. It keeps sums within the safe integer range. */
const MAX_MULTIPLE = 100n;

export function newBooking(
  request: BookingRequest,
  quote: Quote,
  { webhookScenario }: Pick<RequestMode, 'webhookScenario'>,
  pricing: Reprice,
): Omit<
  NewBooking,
  'scope' | 'keyId' | 'requestId' | 'fingerprint' | 'provider' | 'alongside' | 'billing'
> & {
  highestMinor: number;
} {
  const { checkIn, checkOut } = quote.content.stay;
  return {
    testMode: quote.test_mode,
    clientReference: request.clientReference,
    quoteId: quote.quote_id,
    hotelId: quote.hotel_id,
    checkIn,
    checkOut,
    currency: quote.currency,
    netMinor: quote.net_minor,
    highestMinor: quote.net_minor + allowedRise(request.priceTolerance, quote.net_minor),
    supplierCurrency: quote.supplier_currency,
    supplierNetMinor: quote.supplier_net_minor,
    content: bookedContent(request, quote, webhookScenario, pricing),
    people: bookedPeople(request),
    exchanges: quote.content.exchanges,
  };
}

function bookedContent(
  { priceTolerance }: BookingRequest,
  quote: Quote,
  webhookScenario: string | undefined,
  port: Reprice,
): BookingContent {
  const { stay, hotel, offer, terms, pricing } = quote.content;
  const sold = { price: offer.price, rooms: offer.rooms, pricing };
  const hasRules = pricing !== undefined && pricing.rules.length > 0;
  return {
    occupancies: stay.occupancies,
    market: stay.market,
    hotel,
    board: offer.board,
    payment: offer.payment,
    rooms: offer.rooms.map(({ allotment: _, ...room }) => room),
    price: offer.price,
    terms,
    toleranceMinor: toleranceMinor(priceTolerance, {
      netMinor: quote.net_minor,
      supplierNetMinor: quote.supplier_net_minor,
      exchange: offer.price.exchange,
      netAt: hasRules ? supplierNetMinor => repriceAt(port, sold, supplierNetMinor).netMinor : undefined,
    }),
    ...(pricing && { pricing }),
    tokens: quote.tokens,
    ...(webhookScenario !== undefined && { webhookScenario }),
  };
}

/** Sorts the rooms in the order of the quote. */
export function bookedPeople(request: BookingRequest): BookingPeople {
  const { holder, remarks, metadata } = request;
  const rooms = request.rooms.toSorted((a, b) => a.roomRef - b.roomRef);
  return {
    holder: {
      firstName: holder.firstName,
      lastName: holder.lastName,
      email: holder.email ?? null,
      phone: holder.phone ?? null,
    },
    rooms: rooms.map(({ guests, specialRequests }) => ({
      guests: guests.map(toGuest),
      specialRequests: specialRequests ?? null,
    })),
    remarks: remarks ?? null,
    metadata: metadata ?? {},
    cancelReason: null,
  };
}

function toGuest(guest: BookingRequest['rooms'][number]['guests'][number]): Guest {
  const { type, age = null, firstName = null, lastName = null, title = null } = guest;
  return { type, age, firstName, lastName, title };
}

export function bookRequest(
  quote: Quote,
  hotel: SoldHotel,
  people: BookingPeople,
  booking: { reference: string; toleranceMinor: number },
): BookRequest {
  return {
    ...quote.content.stay,
    ...booking,
    hotel,
    quoteId: quote.quote_id,
    tokens: quote.tokens,
    currency: quote.supplier_currency,
    netMinor: quote.supplier_net_minor,
    holder: people.holder,
    rooms: people.rooms,
    remarks: people.remarks,
  };
}

/**
 * How much higher the price may be at the supplier, in the supplier's currency. The result respects every given bound.
 * Without a tolerance it is 0.
 */
export function toleranceMinor(
  tolerance: BookingRequest['priceTolerance'],
  { netMinor, supplierNetMinor, exchange, netAt }: Quoted,
): number {
  const allowed = allowedRise(tolerance, netMinor);
  if (allowed === 0) return 0;
  const highest = netMinor + allowed;
  if (netAt !== undefined) return highestRise(supplierNetMinor, netAt, highest);
  const rise = Number((BigInt(allowed) * BigInt(supplierNetMinor)) / BigInt(netMinor));
  if (exchange === undefined) return rise;
  return largestRise(rise, more => convertMinor(supplierNetMinor + more, exchange) <= highest);
}

/** How much higher the net may be, in the currency of the quote. */
export function allowedRise(tolerance: BookingRequest['priceTolerance'], netMinor: number): number {
  if (tolerance === undefined || netMinor === 0) return 0;
  const net = BigInt(netMinor);
  let allowed = net * MAX_MULTIPLE;
  for (const bound of boundsOf(tolerance, net)) if (bound < allowed) allowed = bound;
  return Number(allowed);
}

/** With pricing rules, net need not rise in proportion to the cost, so doubling finds an upper bound of the rise. */
function highestRise(
  supplierNetMinor: number,
  netAt: (supplierNetMinor: number) => number,
  highest: number,
): number {
  const fits = (rise: number) => netAt(supplierNetMinor + rise) <= highest;
  const limit = Math.max(supplierNetMinor, 1) * Number(MAX_MULTIPLE);
  let rise = 1;
  while (rise < limit && fits(rise)) rise *= 2;
  return largestRise(Math.min(rise, limit), fits);
}

/** Returns the largest rise up to `most` that fits. A proportional rise can be too high because of rounding. */
function largestRise(most: number, fits: (rise: number) => boolean): number {
  if (fits(most)) return most;
  let [low, high] = [0, most];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

function* boundsOf(
  { amount, percent }: NonNullable<BookingRequest['priceTolerance']>,
  net: bigint,
): Iterable<bigint> {
  if (amount !== undefined) yield toMinorUnits(amount);
  if (percent === undefined) return;
  const [whole = '0', fraction = ''] = percent.split('.');
  yield (net * BigInt(whole + fraction)) / 10n ** BigInt(fraction.length + 2);
}
