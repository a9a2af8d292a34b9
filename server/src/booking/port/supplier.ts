/**
 * The port that every source of rooms implements: outside companies, own inventory, test providers. Suppliers return values and
 * never throw on purpose; an exception counts as UNKNOWN from `book` and `cancel` and as FAILED from all else.
 */
import type { UnavailableReason } from '@serai/contract/booking/availability.ts';
import type { Call } from './call.ts';
import type { Booked, Cancelled, Found, Read, Reservation } from './outcomes.ts';
import type { SuppliedOffer, SuppliedText } from './supplied-offer.ts';

export interface Occupancy {
  adults: number;
  /** At check-in. */
  childAges: readonly number[];
}

export interface Stay {
  checkIn: string;
  checkOut: string;
  /** In the order of `roomRef`, from 1. */
  occupancies: readonly Occupancy[];
}

export interface Market {
  nationality: string;
  /** Asked for; a supplier may sell in another. */
  currency: string;
  language: string;
}

export interface StayRequest extends Stay {
  market: Market;
}

/** A hotel of the catalogue as suppliers need it. */
export interface SoldHotel {
  hotelId: string;
  countryCode: string;
  /** IANA; null where it is not known. */
  timeZone: string | null;
  /** 0 to 5, where the catalogue knows them. Test providers price by them. */
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

export interface SearchAnswer {
  hotels: readonly { hotelId: string; offers: readonly SuppliedOffer[] }[];
  /** Hotels it sells, but not for this stay. Those it does not sell are not named. */
  unavailable: readonly { hotelId: string; reason: UnavailableReason }[];
}

export interface QuoteRequest extends StayRequest {
  hotel: SoldHotel;
  rateKey: string;
  /** Of the search that found the offer: terms it forced belong to the offer. */
  offerScenario: Call['scenario'];
  /** Names the hold, so that asking twice holds once. */
  quoteId: string;
  /** Whose holds are counted together. */
  organisationId: string;
  /** How long the quote will live, unless the supplier says less. */
  lifetimeMs: number;
}

export interface SuppliedQuote {
  offer: SuppliedOffer;
  /** What `book` needs, opaque to everyone else. */
  tokens: string;
  /** Its own end of the price; null where it says nothing. */
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
}

export interface BookRequest extends StayRequest {
  /** Ours, the same on every attempt: 20 characters. */
  reference: string;
  hotel: SoldHotel;
  quoteId: string;
  tokens: string;
  /** As quoted, in the supplier's currency. */
  currency: string;
  netMinor: number;
  /** How much dearer it may have become. */
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

/** A reservation to find, cancel or compare. */
export interface KnownBooking {
  reference: string;
  supplierRef: string | null;
  hotelId: string;
}

export interface Swept extends Reservation {
  /** Ours, as the supplier gives it back. */
  reference: string;
  state: 'BOOKED' | 'ON_REQUEST' | 'CANCELLED';
}

export interface Supplier {
  /** TEST reserves no real room. Fixed for ever. */
  readonly kind: 'TEST' | 'LIVE';
  readonly limits: CallLimits;
  readonly settlement: Settlement;
  /** Absent: one call asks for all hotels of a search, and nothing it says is kept. */
  readonly searching?: Searching;
  /** In test mode, nobody else is asked for the hotels that it names in a search, unless a scenario is forced. */
  readonly sellsAlone?: true;
  /** Whether a read that failed is worth another try, and a slow one a second call beside it. Absent: the same would come again. */
  readonly repeatsReads?: true;
  search(call: Call, request: SearchRequest): Promise<Read<SearchAnswer>>;
  quote(call: Call, request: QuoteRequest): Promise<Read<SuppliedQuote>>;
  /** Ends a hold; best effort, it also ends by itself. */
  release(call: Call, quoteId: string): Promise<Read<null>>;
  book(call: Call, request: BookRequest): Promise<Booked>;
  lookup(call: Call, booking: KnownBooking): Promise<Found>;
  /** Reservations made in a period, half-open; UNSUPPORTED where it cannot list. */
  sweep(call: Call, createdFromMs: number, createdToMs: number): Promise<Read<readonly Swept[]>>;
  /** What it costs follows from the terms as booked; nobody asks before. */
  cancel(call: Call, booking: KnownBooking): Promise<Cancelled>;
  /** Credentials work, and the environment is the expected one. */
  probe(call: Call): Promise<Read<null>>;
  /** Whether it has the hotel at all, whatever the stay. Absent where only a search can tell. */
  sells?(hotel: SoldHotel): Promise<boolean>;
}

/** How searches are split, and what of their answers may be kept. */
export interface Searching {
  /** Hotels that one call may ask for. */
  batchSize: number;
  /** Calls of one search at a time. */
  callsAtOnce: number;
  /** Whether its answer depends on the language asked for. */
  byLanguage: boolean;
  /** Whether other processes may have them by way of Redis; false where asking again costs less. */
  isShared: boolean;
  /** Whether what it says of a hotel may be shown for a while to whoever asks the same. One that may not keeps its whole search live. */
  mayKeep(hotel: SoldHotel): boolean;
}

/** Milliseconds a call may take: just above the supplier's own limit, so that its verdict is heard. */
export interface CallLimits {
  search: number;
  quote: number;
  book: number;
  lookup: number;
  cancel: number;
}

/** How certainty about an open outcome is reached. */
export interface Settlement {
  /** A reservation may stay invisible to a lookup for so long. */
  settleMs: number;
  /** Divides every pause of the reconciler; 1 for live suppliers. */
  speedUp: number;
}
