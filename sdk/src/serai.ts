import { type ClientOptions, clientSettings } from './client/client-options.ts';
import { Connection } from './client/connection.ts';
import type { RateLimitState } from './limits.ts';
import { Account } from './resources/account.ts';
import { Bookings } from './resources/bookings.ts';
import { type Content, createContent } from './resources/content.ts';
import { Hotels } from './resources/hotels.ts';
import { Places } from './resources/places.ts';
import { type Webhooks, webhooks } from './webhooks/webhooks.ts';

/** A client for one Serai installation with one API key. */
export class Serai {
  /** Availability search and quotes. */
  readonly hotels: Hotels;
  /** Creating, reading and cancelling bookings. */
  readonly bookings: Bookings;
  /** The balance of the partner. */
  readonly account: Account;
  /** The hotel catalogue. */
  readonly content: Content;
  /** Place search. */
  readonly places: Places;
  /** Verification of webhook events. */
  readonly webhooks: Webhooks = webhooks;
  /** Base URL of the partner API. */
  readonly baseUrl: string;
  readonly #connection: Connection;

  constructor(options: ClientOptions = {}) {
    const settled = clientSettings(options);
    const connection = new Connection(settled);
    this.baseUrl = settled.baseUrl;
    this.#connection = connection;
    this.hotels = new Hotels(connection);
    this.bookings = new Bookings(connection);
    this.account = new Account(connection);
    this.content = createContent(connection);
    this.places = new Places(connection);
  }

  /** The state of the three rate windows that a response last reported. Undefined until a response reports it. */
  get rateLimit(): RateLimitState | undefined {
    return this.#connection.rateLimit;
  }

  toJSON(): { baseUrl: string } {
    return { baseUrl: this.baseUrl };
  }
}

export type {
  ClientOptions,
  ConditionalOptions,
  Fetch,
  RequestOptions,
  WriteOptions,
} from './client/client-options.ts';
export type { Logger } from './client/logger.ts';
export type { ContentList, Each, List } from './client/pages.ts';
export type { NotModified, PendingCall, WithResponse } from './client/pending-call.ts';
// biome-ignore lint/performance/noBarrelFile: the one door of a package
export {
  AbortedError,
  ApiError,
  ConflictError,
  ConnectionError,
  ForbiddenError,
  GoneError,
  NotFoundError,
  type Outcome,
  RateLimitError,
  type RateWindow,
  SeraiError,
  ServerError,
  TimeoutError,
  UnauthorizedError,
  ValidationError,
  WebhookError,
  type WebhookErrorReason,
} from './errors.ts';
export type * from './generated/types.ts';
export type { RateLimitState, WindowState } from './limits.ts';
export type {
  BookingChanges,
  BookingRef,
  CancellationQuote,
  CancelTerms,
  ChangeFeed,
  ChangesRequest,
  EachBookingOptions,
  GetBookingRequest,
} from './resources/bookings.ts';
export type { Content, Listing } from './resources/content.ts';
// The generated type covers complete offers and summaries. These two are what a search returns.
export type {
  AvailabilityAnswer,
  AvailabilityList,
  AvailabilityResponse,
  AvailabilitySummary,
} from './resources/hotels.ts';
export type { WaitOptions } from './resources/wait-until-settled.ts';
export type {
  SignedWebhook,
  SignOptions,
  UnwrapOptions,
  WebhookHeaders,
  Webhooks,
} from './webhooks/webhooks.ts';
export { webhooks } from './webhooks/webhooks.ts';
