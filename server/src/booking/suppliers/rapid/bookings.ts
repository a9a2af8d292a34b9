import { type Json, objectOf, textOf } from '../../../platform/json-values.ts';
import type { Call } from '../../port/call.ts';
import type { Booked, Found, NotExecuted, Unknown } from '../../port/outcomes.ts';
import type { BookRequest, KnownBooking } from '../../port/supplier.ts';
import { type Reply, readResponse } from './client.ts';
import { mapItinerary } from './itinerary-mapping.ts';
import { judgeBookError } from './outcomes.ts';
import { phoneParts } from './phone.ts';
import { testHeader } from './scenarios.ts';
import type { RapidContext } from './search.ts';
import { decodeQuote, type QuoteTokens } from './tokens.ts';

const MAX_BYTES = 2 * 1024 * 1024;

/** The response contains only the id of the itinerary, so a success is ACCEPTED, and a lookup reads its contents. */
export async function bookQuote(context: RapidContext, call: Call, request: BookRequest): Promise<Booked> {
  const tokens = decodeQuote(request.tokens);
  const order = tokens && orderOf(request, tokens.email);
  if (tokens === undefined || order === undefined || tokens.currency !== request.currency)
    return { kind: 'REFUSED', reason: 'PROVIDER_REFUSED' };
  if (tokens.netMinor > request.netMinor + request.toleranceMinor)
    return { kind: 'REFUSED', reason: 'PRICE_CHANGED', netMinor: tokens.netMinor };
  const reply = await context.client.send(call, {
    method: 'POST',
    target: { link: tokens.link },
    body: order.body,
    maxBytes: MAX_BYTES,
    test: testHeader('book', call.scenario, context.kind),
    sessionId: tokens.sessionId,
    needsIp: true,
    personal: order.personal,
  });
  if (reply.kind !== 'RESPONSE') return withoutReply(reply);
  const { status, body, types } = reply;
  if (status >= 400) return judgeBookError(status, types);
  const created = objectOf(body);
  const supplierRef = textOf(created?.itinerary_id);
  if (status !== 201 || created === undefined || supplierRef === undefined)
    return { kind: 'UNKNOWN', cause: created === undefined ? 'UNREADABLE' : 'INCOMPLETE' };
  if (textOf(created.type) !== undefined || created.errors !== undefined)
    return { kind: 'UNKNOWN', cause: 'CONTRADICTORY' };
  // The traveller would have to confirm the payment. This does not happen with affiliate collect.
  if (objectOf(created.links)?.complete_payment_session !== undefined)
    return { kind: 'UNKNOWN', cause: 'INCOMPLETE' };
  return { kind: 'ACCEPTED', supplierRef };
}

/** The outcome of a booking or cancellation without a usable response. */
export function withoutReply(reply: Exclude<Reply, { kind: 'RESPONSE' }>): NotExecuted | Unknown {
  switch (reply.kind) {
    case 'NOT_SENT':
      return { kind: 'NOT_EXECUTED', cause: 'NOT_SENT' };
    case 'THROTTLED':
      return { kind: 'NOT_EXECUTED', cause: 'THROTTLED' };
    case 'WRONG_ENVIRONMENT':
      return { kind: 'NOT_EXECUTED', cause: 'CREDENTIALS' };
    case 'LOST':
      return { kind: 'UNKNOWN', cause: reply.cause };
  }
}

/** Returns undefined if a value that Rapid requires is missing. */
function orderOf(
  { reference, holder, rooms, occupancies, remarks, market }: BookRequest,
  ownEmail: string | null,
) {
  const { firstName, lastName } = holder;
  const email = ownEmail ?? holder.email;
  const phone = phoneParts(holder.phone ?? '');
  if ([firstName, lastName, email].some(text => (text ?? '').trim() === '')) return undefined;
  if (phone === undefined || rooms.length !== occupancies.length) return undefined;
  const guests = rooms.map(({ guests: all, specialRequests }, index) => {
    const named = all.find(guest => guest.type === 'ADULT' && guest.firstName && guest.lastName);
    const texts = [specialRequests, index === 0 ? remarks : null].filter(
      text => text !== null && text !== '',
    );
    return {
      given_name: named?.firstName ?? firstName,
      family_name: named?.lastName ?? lastName,
      ...(texts.length === 0 ? {} : { special_request: texts.join(' ') }),
    };
  });
  const contact = { given_name: firstName, family_name: lastName };
  return {
    body: {
      affiliate_reference_id: reference.toUpperCase(),
      hold: false,
      email,
      phone,
      rooms: guests,
      payments: [
        {
          type: 'affiliate_collect',
          billing_contact: { ...contact, address: { country_code: market.nationality } },
        },
      ],
    },
    personal: [
      ...[firstName, lastName, email ?? '', holder.email ?? '', holder.phone ?? '', phone.number],
      ...guests.flatMap(guest => [guest.given_name, guest.family_name, guest.special_request ?? '']),
    ],
  };
}

export type Retrieved =
  | { kind: 'ITINERARY'; itinerary: Json; quote: QuoteTokens | undefined }
  | Exclude<Found, { kind: 'FOUND' }>;

/** Rapid finds an itinerary only by our reference together with the email address that was sent with the booking. */
export async function retrieveItinerary(
  { client }: RapidContext,
  call: Call,
  { reference: given, holderEmail, supplierRef, tokens }: KnownBooking,
): Promise<Retrieved> {
  const quote = decodeQuote(tokens);
  const email = quote?.email ?? holderEmail;
  if (email === null) return { kind: 'FAILED', cause: 'INCOMPLETE' };
  const reference = given.toUpperCase();
  const reply = await client.send(call, {
    method: 'GET',
    target: {
      path: '/itineraries',
      query: [
        ['affiliate_reference_id', reference],
        ['email', email],
      ],
    },
    maxBytes: MAX_BYTES,
    needsIp: true,
    personal: [email],
  });
  const { response, failure } = readResponse(reply, [200, 206]);
  if (failure !== undefined)
    return { kind: 'FAILED', cause: failure.kind === 'FAILED' ? failure.cause : 'SERVER' };
  if (response?.status === 206) return { kind: 'INCOMPLETE' };
  if (!Array.isArray(response?.body)) return { kind: 'FAILED', cause: 'UNREADABLE' };
  // Only an empty list means that the itinerary does not exist.
  if (response.body.length === 0) return { kind: 'ABSENT' };
  const [itinerary, ...others] = response.body.map(objectOf);
  if (itinerary === undefined || others.length > 0) return { kind: 'FAILED', cause: 'CONTRADICTORY' };
  const isOther =
    (textOf(itinerary.affiliate_reference_id) ?? reference).toUpperCase() !== reference ||
    (supplierRef !== null && (textOf(itinerary.itinerary_id) ?? supplierRef) !== supplierRef);
  if (isOther) return { kind: 'FAILED', cause: 'CONTRADICTORY' };
  return { kind: 'ITINERARY', itinerary, quote };
}

export async function lookUpBooking(
  context: RapidContext,
  call: Call,
  booking: KnownBooking,
): Promise<Found> {
  const found = await retrieveItinerary(context, call, booking);
  if (found.kind !== 'ITINERARY') return found;
  const known = { hotelId: booking.hotelId, propertyId: found.quote?.propertyId };
  const reservation = mapItinerary(found.itinerary, known);
  return reservation === undefined ? { kind: 'INCOMPLETE' } : { kind: 'FOUND', ...reservation };
}
