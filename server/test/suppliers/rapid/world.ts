import type { Clock } from '../../../src/platform/clock.ts';
import type { SimulatedRequest, SimulatedResponse } from '../supplier-simulator.ts';
import {
  ALREADY_CANCELLED,
  CARD_DECLINED,
  duplicate,
  INTERNAL,
  invalidInput,
  LINK_INVALID,
  NOT_FOUND,
  POST_CHECKOUT,
  PRICE_MISMATCH,
  ROOM_ID_INVALID,
  required,
  SOLD_OUT,
  UNAVAILABLE,
} from './errors.ts';
import { degradedBody, itineraryBody } from './itinerary-bodies.ts';
import { RapidLedger, type SimulatedItinerary } from './ledger.ts';
import { Links } from './links.ts';
import { generateProperties, type SimulatedProperty } from './properties.ts';
import { type LinkMaker, occupancyPricing, rateBody } from './rate-bodies.ts';
import { nightsOf, partyOf, ratesOf, type SimulatedRate, type SimulatedStay } from './rates.ts';

export interface Conditions {
  /**
   * Prices in searches and price checks, as a percentage of the usual price. A booking is refused if the price has
   * changed since its link was issued.
   */
  pricePercent: number;
  /** Whether all rooms are sold out, in searches, price checks and bookings. */
  soldOut: boolean;
  /** How long a new itinerary stays invisible to lookups. */
  lookupLagMs: number;
  /** New rooms stay `pending`. */
  leavesPending: boolean;
  /** A lookup returns 206 with the id and the time only. */
  degraded: boolean;
  /** A cancellation returns 202. It takes effect only if the value is `done`. */
  cancelAccepted: 'done' | 'lost' | undefined;
  /** The number of subsequent cancellations whose link is refused with `room_id.invalid`. */
  staleRoomLinks: number;
  perMinute: number;
  perDay: number;
  /** Breaks the simulator deliberately, to prove that its tests notice. */
  isBroken:
    | 'ACCEPTS_DUPLICATES'
    | 'SHOWS_ITINERARIES_AT_ONCE'
    | 'NEVER_EXPIRES'
    | 'AMOUNTS_AS_NUMBERS'
    | 'POSITIVE_REFUND'
    | 'IGNORES_SIGNATURE'
    | undefined;
}

export const USUAL: Conditions = {
  pricePercent: 100,
  soldOut: false,
  lookupLagMs: 0,
  leavesPending: false,
  degraded: false,
  cancelAccepted: undefined,
  staleRoomLinks: 0,
  perMinute: Number.MAX_SAFE_INTEGER,
  perDay: Number.MAX_SAFE_INTEGER,
  isBroken: undefined,
};

interface Product {
  property: SimulatedProperty;
  rate: SimulatedRate;
  stay: SimulatedStay;
  bed: string;
}

