/**
 * The bookings of the LiteAPI simulator. Tests read the ledger directly to check the outcome of every fault. As at
 * LiteAPI, a prebook id can be booked several times, and only a repeated client reference is refused.
 */
import type { SimulatedHotel } from './hotels.ts';
import type { SimulatedRate, SimulatedStay } from './rates.ts';

export interface Prebook {
  prebookId: string;
  offerId: string;
  hotel: SimulatedHotel;
  stay: SimulatedStay;
  rate: SimulatedRate;
  createdAtMs: number;
}

export interface SimulatedPerson {
  firstName?: string;
  lastName?: string;
  email?: string;
  phone?: string;
}

export interface SimulatedGuest extends SimulatedPerson {
  occupancyNumber?: number;
  remarks?: string;
}

export interface SimulatedBooking {
  bookingId: string;
  clientReference: string;
  prebook: Prebook;
  status: 'CONFIRMED' | 'CANCELLED' | 'CANCELLED_WITH_CHARGES';
  priceMinor: number;
  processingFeeMinor: number;
  cancellationFeeMinor: number;
  paymentTransactionId: string;
  createdAtMs: number;
  cancelledAtMs: number | null;
  holder: SimulatedPerson;
  guests: readonly SimulatedGuest[];
  /** All operations on the booking. */
  requests: string[];
}

export class LiteApiLedger {
  readonly bookings: SimulatedBooking[] = [];
  readonly prebooks = new Map<string, Prebook>();
  /** One entry per payment. */
  readonly payments: string[] = [];
  readonly #byReference = new Map<string, SimulatedBooking[]>();
  readonly #byId = new Map<string, SimulatedBooking>();
  #numbers = 0;

  /** Nine characters, as recorded. */
  newId(): string {
    this.#numbers += 1;
    return `s${this.#numbers.toString(36).padStart(7, '0')}_`;
  }

  add(booking: SimulatedBooking): void {
    this.bookings.push(booking);
    this.payments.push(booking.paymentTransactionId);
    this.#byId.set(booking.bookingId, booking);
    this.#byReference.set(booking.clientReference, [...this.byReference(booking.clientReference), booking]);
  }

  byReference(clientReference: string): readonly SimulatedBooking[] {
    return this.#byReference.get(clientReference) ?? [];
  }

  byId(bookingId: string): SimulatedBooking | undefined {
    return this.#byId.get(bookingId);
  }

  /** The reservations of a reference that have not been cancelled. There must never be more than one. */
  live(clientReference: string): SimulatedBooking[] {
    return this.byReference(clientReference).filter(({ status }) => status === 'CONFIRMED');
  }
}
