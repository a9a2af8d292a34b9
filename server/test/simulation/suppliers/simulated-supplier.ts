/**
 * A simulated supplier, which determines what happens when one of our messages arrives. Every request is recorded in
 * its ledger.
 */
import type { Booked, Cancelled, Found, Read, Reservation } from '../../../src/booking/port/outcomes.ts';
import type { SuppliedOffer } from '../../../src/booking/port/supplied-offer.ts';
import type {
  BookRequest,
  CallLimits,
  KnownBooking,
  QuoteRequest,
  SearchRequest,
  SearchResult,
  Settlement,
  SuppliedQuote,
  Supplier,
  Swept,
} from '../../../src/booking/port/supplier.ts';
import type { SeededRandom } from '../chance/seeded-random.ts';
import type { Weather } from '../chance/weather.ts';
import type { Timeline } from '../timeline.ts';
import { Ledger, type LedgerEntry, NEVER_MS, stateAt } from './ledger.ts';

export interface SupplierTraits {
  code: string;
  kind: Supplier['kind'];
  limits: CallLimits;
  settlement: Settlement;
  currency: string;
  /** Whether the supplier returns DUPLICATE for a known reference. Other suppliers treat every request as new. */
  knowsReferences: boolean;
  canList: boolean;
  /** Whether the response to a booking describes the reservation. Otherwise it has only the supplier's reference. */
  describesBookings: boolean;
  /** A cancellation costs a penalty from this time on. */
  freeUntilMs: number;
}

