/** All possible outcomes of a call to a supplier. The unions are closed: every switch must handle a new outcome. */
import type { UnavailableReason } from '@serai/contract/booking/availability.ts';
import type { BoardCode } from '@serai/contract/shared/lodging.ts';
import type { SuppliedPolicy } from './supplied-offer.ts';

export type Cause =
  | 'TIMEOUT'
  | 'CONNECTION'
  | 'SERVER'
  | 'UNREADABLE'
  | 'CREDENTIALS'
  | 'ENVIRONMENT'
  | 'CONTRADICTORY'
  | 'INCOMPLETE';

/**
 * Outcome of a call that neither books nor cancels. NONE and GONE count as successes, because the supplier responded.
 */
export type Read<T> =
  | { kind: 'OK'; value: T }
  | { kind: 'NONE'; reason?: UnavailableReason }
  | { kind: 'GONE' }
  | { kind: 'UNSUPPORTED' }
  /** `retryAtMs` is a time on `clock.monotonicMs`. */
  | { kind: 'THROTTLED'; retryAtMs: number }
  /** `isOtherHotel` is set if the response names a hotel other than the requested one. */
  | { kind: 'FAILED'; cause: Cause; isOtherHotel?: true };

/** The request had no effect: it was never sent, or the supplier confirmed that nothing was done. */
export interface NotExecuted {
  kind: 'NOT_EXECUTED';
  cause: 'NOT_SENT' | 'THROTTLED' | 'CREDENTIALS';
}

/** It is not known whether the request had an effect. Only a lookup can find out. */
export interface Unknown {
  kind: 'UNKNOWN';
  cause: Cause;
}

/** A reservation as the supplier reports it, so that it can be compared with the request. */
export interface Reservation {
  supplierRef: string;
  hotelId: string;
  checkIn: string;
  checkOut: string;
  currency: string;
  netMinor: number;
  /** Fees that the supplier charges in addition to `netMinor` and that the quote did not contain. Omitted if there are none. */
  feesMinor?: number | undefined;
  hotelRef: string | null;
  /** Omitted if the response does not contain it. */
  board?: BoardCode | undefined;
  /** The terms that the response states. Omitted if it does not contain them. */
  policy?: SuppliedPolicy | undefined;
  /** Text about the payment that the supplier requires on the voucher, for example "Payable through …". */
  payableThrough?: string | undefined;
}

export type Booked =
  | ({ kind: 'CONFIRMED' | 'ON_REQUEST' } & Reservation)
  /** The reservation exists, but the response does not describe it. It is looked up and compared immediately. */
  | { kind: 'ACCEPTED'; supplierRef: string }
  | { kind: 'REFUSED'; reason: 'SOLD_OUT' | 'PROVIDER_REFUSED' }
  /** `netMinor` is the new price in the currency of the request, if the supplier reported one. */
  | { kind: 'REFUSED'; reason: 'PRICE_CHANGED'; netMinor?: number }
  /** The supplier already has a reservation with this reference. Look it up. */
  | { kind: 'DUPLICATE' }
  | NotExecuted
  | Unknown;

export type Cancelled =
  | { kind: 'CANCELLED'; penaltyMinor: number | null }
  | { kind: 'ALREADY' }
  | { kind: 'REFUSED'; reason: CancelRefusal }
  | NotExecuted
  | Unknown;

/** AFTER_STAY: the stay has begun or is over. NOT_ALLOWED: the supplier does not cancel this reservation. */
export type CancelRefusal = 'AFTER_STAY' | 'NOT_ALLOWED' | 'OTHER';

/** The current cost of a cancellation, in the currency of the reservation. */
export interface CancelQuote {
  penaltyMinor: number;
}

/** Only ABSENT means that the reservation does not exist. */
export type Found =
  | ({ kind: 'FOUND' } & FoundReservation)
  | { kind: 'ABSENT' }
  | { kind: 'INCOMPLETE' }
  | { kind: 'FAILED'; cause: Cause };

export interface FoundReservation extends Reservation {
  /** Ignored if `rooms` contains different states. */
  state: FoundState;
  cancelledBy?: 'HOTEL' | 'PROVIDER';
  /** What the supplier charged for the cancellation. Null or omitted if it reports no amount. */
  penaltyMinor?: number | null;
  /** In the order of the request. Omitted if the supplier reports no state for each room. */
  rooms?: readonly { state: FoundState }[] | undefined;
}

/** Whether the rooms of a reservation are in different states. The reservation as a whole then has no clear state. */
export function hasMixedRooms({ rooms = [] }: FoundReservation): boolean {
  return rooms.some(({ state }) => state !== rooms[0]?.state);
}

/** REFUSED means that the hotel declined an ON_REQUEST reservation. */
export type FoundState = 'BOOKED' | 'ON_REQUEST' | 'CANCELLED' | 'REFUSED';
