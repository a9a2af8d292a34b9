/**
 * The port that every source of rooms implements: external providers, own inventory and test providers. Suppliers return outcomes
 * and never throw deliberately. An exception counts as UNKNOWN from `book` and `cancel`, and as FAILED from every other method.
 */
import type { UnavailableReason } from '@serai/contract/booking/availability.ts';
import type { Call } from './call.ts';
import type { Booked, Cancelled, CancelQuote, Found, Read, Reservation } from './outcomes.ts';
import type { SuppliedOffer, SuppliedText } from './supplied-offer.ts';

export interface Occupancy {
  adults: number;
  /** Ages at check-in. */
  childAges: readonly number[];
}

export interface Stay {
  checkIn: string;
  checkOut: string;
  /** In the order of `roomRef`, which starts at 1. */
  occupancies: readonly Occupancy[];
}

export interface Market {
  nationality: string;
  /** The requested currency. A supplier may sell in another currency. */
  currency: string;
  language: string;
}

export interface StayRequest extends Stay {
  market: Market;
}

export interface SoldHotel {
  hotelId: string;
  /** The supplier's own ids for the hotel. Omitted if the hotel is not mapped, or if the supplier uses our ids. */
  supplierIds?: readonly string[];
  countryCode: string;
  /** IANA name, or null if unknown. */
  timeZone: string | null;
  /** 0 to 5, if known. Test providers derive their prices from the stars. */
  stars?: number | null;
  rooms: readonly SoldRoom[];
}

export interface SoldRoom {
  roomCode: string;
  maxTotal: number;
  maxAdults: number;
  maxChildren: number;
}

export interface SearchRequest extends StayRequest {
  hotels: readonly SoldHotel[];
}

export interface SearchResult {
  hotels: readonly { hotelId: string; offers: readonly SuppliedOffer[] }[];
  /** Hotels that the supplier sells, but not for this stay. Hotels that it does not sell at all are left out. */
  unavailable: readonly { hotelId: string; reason: UnavailableReason }[];
}

export interface QuoteRequest extends StayRequest {
  hotel: SoldHotel;
  rateKey: string;
  /** `tokens` of the offer. Omitted if they were lost or have expired. The supplier then searches again. */
  tokens?: string | undefined;
  /** Scenario of the search that found the offer. The terms it forced are part of the offer. */
  offerScenario: Call['scenario'];
  /** Identifies the hold, so that a repeated request does not create a second hold. */
  quoteId: string;
  /** The number of holds per partner is limited. */
  organisationId: string;
  /** Lifetime of the quote, unless the supplier sets a shorter lifetime. */
  lifetimeMs: number;
}

export interface SuppliedQuote {
  offer: SuppliedOffer;
  /** Opaque data that `book` needs. */
  tokens: string;
  /** How long the supplier guarantees the price. Null if it states no limit. */
  lifetimeMs: number | null;
  inventoryHeld: boolean;
  requirements: Requirements;
  notices: readonly SuppliedText[];
}

export interface Requirements {
  guestNames: 'ALL' | 'LEAD_PER_ROOM';
  childAges: boolean;
  holderEmail: boolean;
  holderPhone: boolean;
  maxRemarkLength: number;
  /** Maximum length of each first and last name. Omitted if the supplier accepts every name. */
  maxNameLength?: number | undefined;
}

export interface BookRequest extends StayRequest {
  /** Our own reference: 20 characters, the same on every attempt. */
  reference: string;
  hotel: SoldHotel;
  quoteId: string;
  tokens: string;
  /** As quoted, in the supplier's currency. */
  currency: string;
  netMinor: number;
  toleranceMinor: number;
  holder: Person & { email: string | null; phone: string | null };
  rooms: readonly { guests: readonly Guest[]; specialRequests: string | null }[];
  remarks: string | null;
}

export interface Person {
  firstName: string;
  lastName: string;
}

export interface Guest {
  type: 'ADULT' | 'CHILD';
  age: number | null;
  firstName: string | null;
  lastName: string | null;
  title: string | null;
}

/** Identifies a reservation to look up or cancel. */
export interface KnownBooking {
  reference: string;
  supplierRef: string | null;
  hotelId: string;
  /** Unix time at which the booking was journalled. It was sent within the following minutes, at most three times. */
  sentAtMs: number;
  /** Currency of the booking request. */
  currency: string;
  /** As sent in the booking request. Null if there was none, or if the personal data has been erased. */
  holderEmail: string | null;
  /** `tokens` of the quote that was booked. Null for bookings of earlier versions. */
  tokens: string | null;
}

