import type { Clock } from '../../../platform/clock.ts';
import { type Json, objectOf, textOf } from '../../../platform/json-values.ts';
import type { Log } from '../../../platform/log.ts';
import type { Call } from '../../port/call.ts';
import type { Booked, Cancelled, Found, NotExecuted, Read, Unknown } from '../../port/outcomes.ts';
import type { BookRequest, KnownBooking, Swept } from '../../port/supplier.ts';
import { cancellationFee, mapListed, mapReservation, stateOf } from './booking-mapping.ts';
import type { LiteApiClient, Reply } from './client.ts';
import { CANCEL_CHECKED_STATUSES, judgeBookError, judgeCancelError } from './outcomes.ts';
import { readBody } from './search.ts';
import type { LiteApiSettings } from './settings.ts';
import { decodeTokens } from './tokens.ts';

const MAX_BYTES = 2 * 1024 * 1024;
/** The list is not paged, and each booking takes about 1.3 kB. */
const MAX_LIST_BYTES = 32 * 1024 * 1024;
const MAX_BOOK_SECONDS = 60;
const MAX_LOOKUP_SECONDS = 9;
const MAX_CANCEL_SECONDS = 58;
const DAY_MS = 86_400_000;

export interface BookingContext {
  client: LiteApiClient;
  settings: LiteApiSettings;
  clock: Clock;
  log: Log;
}

/**
 * LiteAPI does not check the price, and its sandbox does not check the guests either. The price of the prebook and the
 * guests are therefore checked here before anything is sent. One prebook can be booked several times. Only the
 * reference prevents a second reservation.
 */
export async function bookQuote(context: BookingContext, call: Call, request: BookRequest): Promise<Booked> {
  const tokens = decodeTokens(request.tokens);
  const people = leadGuests(request);
  if (tokens === undefined || people === undefined || tokens.currency !== request.currency)
    return { kind: 'REFUSED', reason: 'PROVIDER_REFUSED' };
  // The hotel may no longer be mapped to the supplier id that was quoted.
  if (!(request.hotel.supplierIds ?? []).includes(tokens.supplierHotelId))
    return { kind: 'REFUSED', reason: 'SOLD_OUT' };
  if (tokens.netMinor > request.netMinor + request.toleranceMinor)
    return { kind: 'REFUSED', reason: 'PRICE_CHANGED', netMinor: tokens.netMinor };
  const reference = request.reference.toUpperCase();
  const { client, settings } = context;
  const reply = await client.send(call, {
    host: 'book',
    method: 'POST',
    path: '/rates/book',
    query: { timeout: client.timeoutSeconds(call, MAX_BOOK_SECONDS) },
    body: {
      prebookId: tokens.prebookId,
      clientReference: reference,
      ...people.body,
      payment: { method: settings.paymentMethod },
    },
    maxBytes: MAX_BYTES,
    personal: people.personal,
  });
  if (reply.kind !== 'RESPONSE') return withoutReply(reply);
  const { status, body, error } = reply;
  const data = objectOf(body?.data);
  if (data === undefined || status !== 200)
    return status === 200 && error === undefined
      ? { kind: 'UNKNOWN', cause: body === undefined ? 'UNREADABLE' : 'INCOMPLETE' }
      : judgeBookError(status, error);
  if (error !== undefined) return { kind: 'UNKNOWN', cause: 'CONTRADICTORY' };
  return judgeBooked(data, request, { reference, supplierHotelId: tokens.supplierHotelId });
}

/** A confirmed booking that lacks a value to compare is ACCEPTED, so that a lookup reads its contents. */
function judgeBooked(
  data: Json,
  { hotel }: BookRequest,
  { reference, supplierHotelId }: { reference: string; supplierHotelId: string },
): Booked {
  const supplierRef = textOf(data.bookingId);
  const given = textOf(data.clientReference);
  if (supplierRef === undefined) return { kind: 'UNKNOWN', cause: 'INCOMPLETE' };
  if (given !== undefined && given.toUpperCase() !== reference)
    return { kind: 'UNKNOWN', cause: 'CONTRADICTORY' };
  if (stateOf(data.status) !== 'BOOKED') return { kind: 'UNKNOWN', cause: 'INCOMPLETE' };
  const reservation = mapReservation(data, { hotelId: hotel.hotelId, supplierHotelId });
  return reservation === undefined
    ? { kind: 'ACCEPTED', supplierRef }
    : { kind: 'CONFIRMED', ...reservation };
}

