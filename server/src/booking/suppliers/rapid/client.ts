/** Sends signed requests to Rapid, follows its links, and records every exchange without personal data, credentials and link tokens. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../../../platform/clock.ts';
import { numberOf, parseJson } from '../../../platform/json-values.ts';
import type { Delivery, OutboundClient } from '../../../platform/outbound/outbound-client.ts';
import type { Call } from '../../port/call.ts';
import type { Read } from '../../port/outcomes.ts';
import { RecordedRequest, RecordedResponse } from '../../port/recorded-message.ts';
import { errorTypes, judgeReadError } from './outcomes.ts';
import { recordedHeaders, redactBody, redactHeaders, redactUrl } from './redact.ts';
import { authorizationOf, type RapidCredentials } from './signature.ts';

const ORIGINS = { TEST: 'https://test.ean.com', LIVE: 'https://api.ean.com' } as const;
const VERSION_PATH = '/v3';
const USER_AGENT = 'Serai/1.0';
const DEFAULT_PAUSE_MS = 10_000;
const MAX_PAUSE_MS = 86_400_000;
/** A reset header with at least this value is a Unix time. Smaller values are pauses. Both are in milliseconds. */
const MIN_EPOCH_MS = 1_000_000_000_000;

export interface ApiRequest {
  method: 'GET' | 'POST' | 'DELETE';
  /** A path after the version, for example `/itineraries`, or a link that Rapid returned. */
  target: { path: string; query: readonly (readonly [string, string])[] } | { link: string };
  body?: object;
  maxBytes: number;
  /** Value of the `Test` header. Never sent with a live account. */
  test?: string | undefined;
  sessionId?: string | undefined;
  /** Whether Rapid requires the IP address of the traveller. */
  needsIp?: boolean;
  /** Personal data in the request. It must not be recorded, even if an error message repeats it. */
  personal?: readonly string[];
}

export type Reply =
  | {
      kind: 'RESPONSE';
      status: number;
      headers: IncomingHttpHeaders;
      body: unknown;
      types: readonly string[];
    }
  | { kind: 'THROTTLED'; retryAtMs: number }
  /** A link points to another host, or a live account would send the `Test` header. Nothing is sent. */
  | { kind: 'WRONG_ENVIRONMENT' }
  | { kind: 'NOT_SENT'; isLate: boolean }
  | { kind: 'LOST'; cause: 'TIMEOUT' | 'CONNECTION' | 'UNREADABLE' };

/** The part of each response that a call budget needs. Null if Rapid does not report it. */
export interface Usage {
  isThrottled: boolean;
  /** Remaining capacity of the minute and of the day, in percent. */
  minuteRemaining: number | null;
  dayRemaining: number | null;
  /** Time on `clock.monotonicMs`. Null unless throttled. */
  retryAtMs: number | null;
}

export interface ClientOptions {
  kind: 'TEST' | 'LIVE';
  credentials: RapidCredentials;
  serverIp: string;
  /** Replaces the host. Only allowed for TEST. */
  baseUrl: string | undefined;
  http: Pick<OutboundClient, 'send'>;
  clock: Clock;
  onUsage: ((usage: Usage) => void) | undefined;
}

export class RapidClient {
  readonly #options: ClientOptions;
  readonly #origin: string;

  constructor(options: ClientOptions) {
    if (options.baseUrl !== undefined && options.kind !== 'TEST')
      throw new Error('Only a test account may have a base URL. Remove it from the live account.');
    this.#options = options;
    this.#origin = new URL(options.baseUrl ?? ORIGINS[options.kind]).origin;
  }

  async send(call: Call, request: ApiRequest): Promise<Reply> {
    const { clock, http, kind } = this.#options;
    const url = this.#url(request.target);
    if (url === undefined || (request.test !== undefined && kind === 'LIVE'))
      return { kind: 'WRONG_ENVIRONMENT' };
    if (call.signal.aborted || clock.monotonicMs() >= call.deadlineMs)
      return { kind: 'NOT_SENT', isLate: true };
    const headers = this.#headers(call, request);
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
    const { apiKey, secret } = this.#options.credentials;
    const hidden = [apiKey, secret, ...(request.personal ?? [])];
    record(call, request.method, { url, headers, body, hidden }, delivery);
    return delivery.kind === 'LOST' ? delivery : this.#read(delivery);
  }