/** `hotelId` is the supplier's own id if the supplier needs a mapping. */
export interface Swept extends Reservation {
  /** Our own reference, as the supplier returns it. */
  reference: string;
  state: 'BOOKED' | 'ON_REQUEST' | 'CANCELLED';
}

export interface Supplier {
  /** TEST suppliers reserve no real rooms. The kind never changes. */
  readonly kind: 'TEST' | 'LIVE';
  readonly capabilities: Capabilities;
  readonly limits: CallLimits;
  readonly settlement: Settlement;
  /** If omitted, one call covers all hotels of a search and its results are not cached. */
  readonly searching?: Searching;
  /** In test mode, a hotel that this supplier returns is not offered by any other supplier, unless a scenario is forced. */
  readonly sellsAlone?: true;
  /** Set if the supplier has its own hotel ids. It then receives only hotels with `supplierIds`. */
  readonly needsMapping?: true;
  /**
   * Set if a failed read is worth retrying and a slow read worth hedging. Omit it if a second call would return the
   * same result.
   */
  readonly repeatsReads?: true;
  search(call: Call, request: SearchRequest): Promise<Read<SearchResult>>;
  quote(call: Call, request: QuoteRequest): Promise<Read<SuppliedQuote>>;
  /** Ends a hold on a best-effort basis. Holds also expire. */
  release(call: Call, quoteId: string): Promise<Read<null>>;
  book(call: Call, request: BookRequest): Promise<Booked>;
  lookup(call: Call, booking: KnownBooking): Promise<Found>;
  /** Lists the reservations created in a half-open period. Returns UNSUPPORTED if the supplier cannot list them. */
  sweep(call: Call, createdFromMs: number, createdToMs: number): Promise<Read<readonly Swept[]>>;
  /** The partner pays the penalty of the booked terms, whatever the supplier charges. */
  cancel(call: Call, booking: KnownBooking): Promise<Cancelled>;
  /** What a cancellation would cost now. Changes nothing. Omit it if the supplier cannot say. */
  cancelQuote?(call: Call, booking: KnownBooking): Promise<Read<CancelQuote>>;
  /** Checks that the credentials work and belong to the expected environment. */
  probe(call: Call): Promise<Read<null>>;
  /** The supplier's own ids of a few of its hotels, read from its content, for a connection test. */
  sampleHotels?(call: Call): Promise<Read<readonly string[]>>;
  /** Whether the supplier sells the hotel at all, regardless of the stay. Omit it if only a search can find out. */
  sells?(hotel: SoldHotel): Promise<boolean>;
}

export interface Capabilities {
  /**
   * Whether the supplier refuses a second reservation with the same reference. If not, only the service prevents a second
   * reservation: it never sends a booking again unless the first request certainly had no effect.
   */
  referenceIsUnique: boolean;
}

/** Defines how searches are split into calls, and which of their results may be cached. */
export interface Searching {
  batchSize: number;
  maxConcurrentCalls: number;
  /** Whether results depend on the requested language. */
  byLanguage: boolean;
  /** Whether results are shared with other processes through Redis. False if a new call is cheaper. */
  isShared: boolean;
  /**
   * Whether results for a hotel may be cached for identical searches. If one hotel may not be cached, the whole search bypasses the
   * cache.
   */
  mayCache(hotel: SoldHotel): boolean;
  /** Returns why the supplier never sells such a stay, so that no call is made, or undefined if it may sell it. */
  accepts?(stay: Stay): UnavailableReason | undefined;
}

/**
 * Time limits in milliseconds. Each is slightly above the supplier's own limit, so that the supplier can still report its own
 * timeout.
 */
export interface CallLimits {
  search: number;
  quote: number;
  book: number;
  lookup: number;
  cancel: number;
  /** Calls that the supplier allows in a minute and in a day. Omitted if it sets no limit. */
  perMinute?: number;
  perDay?: number;
  /** How many calls a search counts as. Omit it if every search counts once. */
  searchWeight?(request: SearchRequest): number;
}

export interface Settlement {
  /** How long a new reservation may stay invisible to a lookup. */
  settleMs: number;
  /** Divides the pauses between checks, except for bookings that need attention. 1 for external suppliers. */
  speedUp: number;
}
