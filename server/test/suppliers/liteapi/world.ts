import type { Clock } from '../../../src/platform/clock.ts';
import type { SimulatedResponse } from '../supplier-simulator.ts';
import { bookedBody, cancelledBody } from './booking-bodies.ts';
import { generateHotels, type SimulatedHotel } from './hotels.ts';
import { LiteApiLedger, type Prebook, type SimulatedBooking, type SimulatedGuest } from './ledger.ts';
import { decodeOfferId, type OfferKey } from './offer-ids.ts';
import { penaltyMinor, prebookBody, roomTypeBody, searchBody } from './rate-bodies.ts';
import {
  isRefundable,
  nightsOf,
  penaltiesOf,
  ratesOf,
  type SimulatedRate,
  type SimulatedStay,
  totalOf,
} from './rates.ts';

/** Settings that a test may change while the simulator runs. */
export interface Conditions {
  /** Prices of new searches and prebooks, as a percentage of the usual price. */
  pricePercent: number;
  soldOut: ReadonlySet<string>;
  /** How the simulator reports that no hotel has rooms. Each variant is documented or recorded. */
  noRooms: '204' | '400' | '200';
  /** Whether a prebook replaces the room with another room of the hotel without reporting the change. */
  replacesRooms: boolean;
  /** Whether a prebook returns other cancellation terms and sets `cancellationChanged`. */
  changesTerms: boolean;
  /** Whether bookings cost half of the quoted price, as in the sandbox of the older version. */
  booksAtHalfPrice: boolean;
  /** Splits the rates of a hotel into two entries of `data[]`. */
  repeatsHotels: boolean;
  offerLifeMs: number;
  prebookLifeMs: number;
  /** Undefined means no limit. */
  perSecond: number | undefined;
  /** A new booking is invisible to lookups for this time. */
  lookupLagMs: number;
  /** Breaks the simulator deliberately, to prove that its tests notice. */
  isBroken: 'DEDUPLICATES_PREBOOKS' | 'ACCEPTS_DUPLICATES' | 'NEVER_EXPIRES' | 'AMOUNTS_AS_TEXT' | undefined;
}

export const USUAL: Conditions = {
  pricePercent: 100,
  soldOut: new Set(),
  noRooms: '200',
  replacesRooms: false,
  changesTerms: false,
  booksAtHalfPrice: false,
  repeatsHotels: true,
  offerLifeMs: 5 * 60_000,
  prebookLifeMs: 60 * 60_000,
  perSecond: undefined,
  lookupLagMs: 0,
  isBroken: undefined,
};

const SEARCH_PAYMENT_TYPES = ['NUITEE_PAY'];
const PREBOOK_PAYMENT_TYPES = ['NUITEE_PAY', 'ACC_CREDIT_CARD', 'WALLET', 'CREDIT'];
const PAYMENT_METHODS: ReadonlySet<unknown> = new Set(['ACC_CREDIT_CARD', 'WALLET', 'CREDIT']);
const CARD_FEE_PERCENT = 4;

type Fields = Record<string, unknown>;

export class LiteApiWorld {
  readonly ledger = new LiteApiLedger();
  readonly hotels: SimulatedHotel[];
  conditions: Conditions = { ...USUAL };
  readonly #seed: string;
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #ratesByStay = new Map<string, SimulatedRate[]>();

  constructor(clock: Pick<Clock, 'nowMs'>, seed: string, hotelCount: number) {
    this.#clock = clock;
    this.#seed = seed;
    this.hotels = generateHotels(seed, hotelCount, clock.nowMs());
  }

  get nowMs(): number {
    return this.#clock.nowMs();
  }

