/** What a client is made with, checked once. */
import { SeraiError } from '../errors/serai-error.ts';
import { ApiKey } from './api-key.ts';
import type { Logger } from './logger.ts';
import { isBrowser, readVariable } from './runtime.ts';

/** The part of the standard `fetch` that is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ClientOptions {
  /** `serai_sandbox_…` or `serai_live_…`. `SERAI_API_KEY` when absent. */
  apiKey?: string | undefined;
  /** Where the service is, `https://hotels.example.com`. `SERAI_BASE_URL` when absent. */
  baseUrl?: string | undefined;
  /**
   * Milliseconds until an attempt is given up. When absent, `settings.timeout` of the request (or its default) and 15
   * seconds more, so that the service answers first.
   */
  timeout?: number | undefined;
  /** How often a call that failed is sent again; 2 when absent. */
  maxRetries?: number | undefined;
  /** The longest `Retry-After`, in seconds, that is waited for; 60 when absent. A longer one throws at once. */
  maxRetryAfter?: number | undefined;
  /** Holds calls back while a window of the limits is used up, instead of letting them be refused. */
  throttle?: boolean | undefined;
  /** Another `fetch` than the global one, for a proxy or a test. */
  fetch?: Fetch | undefined;
  /** Told of every retry. `console` fits. */
  logger?: Logger | undefined;
}

/** What one call may change. */
export interface RequestOptions {
  /** Ends the call, at whatever it is. */
  signal?: AbortSignal | undefined;
  /** Milliseconds until an attempt is given up. */
  timeout?: number | undefined;
  /** How often the call is sent again when it failed. */
  maxRetries?: number | undefined;
  /** The longest `Retry-After`, in seconds, that is waited for. */
  maxRetryAfter?: number | undefined;
}

/** Of calls that change something. */
export interface WriteOptions extends RequestOptions {
  /** `Idempotency-Key`; a random one when absent. The same on every attempt of the call. */
  idempotencyKey?: string | undefined;
}

export interface ClientSettings {
  apiKey: ApiKey;
  /** Without a slash at its end. */
  baseUrl: string;
  timeout: number | undefined;
  maxRetries: number;
  maxRetryAfter: number;
  throttle: boolean;
  fetch: Fetch;
  logger: Logger;
}

const DEFAULT_RETRIES = 2;
const DEFAULT_RETRY_AFTER_S = 60;

export function clientSettings(options: ClientOptions): ClientSettings {
  if (isBrowser()) {
    throw new SeraiError(
      'The SDK does not run in a browser, because everyone who opens the page could read the API key. Call Serai from a server, and let the page call that server.',
    );
  }
  return {
    apiKey: settleKey(options.apiKey ?? readVariable('SERAI_API_KEY')),
    baseUrl: settleUrl(options.baseUrl ?? readVariable('SERAI_BASE_URL')),
    timeout: checkNumber('timeout', options.timeout, 1),
    maxRetries: checkNumber('maxRetries', options.maxRetries, 0) ?? DEFAULT_RETRIES,
    maxRetryAfter: checkNumber('maxRetryAfter', options.maxRetryAfter, 0) ?? DEFAULT_RETRY_AFTER_S,
    throttle: options.throttle ?? false,
    // Called as a plain function: workers refuse a fetch that is called as a method.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    logger: options.logger ?? {},
  };
}

/** The number itself; throws where it cannot be meant. */
export function checkNumber(name: string, value: number | undefined, least: number): number | undefined {
  if (value === undefined || (typeof value === 'number' && value >= least)) return value;
  throw new SeraiError(`${name} must be a number of at least ${least}.`);
}

function settleKey(given: string | undefined): ApiKey {
  const key = given?.trim();
  if (!key) throw new SeraiError('There is no API key. Pass apiKey, or set SERAI_API_KEY.');
  if (!ApiKey.isUsable(key)) {
    throw new SeraiError('The API key has spaces or characters that no key has. Copy it again as a whole.');
  }
  return new ApiKey(key);
}

function settleUrl(given: string | undefined): string {
  if (!given) {
    throw new SeraiError(
      'There is no address of the service. Pass baseUrl, or set SERAI_BASE_URL, for example to http://127.0.0.1:8080.',
    );
  }
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new SeraiError('baseUrl must be an address such as https://hotels.example.com.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new SeraiError('baseUrl must not hold a user name or a password.');
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
