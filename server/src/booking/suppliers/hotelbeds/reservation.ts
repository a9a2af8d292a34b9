/** Translates Hotelbeds' bookings, lists of bookings and cancellations. Pure. */
import { readMinor } from '../../../platform/money/exact-amount.ts';
import { plainText } from '../../../platform/text/plain-text.ts';
import type { FoundReservation, FoundState, Reservation } from '../../port/outcomes.ts';
import type { BookRequest } from '../../port/supplier.ts';
import { boardOf, languageOf } from './codes.ts';
import { asCount, asCurrency, asDate, asList, asObject, asText, type Json } from './json.ts';
import { policyOf } from './offer.ts';
import { partiesOf } from './parties.ts';
import { readPenalties } from './rate.ts';
import type { Tokens } from './tokens.ts';

export const MAX_NAME = 50;
export const MAX_REMARK = 2_000;
const MAX_COMPANY = 100;

/**
 * Returns the highest price increase that Hotelbeds may accept, as a percentage with two decimals, rounded down and at
 * most 100. Returns undefined if the checked price is already too high.
 */
export function toleranceOf(request: BookRequest, tokens: Tokens): string | undefined {
  const checkedMinor = tokens.rates.reduce((sum, { netMinor }) => sum + netMinor, 0);
  const roomMinor = request.netMinor + request.toleranceMinor - checkedMinor;
  if (roomMinor < 0) return undefined;
  const hundredths = Math.min(Math.floor((roomMinor * 10_000) / checkedMinor), 10_000);
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
}

export function bookBody(request: BookRequest, tokens: Tokens, tolerance: string) {
  const { reference, holder, occupancies, rooms, remarks, market } = request;
  const parties = partiesOf(occupancies);
  const wishes = [remarks, ...new Set(rooms.map(({ specialRequests }) => specialRequests))];
  const remark = wishes
    .filter(text => text !== null && text !== '')
    .join('. ')
    .slice(0, MAX_REMARK);
  return {
    holder: { name: holder.firstName, surname: holder.lastName },
    rooms: tokens.rates.map(({ key }, index) => ({
      rateKey: key,
      paxes: (parties[index]?.positions ?? []).flatMap((position, order) =>
        (rooms[position]?.guests ?? []).map(({ type, age, firstName, lastName }) => ({
          roomId: order + 1,
          type: type === 'ADULT' ? 'AD' : 'CH',
          ...(type === 'CHILD' && age !== null && { age }),
          ...(firstName !== null && { name: firstName }),
          ...(lastName !== null && { surname: lastName }),
        })),
      ),
    })),
    clientReference: reference.toUpperCase(),
    ...(remark !== '' && { remark }),
    tolerance,
    language: languageOf(market.language).code,
  };
}

/** A booking as Hotelbeds reports it, with its own hotel code. */
export interface ReadBooking extends Omit<FoundReservation, 'hotelId'> {
  clientReference: string;
  hotelCode: number;
  roomCodes: readonly string[];
}

export type BookingReading = { kind: 'OK'; booking: ReadBooking } | { kind: 'UNREADABLE' | 'CONTRADICTORY' };

const STATES: Readonly<Record<string, FoundState>> = { CONFIRMED: 'BOOKED', CANCELLED: 'CANCELLED' };

/** Penalties that applied at `bookedMs` apply from the beginning. */
export function readBooking(json: unknown, bookedMs: number): BookingReading {
  const booking = asObject(json);
  const head = booking && readHead(booking);
  const hotel = asObject(booking?.hotel);
  const rooms = asList(hotel?.rooms);
  if (
    booking === undefined ||
    head === undefined ||
    hotel === undefined ||
    rooms === undefined ||
    rooms.length === 0
  ) {
    return { kind: 'UNREADABLE' };
  }
  const parts = rooms.map(room => readRoom(asObject(room) ?? {}, head.currency));
  const known = parts.filter(part => part !== undefined);
  if (known.length !== parts.length) return { kind: 'UNREADABLE' };
  const isCancelled = head.state === 'CANCELLED';
  const sum = known.reduce((total, { netMinor }) => total + netMinor, 0);
  const hotelTotal = hotel.totalNet === undefined ? head.netMinor : readMinor(hotel.totalNet, head.currency);
  // Hotelbeds reports prices of 0 for a cancelled booking.
  if (!isCancelled && (sum !== head.netMinor || hotelTotal !== head.netMinor))
    return { kind: 'CONTRADICTORY' };
  const boards = new Set(known.map(({ boardCode }) => boardCode));
  const [boardCode = ''] = boards;
  return {
    kind: 'OK',
    booking: {
      ...head,
      roomCodes: known.map(({ code }) => code),
      rooms: known.flatMap(({ state, count }) => Array.from({ length: count }, () => ({ state }))),
      board: boards.size === 1 ? boardOf(boardCode) : undefined,
      policy: isCancelled
        ? undefined
        : policyOf(
            known.map(({ penalties }) => penalties),
            bookedMs,
          ),
      payableThrough: payableThrough(hotel, head.supplierRef),
    },
  };
}

