/** The itineraries of the Rapid simulator. Tests read the ledger directly to check the outcome of every fault. */
import type { SimulatedProperty } from './properties.ts';
import type { SimulatedRate, SimulatedStay } from './rates.ts';

export interface SimulatedItineraryRoom {
  id: string;
  occupancy: string;
  status: 'pending' | 'booked' | 'canceled';
  givenName: string;
  familyName: string;
  specialRequest: string | undefined;
}

export interface SimulatedItinerary {
  id: string;
  reference: string;
  email: string;
  phone: object;
  billingContact: object | undefined;
  property: SimulatedProperty;
  stay: SimulatedStay;
  rate: SimulatedRate;
  bedGroup: string;
  rooms: SimulatedItineraryRoom[];
  createdAtMs: number;
  /** All operations on the itinerary. */
  requests: string[];
}

const FIRST_ID = 8_999_989_000_000;

export class RapidLedger {
  readonly itineraries: SimulatedItinerary[] = [];
  readonly #byReference = new Map<string, SimulatedItinerary[]>();
  readonly #byId = new Map<string, SimulatedItinerary>();

  newId(): string {
    return String(FIRST_ID + this.itineraries.length);
  }

  add(itinerary: SimulatedItinerary): void {
    this.itineraries.push(itinerary);
    this.#byId.set(itinerary.id, itinerary);
    this.#byReference.set(itinerary.reference, [...this.byReference(itinerary.reference), itinerary]);
  }

  byReference(reference: string): readonly SimulatedItinerary[] {
    return this.#byReference.get(reference) ?? [];
  }

  byId(id: string): SimulatedItinerary | undefined {
    return this.#byId.get(id);
  }

  /**
   * The reservations of a reference with at least one room that is not cancelled. There must never be more than one.
   */
  live(reference: string): SimulatedItinerary[] {
    return this.byReference(reference).filter(({ rooms }) =>
      rooms.some(({ status }) => status !== 'canceled'),
    );
  }
}
