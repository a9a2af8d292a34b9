/** A booking as it is stored. */
import type { BookingRecord } from '@serai/contract/booking/booking-record.ts';
import type { StatusReason } from '@serai/contract/booking/booking-states.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { BookingRow } from '../../platform/database/generated/tables.ts';
import type { KnownBooking, Market, Occupancy } from '../port/supplier.ts';
import type { Terms } from '../terms/terms.ts';
import type { Standing } from './transitions.ts';

type Room = BookingRecord['rooms'][number];

/** What was booked, as shown; names nobody. */
export interface BookingContent {
  occupancies: readonly Occupancy[];
  market: Market;
  hotel: BookingRecord['hotel'];
  board: BookingRecord['board'];
  payment: BookingRecord['payment'];
  rooms: readonly Omit<Room, 'guests' | 'specialRequests'>[];
  price: BookingRecord['price'];
  terms: Terms;
  /** How much dearer it may be at the supplier, in its currency. */
  toleranceMinor: number;
  /** Forced on the deliveries of its events. */
  webhookScenario?: string | undefined;
}

export interface CancelIntent {
  /** When the request arrived: decides the penalty. */
  arrivedAtMs: number;
  penaltyMinor: number;
  maxPenaltyMinor: number;
  /** What the booking is when the provider refuses. */
  from: 'PENDING' | 'ON_REQUEST' | 'CONFIRMED';
  /** Of the one try that wrote it: a request that is sent again arrived at the same moment, and is not who may call. */
  mark?: string;
  /** What the provider holds is not what was booked: a person has to see to it, should the booking stand. */
  isContradicted?: boolean;
  /**
   * Of the log of attempts, after a restore: it was sent, and what became of it is forgotten. Perhaps it was refused and the booking
   * was told to stand, so it is never sent again.
   */
  isRestored?: boolean;
}

/** How far certainty about an open outcome has come. */
export interface Resolution {
  sinceMs: number;
  /** Checks so far. */
  attempts: number;
  nextCheckAtMs: number | null;
  /** When a person takes over. */
  resolveByMs: number | null;
  /** Of the first answer that counts towards "not there", or "still there" for a cancellation. */
  firstSeenMs: number | null;
  /** Of a reservation that turned up for a booking that is over, until it is known to be gone. */
  lateRef?: string;
}

export interface Booking
  extends Omit<BookingRow, 'content' | 'cancel_intent' | 'resolution' | 'status_reason'> {
  status_reason: StatusReason | null;
  content: BookingContent;
  cancel_intent: CancelIntent | null;
  resolution: Resolution | null;
}

/** Whose booking: nothing of one is visible to another. */
export interface BookingScope {
  organisationId: string;
  environment: Environment;
}

export function standingOf(booking: Booking): Standing {
  return { status: booking.status, statusReason: booking.status_reason };
}

/** As suppliers know it. */
export function knownBooking(booking: Booking): KnownBooking {
  const { booking_id, supplier_ref, hotel_id: hotelId, resolution } = booking;
  const supplierRef = supplier_ref ?? resolution?.lateRef ?? null;
  return { reference: referenceOf(booking_id), supplierRef, hotelId };
}

/** The part of the id that suppliers get. */
export function referenceOf(bookingId: string): string {
  return bookingId.slice('bkg_'.length);
}