function readHead(booking: Json) {
  const hotel = asObject(booking.hotel);
  const supplierRef = asText(booking.reference);
  const clientReference = asText(booking.clientReference);
  const state = STATES[asText(booking.status) ?? ''];
  const currency = asCurrency(booking.currency);
  const hotelCode = asCount(hotel?.code);
  const checkIn = asDate(hotel?.checkIn);
  const checkOut = asDate(hotel?.checkOut);
  const netMinor = currency === undefined ? undefined : readMinor(booking.totalNet, currency);
  const amount = hotel?.cancellationAmount;
  const penaltyMinor = amount === undefined || currency === undefined ? null : readMinor(amount, currency);
  if (
    supplierRef === undefined ||
    supplierRef === '' ||
    clientReference === undefined ||
    state === undefined ||
    currency === undefined ||
    hotelCode === undefined ||
    checkIn === undefined ||
    checkOut === undefined ||
    netMinor === undefined ||
    netMinor < 0 ||
    penaltyMinor === undefined
  ) {
    return undefined;
  }
  return {
    supplierRef,
    clientReference,
    state,
    currency,
    hotelCode,
    checkIn,
    checkOut,
    netMinor,
    hotelRef: null,
    penaltyMinor: state === 'CANCELLED' ? penaltyMinor : null,
  };
}

function readRoom(room: Json, currency: string) {
  const state = STATES[asText(room.status) ?? ''];
  const code = asText(room.code);
  const rates = asList(room.rates) ?? [];
  const rate = asObject(rates[0]);
  const boardCode = asText(rate?.boardCode);
  const netMinor = readMinor(rate?.net, currency);
  const count = asCount(rate?.rooms);
  if (
    state === undefined ||
    code === undefined ||
    rate === undefined ||
    rates.length !== 1 ||
    boardCode === undefined ||
    netMinor === undefined ||
    netMinor < 0 ||
    count === undefined ||
    count === 0
  ) {
    return undefined;
  }
  const penalties = readPenalties(rate, netMinor, currency);
  if (penalties === undefined && state !== 'CANCELLED') return undefined;
  return { state, code, boardCode, netMinor, count, penalties: penalties ?? null };
}

/** Hotelbeds requires this text on the voucher. */
function payableThrough({ supplier }: Json, reference: string): string | undefined {
  const { name, vatNumber } = asObject(supplier) ?? {};
  if (typeof name !== 'string' || name === '') return undefined;
  const vat = typeof vatNumber === 'string' ? ` VAT: ${plainText(vatNumber, MAX_COMPANY)}` : '';
  return `Payable through ${plainText(name, MAX_COMPANY)}, acting as agent for the service operating company, details of which can be provided upon request.${vat} Reference: ${reference}`;
}

export interface ListedBooking extends Omit<Reservation, 'hotelId'> {
  clientReference: string;
  hotelCode: number;
  state: FoundState;
}

/** Returns undefined if any booking in the list cannot be read, because it might be ours. */
export function readList(json: unknown): ListedBooking[] | undefined {
  const bookings = asList(asObject(asObject(json)?.bookings)?.bookings);
  if (bookings === undefined || asObject(asObject(json)?.bookings) === undefined) return undefined;
  const read = bookings.map(each => readHead(asObject(each) ?? {}));
  const known = read.filter(each => each !== undefined);
  if (known.length !== read.length) return undefined;
  return known.map(({ penaltyMinor: _, ...each }) => each);
}

export function readPenalty(json: unknown): number | undefined {
  const booking = asObject(asObject(json)?.booking);
  const currency = asCurrency(booking?.currency);
  const amount = asObject(booking?.hotel)?.cancellationAmount;
  const minor = currency === undefined ? undefined : readMinor(amount, currency);
  return minor === undefined || minor < 0 ? undefined : minor;
}
