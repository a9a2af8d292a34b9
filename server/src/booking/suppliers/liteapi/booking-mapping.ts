/** Translates LiteAPI's bookings into reservations. Book, lookup and list each return a different format. Pure. */

import { type Json, listOf, objectOf, textOf } from '../../../platform/json-values.ts';
import type { FoundState, Reservation } from '../../port/outcomes.ts';
import type { SuppliedPolicy } from '../../port/supplied-offer.ts';
import type { Swept } from '../../port/supplier.ts';
import { amountMinor, currencyOf, priceOf } from './money.ts';
import { boardOf, combinedPolicy, instantOf, roomTerms } from './terms.ts';

const STATES: ReadonlyMap<unknown, FoundState> = new Map([
  ['CONFIRMED', 'BOOKED'],
  ['BOOKED', 'BOOKED'],
  ['CANCELED', 'CANCELLED'],
  ['CANCELLED', 'CANCELLED'],
  ['CANCELLED_WITH_CHARGES', 'CANCELLED'],
]);

/** Returns undefined for an unknown status. */
export function stateOf(status: unknown): FoundState | undefined {
  return STATES.get(typeof status === 'string' ? status.toUpperCase() : status);
}

/** The known statuses. A test checks that the documentation lists them. */
export const STATUS_WORDS: readonly string[] = [...STATES.keys()].map(String);

export interface KnownHotel {
  hotelId: string;
  supplierHotelId: string | undefined;
}

/**
 * Returns undefined if a value that must be compared is missing. If the booking is for another hotel, `hotelId` is the
 * supplier's own id, so that the comparison finds the difference. A cancelled booking may have no price.
 */
export function mapReservation(booking: Json, known: KnownHotel): Reservation | undefined {
  const supplierRef = textOf(booking.bookingId);
  const foreignId = textOf(booking.hotelId) ?? textOf(objectOf(booking.hotel)?.hotelId);
  const checkIn = textOf(booking.checkin);
  const checkOut = textOf(booking.checkout);
  const currency = currencyOf(booking.currency);
  if (supplierRef === undefined || foreignId === undefined || currency === undefined) return undefined;
  if (checkIn === undefined || checkOut === undefined) return undefined;
  const isCancelled = stateOf(booking.status) === 'CANCELLED';
  const netMinor = amountMinor(booking.price, currency) ?? (isCancelled ? 0 : undefined);
  if (netMinor === undefined) return undefined;
  const rooms = listOf(booking.bookedRooms ?? booking.rooms).map(objectOf);
  return {
    supplierRef,
    hotelId: foreignId === known.supplierHotelId ? known.hotelId : foreignId,
    checkIn: checkIn.slice(0, 10),
    checkOut: checkOut.slice(0, 10),
    currency,
    netMinor,
    hotelRef: textOf(booking.hotelConfirmationCode) ?? null,
    ...feesOf(booking.processingFee, currency),
    ...boardOfRooms(rooms),
    ...policyOf(booking, rooms, { minor: netMinor, currency }),
  };
}

function feesOf(fee: unknown, currency: string): Pick<Reservation, 'feesMinor'> {
  const feesMinor = amountMinor(fee, currency);
  return feesMinor === undefined || feesMinor === 0 ? {} : { feesMinor };
}

/** Omitted if the rooms have no board or different ones. */
function boardOfRooms(rooms: readonly (Json | undefined)[]): Pick<Reservation, 'board'> {
  const boards = new Set(
    rooms.map(room => boardOf(room?.boardType ?? room?.boardCode, room?.boardName ?? room?.board)),
  );
  const [board] = boards;
  return boards.size === 1 && board !== undefined ? { board } : {};
}

/** The terms of the rooms if every room has them, otherwise those of the booking. Omitted if they are unknown. */
function policyOf(
  booking: Json,
  rooms: readonly (Json | undefined)[],
  price: { minor: number; currency: string },
): Pick<Reservation, 'policy'> {
  const own = rooms.map(room => {
    const rate = objectOf(room?.rate);
    const roomPrice = priceOf(objectOf(rate?.retailRate)?.total);
    if (roomPrice?.currency !== price.currency) return { kind: 'UNKNOWN' } as SuppliedPolicy;
    return roomTerms(rate?.cancellationPolicies, roomPrice.minor, price.currency).policy;
  });
  const ofRooms: SuppliedPolicy = own.length === 0 ? { kind: 'UNKNOWN' } : combinedPolicy(own);
  if (ofRooms.kind === 'KNOWN') return { policy: ofRooms };
  const { policy } = roomTerms(booking.cancellationPolicies, price.minor, price.currency);
  return policy.kind === 'KNOWN' ? { policy } : {};
}

/** Returns undefined if the entry cannot be read. */
export function mapListed(entry: Json): { swept: Swept; createdAtMs: number | undefined } | undefined {
  const supplierRef = textOf(entry.bookingId) ?? textOf(entry.booking_Id);
  const hotelId = textOf(entry.hotelId);
  const checkIn = textOf(entry.checkin);
  const checkOut = textOf(entry.checkout);
  const currency = currencyOf(entry.currency);
  if (supplierRef === undefined || hotelId === undefined || currency === undefined) return undefined;
  if (checkIn === undefined || checkOut === undefined) return undefined;
  const createdAt = textOf(entry.created_at);
  // With any other status, the booking may exist, so it counts as ON_REQUEST.
  const found = stateOf(entry.status);
  const state = found === 'BOOKED' || found === 'CANCELLED' ? found : 'ON_REQUEST';
  const netMinor = amountMinor(entry.retail_rate, currency) ?? (state === 'CANCELLED' ? 0 : undefined);
  if (netMinor === undefined) return undefined;
  return {
    swept: {
      reference: textOf(entry.client_reference) ?? '',
      state,
      supplierRef,
      hotelId,
      checkIn: checkIn.slice(0, 10),
      checkOut: checkOut.slice(0, 10),
      currency,
      netMinor,
      hotelRef: textOf(entry.hotel_confirmation_code) ?? null,
      ...feesOf(entry.processing_fee, currency),
    },
    createdAtMs: createdAt === undefined ? undefined : instantOf(createdAt),
  };
}

/** Returns the cancellation fee, or null if the response does not state one in the given currency. */
export function cancellationFee(data: Json, currency: string): number | null {
  return data.currency === currency ? (amountMinor(data.cancellation_fee, currency) ?? null) : null;
}
