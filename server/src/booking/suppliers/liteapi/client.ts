/** Sends requests to LiteAPI's two hosts, records them without personal data, and checks that responses come from the expected environment. */
import type { Clock } from '../../../platform/clock.ts';
import { type Json, listOf, numberOf, objectOf, parseJson, textOf } from '../../../platform/json-values.ts';
import type { Delivery, OutboundClient } from '../../../platform/outbound/outbound-client.ts';
import type { Call } from '../../port/call.ts';
import { RecordedRequest, RecordedResponse } from '../../port/recorded-message.ts';
import type { SupplierError } from './outcomes.ts';
import { recordedHeaders, redactBody, redactHeaders } from './redact.ts';

/** `api` serves searches and content, `book` serves prebooks and bookings. */
const HOSTS = {
  api: 'https://api.liteapi.travel',
  book: 'https://book.liteapi.travel',
} as const;
const VERSION_PATH = '/v3.0';
const SANDBOX_PREFIX = 'sand_';
/** LiteAPI limits requests per second and does not state when to retry. */
const DEFAULT_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 3_600_000;
/** LiteAPI's time limit is this much shorter than ours, so that its own timeout error can still arrive. */
const TIMEOUT_MARGIN_MS = 1_000;

export interface ApiRequest {
  host: keyof typeof HOSTS;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  query?: Readonly<Record<string, string | number>>;
  body?: object;
  maxBytes: number;
  /** Personal data in the body. It must not be recorded, even if an error message repeats it. */
  personal?: readonly string[];
}

export type Reply =
  | { kind: 'RESPONSE'; status: number; body: Json | undefined; error: SupplierError | undefined }
  | { kind: 'THROTTLED'; status: number; retryAtMs: number }
  /** The key or the response belongs to the other environment. Nothing is sent with such a key. */
  | { kind: 'WRONG_ENVIRONMENT'; isSent: boolean }
  | { kind: 'NOT_SENT'; isLate: boolean }
  | { kind: 'LOST'; cause: 'TIMEOUT' | 'CONNECTION' | 'UNREADABLE' };

/** The part of each response that a call budget needs. Null if LiteAPI does not report it. */
export interface Usage {
  isThrottled: boolean;
  limit: number | null;
  remaining: number | null;
  /** Time on `clock.monotonicMs`. Null unless throttled. */
  retryAtMs: number | null;
}

export interface ClientOptions {
  kind: 'TEST' | 'LIVE';
  apiKey: string;
  /** Replaces both hosts. Only allowed for TEST. */
  baseUrl: string | undefined;
  http: Pick<OutboundClient, 'send'>;
  clock: Clock;
  onUsage: ((usage: Usage) => void) | undefined;
}

