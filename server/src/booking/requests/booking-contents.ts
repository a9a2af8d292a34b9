/** Pure. What a request to book becomes: the booking's content, its people, and the question to the supplier. */
import type { BookingRequest } from '@serai/contract/booking/booking.ts';
import type { BookingContent } from '../bookings/booking.ts';
import type { BookingPeople } from '../bookings/people.ts';
import type { NewBooking } from '../bookings/protocol/journal-booking.ts';
import type { BookRequest, Guest, SoldHotel } from '../port/supplier.ts';
import type { Quote } from '../quotes/quote.ts';
import { toleranceMinor } from './price-tolerance.ts';
import type { RequestMode } from './request-mode.ts';

/** All of a new booking that follows from the request and its quote. */
export function newBooking(
  request: BookingRequest,
  quote: Quote,
  { webhookScenario }: Pick<RequestMode, 'webhookScenario'>,
): Omit<NewBooking, 'scope' | 'fingerprint' | 'provider' | 'alongside'> {
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
    supplierCurrency: quote.supplier_currency,
    supplierNetMinor: quote.supplier_net_minor,
    content: bookedContent(request, quote, webhookScenario),
    people: bookedPeople(request),
  };
}

/** `webhookScenario` is what deliveries of its events act out. */
function bookedContent(
  { priceTolerance }: BookingRequest,
  quote: Quote,
  webhookScenario: string | undefined,
): BookingContent {
  const { stay, hotel, offer, terms } = quote.content;
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
    }),
    ...(webhookScenario !== undefined && { webhookScenario }),
  };
}

/** Rooms in the order of the quote, however they were sent. */
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