  /** Returns undefined if a link points to another host. A link may be absolute or relative. */
  #url(target: ApiRequest['target']): URL | undefined {
    if ('link' in target) {
      if (!URL.canParse(target.link, this.#origin)) return undefined;
      const url = new URL(target.link, this.#origin);
      return url.origin === this.#origin ? url : undefined;
    }
    const url = new URL(`${this.#origin}${VERSION_PATH}${target.path}`);
    for (const [name, value] of target.query) url.searchParams.append(name, value);
    return url;
  }

  #headers(call: Call, { body, test, sessionId, needsIp }: ApiRequest): Record<string, string> {
    const { credentials, clock, serverIp } = this.#options;
    const ip = call.client?.ip ?? (needsIp === true ? serverIp : undefined);
    return {
      accept: 'application/json',
      'user-agent': USER_AGENT,
      authorization: authorizationOf(credentials, clock.nowMs()),
      ...(ip === undefined ? {} : { 'customer-ip': ip }),
      ...(sessionId === undefined ? {} : { 'customer-session-id': sessionId }),
      ...(test === undefined ? {} : { test }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
  }

  #read({ status, headers, text }: Extract<Delivery, { kind: 'RESPONSE' }>): Reply {
    const isThrottled = status === 429;
    const retryAtMs = isThrottled ? this.#retryAtMs(headers) : null;
    this.#options.onUsage?.({
      isThrottled,
      minuteRemaining: headerNumber(headers['rate-limit-minute-remaining']),
      dayRemaining: headerNumber(headers['rate-limit-day-remaining']),
      retryAtMs,
    });
    if (retryAtMs !== null) return { kind: 'THROTTLED', retryAtMs };
    const body = parseJson(text);
    return { kind: 'RESPONSE', status, headers, body, types: status >= 400 ? errorTypes(body) : [] };
  }

  /** Uses the reset header of the exhausted window. Its value is a time or a pause, in milliseconds. */
  #retryAtMs(headers: IncomingHttpHeaders): number {
    const { clock } = this.#options;
    const window = headerNumber(headers['rate-limit-day-remaining']) === 0 ? 'day' : 'minute';
    const reset = headerNumber(headers[`rate-limit-${window}-reset`]);
    const pauseMs = reset === null ? DEFAULT_PAUSE_MS : reset >= MIN_EPOCH_MS ? reset - clock.nowMs() : reset;
    return clock.monotonicMs() + Math.min(Math.max(pauseMs, 0) || DEFAULT_PAUSE_MS, MAX_PAUSE_MS);
  }
}

function headerNumber(header: unknown): number | null {
  return typeof header === 'string' && header.trim() !== '' ? (numberOf(Number(header)) ?? null) : null;
}

type Failure = Exclude<Read<never>, { kind: 'OK' }>;
type Response = Extract<Reply, { kind: 'RESPONSE' }>;

/** Returns the response if its status is one of `statuses`, otherwise the failure. */
export function readResponse(
  reply: Reply,
  statuses: readonly number[] = [200],
): { response?: Response; failure?: Failure } {
  switch (reply.kind) {
    case 'THROTTLED':
      return { failure: reply };
    case 'WRONG_ENVIRONMENT':
      return { failure: { kind: 'FAILED', cause: 'ENVIRONMENT' } };
    case 'NOT_SENT':
      return { failure: { kind: 'FAILED', cause: reply.isLate ? 'TIMEOUT' : 'CONNECTION' } };
    case 'LOST':
      return { failure: { kind: 'FAILED', cause: reply.cause } };
    case 'RESPONSE': {
      if (statuses.includes(reply.status)) return { response: reply };
      const verdict = judgeReadError(reply.status, reply.types);
      return { failure: verdict === 'GONE' ? { kind: 'GONE' } : { kind: 'FAILED', cause: verdict } };
    }
  }
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
    request: new RecordedRequest({ method, target: redactUrl(url), headers: redactHeaders(headers) }, () =>
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
