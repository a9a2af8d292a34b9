/**
 * Collects everything that is known about a request while the gateway handles it. The request's log row is built from
 * it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Route } from '@serai/contract/operation.ts';
import type { RequestOwner } from '../platform/admission/admission.ts';
import type { BodyReads } from '../platform/http/body-reads.ts';
import { HangUp } from '../platform/http/hang-up.ts';
import type { RequestHeaders } from '../platform/http/request-headers.ts';
import type { KeyRecord } from './keys/key-record.ts';
import type { KeyedConnection } from './keys/presented-key.ts';
import type { LimitDecision } from './limits/limiter.ts';

export interface Exchange {
  readonly requestId: string;
  readonly headers: RequestHeaders;
  readonly path: string;
  /** Wall-clock time of arrival, in milliseconds since 1970. */
  readonly arrivedAtMs: number;
  /** Monotonic time of arrival. */
  readonly startedAtMs: number;
  address: string | undefined;
  /** Set once the key has been found, even if it is then rejected. */
  record: KeyRecord | undefined;
  secretId: string | undefined;
  reason: string | undefined;
  decision: LimitDecision | undefined;
  operation: Route | undefined;
  /** The session in the path of a UCP request. */
  ucpSessionId: string | undefined;
  requestBody: Buffer | undefined;
  backendMs: number | undefined;
  resent: number;
}

export function beginExchange({
  requestId,
  headers,
  path,
  arrivedAtMs,
  startedAtMs,
}: Pick<Exchange, 'requestId' | 'headers' | 'path' | 'arrivedAtMs' | 'startedAtMs'>): Exchange {
  // Listing the fields takes a quarter of the time that spreading them takes.
  return {
    requestId,
    headers,
    path,
    arrivedAtMs,
    startedAtMs,
    address: undefined,
    record: undefined,
    secretId: undefined,
    reason: undefined,
    decision: undefined,
    operation: undefined,
    ucpSessionId: undefined,
    requestBody: undefined,
    backendMs: undefined,
    resent: 0,
  };
}

/** The part of the client connection that the pipeline uses. */
export interface ClientConnection {
  readonly request: {
    readonly method?: string | undefined;
    readonly socket: KeyedConnection & { readonly remoteAddress?: string | undefined };
  };
  /** Aborted when the client disconnects before it has received the response. */
  readonly signal: AbortSignal;
  readBody(owner: RequestOwner): Promise<Buffer>;
}

export class Connection extends HangUp implements ClientConnection {
  readonly request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #bodies: BodyReads;

  constructor(request: IncomingMessage, response: ServerResponse, bodies: BodyReads) {
    super(response);
    this.request = request;
    this.#response = response;
    this.#bodies = bodies;
  }

  readBody({ organisationId, environment }: RequestOwner): Promise<Buffer> {
    if (/^100-continue$/i.test(this.request.headers.expect ?? '')) this.#response.writeContinue();
    const holder = { pool: environment, name: organisationId };
    return this.#bodies.read(this.request, this.#response, holder);
  }
}
