/** Translates Rapid's itineraries into reservations. Pure. */

import { type Json, listOf, objectOf, textOf } from '../../../platform/json-values.ts';
import type { FoundReservation, FoundState } from '../../port/outcomes.ts';
import { type RoomPricing, readPricing } from './pricing.ts';
import { combinedPolicy, nightsBetween, policyOf, readTerms } from './terms.ts';

const STATES: ReadonlyMap<unknown, FoundState> = new Map([
  ['booked', 'BOOKED'],
  ['canceled', 'CANCELLED'],
]);
/** The known statuses. A test checks that the documentation lists them. `pending` is not a final state. */
export const STATUS_WORDS: readonly string[] = ['booked', 'canceled', 'pending'];
const MAX_REFERENCE_LENGTH = 200;

export interface KnownHotel {
  hotelId: string;
  propertyId: string | undefined;
}

interface ItineraryRoom {
  state: FoundState;
  checkIn: string;
  checkOut: string;
  pricing: RoomPricing | undefined;
  rate: Json | undefined;
}

/**
 * Returns undefined if the itinerary is incomplete: a room is pending, or a value that must be compared is missing. If
 * the itinerary is for another hotel, `hotelId` is Rapid's own id, so that the comparison finds the difference.
 */
export function mapItinerary(itinerary: Json, known: KnownHotel): FoundReservation | undefined {
  const supplierRef = textOf(itinerary.itinerary_id);
  const foreignId = textOf(itinerary.property_id);
  const rooms: ItineraryRoom[] = [];
  for (const each of listOf(itinerary.rooms)) {
    const room = readRoom(objectOf(each));
    if (room === undefined) return undefined;
    rooms.push(room);
  }
  const [first] = rooms;
  if (supplierRef === undefined || foreignId === undefined || first === undefined) return undefined;
  if (rooms.some(({ checkIn, checkOut }) => checkIn !== first.checkIn || checkOut !== first.checkOut))
    return undefined;
  const price = sumOf(rooms);
  if (price === undefined) return undefined;
  return {
    supplierRef,
    hotelId: foreignId === known.propertyId ? known.hotelId : foreignId,
    checkIn: first.checkIn,
    checkOut: first.checkOut,
    ...price,
    hotelRef: confirmationOf(itinerary),
    state: first.state,
    rooms: rooms.map(({ state }) => ({ state })),
    penaltyMinor: null,
    ...termsOf(rooms, itinerary.creation_date_time),
  };
}

function readRoom(room: Json | undefined): ItineraryRoom | undefined {
  const state = STATES.get(room?.status);
  const checkIn = textOf(room?.checkin);
  const checkOut = textOf(room?.checkout);
  if (state === undefined || checkIn === undefined || checkOut === undefined) return undefined;
  const rate = objectOf(room?.rate);
  const pricing = readPricing(rate?.pricing, nightsBetween(checkIn, checkOut));
  if (pricing === undefined && state !== 'CANCELLED') return undefined;
  return { state, checkIn, checkOut, pricing, rate };
}

/** A cancelled room may have no price. */
function sumOf(rooms: readonly ItineraryRoom[]): { currency: string; netMinor: number } | undefined {
  let currency: string | undefined;
  let netMinor = 0;
  for (const { pricing } of rooms) {
    if (pricing === undefined) continue;
    if (pricing.currency !== (currency ?? pricing.currency)) return undefined;
    currency = pricing.currency;
    netMinor += pricing.totalMinor;
  }
  return currency === undefined ? undefined : { currency, netMinor };
}

/** The property's own confirmation numbers of the rooms. */
function confirmationOf(itinerary: Json): string | null {
  const numbers = listOf(itinerary.rooms).flatMap(
    each => textOf(objectOf(objectOf(each)?.confirmation_id)?.property) ?? [],
  );
  return numbers.length === 0 ? null : [...new Set(numbers)].join(', ').slice(0, MAX_REFERENCE_LENGTH);
}

/** The terms at the time of the booking. Omitted if a room is cancelled or its terms cannot be read. */
function termsOf(rooms: readonly ItineraryRoom[], created: unknown): Pick<FoundReservation, 'policy'> {
  const atMs = Date.parse(textOf(created) ?? '');
  if (Number.isNaN(atMs)) return {};
  const policies = rooms.map(({ state, pricing, rate, checkIn, checkOut }) => {
    if (state !== 'BOOKED' || pricing === undefined || rate === undefined)
      return { kind: 'UNKNOWN' } as const;
    const { currency } = pricing;
    const terms = readTerms(rate, { atMs, checkIn, checkOut, currency });
    return policyOf(terms, [pricing]);
  });
  const policy = combinedPolicy(policies);
  return policy.kind === 'KNOWN' ? { policy } : {};
}

export function cancelLinks(itinerary: Json): { id: string; status: unknown; link: string | undefined }[] {
  return listOf(itinerary.rooms).map((each, index) => {
    const room = objectOf(each);
    const link = textOf(objectOf(objectOf(room?.links)?.cancel)?.href);
    return { id: textOf(room?.id) ?? String(index), status: room?.status, link };
  });
}
