/** All possible outcomes of a call to a supplier. The unions are closed: every switch must handle a new outcome. */
import type { UnavailableReason } from '@serai/contract/booking/availability.ts';

export type Cause =
  | 'TIMEOUT'
  | 'CONNECTION'
  | 'SERVER'
  | 'UNREADABLE'
  | 'CREDENTIALS'
  | 'ENVIRONMENT'
  | 'CONTRADICTORY'
  | 'INCOMPLETE';

/** Outcome of a call that changes nothing. NONE and GONE count as successes, because the supplier responded. */
export type Read<T> =
  | { kind: 'OK'; value: T }
  | { kind: 'NONE'; reason?: UnavailableReason }
  | { kind: 'GONE' }
  | { kind: 'UNSUPPORTED' }
  /** `retryAtMs` is a time on `clock.monotonicMs`. */
  | { kind: 'THROTTLED'; retryAtMs: number }
  | { kind: 'FAILED'; cause: Cause };

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
  hotelRef: string | null;
  /** Text about the payment that the supplier requires on the voucher, for example "Payable through …". */
  payableThrough?: string | undefined;
}

export type Booked =
  | ({ kind: 'CONFIRMED' | 'ON_REQUEST' } & Reservation)
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
  | { kind: 'REFUSED' }
  | NotExecuted
  | Unknown;

/** Only ABSENT means that the reservation does not exist. */
export type Found =
  | ({ kind: 'FOUND'; state: FoundState; cancelledBy?: 'HOTEL' | 'PROVIDER' } & Reservation)
  | { kind: 'ABSENT' }
  | { kind: 'INCOMPLETE' }
  | { kind: 'FAILED'; cause: Cause };

/** REFUSED means that the hotel declined an ON_REQUEST reservation. */
export type FoundState = 'BOOKED' | 'ON_REQUEST' | 'CANCELLED' | 'REFUSED';
