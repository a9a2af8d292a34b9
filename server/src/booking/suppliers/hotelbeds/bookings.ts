/** Creates, looks up and lists bookings at Hotelbeds. References are not unique there, so a lookup can find several bookings. */
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import { addDays } from '../../../platform/time/civil-date.ts';
import { dateInZone } from '../../../platform/time/zoned-time.ts';
import type { Call } from '../../port/call.ts';
import type { Booked, Found, Read } from '../../port/outcomes.ts';
import type { BookRequest, KnownBooking, Swept } from '../../port/supplier.ts';
import type { HotelbedsClient, Reply } from './client.ts';
import { codesOf, isWrongEnvironment } from './mapping.ts';
import { bookFailure, lookupFailure, readError, readFailure } from './outcomes.ts';
import {
  bookBody,
  type ListedBooking,
  type ReadBooking,
  readBooking,
  readList,
  toleranceOf,
} from './reservation.ts';
import { readTokens, type Tokens } from './tokens.ts';

export interface BookingOptions {
  kind: 'TEST' | 'LIVE';
  clock: Clock;
  log: Log;
  client: HotelbedsClient;
}

/** Hotelbeds' booking dates are in Spanish time. */
export const SPAIN = 'Europe/Madrid';
const LOOKUP_PAGE = 25;
const SWEEP_PAGE = 100;
const MAX_SWEEP_PAGES = 200;
/** No booking has this reference, so the probe finds nothing. */
const PROBE_REFERENCE = 'SERAI-PROBE';
const UNKNOWN_ENVIRONMENT = { kind: 'UNKNOWN', cause: 'ENVIRONMENT' } as const;
const CONTRADICTORY = { kind: 'UNKNOWN', cause: 'CONTRADICTORY' } as const;

export class HotelbedsBookings {
  readonly #kind: 'TEST' | 'LIVE';
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #client: HotelbedsClient;

  constructor({ kind, clock, log, client }: BookingOptions) {
    this.#kind = kind;
    this.#clock = clock;
    this.#log = log;
    this.#client = client;
  }

  async book(call: Call, request: BookRequest): Promise<Booked> {
    const tokens = readTokens(request.tokens);
    if (tokens === undefined) return { kind: 'REFUSED', reason: 'PROVIDER_REFUSED' };
    // The hotel may no longer be mapped to the supplier id that was quoted.
    if (!codesOf(request.hotel).includes(tokens.hotelCode)) return { kind: 'REFUSED', reason: 'SOLD_OUT' };
    const checkedMinor = tokens.rates.reduce((sum, { netMinor }) => sum + netMinor, 0);
    const tolerance = toleranceOf(request, tokens);
    // Hotelbeds applies the tolerance to the checked price, so a checked price that is already too high is refused
    // here.
    if (tolerance === undefined) return { kind: 'REFUSED', reason: 'PRICE_CHANGED', netMinor: checkedMinor };
    const body = bookBody(request, tokens, tolerance);
    const reply = await this.#client.send(call, { method: 'POST', api: 'booking', path: '/bookings', body });
    return this.#judgeBooking(reply, request, tokens);
  }

