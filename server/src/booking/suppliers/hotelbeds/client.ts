/**
 * Sends signed requests to Hotelbeds within their deadline, and records every exchange without credentials and personal
 * data. Every DELETE request must state whether the cancellation is real or simulated.
 */
import { createHash } from 'node:crypto';
import type { Clock } from '../../../platform/clock.ts';
import type { Delivery, OutboundClient } from '../../../platform/outbound/outbound-client.ts';
import type { Call } from '../../port/call.ts';
import { RecordedRequest, RecordedResponse } from '../../port/recorded-message.ts';
import { personalValues, redactText } from './redact.ts';

export interface HotelbedsCredentials {
  apiKey: string;
  secret: string;
}

export interface HotelbedsUsage {
  limit: number;
  remaining: number;
  /** Time until the limit is reset. */
  resetMs: number;
}

export interface HotelbedsClientOptions {
  kind: 'TEST' | 'LIVE';
  credentials: HotelbedsCredentials;
  /** Version in the path of the Booking API. */
  pathVersion: string;
  /** URL of a simulator. Only allowed for TEST. */
  baseUrl?: string | undefined;
  clock: Clock;
  client: Pick<OutboundClient, 'send'>;
  /** Called with the rate limit that Hotelbeds reports, after every response that contains one. Must not throw. */
  onUsage?: ((usage: HotelbedsUsage) => void) | undefined;
}

export interface HotelbedsRequest {
  method: 'GET' | 'POST' | 'DELETE';
  api: 'booking' | 'content';
  path: string;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
  maxBytes?: number;
}

export type Reply =
  | { kind: 'REPLY'; status: number; json: unknown; retryAtMs: number }
  /** `isOver` is true if the call had already ended. */
  | { kind: 'NOT_SENT'; isOver: boolean }
  | { kind: 'LOST'; cause: 'TIMEOUT' | 'CONNECTION' | 'UNREADABLE' };

const HOSTS = { TEST: 'https://api.test.hotelbeds.com', LIVE: 'https://api.hotelbeds.com' } as const;
const CONTENT_VERSION = '1.0';
const MAX_BYTES = 2 * 1024 * 1024;
/** Pause after a throttled call if Hotelbeds does not state one. */
const DEFAULT_PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 86_400_000;
const VERSION = /^\d\.\d$/;

/** The SHA-256 of key, secret and Unix time in seconds, as hexadecimal digits. */
export function signHotelbeds({ apiKey, secret }: HotelbedsCredentials, seconds: number): string {
  return createHash('sha256').update(`${apiKey}${secret}${seconds}`).digest('hex');
}

export class HotelbedsClient {
  readonly #options: HotelbedsClientOptions;
  readonly #base: string;

  constructor(options: HotelbedsClientOptions) {
    const { kind, baseUrl, pathVersion } = options;
    if (baseUrl !== undefined && kind !== 'TEST') {
      throw new Error('Only a test account may have a base URL. Remove it from the live account.');
    }
    if (!VERSION.test(pathVersion))
      throw new Error('The path version is invalid. Use a version such as 1.0.');
    this.#options = options;
    this.#base = baseUrl ?? HOSTS[kind];
  }

  /** Throws only if a DELETE request has no flag. Records exactly one exchange for each request that was sent. */
  async send(call: Call, request: HotelbedsRequest): Promise<Reply> {
    const { clock, client } = this.#options;
    const leftMs = call.deadlineMs - clock.monotonicMs();
    if (call.signal.aborted || leftMs <= 0) return { kind: 'NOT_SENT', isOver: true };
    const url = this.#urlOf(request);
    const body = request.body === undefined ? undefined : JSON.stringify(request.body);
    const deadline = new AbortController();
    const timer = clock.after(leftMs, () => deadline.abort());
    const delivery = await client.send({
      method: request.method,
      url,
      headers: this.#headers(body !== undefined),
      ...(body !== undefined && { body }),
      signal: AbortSignal.any([call.signal, deadline.signal]),
      maxBytes: request.maxBytes ?? MAX_BYTES,
    });
    timer.cancel();
    this.#record(call, request, url, body, delivery);
    return this.#read(call, delivery);
  }

