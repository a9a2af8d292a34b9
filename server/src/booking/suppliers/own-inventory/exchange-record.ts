/** What an audited call shows of own inventory: the question and the answer as JSON. Who comes is counted, never named. */
import type { Exchange } from '../../port/call.ts';
import type {
  BookRequest,
  KnownBooking,
  QuoteRequest,
  SearchRequest,
  StayRequest,
} from '../../port/supplier.ts';

/** Bodies are written when they are read: most searches are audited by nobody. */
export function exchangeRecord(question: object, answer: unknown): Exchange {
  const message = { headers: {}, truncated: false };
  return {
    request: {
      ...message,
      method: null,
      target: null,
      get body() {
        return JSON.stringify(question);
      },
    },
    response: {
      ...message,
      status: null,
      get body() {
        return JSON.stringify(answer);
      },
    },
  };
}

export function searchQuestion(request: SearchRequest): object {
  return { ...stayOf(request), hotels: request.hotels.map(({ hotelId }) => hotelId) };
}

export function quoteQuestion(request: QuoteRequest): object {
  const { hotel, rateKey, quoteId, lifetimeMs } = request;
  return { ...stayOf(request), hotel: hotel.hotelId, rateKey, quoteId, lifetimeMs };
}

export function bookQuestion(request: BookRequest): object {
  const { reference, hotel, quoteId, currency, netMinor, toleranceMinor, rooms } = request;
  const guests = rooms.map(room => room.guests.map(({ type, age }) => ({ type, age })));
  const order = { reference, hotel: hotel.hotelId, quoteId, currency, netMinor, toleranceMinor, guests };
  return { ...stayOf(request), ...order };
}

export function bookingQuestion({ reference, supplierRef, hotelId }: KnownBooking): object {
  return { reference, supplierRef, hotelId };
}

function stayOf({ checkIn, checkOut, occupancies, market }: StayRequest): object {
  return { checkIn, checkOut, occupancies, market };
}