  #judgeBooking(reply: Reply, request: BookRequest, tokens: Tokens): Booked {
    if (reply.kind !== 'REPLY') return bookFailure(reply);
    if (isWrongEnvironment(reply.json, this.#kind)) return UNKNOWN_ENVIRONMENT;
    const booking = (reply.json as { booking?: unknown } | undefined)?.booking;
    if (booking === undefined || booking === null) {
      const isSuccess = reply.status >= 200 && reply.status < 300;
      return isSuccess ? { kind: 'UNKNOWN', cause: 'UNREADABLE' } : bookFailure(reply);
    }
    // A response with a booking must not also report a failure.
    if (reply.status !== 200 || readError(reply.json) !== undefined) return CONTRADICTORY;
    const read = readBooking(booking, this.#clock.nowMs());
    if (read.kind !== 'OK') return { kind: 'UNKNOWN', cause: read.kind };
    const found = read.booking;
    const isOurs = found.clientReference.toUpperCase() === request.reference.toUpperCase();
    const isBooked = found.state === 'BOOKED' && (found.rooms ?? []).every(({ state }) => state === 'BOOKED');
    const roomCodes = tokens.rates.map(({ roomCode }) => roomCode);
    const isSameRooms = roomCodes.join() === found.roomCodes.join();
    const isSameHotel = found.hotelCode === tokens.hotelCode;
    if (!isOurs || !isBooked || !isSameRooms || !isSameHotel) return CONTRADICTORY;
    const { state: _state, rooms: _rooms, penaltyMinor: _penalty, ...reservation } = shown(found);
    return { kind: 'CONFIRMED', hotelId: request.hotel.hotelId, ...reservation };
  }

  async detail(call: Call, supplierRef: string, known: KnownBooking): Promise<Found> {
    const path = `/bookings/${encodeURIComponent(supplierRef)}`;
    const reply = await this.#client.send(call, {
      method: 'GET',
      api: 'booking',
      path,
      query: { language: 'ENG' },
    });
    if (reply.kind !== 'REPLY' || reply.status !== 200) return lookupFailure(reply);
    if (isWrongEnvironment(reply.json, this.#kind)) return { kind: 'FAILED', cause: 'ENVIRONMENT' };
    if (readError(reply.json) !== undefined) return { kind: 'FAILED', cause: 'CONTRADICTORY' };
    const read = readBooking((reply.json as { booking?: unknown } | undefined)?.booking, known.sentAtMs);
    if (read.kind !== 'OK') return { kind: 'FAILED', cause: read.kind };
    const { booking } = read;
    const isOurs = booking.clientReference.toUpperCase() === known.reference.toUpperCase();
    if (!isOurs || booking.supplierRef !== supplierRef) return { kind: 'FAILED', cause: 'CONTRADICTORY' };
    return { kind: 'FOUND', hotelId: hotelIdOf(booking, known), ...shown(booking) };
  }

  /** Lists the bookings with our reference that were created within a day of the request. */
  async #findByReference(call: Call, known: KnownBooking): Promise<readonly ListedBooking[] | Found> {
    const day = dateInZone(known.sentAtMs, SPAIN);
    const reply = await this.#list(
      call,
      addDays(day, -1),
      addDays(day, 1),
      { from: 1, to: LOOKUP_PAGE },
      known.reference,
    );
    if (reply.kind !== 'REPLY' || reply.status !== 200) return lookupFailure(reply);
    if (isWrongEnvironment(reply.json, this.#kind)) return { kind: 'FAILED', cause: 'ENVIRONMENT' };
    const listed = readError(reply.json) === undefined ? readList(reply.json) : undefined;
    if (listed === undefined) return { kind: 'FAILED', cause: 'UNREADABLE' };
    return listed.filter(
      ({ clientReference }) => clientReference.toUpperCase() === known.reference.toUpperCase(),
    );
  }

  #list(
    call: Call,
    start: string,
    end: string,
    page: { from: number; to: number },
    reference?: string,
  ): Promise<Reply> {
    const query = {
      start,
      end,
      filterType: 'CREATION',
      status: 'ALL',
      from: String(page.from),
      to: String(page.to),
      ...(reference !== undefined && { clientReference: reference.toUpperCase() }),
    };
    return this.#client.send(call, { method: 'GET', api: 'booking', path: '/bookings', query });
  }

  async lookup(call: Call, known: KnownBooking): Promise<Found> {
    if (known.supplierRef !== null) {
      const found = await this.detail(call, known.supplierRef, known);
      // Hotelbeds returns the same error for bookings of another account, so search by our reference too.
      if (found.kind !== 'ABSENT') return found;
    }
    const listed = await this.#findByReference(call, known);
    if ('kind' in listed) return listed;
    const [first, ...others] = listed;
    if (first === undefined) return { kind: 'ABSENT' };
    if (others.length > 0) {
      this.#log.error(
        { reference: known.reference, count: listed.length },
        'Hotelbeds has several bookings with the same reference',
      );
      return { kind: 'FAILED', cause: 'CONTRADICTORY' };
    }
    const found = await this.detail(call, first.supplierRef, known);
    // The list contained the booking, so it is not absent.
    return found.kind === 'ABSENT' ? { kind: 'INCOMPLETE' } : found;
  }

  async sweep(call: Call, fromMs: number, toMs: number): Promise<Read<readonly Swept[]>> {
    const [start, end] = [dateInZone(fromMs, SPAIN), dateInZone(Math.max(toMs - 1, fromMs), SPAIN)];
    const swept: Swept[] = [];
    for (let page = 0; page < MAX_SWEEP_PAGES; page += 1) {
      const from = page * SWEEP_PAGE + 1;
      const reply = await this.#list(call, start, end, { from, to: from + SWEEP_PAGE - 1 });
      if (reply.kind !== 'REPLY' || reply.status !== 200) return readFailure(reply, 'NONE');
      if (isWrongEnvironment(reply.json, this.#kind)) return { kind: 'FAILED', cause: 'ENVIRONMENT' };
      const listed = readError(reply.json) === undefined ? readList(reply.json) : undefined;
      if (listed === undefined) return { kind: 'FAILED', cause: 'UNREADABLE' };
      for (const { clientReference, hotelCode, state, ...reservation } of listed) {
        if (state === 'REFUSED') continue;
        swept.push({ ...reservation, reference: clientReference, hotelId: String(hotelCode), state });
      }
      if (listed.length < SWEEP_PAGE) return { kind: 'OK', value: swept };
    }
    return { kind: 'FAILED', cause: 'INCOMPLETE' };
  }

  /** Looks for a booking that does not exist, which requires the same rights as a lookup. */
  async probe(call: Call): Promise<Read<null>> {
    const today = dateInZone(this.#clock.nowMs(), SPAIN);
    const reply = await this.#list(call, today, today, { from: 1, to: 1 }, PROBE_REFERENCE);
    if (reply.kind !== 'REPLY' || reply.status !== 200) return readFailure(reply, 'NONE');
    if (isWrongEnvironment(reply.json, this.#kind)) return { kind: 'FAILED', cause: 'ENVIRONMENT' };
    return readList(reply.json) === undefined
      ? { kind: 'FAILED', cause: 'UNREADABLE' }
      : { kind: 'OK', value: null };
  }
}

/**
 * The booking in the format of the port. Rooms are listed only if their states differ from each other or from the state
 * of the booking.
 */
function shown({
  clientReference: _reference,
  hotelCode: _code,
  roomCodes: _codes,
  rooms = [],
  penaltyMinor,
  ...rest
}: ReadBooking) {
  const isMixed = new Set(rooms.map(({ state }) => state)).size > 1 || rooms[0]?.state !== rest.state;
  return {
    ...rest,
    ...(isMixed && { rooms }),
    ...(rest.state === 'CANCELLED' && { penaltyMinor: penaltyMinor ?? null }),
  };
}

/**
 * Returns our id of the hotel. If Hotelbeds reports another hotel, returns Hotelbeds' code, so that the comparison
 * finds the difference.
 */
function hotelIdOf({ hotelCode }: ReadBooking, { tokens, hotelId }: KnownBooking): string {
  return readTokens(tokens)?.hotelCode === hotelCode ? hotelId : `hotelbeds:${hotelCode}`;
}
