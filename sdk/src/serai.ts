/** The door of the package: the client, its errors and the types of the interface. */
import { type ClientOptions, clientSettings } from './client/client-options.ts';
import { Connection } from './client/connection.ts';
import type { RateLimitState } from './limits/rate-limit.ts';
import { Bookings } from './resources/bookings.ts';
import { type Content, createContent } from './resources/content.ts';
import { Hotels } from './resources/hotels.ts';
import { Places } from './resources/places.ts';
import { type Webhooks, webhooks } from './webhooks/webhooks.ts';

/** A client of one Serai service with one API key. */
export class Serai {
  /** Searching and quoting. */
  readonly hotels: Hotels;
  /** Booking, reading and cancelling. */
  readonly bookings: Bookings;
  /** The catalogue. */
  readonly content: Content;
  /** Finding places by what people type. */
  readonly places: Places;
  /** Receiving events. */
  readonly webhooks: Webhooks = webhooks;
  /** Where the service is. */
  readonly baseUrl: string;
  readonly #connection: Connection;

  constructor(options: ClientOptions = {}) {
    const settled = clientSettings(options);
    const connection = new Connection(settled);
    this.baseUrl = settled.baseUrl;
    this.#connection = connection;
    this.hotels = new Hotels(connection);
    this.bookings = new Bookings(connection);
    this.content = createContent(connection);
    this.places = new Places(connection);
  }

  /** What the last answer told of the three windows; undefined before the first. */
  get rateLimit(): RateLimitState | undefined {
    return this.#connection.rateLimit;
  }

  toJSON(): { baseUrl: string } {
    return { baseUrl: this.baseUrl };
  }
}

export type { ClientOptions, Fetch, RequestOptions, WriteOptions } from './client/client-options.ts';
export type { Logger } from './client/logger.ts';
export type { Each } from './client/pages.ts';
export type { PendingCall, WithResponse } from './client/pending-call.ts';
// biome-ignore lint/performance/noBarrelFile: the one door of a package
export {
  ApiError,
  ConflictError,
  ForbiddenError,
  GoneError,
  NotFoundError,
  RateLimitError,
  type RateWindow,
  ServerError,
  UnauthorizedError,
  ValidationError,
} from './errors/api-error.ts';
export { AbortedError, ConnectionError, TimeoutError } from './errors/connection-error.ts';
export { type Outcome, SeraiError } from './errors/serai-error.ts';
export { WebhookError, type WebhookErrorReason } from './errors/webhook-error.ts';
export type * from './generated/types.ts';
export type { RateLimitState, WindowState } from './limits/rate-limit.ts';
export type {
  BookingChanges,
  BookingRef,
  CancellationQuote,
  CancelTerms,
  ChangesRequest,
  EachBookingOptions,
  GetBookingRequest,
} from './resources/bookings.ts';
export type { Content, Listing } from './resources/content.ts';
export type { WaitOptions } from './resources/wait-until-settled.ts';
export type {
  SignedWebhook,
  SignOptions,
  UnwrapOptions,
  WebhookHeaders,
  Webhooks,
} from './webhooks/webhooks.ts';
export { webhooks } from './webhooks/webhooks.ts';
