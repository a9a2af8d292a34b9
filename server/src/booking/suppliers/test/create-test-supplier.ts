/** A test provider. It simulates an external provider, sells fictitious rooms and supports every scenario. */
import { scenarioOfHotel } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Call } from '../../port/call.ts';
import type { Booked, Cancelled, NotExecuted, Read, Unknown } from '../../port/outcomes.ts';
import type { BookRequest, KnownBooking, StayRequest, Supplier } from '../../port/supplier.ts';
import { quoteRate } from './quote-rate.ts';
import {
  beforeDeadline,
  exchangeMessage,
  isOver,
  noReply,
  type Reply,
  reply,
  type TestProvider,
} from './reply.ts';
import { bookReservation, cancelReservation, lookUpReservation, sweepReservations } from './reservations.ts';
import { rangeOf, sellsHotel, type TestProviderCode } from './sale/provider-range.ts';
import { searchHotels } from './search-hotels.ts';

const LIMIT_MS = 3_000;
const MAX_HOTELS = 1_000;

const NOT_SENT: NotExecuted = { kind: 'NOT_EXECUTED', cause: 'NOT_SENT' };
const UNKNOWN: Unknown = { kind: 'UNKNOWN', cause: 'TIMEOUT' };
const FAILED = { kind: 'FAILED', cause: 'TIMEOUT' } as const;

interface Fallbacks<T> {
  /** Outcome if the call has ended before anything is sent. */
  unsent: T;
  /** Outcome if there is no reply. */
  unanswered: T;
}
const READ = { unsent: FAILED, unanswered: FAILED };
const EFFECT = { unsent: NOT_SENT, unanswered: UNKNOWN };

export function createTestSupplier(options: {
  code: TestProviderCode;
  db: Database;
  clock: Clock;
  /** Whether results are shared through Redis, like those of an external provider. */
  isShared?: boolean;
}): Supplier {
  const provider: TestProvider = options;
  const { clock } = provider;

  async function send<T>(
    call: Call,
    fallbacks: Fallbacks<T>,
    message: object,
    work: () => Promise<Reply<T>>,
  ): Promise<T> {
    if (isOver(clock, call)) return fallbacks.unsent;
    let received = noReply(fallbacks.unanswered);
    try {
      received = await beforeDeadline(clock, call, work(), received);
    } finally {
      call.record(exchangeMessage(message, received.wire));
    }
    return received.outcome;
  }

  return {
    kind: 'TEST',
    capabilities: { referenceIsUnique: true },
    limits: { search: LIMIT_MS, quote: LIMIT_MS, book: LIMIT_MS, lookup: LIMIT_MS, cancel: LIMIT_MS },
    settlement: { settleMs: 60_000, speedUp: 30 },
    searching: {
      // A scenario depends on the other hotels of the call. A search is therefore never split, and a search with a scenario is
      // never cached.
      batchSize: MAX_HOTELS,
      maxConcurrentCalls: 1,
      byLanguage: false,
      // Computing the offers takes less CPU time than reading them from Redis.
      isShared: options.isShared ?? false,
      mayCache: ({ hotelId }) => scenarioOfHotel(hotelId) === undefined,
    },
    search(call, request) {
      const message = { ...stayOf(request), hotels: request.hotels.map(({ hotelId }) => hotelId) };
      return send(call, READ, message, () => searchHotels(provider, call, request));
    },
    quote(call, request) {
      const { hotel, rateKey, quoteId } = request;
      const message = { ...stayOf(request), hotel: hotel.hotelId, rateKey, quoteId };
      return send(call, READ, message, () => quoteRate(provider, call, request));
    },
    release: (call, quoteId) =>
      send<Read<null>>(call, READ, { quoteId }, async () => reply({ kind: 'OK', value: null })),
    book: (call, request) =>
      send<Booked>(call, EFFECT, orderOf(request), () => bookReservation(provider, call, request)),
    lookup: (call, booking) => send(call, READ, known(booking), () => lookUpReservation(provider, booking)),
    sweep: (call, fromMs, toMs) =>
      send(call, READ, { fromMs, toMs }, () => sweepReservations(provider, fromMs, toMs)),
    cancel: (call, booking) =>
      send<Cancelled>(call, EFFECT, known(booking), () => cancelReservation(provider, call, booking)),
    probe: call => send<Read<null>>(call, READ, {}, async () => reply({ kind: 'OK', value: null })),
    sells: async hotel => sellsHotel(rangeOf(provider.code, hotel)),
  };
}

function stayOf({ checkIn, checkOut, occupancies, market }: StayRequest) {
  return { checkIn, checkOut, occupancies, market };
}

function known({ reference, supplierRef, hotelId }: KnownBooking) {
  return { reference, supplierRef, hotelId };
}

/** Contains the number of guests but no names. Free text may contain personal data, so it is left out. */
function orderOf(request: BookRequest) {
  const { reference, hotel, quoteId, currency, netMinor, toleranceMinor, rooms } = request;
  const guests = rooms.map(room => room.guests.map(({ type, age }) => ({ type, age })));
  const order = { reference, hotel: hotel.hotelId, quoteId, currency, netMinor, toleranceMinor, guests };
  return { ...stayOf(request), ...order };
}
