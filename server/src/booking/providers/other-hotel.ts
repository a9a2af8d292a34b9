/** Reports when a provider with its own hotel ids returns a hotel other than the requested one, because the mapping may be wrong. */
import type { Clock } from '../../platform/clock.ts';
import type { Booked, Found, Read } from '../port/outcomes.ts';
import type { BookRequest, KnownBooking, QuoteRequest } from '../port/supplier.ts';
import type { Provider } from '../provider.ts';

export interface RequestedHotel {
  hotelId: string;
  /** When the hotel was offered or booked. */
  soldAtMs: number;
}

/** Must not throw. */
export type OnOtherHotel = (provider: Provider, requested: RequestedHotel) => void;

/** An offer can be quoted for this long after its search. */
const OFFER_LIFETIME_MS = 30 * 60_000;

export class HotelComparison {
  readonly #clock: Clock;
  readonly #report: OnOtherHotel | undefined;

  constructor(clock: Clock, report: OnOtherHotel | undefined) {
    this.#clock = clock;
    this.#report = report;
  }

  quoted(provider: Provider, { hotel }: QuoteRequest, quoted: Read<unknown> | { kind: 'SKIPPED' }): void {
    if (quoted.kind !== 'FAILED' || !quoted.isOtherHotel) return;
    const soldAtMs = this.#clock.nowMs() - OFFER_LIFETIME_MS;
    this.#compare(provider, { hotelId: hotel.hotelId, soldAtMs }, undefined);
  }

  booked(provider: Provider, { hotel }: BookRequest, booked: Booked): void {
    if (booked.kind !== 'CONFIRMED' && booked.kind !== 'ON_REQUEST') return;
    this.#compare(provider, { hotelId: hotel.hotelId, soldAtMs: this.#clock.nowMs() }, booked.hotelId);
  }

  found(provider: Provider, { hotelId, sentAtMs }: KnownBooking, found: Found | { kind: 'SKIPPED' }): void {
    if (found.kind !== 'FOUND') return;
    this.#compare(provider, { hotelId, soldAtMs: sentAtMs }, found.hotelId);
  }

  #compare(provider: Provider, requested: RequestedHotel, named: string | undefined): void {
    if (named === requested.hotelId || !provider.supplier.needsMapping) return;
    this.#report?.(provider, requested);
  }
}