const MAX_NIGHTS = 28;
const MAX_ROOMS = 8;
const MAX_PROPERTIES = 250;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export class RapidWorld {
  readonly ledger = new RapidLedger();
  readonly links = new Links();
  readonly properties: SimulatedProperty[];
  conditions: Conditions = { ...USUAL };
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #seed: string;

  constructor(clock: Pick<Clock, 'nowMs'>, seed: string, properties: number) {
    this.#clock = clock;
    this.#seed = seed;
    this.properties = generateProperties(seed, properties, clock.nowMs());
  }

  get nowMs(): number {
    return this.#clock.nowMs();
  }

  readonly link: LinkMaker = (kind, path, data, method) =>
    this.links.issue(kind, path, data, this.nowMs, method);

  search({ query, headers }: SimulatedRequest): SimulatedResponse {
    if (headers.test === 'service_unavailable') return UNAVAILABLE;
    if (headers.test === 'unknown_internal_error') return INTERNAL;
    const stay = readStay(query);
    if ('status' in stay) return stay;
    const ids = query.getAll('property_id');
    const isReasoned = query.getAll('include').includes('unavailable_reason');
    const limit = Number(query.get('rate_plan_count'));
    const body = ids.flatMap(id => {
      const property = this.properties.find(each => each.id === id && each.inactiveSinceMs === null);
      return property === undefined ? [] : this.#propertyBody(property, stay, limit, isReasoned);
    });
    return { status: 200, body: this.#altered(body) };
  }

  #propertyBody(
    property: SimulatedProperty,
    stay: SimulatedStay,
    limit: number,
    isReasoned: boolean,
  ): object[] {
    const rates = this.#rates(property, stay)
      .sort((a, b) => total(a, stay) - total(b, stay))
      .slice(0, limit);
    if (rates.length === 0 || this.conditions.soldOut) {
      const unavailable_reason = this.conditions.soldOut
        ? { code: 'no_inventory_available' }
        : { code: 'adults_exceed_threshold', data: '4' };
      return isReasoned
        ? [{ property_id: property.id, status: 'partially_unavailable', score: 1, unavailable_reason }]
        : [];
    }
    const rooms = property.rooms.flatMap(room => {
      const own = rates.filter(rate => rate.room === room);
      const bodies = own.map(rate => rateBody(rate, property, stay, this.nowMs, this.link));
      return own.length === 0 ? [] : [{ id: room.id, room_name: room.name, rates: bodies }];
    });
    const path = `/v3/properties/${property.id}/availability`;
    const links = { additional_rates: this.link('additional_rates', path, {}) };
    return [{ property_id: property.id, status: 'available', rooms, links, score: 10_052 }];
  }

  #rates(property: SimulatedProperty, stay: SimulatedStay): SimulatedRate[] {
    return ratesOf(this.#seed, property, stay, this.conditions.pricePercent);
  }

  /** The new link contains the total price. The booking is compared with it. */
  priceCheck({ query, headers }: SimulatedRequest): SimulatedResponse {
    const { test } = headers;
    if (test === 'service_unavailable') return UNAVAILABLE;
    if (test === 'unknown_internal_error') return INTERNAL;
    const data = this.#read('price_check', query);
    const product = data && this.#product(data);
    if (product === undefined) return LINK_INVALID;
    const { property, rate, stay } = product;
    if (this.conditions.soldOut || test === 'sold_out')
      return { status: 200, body: { status: 'sold_out', links: {} } };
    const shownMinor = total(this.#productAt(product, 100).rate, stay);
    const isChanged = total(rate, stay) !== shownMinor || test === 'price_changed';
    const book = this.link('book', '/v3/itineraries', { ...data, total: total(rate, stay) }, 'POST');
    const body = {
      status: isChanged ? 'price_changed' : 'available',
      occupancy_pricing: occupancyPricing(rate, stay, property),
      links: { book },
    };
    return { status: 200, body: this.#altered(body) };
  }

  #product(data: Record<string, unknown>): Product | undefined {
    const stay = data.stay as SimulatedStay;
    const property = this.properties.find(({ id }) => id === data.property);
    const rate = property && this.#rates(property, stay).find(({ id }) => id === data.rate);
    return property && rate && { property, rate, stay, bed: String(data.bed) };
  }

  #productAt(product: Product, percent: number): Product {
    const rates = ratesOf(this.#seed, product.property, product.stay, percent);
    return { ...product, rate: rates.find(({ id }) => id === product.rate.id) ?? product.rate };
  }

  #read(kind: string, query: URLSearchParams): Record<string, unknown> | undefined {
    const nowMs = this.conditions.isBroken === 'NEVER_EXPIRES' ? 0 : this.nowMs;
    return this.links.read(kind, query.get('token'), nowMs);
  }

  book({ query, headers, body }: SimulatedRequest): SimulatedResponse {
    const { test } = headers;
    if (test === 'service_unavailable') return UNAVAILABLE;
    if (test === 'internal_server_error') return INTERNAL;
    if (test === 'price_mismatch') return PRICE_MISMATCH;
    if (test === 'cc_declined') return CARD_DECLINED;
    if (test === 'rooms_unavailable') return SOLD_OUT;
    const request = (body ?? {}) as Record<string, unknown>;
    const data = this.#read('book', query);
    const product = data && this.#product(data);
    if (data === undefined || product === undefined) return LINK_INVALID;
    const reference = String(request.affiliate_reference_id ?? '');
    const failures = bookFailures(request, product.stay);
    if (failures.length > 0) return invalidInput(...failures);
    if (this.ledger.byReference(reference).length > 0 && this.conditions.isBroken !== 'ACCEPTS_DUPLICATES')
      return duplicate(reference);
    if (this.conditions.soldOut) return SOLD_OUT;
    if (data.total !== total(product.rate, product.stay)) return PRICE_MISMATCH;
    const itinerary = this.#reserve(request, reference, product);
    const path = `/v3/itineraries/${itinerary.id}`;
    const challenge =
      test === 'complete_payment_session'
        ? { complete_payment_session: this.link('session', `${path}/payment-sessions`, {}, 'PUT') }
        : {};
    const links = { retrieve: this.link('retrieve', path, { itinerary: itinerary.id }), ...challenge };
    return { status: 201, body: { itinerary_id: itinerary.id, links } };
  }

  #reserve(request: Record<string, unknown>, reference: string, product: Product): SimulatedItinerary {
    const guests = request.rooms as Record<string, string>[];
    const [payment] = (request.payments ?? []) as { billing_contact: object }[];
    const id = this.ledger.newId();
    const itinerary: SimulatedItinerary = {
      id,
      reference,
      email: String(request.email),
      phone: request.phone as object,
      billingContact: payment?.billing_contact,
      property: product.property,
      stay: product.stay,
      rate: product.rate,
      bedGroup: product.bed,
      rooms: product.stay.occupancies.map((occupancy, index) => ({
        id: `${id.slice(-6)}${index}`,
        occupancy,
        status: this.conditions.leavesPending ? 'pending' : 'booked',
        givenName: guests[index]?.given_name ?? '',
        familyName: guests[index]?.family_name ?? '',
        specialRequest: guests[index]?.special_request,
      })),
      createdAtMs: this.nowMs,
      requests: ['book'],
    };
    this.ledger.add(itinerary);
    return itinerary;
  }

  /** Finds itineraries by reference and email address. Both are required and must match exactly. */
  lookup({ query, headers }: SimulatedRequest): SimulatedResponse {
    if (headers.test === 'service_unavailable') return UNAVAILABLE;
    if (headers.test === 'internal_server_error') return INTERNAL;
    const reference = query.get('affiliate_reference_id');
    const email = query.get('email');
    const missing = [
      ...(reference === null ? [required('affiliate_reference_id', 'Affiliate reference id')] : []),
      ...(email === null ? [required('email', 'Email')] : []),
    ];
    if (missing.length > 0) return invalidInput(...missing);
    const { lookupLagMs, degraded, isBroken } = this.conditions;
    const lagMs = isBroken === 'SHOWS_ITINERARIES_AT_ONCE' ? 0 : lookupLagMs;
    const found = this.ledger
      .byReference(reference ?? '')
      .filter(each => each.email === email && this.nowMs - each.createdAtMs >= lagMs);
    for (const each of found) each.requests.push('lookup');
    return degraded || headers.test === 'degraded_response'
      ? { status: 206, body: found.map(degradedBody) }
      : { status: 200, body: this.#altered(found.map(each => itineraryBody(each, this.link))) };
  }

  retrieve({ path, query }: SimulatedRequest): SimulatedResponse {
    const itinerary = this.ledger.byId(path.split('/').at(-1) ?? '');
    const data = this.#read('retrieve', query);
    if (query.get('token') !== null && data?.itinerary !== itinerary?.id) return LINK_INVALID;
    if (itinerary === undefined || (data === undefined && query.get('email') !== itinerary.email))
      return NOT_FOUND;
    return { status: 200, body: this.#altered(itineraryBody(itinerary, this.link)) };
  }

  cancel({ query, headers }: SimulatedRequest): SimulatedResponse {
    const { conditions } = this;
    if (headers.test === 'service_unavailable') return UNAVAILABLE;
    if (headers.test === 'internal_server_error') return INTERNAL;
    if (headers.test === 'post_stay_cancel') return POST_CHECKOUT;
    const data = this.#read('cancel', query);
    if (data === undefined) return LINK_INVALID;
    const itinerary = this.ledger.byId(String(data.itinerary));
    const room = itinerary?.rooms.find(({ id }) => id === data.room);
    if (itinerary === undefined || room === undefined) return NOT_FOUND;
    if (conditions.staleRoomLinks > 0) {
      conditions.staleRoomLinks -= 1;
      return ROOM_ID_INVALID;
    }
    if (room.status === 'canceled') return ALREADY_CANCELLED;
    if (Date.parse(itinerary.stay.checkout) <= this.nowMs) return POST_CHECKOUT;
    itinerary.requests.push('cancel');
    if (conditions.cancelAccepted !== 'lost') room.status = 'canceled';
    return { status: conditions.cancelAccepted === undefined ? 204 : 202 };
  }

  #altered(body: object): object {
    const { isBroken } = this.conditions;
    if (isBroken !== 'AMOUNTS_AS_NUMBERS' && isBroken !== 'POSITIVE_REFUND') return body;
    return JSON.parse(JSON.stringify(body), (name, value) => {
      if (isBroken === 'AMOUNTS_AS_NUMBERS') return name === 'value' ? Number(value) : value;
      return name === 'cancel_refund' ? { ...value, amount: value.amount.replace('-', '') } : value;
    });
  }
}

