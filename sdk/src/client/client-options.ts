import { SeraiError } from '../errors.ts';
import { ApiKey } from './api-key.ts';
import type { Logger } from './logger.ts';

/** The part of the standard `fetch` that the SDK uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ClientOptions {
  /** The API key (`serai_sandbox_…` or `serai_live_…`). Default: the environment variable `SERAI_API_KEY`. */
  apiKey?: string | undefined;
  /** Base URL, for example `https://hotels.example.com`. Default: the environment variable `SERAI_BASE_URL`. */
  baseUrl?: string | undefined;
  /**
   * Timeout per attempt in milliseconds. Default: `settings.timeout` of the request (or its default) plus 15
   * seconds, so that the server responds first.
   */
  timeout?: number | undefined;
  /** Maximum number of retries after a failed attempt. Default: 2. */
  maxRetries?: number | undefined;
  /** Longest `Retry-After` to wait for, in seconds. A longer one throws immediately. Default: 60. */
  maxRetryAfter?: number | undefined;
  /**
   * Delays calls while a rate window is exhausted, instead of sending requests that would be rejected.
   * Default: false.
   */
  throttle?: boolean | undefined;
  /** Replaces the global `fetch`, for a proxy or a test. */
  fetch?: Fetch | undefined;
  /** Receives messages about attempts, retries and throttled calls. `console` can be used. */
  logger?: Logger | undefined;
}

/** Options for a single call. */
export interface RequestOptions {
  /** Aborts the call, including retries and waits. */
  signal?: AbortSignal | undefined;
  /** Timeout per attempt in milliseconds. */
  timeout?: number | undefined;
  /** Maximum number of retries after a failed attempt. */
  maxRetries?: number | undefined;
  /** Longest `Retry-After` to wait for, in seconds. */
  maxRetryAfter?: number | undefined;
  /**
   * Further headers, such as `traceparent`. Headers that the SDK sets, such as `Authorization`, are refused.
   * Undefined values are ignored.
   */
  headers?: Readonly<Record<string, string | undefined>> | undefined;
  /**
   * The `X-Request-ID` of all attempts: 1 to 128 letters, digits and `._:-`. Default: chosen by Serai. Logs and
   * support can find the call by it, even if the response was lost.
   */
  requestId?: string | undefined;
}

/** Options for calls whose result you already have. */
export interface ConditionalOptions extends RequestOptions {
  /**
   * The `etag` of an earlier response to the same request. If nothing has changed since, the result is
   * `NotModified`. With null, the result is always complete.
   */
  ifNoneMatch: string | null;
}

/** Options for calls that change something. */
export interface WriteOptions extends RequestOptions {
  /** The `Idempotency-Key` for all attempts of the call. Default: a random value. */
  idempotencyKey?: string | undefined;
}

export interface ClientSettings {
  apiKey: ApiKey;
  /** The URL has no trailing slash. */
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
    apiKey: parseApiKey(options.apiKey ?? readVariable('SERAI_API_KEY')),
    baseUrl: parseBaseUrl(options.baseUrl ?? readVariable('SERAI_BASE_URL')),
    timeout: checkNumber('timeout', options.timeout, 1),
    maxRetries: checkNumber('maxRetries', options.maxRetries, 0) ?? DEFAULT_RETRIES,
    maxRetryAfter: checkNumber('maxRetryAfter', options.maxRetryAfter, 0) ?? DEFAULT_RETRY_AFTER_S,
    throttle: options.throttle ?? false,
    // Called as a plain function, because workers reject `fetch` as a method.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    logger: options.logger ?? {},
  };
}

export function checkNumber(name: string, value: number | undefined, least: number): number | undefined {
  if (value === undefined || (typeof value === 'number' && value >= least)) return value;
  throw new SeraiError(`${name} must be a number of at least ${least}.`);
}

function parseApiKey(given: string | undefined): ApiKey {
  const key = given?.trim();
  if (!key) throw new SeraiError('The API key is missing. Pass apiKey, or set SERAI_API_KEY.');
  if (!ApiKey.isUsable(key)) {
    throw new SeraiError('The API key contains spaces or invalid characters. Copy the complete key again.');
  }
  return new ApiKey(key);
}

function parseBaseUrl(given: string | undefined): string {
  if (!given) {
    throw new SeraiError(
      'The base URL is missing. Pass baseUrl, or set SERAI_BASE_URL, for example to http://127.0.0.1:8080.',
    );
  }
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new SeraiError('baseUrl must be a URL such as https://hotels.example.com.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new SeraiError('baseUrl must not contain a user name or password.');
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/**
 * Globals that differ between Node, Deno, Bun, workers and browsers. They are looked up at run time, without imports.
 */

interface Runtime {
  process?: { env?: Record<string, string | undefined> };
  Deno?: { env?: { get?(name: string): string | undefined } };
  window?: { document?: unknown };
}

/** Reads an environment variable, if the runtime supports and allows it. An empty value counts as not set. */
export function readVariable(name: string): string | undefined {
  const { process, Deno } = globalThis as Runtime;
  try {
    return (process?.env?.[name] ?? Deno?.env?.get?.(name))?.trim() || undefined;
  } catch {
    // Deno throws without the permission.
    return undefined;
  }
}

/** Whether this is a web page, where every visitor could read the API key. */
export function isBrowser(): boolean {
  const { window } = globalThis as Runtime;
  return window !== undefined && window.document !== undefined;
}
