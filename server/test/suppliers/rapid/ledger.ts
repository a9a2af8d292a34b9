/** The itineraries of the Rapid simulator. Tests read it in the process and judge every fault by it. */
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
  /** Every operation that touched the itinerary. */
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

  /** The reservations of a reference that have a room that is not cancelled. There must never be more than one. */
  live(reference: string): SimulatedItinerary[] {
    return this.byReference(reference).filter(({ rooms }) =>
      rooms.some(({ status }) => status !== 'canceled'),
    );
  }
}