const NET_MINOR = 20_000;
const PENALTY_MINOR = 8_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export class SimulatedSupplier {
  readonly traits: SupplierTraits;
  readonly ledger = new Ledger();
  /** Messages in transit to the supplier. */
  inFlight = 0;
  readonly #known = new Set<string>();
  readonly #timeline: Timeline;
  readonly #random: SeededRandom;
  readonly #weather: Weather;

  constructor(traits: SupplierTraits, parts: { timeline: Timeline; random: SeededRandom; weather: Weather }) {
    this.traits = traits;
    this.#timeline = parts.timeline;
    this.#random = parts.random;
    this.#weather = parts.weather;
  }

  search(request: SearchRequest): Read<SearchResult> {
    const hotels = request.hotels.map(({ hotelId }) => ({ hotelId, offers: [this.#offer(NET_MINOR)] }));
    return { kind: 'OK', value: { hotels, unavailable: [] } };
  }

  quote(request: QuoteRequest): Read<SuppliedQuote> {
    if (this.#random.chance(this.#weather.soldOut)) return { kind: 'GONE' };
    const netMinor = this.#priceNow(NET_MINOR);
    return {
      kind: 'OK',
      value: {
        offer: this.#offer(netMinor),
        tokens: String(netMinor),
        lifetimeMs: this.#random.chance(0.3) ? this.#random.between(1, 15) * MINUTE_MS : null,
        inventoryHeld: this.#hold(request.quoteId),
        requirements: {
          guestNames: 'LEAD_PER_ROOM',
          childAges: false,
          holderEmail: false,
          holderPhone: false,
          maxRemarkLength: 0,
        },
        notices: [],
      },
    };
  }

  release(quoteId: string): Read<null> {
    this.ledger.holds.delete(quoteId);
    return { kind: 'OK', value: null };
  }

  book(request: BookRequest): Booked {
    const { reference } = request;
    if (this.traits.knowsReferences && this.#known.has(reference)) return { kind: 'DUPLICATE' };
    this.#known.add(reference);
    if (this.#random.chance(this.#weather.soldOut)) return { kind: 'REFUSED', reason: 'SOLD_OUT' };
    const netMinor = this.#priceNow(request.netMinor);
    const isTooDear = netMinor > request.netMinor + request.toleranceMinor;
    // Sometimes the supplier books anyway.
    if (isTooDear && this.#random.chance(0.8)) return { kind: 'REFUSED', reason: 'PRICE_CHANGED' };
    const entry = this.#enter(request, netMinor);
    this.ledger.entries.push(entry);
    this.ledger.holds.delete(request.quoteId);
    if (!this.traits.describesBookings) return { kind: 'ACCEPTED', supplierRef: entry.supplierRef };
    const kind = entry.wasOnRequest ? 'ON_REQUEST' : 'CONFIRMED';
    return { kind, ...this.#reservation(entry) };
  }

  lookup({ reference }: KnownBooking): Found {
    if (this.#random.chance(this.#weather.incomplete)) return { kind: 'INCOMPLETE' };
    const { nowMs } = this.#timeline;
    const entry = this.ledger.of(reference).find(({ visibleFromMs }) => visibleFromMs <= nowMs);
    if (entry === undefined) return { kind: 'ABSENT' };
    return { kind: 'FOUND', ...this.#shown(entry), ...this.#reservation(entry) };
  }

  sweep(fromMs: number, toMs: number): Read<readonly Swept[]> {
    if (!this.traits.canList) return { kind: 'UNSUPPORTED' };
    const { nowMs } = this.#timeline;
    const value = this.ledger.entries
      .filter(
        ({ createdMs, visibleFromMs }) => createdMs >= fromMs && createdMs < toMs && visibleFromMs <= nowMs,
      )
      .flatMap(entry => {
        const { state } = this.#shown(entry);
        return state === 'REFUSED' ? [] : { ...this.#reservation(entry), reference: entry.reference, state };
      });
    return { kind: 'OK', value };
  }

  cancel({ reference }: KnownBooking, sentMs: number): Cancelled {
    const { nowMs } = this.#timeline;
    const entry = this.ledger.of(reference).at(-1);
    if (entry === undefined || entry.visibleFromMs > nowMs) return { kind: 'REFUSED', reason: 'OTHER' };
    const { state } = stateAt(entry, nowMs);
    if (state === 'CANCELLED' || state === 'REFUSED') return { kind: 'ALREADY' };
    if (this.#random.chance(this.#weather.cancelRefused)) return { kind: 'REFUSED', reason: 'NOT_ALLOWED' };
    const penaltyMinor = nowMs < this.traits.freeUntilMs ? 0 : PENALTY_MINOR;
    entry.cancelled = { atMs: nowMs, visibleFromMs: nowMs + this.#lagMs(), penaltyMinor, sentMs };
    return { kind: 'CANCELLED', penaltyMinor };
  }

  /** Suppliers that can list reservations also hold rooms for a quote. */
  #hold(quoteId: string): boolean {
    if (this.traits.canList) this.ledger.holds.add(quoteId);
    return this.traits.canList;
  }

  #offer(netMinor: number): SuppliedOffer {
    return {
      rateKey: 'flex',
      board: 'BB',
      payment: 'MERCHANT',
      currency: this.traits.currency,
      rooms: [{ roomCode: 'DBL', allotment: null, nightlyMinor: [netMinor], stayCharges: [] }],
      sellingMinor: null,
      charges: [],
      policy: {
        kind: 'KNOWN',
        penalties: [
          { from: { kind: 'INSTANT', atMs: this.traits.freeUntilMs }, penaltyMinor: PENALTY_MINOR },
        ],
        noShowMinor: null,
      },
      promotions: [],
    };
  }

  #priceNow(beforeMinor: number): number {
    if (!this.#random.chance(this.#weather.priceDrift)) return beforeMinor;
    return Math.round(beforeMinor * this.#random.pick([0.98, 1.01, 1.04, 1.3]));
  }

  #enter(request: BookRequest, netMinor: number): LedgerEntry {
    const { nowMs } = this.#timeline;
    const random = this.#random;
    const wasOnRequest = random.chance(this.#weather.onRequest);
    const answersMs = nowMs + random.between(1, 70) * MINUTE_MS;
    const answer = wasOnRequest ? random.pick(['CONFIRMS', 'CONFIRMS', 'DECLINES']) : 'NONE';
    return {
      reference: request.reference,
      supplierRef: `${this.traits.code}-${this.ledger.entries.length + 1}`,
      hotelId: request.hotel.hotelId,
      checkIn: request.checkIn,
      checkOut: request.checkOut,
      currency: this.traits.currency,
      netMinor,
      createdMs: nowMs,
      visibleFromMs: nowMs + this.#lagMs(),
      wasOnRequest,
      hotelConfirmsMs: answer === 'CONFIRMS' ? answersMs : NEVER_MS,
      hotelDeclinesMs: answer === 'DECLINES' ? answersMs : NEVER_MS,
      hotelCancelsMs: random.chance(this.#weather.hotelCancels)
        ? nowMs + random.between(1, 90) * MINUTE_MS
        : NEVER_MS,
      hotelRef: {
        text: `H-${this.ledger.entries.length + 1}`,
        fromMs: nowMs + random.between(0, 3) * HOUR_MS,
      },
      cancelled: undefined,
    };
  }

  #lagMs(): number {
    return Math.floor(this.#random.next() * this.#weather.lagShare * this.traits.settlement.settleMs);
  }

  #shown(entry: LedgerEntry) {
    const { nowMs } = this.#timeline;
    return stateAt(entry, nowMs, (entry.cancelled?.visibleFromMs ?? 0) <= nowMs);
  }

  #reservation(entry: LedgerEntry): Reservation {
    const { supplierRef, hotelId, checkIn, checkOut, currency, netMinor, hotelRef } = entry;
    const isNumbered = hotelRef.fromMs <= this.#timeline.nowMs;
    return {
      supplierRef,
      hotelId,
      checkIn,
      checkOut,
      currency,
      netMinor,
      hotelRef: isNumbered ? hotelRef.text : null,
    };
  }
}