  #urlOf({ method, api, path, query = {} }: HotelbedsRequest): URL {
    // Without a flag, Hotelbeds would cancel the booking.
    if (method === 'DELETE' && !/^(SIMULATION|CANCELLATION)$/.test(query.cancellationFlag ?? '')) {
      throw new Error('A DELETE request must have a cancellation flag.');
    }
    const prefix =
      api === 'booking' ? `/hotel-api/${this.#options.pathVersion}` : `/hotel-content-api/${CONTENT_VERSION}`;
    const url = new URL(`${this.#base}${prefix}${path}`);
    url.search = new URLSearchParams(query).toString();
    return url;
  }

  #headers(hasBody: boolean): Record<string, string> {
    const { credentials, clock } = this.#options;
    return {
      'api-key': credentials.apiKey,
      'x-signature': signHotelbeds(credentials, Math.floor(clock.nowMs() / 1_000)),
      accept: 'application/json',
      ...(hasBody && { 'content-type': 'application/json' }),
    };
  }

  #read(call: Call, delivery: Delivery): Reply {
    if (delivery.kind === 'NOT_SENT') return { kind: 'NOT_SENT', isOver: call.signal.aborted };
    if (delivery.kind === 'LOST') return delivery;
    const { status, headers, text } = delivery;
    const usage = readUsage(headers);
    if (usage !== undefined) this.#options.onUsage?.(usage);
    const pauseMs = readPauseMs(headers) ?? usage?.resetMs ?? DEFAULT_PAUSE_MS;
    const retryAtMs = this.#options.clock.monotonicMs() + Math.min(Math.max(pauseMs, 1), MAX_PAUSE_MS);
    return { kind: 'REPLY', status, json: parseJson(text), retryAtMs };
  }

  /** Bodies are redacted only when they are read, because most exchanges are not stored. */
  #record(
    call: Call,
    { method, body }: HotelbedsRequest,
    url: URL,
    sent: string | undefined,
    delivery: Delivery,
  ): void {
    if (delivery.kind === 'NOT_SENT') return;
    const { apiKey, secret } = this.#options.credentials;
    const secrets = () => [apiKey, secret, ...personalValues(body)];
    call.record({
      request: new RecordedRequest(
        { method, target: `${url.pathname}${url.search}`, headers: { accept: 'application/json' } },
        () => (sent === undefined ? null : redactText(sent, secrets())),
      ),
      response:
        delivery.kind !== 'RESPONSE'
          ? null
          : new RecordedResponse({ status: delivery.status, headers: shownHeaders(delivery.headers) }, () =>
              redactText(delivery.text, secrets()),
            ),
    });
  }
}

const SHOWN_HEADERS = [
  'content-type',
  'date',
  'retry-after',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
];

type Headers = Readonly<Record<string, string | string[] | undefined>>;

function shownHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    SHOWN_HEADERS.filter(name => headers[name] !== undefined).map(name => [name, String(headers[name])]),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function wholeNumber(value: string | string[] | undefined): number | undefined {
  return typeof value === 'string' && /^\d{1,12}$/.test(value.trim()) ? Number(value) : undefined;
}

function readPauseMs(headers: Headers): number | undefined {
  const seconds = wholeNumber(headers['retry-after']);
  return seconds === undefined ? undefined : seconds * 1_000;
}

function readUsage(headers: Headers): HotelbedsUsage | undefined {
  const limit = wholeNumber(headers['x-ratelimit-limit']);
  const remaining = wholeNumber(headers['x-ratelimit-remaining']);
  const reset = wholeNumber(headers['x-ratelimit-reset']);
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined;
  return { limit, remaining, resetMs: Math.min(reset * 1_000, MAX_PAUSE_MS) };
}
