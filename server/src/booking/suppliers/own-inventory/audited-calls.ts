/**
 * Runs calls to own inventory. A call that was aborted or is past its deadline is not started. Each exchange is recorded as
 * JSON for the audit.
 */
import type { Clock } from '../../../platform/clock.ts';
import type { Call, Exchange } from '../../port/call.ts';
import type { Booked, Cancelled, NotExecuted } from '../../port/outcomes.ts';
import { RecordedRequest, RecordedResponse } from '../../port/recorded-message.ts';
import type {
  BookRequest,
  KnownBooking,
  QuoteRequest,
  SearchRequest,
  StayRequest,
} from '../../port/supplier.ts';

const FAILED = { kind: 'FAILED', cause: 'TIMEOUT' } as const;
const NOT_SENT: NotExecuted = { kind: 'NOT_EXECUTED', cause: 'NOT_SENT' };

export function auditedCalls(clock: Clock) {
  async function read<T>(call: Call, request: object, work: () => Promise<T>): Promise<T | typeof FAILED> {
    if (isOver(clock, call)) return FAILED;
    const response = await work();
    call.record(exchangeOf(request, response));
    return response;
  }

  async function effect<T extends Booked | Cancelled>(
    call: Call,
    request: object,
    work: () => Promise<T>,
  ): Promise<T | NotExecuted> {
    if (isOver(clock, call)) return NOT_SENT;
    let response: T | NotExecuted;
    try {
      response = await work();
    } catch (error) {
      const undone = notExecuted(error);
      if (undone === undefined) throw error;
      response = undone;
    }
    call.record(exchangeOf(request, response));
    return response;
  }

  return { read, effect };
}

function isOver(clock: Clock, call: Call): boolean {
  return call.signal.aborted || clock.monotonicMs() >= call.deadlineMs;
}

/** SQLSTATE codes of errors after which the server has rolled back: deadlock, serialisation failure, lock timeout. */
const ROLLED_BACK: ReadonlySet<unknown> = new Set(['40P01', '40001', '55P03']);

/** Returns undefined if it is unknown whether anything was done. */
function notExecuted(error: unknown): NotExecuted | undefined {
  const { code } = error as { code?: unknown };
  if (ROLLED_BACK.has(code)) return { kind: 'NOT_EXECUTED', cause: 'THROTTLED' };
  return code === 'POOL_BUSY' ? { kind: 'NOT_EXECUTED', cause: 'NOT_SENT' } : undefined;
}

/** Bodies are serialised only when read, because most searches are not audited. */
function exchangeOf(request: object, response: unknown): Exchange {
  return {
    request: new RecordedRequest({ method: null, target: null, headers: {} }, () => JSON.stringify(request)),
    response: new RecordedResponse({ status: null, headers: {} }, () => JSON.stringify(response)),
  };
}

export function searchRecord(request: SearchRequest): object {
  return { ...stayOf(request), hotels: request.hotels.map(({ hotelId }) => hotelId) };
}

export function quoteRecord(request: QuoteRequest): object {
  const { hotel, rateKey, quoteId, lifetimeMs } = request;
  return { ...stayOf(request), hotel: hotel.hotelId, rateKey, quoteId, lifetimeMs };
}

/** Contains the number of guests but no names. */
export function bookRecord(request: BookRequest): object {
  const { reference, hotel, quoteId, currency, netMinor, toleranceMinor, rooms } = request;
  const guests = rooms.map(room => room.guests.map(({ type, age }) => ({ type, age })));
  const order = { reference, hotel: hotel.hotelId, quoteId, currency, netMinor, toleranceMinor, guests };
  return { ...stayOf(request), ...order };
}

export function bookingRecord({ reference, supplierRef, hotelId }: KnownBooking): object {
  return { reference, supplierRef, hotelId };
}

function stayOf({ checkIn, checkOut, occupancies, market }: StayRequest): object {
  return { checkIn, checkOut, occupancies, market };
}