  search(body: Fields, isSandbox: boolean): SimulatedResponse {
    const stay = readStay(body);
    if (stay === undefined) return failed(4002, 'guestNationality field invalid or missing');
    const ids = body.hotelIds;
    if (!Array.isArray(ids) || ids.length === 0)
      return failed(4000, 'you must search by either country code or hotelIds');
    const limit = Number(body.limit ?? 200);
    const perHotel = Number(body.maxRatesPerHotel ?? Number.POSITIVE_INFINITY);
    const data = ids.slice(0, limit).flatMap(id => this.#hotelEntries(String(id), stay, perHotel));
    if (data.length > 0) return { status: 200, body: this.#altered(searchBody(data, isSandbox)) };
    const { noRooms } = this.conditions;
    if (noRooms === '204') return { status: 204 };
    return { ...failed(2001, 'no availability found'), status: Number(noRooms) };
  }

  #hotelEntries(hotelId: string, stay: SimulatedStay, perHotel: number): object[] {
    const { soldOut, repeatsHotels } = this.conditions;
    const hotel = this.hotels.find(({ id, deletedAtMs }) => id === hotelId && deletedAtMs === null);
    if (hotel === undefined || soldOut.has(hotelId)) return [];
    const rates = this.#rates(hotel, stay).slice(0, perHotel);
    const roomTypes = rates.map(rate =>
      roomTypeBody({ hotel, stay, rate }, this.nowMs, SEARCH_PAYMENT_TYPES),
    );
    if (roomTypes.length === 0) return [];
    const half = Math.ceil(roomTypes.length / 2);
    const parts = repeatsHotels && half > 1 ? [roomTypes.slice(0, half), roomTypes.slice(half)] : [roomTypes];
    return parts.map(part => ({ hotelId, roomTypes: part }));
  }

  #rates(hotel: SimulatedHotel, stay: SimulatedStay): SimulatedRate[] {
    const { pricePercent } = this.conditions;
    const key = JSON.stringify([hotel.id, stay, pricePercent]);
    const known = this.#ratesByStay.get(key);
    if (known !== undefined) return known;
    const rates = ratesOf(this.#seed, hotel, stay, pricePercent);
    if (this.#ratesByStay.size > 500) this.#ratesByStay.clear();
    this.#ratesByStay.set(key, rates);
    return rates;
  }

  prebook(body: Fields, isSandbox: boolean): SimulatedResponse {
    if (body.offerId === undefined || body.offerId === '') {
      const description =
        "Key: 'PreBookRequest.OfferID' Error:Field validation for 'OfferID' failed on the 'required' tag";
      return { status: 400, body: { error: { code: 4002, description } } };
    }
    const key = decodeOfferId(body.offerId);
    if (key === undefined) return wrongInput('invalid offerId');
    const { offerLifeMs, soldOut, isBroken } = this.conditions;
    const isStale = this.nowMs - key.madeAtMs > offerLifeMs && isBroken !== 'NEVER_EXPIRES';
    const hotel = this.hotels.find(({ id }) => id === key.hotelId);
    const rate = hotel && this.#rateOf(hotel, key);
    if (isStale || hotel === undefined || rate === undefined || soldOut.has(hotel.id))
      return failed(2001, 'no prebook availability');
    const prebook: Prebook = {
      prebookId: this.ledger.newId(),
      offerId: String(body.offerId),
      hotel,
      stay: key.stay,
      rate,
      createdAtMs: this.nowMs,
    };
    this.ledger.prebooks.set(prebook.prebookId, prebook);
    const changes = {
      priceDifferencePercent: Math.round(((totalOf(rate) - key.totalMinor) / key.totalMinor) * 100),
      cancellationChanged: this.conditions.changesTerms,
      boardChanged: false,
    };
    return {
      status: 200,
      body: this.#altered(prebookBody(prebook, changes, PREBOOK_PAYMENT_TYPES, isSandbox)),
    };
  }

  #rateOf(hotel: SimulatedHotel, { plan, stay }: OfferKey): SimulatedRate | undefined {
    const { replacesRooms, changesTerms } = this.conditions;
    const found = this.#rates(hotel, stay).find(rate => rate.plan === plan);
    if (found === undefined) return undefined;
    const others = hotel.rooms.filter(room => room !== found.room);
    return {
      ...found,
      ...(replacesRooms && others[0] !== undefined ? { room: others[0] } : {}),
      ...(changesTerms ? { terms: 'NON_REFUNDABLE' as const } : {}),
    };
  }

  book(body: Fields, isSandbox: boolean): SimulatedResponse {
    const prebook = this.ledger.prebooks.get(String(body.prebookId));
    const { prebookLifeMs, booksAtHalfPrice, isBroken } = this.conditions;
    if (prebook === undefined || this.nowMs - prebook.createdAtMs > prebookLifeMs)
      return wrongInput('invalid prebookId, rate not found');
    const clientReference = typeof body.clientReference === 'string' ? body.clientReference : '';
    const isKnown = clientReference !== '' && this.ledger.byReference(clientReference).length > 0;
    if (isKnown && isBroken !== 'ACCEPTS_DUPLICATES')
      return failed(4005, 'duplicate booking attempt with existing client reference');
    const same = this.ledger.bookings.find(each => each.prebook === prebook);
    if (isBroken === 'DEDUPLICATES_PREBOOKS' && same !== undefined)
      return { status: 200, body: bookedBody(same, isSandbox) };
    if (!isSandbox && !isComplete(body, prebook.stay))
      return wrongInput("Key: 'BookRequest.Guests' Error:Field validation for 'Guests' failed");
    const { method } = (body.payment ?? {}) as Fields;
    if (!PAYMENT_METHODS.has(method))
      return failed(5000, 'payment failed please check your provided payment information');
    const priceMinor = Math.round(totalOf(prebook.rate) / (booksAtHalfPrice ? 2 : 1));
    const booking: SimulatedBooking = {
      bookingId: this.ledger.newId(),
      clientReference,
      prebook,
      status: 'CONFIRMED',
      priceMinor,
      processingFeeMinor:
        method === 'ACC_CREDIT_CARD' ? Math.floor((priceMinor * CARD_FEE_PERCENT) / 100) : 0,
      cancellationFeeMinor: 0,
      paymentTransactionId: `tr_${this.ledger.newId()}`,
      createdAtMs: this.nowMs,
      cancelledAtMs: null,
      holder: (body.holder ?? {}) as SimulatedBooking['holder'],
      guests: (body.guests ?? []) as SimulatedGuest[],
      requests: ['book'],
    };
    this.ledger.add(booking);
    return { status: 200, body: this.#altered(bookedBody(booking, isSandbox)) };
  }

  /**
   * A booking that is already cancelled cannot be cancelled again. There is no recording of what LiteAPI returns in
   * this case.
   */
  cancel(bookingId: string, isSandbox: boolean): SimulatedResponse {
    const booking = this.ledger.byId(bookingId);
    if (booking === undefined) return { status: 204 };
    booking.requests.push('cancel');
    if (booking.status !== 'CONFIRMED') return failed(5000, 'unable to process request');
    const { rate, stay } = booking.prebook;
    const fee = isRefundable(rate.terms)
      ? penaltiesOf(rate.terms, stay).reduce(
          (due, { cancelTime, percent }) =>
            Date.parse(`${cancelTime.slice(0, 10)}T${cancelTime.slice(11) || '00:00:00'}Z`) <= this.nowMs
              ? penaltyMinor(rate.roomsMinor, percent)
              : due,
          0,
        )
      : booking.priceMinor;
    booking.status = fee > 0 ? 'CANCELLED_WITH_CHARGES' : 'CANCELLED';
    booking.cancellationFeeMinor = fee;
    booking.cancelledAtMs = this.nowMs;
    return { status: 200, body: cancelledBody(booking, isSandbox) };
  }

  /** The bookings that a lookup returns. */
  visible(clientReference: string): SimulatedBooking[] {
    const { lookupLagMs } = this.conditions;
    return this.ledger
      .byReference(clientReference)
      .filter(({ createdAtMs }) => this.nowMs - createdAtMs >= lookupLagMs);
  }

  #altered(body: object): object {
    if (this.conditions.isBroken !== 'AMOUNTS_AS_TEXT') return body;
    return JSON.parse(JSON.stringify(body), (name, value) =>
      name === 'amount' || name === 'price' ? String(value) : value,
    );
  }
}

export function failed(code: number, message: string, status = 400): SimulatedResponse {
  return { status, body: { error: { code, message } } };
}

function wrongInput(description: string): SimulatedResponse {
  const message = 'required request field is missing or wrong input';
  return { status: 400, body: { error: { code: 4002, description, message } } };
}

/** The live system requires a holder and a lead guest for every room. The sandbox accepts a booking without them. */
function isComplete({ holder, guests }: Fields, { occupancies }: SimulatedStay): boolean {
  const isNamed = (person: unknown) => {
    const { firstName, lastName, email } = (person ?? {}) as Fields;
    return [firstName, lastName, email].every(text => typeof text === 'string' && text !== '');
  };
  if (!isNamed(holder) || !Array.isArray(guests)) return false;
  return occupancies.every((_, index) =>
    guests.some(guest => isNamed(guest) && guest.occupancyNumber === index + 1),
  );
}

function readStay(body: Fields): SimulatedStay | undefined {
  const { checkin, checkout, currency, guestNationality, occupancies } = body;
  if (![checkin, checkout, currency, guestNationality].every(text => typeof text === 'string'))
    return undefined;
  if (!Array.isArray(occupancies) || occupancies.length === 0) return undefined;
  const stay = {
    checkin: String(checkin),
    checkout: String(checkout),
    currency: String(currency),
    guestNationality: String(guestNationality),
    occupancies: occupancies.map(({ adults, children = [] }) => ({ adults, children })),
  };
  return nightsOf(stay) >= 1 ? stay : undefined;
}