/** The price of all rooms. Equal rooms have the same price, and each of them counts. */
function total(rate: SimulatedRate, { occupancies }: SimulatedStay): number {
  return occupancies.reduce((sum, each) => sum + (rate.pricing.get(each)?.inclusive ?? 0), 0);
}

function readStay(query: URLSearchParams): SimulatedStay | SimulatedResponse {
  const missing = [
    ['checkin', 'Checkin'],
    ['checkout', 'Checkout'],
    ['currency', 'Currency code'],
    ['country_code', 'Country code'],
    ['language', 'Language'],
    ['rate_plan_count', 'Rate plan count'],
    ['sales_channel', 'Sales channel'],
    ['sales_environment', 'Sales environment'],
    ['occupancy', 'Occupancy'],
    ['property_id', 'Property id'],
  ].flatMap(([name = '', text = '']) => (query.get(name) === null ? [required(name, text)] : []));
  if (missing.length > 0) return invalidInput(...missing);
  const stay = {
    checkin: query.get('checkin') ?? '',
    checkout: query.get('checkout') ?? '',
    currency: query.get('currency') ?? '',
    countryCode: query.get('country_code') ?? '',
    occupancies: query.getAll('occupancy'),
  };
  const wrong = [
    ...(DATE.test(stay.checkin) && DATE.test(stay.checkout) ? [] : ['checkin.invalid_date_format']),
    ...(nightsOf(stay) > MAX_NIGHTS ? ['checkout.invalid_length_of_stay'] : []),
    ...(stay.occupancies.length > MAX_ROOMS ? ['occupancy.too_many'] : []),
    ...(stay.occupancies.every(each => partyOf(each) !== undefined) ? [] : ['occupancy.invalid']),
    ...(query.getAll('property_id').length > MAX_PROPERTIES ? ['property_id.above_maximum'] : []),
  ];
  return wrong.length > 0
    ? invalidInput(...wrong.map(type => ({ type, message: 'The value is invalid.' })))
    : stay;
}

function bookFailures(request: Record<string, unknown>, { occupancies }: SimulatedStay) {
  const { affiliate_reference_id: reference, email, phone, rooms, payments } = request;
  const isReference = typeof reference === 'string' && reference.length >= 3 && reference.length <= 28;
  const guests = Array.isArray(rooms) ? rooms : [];
  const isNamed = guests.every(({ given_name, family_name }) => given_name && family_name);
  return [
    ...(payments === undefined ? [required('payments', 'Payments', 'body')] : []),
    ...(isReference
      ? []
      : [{ type: 'affiliate_reference_id.invalid_length', message: 'The value is invalid.' }]),
    ...(typeof email === 'string' && EMAIL.test(email)
      ? []
      : [{ type: 'email.invalid', message: 'Customer email address is invalid.' }]),
    ...((phone as { number?: string } | undefined)?.number ? [] : [required('phone', 'Phone', 'body')]),
    ...(guests.length === occupancies.length && isNamed
      ? []
      : [{ type: 'number_of_rooms.invalid', message: 'The rooms do not match the occupancies.' }]),
  ];
}
