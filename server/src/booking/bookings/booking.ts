import type { BookingRecord } from '@serai/contract/booking/booking-record.ts';
import type { StatusReason } from '@serai/contract/booking/booking-states.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { BookingRow } from '../../platform/database/generated/tables.ts';
import type { Bill } from '../billing-port.ts';
import type { KnownBooking, Market, Occupancy } from '../port/supplier.ts';
import type { FrozenPricing } from '../pricing-port.ts';
import type { Terms } from '../terms/terms.ts';
import type { PeopleSafe } from './people.ts';
import type { Standing } from './transitions.ts';

type Room = BookingRecord['rooms'][number];

/** The booked product. Contains no personal data. */
export interface BookingContent {
  occupancies: readonly Occupancy[];
  market: Market;
  hotel: BookingRecord['hotel'];
  board: BookingRecord['board'];
  payment: BookingRecord['payment'];
  rooms: readonly Omit<Room, 'guests' | 'specialRequests'>[];
  price: BookingRecord['price'];
  terms: Terms;
  /** Cost, rules and exchange rates. Missing in bookings of earlier versions, which were sold at cost. Partners never see it. */
  pricing?: FrozenPricing | undefined;
  /** How much the price may rise at the supplier, in the supplier's currency. */
  toleranceMinor: number;
  /** Text about the payment that the provider requires on the voucher. */
  payableThrough?: string | undefined;
  /** `tokens` of the quote, for later calls to the supplier. Missing in bookings of earlier versions. Partners never see it. */
  tokens?: string | undefined;
  webhookScenario?: string | undefined;
}

export interface CancelIntent {
  /** When the request arrived. This time determines the penalty. */
  arrivedAtMs: number;
  penaltyMinor: number;
  maxPenaltyMinor: number;
  /** Set if the operator's staff asked for the cancellation. */
  by?: 'OPERATOR';
  /** The part of the penalty that the operator bears. `penaltyMinor` is what the partner pays. */
  operatorPenaltyMinor?: number;
  /** The state before the cancellation. For a queued cancellation, the state of the reservation once it is known. */
  from: 'PENDING' | 'ON_REQUEST' | 'CONFIRMED';
  /** Identifies the request that wrote this intent. A replay has the same arrival time but must not call the provider. */
  mark?: string;
  /** The reservation differs from the booking, so the booking needs attention if the cancellation fails. */
  isContradicted?: boolean;
  /**
   * Restored from the attempt log. The cancellation was sent, but its outcome is unknown. The provider may have refused it, and the
   * partner may rely on the booking, so the cancellation is never sent again.
   */
  isRestored?: boolean;
}

/** Progress of the checks that settle an unknown outcome. */
export interface Resolution {
  sinceMs: number;
  /** Number of checks so far. */
  attempts: number;
  /** Number of those checks that ran before their scheduled time. Omitted if there were none. */
  unscheduled?: number;
  nextCheckAtMs: number | null;
  /** A booking that is still unresolved at this time needs attention. */
  resolveByMs: number | null;
  /**
   * Time of the first lookup that found no reservation or, after a cancellation, found the reservation still booked. A second
   * lookup must confirm the result.
   */
  firstSeenMs: number | null;
  /** Provider reference of a late confirmation, until that reservation is known to be cancelled. */
  lateRef?: string;
}

export interface Booking
  extends Omit<BookingRow, 'content' | 'cancel_intent' | 'resolution' | 'status_reason' | 'billing'> {
  status_reason: StatusReason | null;
  content: BookingContent;
  cancel_intent: CancelIntent | null;
  resolution: Resolution | null;
  /** Null if the booking is not billed. */
  billing: Bill | null;
}

/** The partner and environment to which a booking belongs. Other partners never see it. */
export interface BookingScope {
  organisationId: string;
  environment: Environment;
}

export function standingOf(booking: Booking): Standing {
  return { status: booking.status, statusReason: booking.status_reason };
}

/** The partner owes nothing if the hotel or the provider cancelled, whatever they charge the operator. */
const FREE_REASONS: ReadonlySet<StatusReason | null> = new Set(['BY_HOTEL', 'BY_PROVIDER']);

export function isFreeCancellation({ status, status_reason }: Pick<Booking, 'status' | 'status_reason'>) {
  return status === 'CANCELLED' && FREE_REASONS.has(status_reason);
}

/**
 * The penalty that the partner owes. While a cancellation is pending, the penalty that was fixed when the request
 * arrived. 0 if the booking is not cancelled.
 */
export function penaltyOwedMinor(
  booking: Pick<Booking, 'status' | 'status_reason' | 'penalty_minor' | 'cancel_intent'>,
): number {
  if (booking.status === 'CANCEL_PENDING') return booking.cancel_intent?.penaltyMinor ?? 0;
  if (booking.status !== 'CANCELLED' || isFreeCancellation(booking)) return 0;
  return booking.penalty_minor ?? 0;
}

/** What identifies the booking at its supplier. Some suppliers find a reservation only with the holder's email address. */
export function knownBooking(safe: Pick<PeopleSafe, 'openPeople'>, booking: Booking): KnownBooking {
  const { booking_id, supplier_ref, hotel_id: hotelId, resolution, supplier_currency: currency } = booking;
  return {
    reference: referenceOf(booking_id),
    supplierRef: supplier_ref ?? resolution?.lateRef ?? null,
    hotelId,
    sentAtMs: booking.created_at.getTime(),
    currency,
    holderEmail: safe.openPeople(booking)?.holder.email ?? null,
    tokens: booking.content.tokens ?? null,
  };
}

/** The part of the booking id that is sent to suppliers. */
export function referenceOf(bookingId: string): string {
  return bookingId.slice('bkg_'.length);
}
