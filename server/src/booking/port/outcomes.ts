/** Every way a call to a supplier can end. The sets are closed: a new kind of answer is a change here and in every switch. */
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

/** Of a call without effect. NONE and GONE are successes of the supplier: it answered. */
export type Read<T> =
  | { kind: 'OK'; value: T }
  | { kind: 'NONE'; reason?: UnavailableReason }
  | { kind: 'GONE' }
  | { kind: 'UNSUPPORTED' }
  /** `retryAtMs` on `clock.monotonicMs`. */
  | { kind: 'THROTTLED'; retryAtMs: number }
  | { kind: 'FAILED'; cause: Cause };

/** Whether nothing was done: no byte left us, or the supplier said so. */
export interface NotExecuted {
  kind: 'NOT_EXECUTED';
  cause: 'NOT_SENT' | 'THROTTLED' | 'CREDENTIALS';
}

/** Whether it was done is not known. Only a lookup can tell. */
export interface Unknown {
  kind: 'UNKNOWN';
  cause: Cause;
}

/** What the supplier holds, compared with what was asked for. */
export interface Reservation {
  supplierRef: string;
  hotelId: string;
  checkIn: string;
  checkOut: string;
  currency: string;
  netMinor: number;
  hotelRef: string | null;
}

export type Booked =
  | ({ kind: 'CONFIRMED' | 'ON_REQUEST' } & Reservation)
  | { kind: 'REFUSED'; reason: 'SOLD_OUT' | 'PROVIDER_REFUSED' }
  /** `netMinor` is the new price in the currency of the request, if the supplier named it. */
  | { kind: 'REFUSED'; reason: 'PRICE_CHANGED'; netMinor?: number }
  /** The reference exists there already: look it up. */
  | { kind: 'DUPLICATE' }
  | NotExecuted
  | Unknown;

export type Cancelled =
  | { kind: 'CANCELLED'; penaltyMinor: number | null }
  | { kind: 'ALREADY' }
  | { kind: 'REFUSED' }
  | NotExecuted
  | Unknown;

/** Only ABSENT counts as not found. */
export type Found =
  | ({ kind: 'FOUND'; state: FoundState; cancelledBy?: 'HOTEL' | 'PROVIDER' } & Reservation)
  | { kind: 'ABSENT' }
  | { kind: 'INCOMPLETE' }
  | { kind: 'FAILED'; cause: Cause };

/** REFUSED: an ON_REQUEST that the hotel declined. */
export type FoundState = 'BOOKED' | 'ON_REQUEST' | 'CANCELLED' | 'REFUSED';
