import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { ManualClock } from '../../../../test/manual-clock.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Call, Exchange } from '../../port/call.ts';
import { offerNetMinor, type SuppliedOffer } from '../../port/supplied-offer.ts';
import type {
  BookRequest,
  KnownBooking,
  QuoteRequest,
  SearchRequest,
  SoldHotel,
  Stay,
  SuppliedQuote,
  Supplier,
} from '../../port/supplier.ts';

/** A supplier, and what the conformance suite needs to know about it. */
export interface SupplierUnderTest {
  supplier: Supplier;
  kind: Supplier['kind'];
  clock: ManualClock;
  /** Creates another instance with the same rooms and reservations, as another process would. */
  twin(): Supplier;
  /** A hotel that is sold for both stays. It needs at least twenty rooms of each type, because the suite books and holds rooms. */
  hotel: SoldHotel;
  unsold: SoldHotel;
  /** One room for two adults, several nights, well in the future. */
  stay: Stay;
  /** Two rooms with different parties and children. */
  family: Stay;
  organisationId: string;
  /** What the supplier cannot do, unlike test providers and own inventory. */
  traits?: SupplierTraits;
  /** Waits, or advances the supplier's clock, until a new reservation is visible to lookups. */
  settle?(): Promise<void>;
  close(): Promise<void>;
}

/** Each trait is true unless it is set to false. */
export interface SupplierTraits {
  /** Whether a search reports why a hotel has no offers. Otherwise the hotel is missing from the result. */
  givesReasons?: boolean;
  /** Whether a search returns the same offers on another day. */
  isDeterministic?: boolean;
  /** Whether `book` refuses a price above the tolerance. Otherwise it books, and reports the price that was booked. */
  checksPrice?: boolean;
  /** Whether a sweep accepts any period. Otherwise the period must be within a few days of the current time. */
  sweepsAnyPeriod?: boolean;
}

const MARKET = { nationality: 'ES', currency: 'EUR', language: 'en' } as const;
const HOLDER = {
  firstName: 'Zenobia',
  lastName: 'Quimper',
  email: 'zenobia@quimper.example.com',
  phone: '+999 600 100 200',
};
/** Personal data in the test requests, which must never be recorded. */
export const PERSONAL = /zenobia|quimper|600 100 200|peanut|late at night/i;

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export function newReference(): string {
  return [...randomBytes(20)].map(byte => CROCKFORD[byte & 31]).join('');
}

export interface Ordered {
  request: BookRequest;
  known: KnownBooking;
  offer: SuppliedOffer;
}

export class SupplierClient {
  readonly supplier: Supplier;
  readonly clock: Clock;
  readonly organisationId: string;
  readonly exchanges: Exchange[] = [];

  constructor(supplier: Supplier, clock: Clock, organisationId = 'org_conformance') {
    this.supplier = supplier;
    this.clock = clock;
    this.organisationId = organisationId;
  }

  call(scenario?: Call['scenario'], overrides: Partial<Call> = {}): Call {
    return {
      attempt: 1,
      deadlineMs: this.clock.monotonicMs() + 3_000,
      signal: new AbortController().signal,
      scenario,
      record: exchange => this.exchanges.push(exchange),
      ...overrides,
    };
  }

  searchRequest(stay: Stay, ...hotels: SoldHotel[]): SearchRequest {
    return { ...stay, market: MARKET, hotels };
  }

  /**
   * If an offer is given, the request contains its tokens, as right after a search. If only a rate key is given, the
   * request has no tokens.
   */
  quoteRequest(
    stay: Stay,
    hotel: SoldHotel,
    offer: Pick<SuppliedOffer, 'rateKey' | 'tokens'> | string,
    offerScenario?: Call['scenario'],
  ): QuoteRequest {
    const { rateKey, tokens } = typeof offer === 'string' ? { rateKey: offer } : offer;
    return {
      ...stay,
      market: MARKET,
      hotel,
      rateKey,
      tokens,
      offerScenario,
      quoteId: `quo_${newReference()}`,
      organisationId: this.organisationId,
      lifetimeMs: 1_200_000,
    };
  }

  bookRequest(stay: Stay, hotel: SoldHotel, { offer, tokens }: SuppliedQuote, quoteId: string): BookRequest {
    const rooms = stay.occupancies.map(({ adults, childAges }) => ({
      guests: [
        ...Array.from({ length: adults }, () => ({ type: 'ADULT' as const, age: null })),
        ...childAges.map(age => ({ type: 'CHILD' as const, age })),
      ].map(guest => ({ ...guest, firstName: HOLDER.firstName, lastName: HOLDER.lastName, title: null })),
      specialRequests: 'No peanuts, please',
    }));
    return {
      ...stay,
      market: MARKET,
      reference: newReference(),
      hotel,
      quoteId,
      tokens,
      currency: offer.currency,
      netMinor: offerNetMinor(offer),
      toleranceMinor: 0,
      holder: HOLDER,
      rooms,
      remarks: 'We arrive late at night',
    };
  }

  /** What the service knows about a booking that was just sent. */
  known({ reference, hotel, currency, holder, tokens }: BookRequest): KnownBooking {
    const sentAtMs = this.clock.nowMs();
    const { hotelId } = hotel;
    return { reference, supplierRef: null, hotelId, sentAtMs, currency, holderEmail: holder.email, tokens };
  }

  /** Returns all offers of one hotel. Fails the test if there are none. */
  async offers(stay: Stay, hotel: SoldHotel, scenario?: Call['scenario']): Promise<readonly SuppliedOffer[]> {
    const result = await this.supplier.search(this.call(scenario), this.searchRequest(stay, hotel));
    if (result.kind !== 'OK') return expect.fail(`search: ${result.kind}`);
    expect(result.value.hotels.map(({ hotelId }) => hotelId)).toEqual([hotel.hotelId]);
    return result.value.hotels[0]?.offers ?? [];
  }

  async quoted(request: QuoteRequest, scenario?: Call['scenario']): Promise<SuppliedQuote> {
    const result = await this.supplier.quote(this.call(scenario), request);
    if (result.kind !== 'OK') return expect.fail(`quote: ${result.kind}`);
    return result.value;
  }

  /** Searches and quotes the first offer, and returns a request to book it. */
  async ordered(stay: Stay, hotel: SoldHotel, offerScenario?: Call['scenario']): Promise<Ordered> {
    const [found] = await this.offers(stay, hotel, offerScenario);
    if (found === undefined) return expect.fail('no offer');
    const quoteRequest = this.quoteRequest(stay, hotel, found, offerScenario);
    const quote = await this.quoted(quoteRequest);
    const request = this.bookRequest(stay, hotel, quote, quoteRequest.quoteId);
    return { request, known: this.known(request), offer: quote.offer };
  }
}