/** The outcome of a booking or cancellation without a usable response. */
function withoutReply(reply: Exclude<Reply, { kind: 'RESPONSE' }>): NotExecuted | Unknown {
  switch (reply.kind) {
    case 'NOT_SENT':
      return { kind: 'NOT_EXECUTED', cause: 'NOT_SENT' };
    case 'THROTTLED':
      return { kind: 'NOT_EXECUTED', cause: 'THROTTLED' };
    case 'WRONG_ENVIRONMENT':
      return reply.isSent
        ? { kind: 'UNKNOWN', cause: 'ENVIRONMENT' }
        : { kind: 'NOT_EXECUTED', cause: 'CREDENTIALS' };
    case 'LOST':
      return { kind: 'UNKNOWN', cause: reply.cause };
  }
}

/**
 * Returns the holder and one lead guest per room, or undefined if a required value is missing, although the sandbox
 * would accept that.
 */
function leadGuests({ holder, rooms, occupancies, remarks }: BookRequest) {
  const { firstName, lastName, email, phone } = holder;
  if ([firstName, lastName, email, phone].some(text => (text ?? '').trim() === '')) return undefined;
  if (rooms.length !== occupancies.length) return undefined;
  const guests = rooms.map(({ guests: all, specialRequests }, index) => {
    const named = all.find(guest => guest.type === 'ADULT' && guest.firstName && guest.lastName);
    const texts = [specialRequests, index === 0 ? remarks : null].filter(
      text => text !== null && text !== '',
    );
    return {
      occupancyNumber: index + 1,
      firstName: named?.firstName ?? firstName,
      lastName: named?.lastName ?? lastName,
      email,
      phone,
      ...(texts.length === 0 ? {} : { remarks: texts.join(' ') }),
    };
  });
  const personal = guests.flatMap(guest => [guest.firstName, guest.lastName, guest.remarks ?? '']);
  return {
    body: { holder: { firstName, lastName, email, phone }, guests },
    personal: [firstName, lastName, email ?? '', phone ?? '', ...personal],
  };
}

export async function lookUpBooking(
  context: BookingContext,
  call: Call,
  booking: KnownBooking,
): Promise<Found> {
  const reference = booking.reference.toUpperCase();
  const reply = await context.client.send(call, {
    host: 'book',
    method: 'GET',
    path: '/bookings',
    query: { clientReference: reference, timeout: context.client.timeoutSeconds(call, MAX_LOOKUP_SECONDS) },
    maxBytes: MAX_BYTES,
  });
  const { body, failure } = readBody(reply);
  // Only an empty list means that the booking does not exist.
  if (failure !== undefined)
    return { kind: 'FAILED', cause: failure.kind === 'FAILED' ? failure.cause : 'SERVER' };
  if (!Array.isArray(body?.data)) return { kind: 'FAILED', cause: 'UNREADABLE' };
  const [found, ...others] = body.data.map(objectOf);
  if (body.data.length === 0) return { kind: 'ABSENT' };
  if (found === undefined || others.length > 0) return { kind: 'FAILED', cause: 'CONTRADICTORY' };
  if ((textOf(found.clientReference) ?? reference).toUpperCase() !== reference)
    return { kind: 'FAILED', cause: 'CONTRADICTORY' };
  const supplierHotelId = decodeTokens(booking.tokens)?.supplierHotelId;
  const state = stateOf(found.status);
  const reservation = mapReservation(found, { hotelId: booking.hotelId, supplierHotelId });
  return state === undefined || reservation === undefined
    ? { kind: 'INCOMPLETE' }
    : { kind: 'FOUND', state, ...reservation };
}

