/** A test provider: it stands for an outside company, sells rooms that do not exist, and acts out every scenario. */
import { scenarioOfHotel } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Call } from '../../port/call.ts';
import type { Booked, Cancelled, NotExecuted, Read, Unknown } from '../../port/outcomes.ts';
import type { BookRequest, KnownBooking, StayRequest, Supplier } from '../../port/supplier.ts';
import { beforeDeadline, isOver } from './before-deadline.ts';
import { bookReservation } from './book-reservation.ts';
import { cancelReservation } from './cancel-reservation.ts';
import { exchangeMessage } from './exchange-message.ts';
import { lookUpReservation, sweepReservations } from './find-reservations.ts';
import { quoteRate } from './quote-rate.ts';
import { type Place, type Said, say, silence } from './said.ts';
import { rangeOf, sellsHotel, type TestProviderCode } from './sale/provider-range.ts';
import { searchHotels } from './search-hotels.ts';

const LIMIT_MS = 3_000;
/** As many as a search has. */
const MOST_HOTELS = 1_000;

const NOT_SENT: NotExecuted = { kind: 'NOT_EXECUTED', cause: 'NOT_SENT' };
const UNKNOWN: Unknown = { kind: 'UNKNOWN', cause: 'TIMEOUT' };
const FAILED = { kind: 'FAILED', cause: 'TIMEOUT' } as const;

interface Ends<T> {
  /** When the call was over before it began. */
  unsent: T;
  /** When it ended without an answer. */
  unheard: T;
}
const READ = { unsent: FAILED, unheard: FAILED };
const EFFECT = { unsent: NOT_SENT, unheard: UNKNOWN };

export function createTestSupplier(options: {
  code: TestProviderCode;
  db: Database;
  clock: Clock;
  /** Puts its answers into Redis, as those of an outside company would be. */
  isShared?: boolean;
}): Supplier {
  const place: Place = options;
  const { clock } = place;

  /** One message out, one answer back or none. */
  async function ask<T>(
    call: Call,
    ends: Ends<T>,
    question: object,
    work: () => Promise<Said<T>>,
  ): Promise<T> {
    if (isOver(clock, call)) return ends.unsent;
    let said = silence(ends.unheard);
    try {
      said = await beforeDeadline(clock, call, work(), said);
    } finally {
      call.record(exchangeMessage(question, said.wire));
    }
    return said.outcome;
  }

  return {
    kind: 'TEST',
    limits: { search: LIMIT_MS, quote: LIMIT_MS, book: LIMIT_MS, lookup: LIMIT_MS, cancel: LIMIT_MS },
    settlement: { settleMs: 60_000, speedUp: 30 },
    searching: {
      // How a scenario acts depends on the other hotels of the call: a search is never split, and one with a scenario is never kept.
      batchSize: MOST_HOTELS,
      maxConcurrentCalls: 1,
      byLanguage: false,
      // Its sums take less CPU than reading them from Redis.
      isShared: options.isShared ?? false,
      mayCache: ({ hotelId }) => scenarioOfHotel(hotelId) === undefined,
    },
    search(call, request) {
      const question = { ...stayOf(request), hotels: request.hotels.map(({ hotelId }) => hotelId) };
      return ask(call, READ, question, () => searchHotels(place, call, request));
    },
    quote(call, request) {
      const { hotel, rateKey, quoteId } = request;
      const question = { ...stayOf(request), hotel: hotel.hotelId, rateKey, quoteId };
      return ask(call, READ, question, () => quoteRate(place, call, request));
    },
    release: (call, quoteId) =>
      ask<Read<null>>(call, READ, { quoteId }, async () => say({ kind: 'OK', value: null })),
    book: (call, request) =>
      ask<Booked>(call, EFFECT, orderOf(request), () => bookReservation(place, call, request)),
    lookup: (call, booking) => ask(call, READ, known(booking), () => lookUpReservation(place, booking)),
    sweep: (call, fromMs, toMs) =>
      ask(call, READ, { fromMs, toMs }, () => sweepReservations(place, fromMs, toMs)),
    cancel: (call, booking) =>
      ask<Cancelled>(call, EFFECT, known(booking), () => cancelReservation(place, call, booking)),
    probe: call => ask<Read<null>>(call, READ, {}, async () => say({ kind: 'OK', value: null })),
    sells: async hotel => sellsHotel(rangeOf(place.code, hotel)),
  };
}

function stayOf({ checkIn, checkOut, occupancies, market }: StayRequest) {
  return { checkIn, checkOut, occupancies, market };
}

function known({ reference, supplierRef, hotelId }: KnownBooking) {
  return { reference, supplierRef, hotelId };
}

/** Who comes is counted, never named; words of guests may hold anything and stay out. */
function orderOf(request: BookRequest) {
  const { reference, hotel, quoteId, currency, netMinor, toleranceMinor, rooms } = request;
  const guests = rooms.map(room => room.guests.map(({ type, age }) => ({ type, age })));
  const order = { reference, hotel: hotel.hotelId, quoteId, currency, netMinor, toleranceMinor, guests };
  return { ...stayOf(request), ...order };
}