export class LiteApiClient {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    if (options.baseUrl !== undefined && options.kind !== 'TEST')
      throw new Error('Only a test account may have a base URL. Remove it from the live account.');
    this.#options = options;
  }

  /** Whether the key belongs to the environment of the account. LiteAPI's key alone selects the environment. */
  get isKeyOfKind(): boolean {
    return this.#options.apiKey.startsWith(SANDBOX_PREFIX) === (this.#options.kind === 'TEST');
  }

  /** Whole seconds that LiteAPI may take, from 1 to `maxSeconds`. */
  timeoutSeconds(call: Call, maxSeconds: number): number {
    const leftMs = call.deadlineMs - this.#options.clock.monotonicMs() - TIMEOUT_MARGIN_MS;
    return Math.max(1, Math.min(maxSeconds, Math.floor(leftMs / 1_000)));
  }

  async send(call: Call, request: ApiRequest): Promise<Reply> {
    const { clock, http, apiKey } = this.#options;
    if (!this.isKeyOfKind) return { kind: 'WRONG_ENVIRONMENT', isSent: false };
    if (call.signal.aborted || clock.monotonicMs() >= call.deadlineMs)
      return { kind: 'NOT_SENT', isLate: true };
    const url = this.#url(request);
    const headers = {
      accept: 'application/json',
      'x-api-key': apiKey,
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const body = request.body === undefined ? undefined : JSON.stringify(request.body);
    const delivery = await http.send({
      method: request.method,
      url,
      headers,
      ...(body === undefined ? {} : { body }),
      signal: call.signal,
      maxBytes: request.maxBytes,
    });
    if (delivery.kind === 'NOT_SENT') return { kind: 'NOT_SENT', isLate: call.signal.aborted };
    const hidden = [apiKey, ...(request.personal ?? [])];
    record(call, request.method, { url, headers, body, hidden }, delivery);
    return delivery.kind === 'LOST' ? delivery : this.#read(delivery);
  }

  #url({ host, path, query = {} }: ApiRequest): URL {
    const url = new URL(`${this.#options.baseUrl ?? HOSTS[host]}${VERSION_PATH}${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    return url;
  }

  #read({ status, headers, text }: Extract<Delivery, { kind: 'RESPONSE' }>): Reply {
    const body = objectOf(parseJson(text));
    const error = errorOf(body);
    const isThrottled = status === 429 || (error?.code === 4290 && status < 500);
    const retryAtMs = isThrottled ? this.#retryAtMs(headers['retry-after']) : null;
    this.#options.onUsage?.({
      isThrottled,
      limit: countOf(headers['x-ratelimit-limit']),
      remaining: countOf(headers['x-ratelimit-remaining']),
      retryAtMs,
    });
    if (retryAtMs !== null) return { kind: 'THROTTLED', status, retryAtMs };
    if (body !== undefined && !this.#isOwnEnvironment(body))
      return { kind: 'WRONG_ENVIRONMENT', isSent: true };
    return { kind: 'RESPONSE', status, body, error };
  }

  #retryAtMs(header: string | undefined): number {
    const { clock } = this.#options;
    const seconds = Number(header);
    const ms =
      header === undefined ? Number.NaN : seconds >= 0 ? seconds * 1_000 : Date.parse(header) - clock.nowMs();
    const pauseMs = Number.isFinite(ms) && ms > 0 ? Math.min(ms, MAX_PAUSE_MS) : DEFAULT_PAUSE_MS;
    return clock.monotonicMs() + pauseMs;
  }

  /** `sandbox` is a boolean at the top level and 0 or 1 in booking records. It is checked wherever it is present. */
  #isOwnEnvironment(body: Json): boolean {
    const expected = this.#options.kind === 'TEST';
    const records = Array.isArray(body.data) ? listOf(body.data) : [body.data];
    return [body, ...records].every(each => {
      const flag = objectOf(each)?.sandbox;
      return flag === undefined || flag === null || Boolean(Number(flag)) === expected;
    });
  }
}

/** LiteAPI's error envelope. Either text may be missing, and the code may be a string. */
function errorOf(body: Json | undefined): SupplierError | undefined {
  const error = objectOf(body?.error);
  if (error === undefined) return undefined;
  const code = numberOf(error.code) ?? Number(textOf(error.code) ?? Number.NaN);
  const texts = [error.message, error.description].flatMap(each => textOf(each) ?? []);
  return { code: Number.isInteger(code) ? code : 0, texts };
}

function countOf(header: unknown): number | null {
  const count = Number(header);
  return header === undefined || !Number.isFinite(count) ? null : count;
}

interface Sent {
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
  hidden: readonly string[];
}

/** Bodies are redacted only when they are read, because most searches are not audited. */
function record(
  call: Call,
  method: ApiRequest['method'],
  { url, headers, body, hidden }: Sent,
  delivery: Delivery,
): void {
  call.record({
    request: new RecordedRequest({ method, target: url.href, headers: redactHeaders(headers) }, () =>
      body === undefined ? null : redactBody(body, hidden),
    ),
    response:
      delivery.kind === 'RESPONSE'
        ? new RecordedResponse({ status: delivery.status, headers: recordedHeaders(delivery.headers) }, () =>
            redactBody(delivery.text, hidden),
          )
        : null,
  });
}