/** `hotelId` in the result is LiteAPI's own id, because the list does not contain ours. */
export async function sweepBookings(
  { client, log }: BookingContext,
  call: Call,
  fromMs: number,
  toMs: number,
): Promise<Read<readonly Swept[]>> {
  // LiteAPI filters by whole days and creates the record of a booking a few seconds after the booking, so the period is
  // extended by a day on either side.
  const reply = await client.send(call, {
    host: 'book',
    method: 'GET',
    path: '/bookings/',
    query: { bookingStartDate: dateOf(fromMs - DAY_MS), bookingEndDate: dateOf(toMs + DAY_MS) },
    maxBytes: MAX_LIST_BYTES,
  });
  const { body, failure } = readBody(reply);
  if (failure !== undefined) return failure;
  if (!Array.isArray(body?.data)) return { kind: 'FAILED', cause: 'UNREADABLE' };
  const swept: Swept[] = [];
  let unreadable = 0;
  for (const each of body.data) {
    const entry = objectOf(each);
    const listed = entry && mapListed(entry);
    if (listed === undefined) unreadable += 1;
    else if ((listed.createdAtMs ?? fromMs) >= fromMs && (listed.createdAtMs ?? fromMs) < toMs)
      swept.push(listed.swept);
  }
  if (unreadable > 0) log.warn({ bookings: unreadable }, 'LiteAPI listed bookings that cannot be read');
  return { kind: 'OK', value: swept };
}

const MAX_DATE_MS = Date.UTC(9_999, 11, 31);

function dateOf(ms: number): string {
  return new Date(Math.min(Math.max(ms, 0), MAX_DATE_MS)).toISOString().slice(0, 10);
}

/**
 * Cancels by LiteAPI's own id. If the id is not known, a lookup finds it. LiteAPI also cancels non-refundable bookings and charges for
 * them, so the caller checks the penalty first. After a refusal, a lookup shows whether the booking was already cancelled.
 */
export async function cancelBooking(
  context: BookingContext,
  call: Call,
  booking: KnownBooking,
): Promise<Cancelled> {
  let { supplierRef } = booking;
  if (supplierRef === null) {
    const found = await lookUpBooking(context, call, booking);
    if (found.kind === 'ABSENT') return { kind: 'REFUSED', reason: 'OTHER' };
    if (found.kind !== 'FOUND') return { kind: 'NOT_EXECUTED', cause: 'NOT_SENT' };
    if (found.state === 'CANCELLED') return { kind: 'ALREADY' };
    supplierRef = found.supplierRef;
  }
  const { client } = context;
  const reply = await client.send(call, {
    host: 'book',
    method: 'PUT',
    path: `/bookings/${encodeURIComponent(supplierRef)}`,
    query: { timeout: client.timeoutSeconds(call, MAX_CANCEL_SECONDS) },
    maxBytes: MAX_BYTES,
  });
  if (reply.kind !== 'RESPONSE') return withoutReply(reply);
  const { status, error, body } = reply;
  const data = objectOf(body?.data);
  if (status === 200 && error === undefined && data !== undefined)
    return judgeCancelled(data, supplierRef, booking.currency);
  const outcome =
    status === 200 && error === undefined
      ? ({ kind: 'UNKNOWN', cause: 'INCOMPLETE' } as const)
      : judgeCancelError(status, error);
  if (outcome.kind !== 'UNKNOWN' || !CANCEL_CHECKED_STATUSES.includes(status)) return outcome;
  const found = await lookUpBooking(context, call, booking);
  return found.kind === 'FOUND' && found.state === 'CANCELLED' ? { kind: 'ALREADY' } : outcome;
}

function judgeCancelled(data: Json, supplierRef: string, currency: string): Cancelled {
  if (textOf(data.bookingId) !== supplierRef) return { kind: 'UNKNOWN', cause: 'CONTRADICTORY' };
  return stateOf(data.status) === 'CANCELLED'
    ? { kind: 'CANCELLED', penaltyMinor: cancellationFee(data, currency) }
    : { kind: 'UNKNOWN', cause: 'INCOMPLETE' };
}
