/** The reservations of the Hotelbeds simulator. Tests read the ledger directly, never through the simulated API. */
import type { Valuation } from './rates.ts';

export interface SimulatedPax {
  roomId?: number;
  type: 'AD' | 'CH';
  age?: number;
  name?: string;
  surname?: string;
}

export interface BookedRate {
  valuation: Valuation;
  paxes: readonly SimulatedPax[];
  state: 'CONFIRMED' | 'CANCELLED';
}

export interface SimulatedReservation {
  reference: string;
  clientReference: string;
  createdMs: number;
  state: 'CONFIRMED' | 'CANCELLED';
  cancellationReference: string | null;
  cancellationCents: number | null;
  holder: { name: string; surname: string };
  remark: string | null;
  rates: BookedRate[];
  totalCents: number;
  /** Operations on the reservation, in order. */
  touchedBy: string[];
}

export class Ledger {
  readonly #byReference = new Map<string, SimulatedReservation>();
  readonly #byClientReference = new Map<string, SimulatedReservation[]>();

  add(entry: Omit<SimulatedReservation, 'reference' | 'touchedBy'>): SimulatedReservation {
    const reservation = {
      ...entry,
      reference: `1-${4_000_000 + this.#byReference.size}`,
      touchedBy: ['book'],
    };
    this.#byReference.set(reservation.reference, reservation);
    const key = reservation.clientReference.toUpperCase();
    this.#byClientReference.set(key, [...(this.#byClientReference.get(key) ?? []), reservation]);
    return reservation;
  }

  find(reference: string): SimulatedReservation | undefined {
    return this.#byReference.get(reference);
  }

  all(): readonly SimulatedReservation[] {
    return [...this.#byReference.values()];
  }

  /** All reservations with a client reference, regardless of case. */
  withReference(clientReference: string): readonly SimulatedReservation[] {
    return this.#byClientReference.get(clientReference.toUpperCase()) ?? [];
  }

  live(clientReference: string): readonly SimulatedReservation[] {
    return this.withReference(clientReference).filter(({ state }) => state === 'CONFIRMED');
  }
}
