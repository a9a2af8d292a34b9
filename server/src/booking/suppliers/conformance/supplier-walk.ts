/** One caller at one supplier: makes calls and requests, and keeps what was recorded. For tests alone. */
import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { Clock } from '../../../platform/clock.ts';
import type { Call, Exchange } from '../../port/call.ts';
import type { SuppliedOffer } from '../../port/supplied-offer.ts';
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

export const MARKET = { nationality: 'ES', currency: 'EUR', language: 'en' } as const;
export const HOLDER = {
  firstName: 'Zenobia',
  lastName: 'Quimper',
  email: 'zenobia@quimper.example.com',
  phone: '+999 600 100 200',
};
/** Nothing of this may ever be recorded. */
export const PERSONAL = /zenobia|quimper|600 100 200|peanut|late at night/i;

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export function newReference(): string {
  return [...randomBytes(20)].map(byte => CROCKFORD[byte & 31]).join('');
}

export function netOf({ rooms }: Pick<SuppliedOffer, 'rooms'>): number {
  const parts = rooms.flatMap(room => [
    ...room.nightlyMinor,
    ...room.stayCharges.map(({ amountMinor }) => amountMinor),
  ]);
  return parts.reduce((sum, part) => sum + part, 0);
}

export interface Ordered {
  request: BookRequest;
  known: KnownBooking;
  offer: SuppliedOffer;
}

export class SupplierWalk {
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

  quoteRequest(
    stay: Stay,
    hotel: SoldHotel,
    rateKey: string,
    offerScenario?: Call['scenario'],
  ): QuoteRequest {
    return {
      ...stay,
      market: MARKET,
      hotel,
      rateKey,
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
      netMinor: netOf(offer),
      toleranceMinor: 0,
      holder: HOLDER,
      rooms,
      remarks: 'We come late at night',
    };
  }

  /** All offers of one hotel. Fails the test when there are none. */
  async offers(stay: Stay, hotel: SoldHotel, scenario?: Call['scenario']): Promise<readonly SuppliedOffer[]> {
    const answer = await this.supplier.search(this.call(scenario), this.searchRequest(stay, hotel));
    if (answer.kind !== 'OK') return expect.fail(`search: ${answer.kind}`);
    expect(answer.value.hotels.map(({ hotelId }) => hotelId)).toEqual([hotel.hotelId]);
    return answer.value.hotels[0]?.offers ?? [];
  }

  async quoted(request: QuoteRequest, scenario?: Call['scenario']): Promise<SuppliedQuote> {
    const answer = await this.supplier.quote(this.call(scenario), request);
    if (answer.kind !== 'OK') return expect.fail(`quote: ${answer.kind}`);
    return answer.value;
  }

  /** Searches and quotes the first offer, ready to be booked. */
  async ordered(stay: Stay, hotel: SoldHotel, offerScenario?: Call['scenario']): Promise<Ordered> {
    const [found] = await this.offers(stay, hotel, offerScenario);
    if (found === undefined) return expect.fail('no offer');
    const asked = this.quoteRequest(stay, hotel, found.rateKey, offerScenario);
    const quote = await this.quoted(asked);
    const request = this.bookRequest(stay, hotel, quote, asked.quoteId);
    const known = { reference: request.reference, supplierRef: null, hotelId: hotel.hotelId };
    return { request, known, offer: quote.offer };
  }
}
