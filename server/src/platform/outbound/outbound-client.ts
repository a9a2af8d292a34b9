/**
 * Sends HTTP requests to the services of other companies, within limits on connections, time and size. Follows no
 * redirects. Its promises never reject. Distinguishes requests that were certainly not sent, because only those may be
 * repeated without a check.
 */
import { lookup } from 'node:dns';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type Dispatcher, Pool } from 'undici';
import { addressKind } from '../http/address-kind.ts';

export interface OutboundRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** Aborting it ends the exchange. The caller aborts it at its deadline. */
  signal: AbortSignal;
  /** Maximum size of the response after decompression. */
  maxBytes: number;
}

export type Delivery =
  | { kind: 'RESPONSE'; status: number; headers: IncomingHttpHeaders; text: string }
  /** No byte of the request left this process. */
  | { kind: 'NOT_SENT' }
  /** At least a part of the request may have arrived, but there is no complete response. */
  | { kind: 'LOST'; cause: 'TIMEOUT' | 'CONNECTION' | 'UNREADABLE' };

/** The result of opening a response. If reading the body fails, the stream emits the error. */
export type Opened =
  | { kind: 'RESPONSE'; status: number; headers: IncomingHttpHeaders; body: Readable }
  | { kind: 'NOT_SENT' }
  | { kind: 'LOST'; cause: 'TIMEOUT' | 'CONNECTION' };

const CONNECT_TIMEOUT_MS = 5_000;
/** Longest pause between two parts of a response. */
const IDLE_TIMEOUT_MS = 30_000;
/** Longer than any deadline. The signal ends the wait for the headers of a response. */
const HEADERS_TIMEOUT_MS = 300_000;
const MAX_HEADER_BYTES = 64 * 1024;
/** A response may expand to at most this multiple of its compressed size. Real JSON stays far below it. */
const MAX_COMPRESSION_RATIO = 100;
/** Small responses may have any ratio. */
const MIN_EXPANDED_BYTES = 64 * 1024;

const gunzipAsync = promisify(gunzip);

export class OutboundClient {
  readonly #connections: number;
  readonly #pools = new Map<string, Pool>();
  /** Pools whose connections were opened only to public addresses. */
  readonly #publicPools = new Map<string, Pool>();

  /** `connections` is the maximum number of connections to one host. */
  constructor({ connections }: { connections: number }) {
    this.#connections = connections;
  }

  send(request: OutboundRequest): Promise<Delivery> {
    return new Promise(resolve => {
      const exchange = new Exchange(request, resolve);
      if (request.signal.aborted) return exchange.abort();
      request.signal.addEventListener('abort', exchange.abort, { once: true });
      try {
        this.#pool(request.url.origin, false).dispatch(exchange.options(), exchange);
      } catch {
        exchange.end({ kind: 'NOT_SENT' });
      }
    });
  }

  /**
   * Opens a response whose body is read while it arrives, for files that are too large to hold in memory. The caller
   * reads the body or destroys it. No encoding is requested, so the body is the file itself. With `isPublicOnly`,
   * nothing is sent to a host with an address that is not public.
   */
  async open({
    url,
    headers,
    signal,
    isPublicOnly = false,
  }: Pick<OutboundRequest, 'url' | 'headers' | 'signal'> & { isPublicOnly?: boolean }): Promise<Opened> {
    if (signal.aborted || (isPublicOnly && isPrivateAddress(url))) return { kind: 'NOT_SENT' };
    try {
      const path = `${url.pathname}${url.search}`;
      const request = { method: 'GET', path, headers: { ...headers }, signal } as const;
      const {
        statusCode,
        headers: received,
        body,
      } = await this.#pool(url.origin, isPublicOnly).request(request);
      // A body that is destroyed before anyone reads it must not become an unhandled error.
      body.on('error', () => {});
      return { kind: 'RESPONSE', status: statusCode, headers: received, body };
    } catch (error) {
      if (error instanceof PrivateAddressError) return { kind: 'NOT_SENT' };
      return { kind: 'LOST', cause: signal.aborted ? 'TIMEOUT' : 'CONNECTION' };
    }
  }

  async close(): Promise<void> {
    const pools = [...this.#pools.values(), ...this.#publicPools.values()];
    this.#pools.clear();
    this.#publicPools.clear();
    await Promise.all(pools.map(pool => pool.destroy()));
  }

  #pool(origin: string, isPublicOnly: boolean): Pool {
    const pools = isPublicOnly ? this.#publicPools : this.#pools;
    const known = pools.get(origin);
    if (known !== undefined) return known;
    const pool = new Pool(origin, {
      connections: this.#connections,
      pipelining: 1,
      connectTimeout: CONNECT_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      bodyTimeout: IDLE_TIMEOUT_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      ...(isPublicOnly && { connect: { lookup: lookupPublic, timeout: CONNECT_TIMEOUT_MS } }),
    });
    pools.set(origin, pool);
    return pool;
  }
}

class PrivateAddressError extends Error {}

function isPrivateAddress({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && addressKind(host) !== 'public';
}

/** Every address of the name must be public. The connection uses these addresses, so the name is not resolved again. */
const lookupPublic: LookupFunction = (name, options, done) => {
  lookup(name, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error !== null || first === undefined) return done(error ?? new Error(`${name} has no address`), []);
    if (addresses.some(({ address }) => addressKind(address) !== 'public'))
      return done(new PrivateAddressError(`${name} has an address that is not public`), []);
    if (options.all === true) done(null, addresses);
    else done(null, first.address, first.family);
  });
};

class Exchange implements Dispatcher.DispatchHandler {
  readonly #request: OutboundRequest;
  readonly #resolve: (delivery: Delivery) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #isOver = false;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(request: OutboundRequest, resolve: (delivery: Delivery) => void) {
    this.#request = request;
    this.#resolve = resolve;
  }

  options(): Dispatcher.DispatchOptions {
    const { method, url, headers, body } = this.#request;
    return {
      method,
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, 'accept-encoding': 'gzip' },
      ...(body === undefined ? {} : { body }),
    };
  }

  end(delivery: Delivery): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#chunks = [];
    this.#request.signal.removeEventListener('abort', this.abort);
    this.#resolve(delivery);
  }

  abort = (): void => {
    this.end(this.#controller === undefined ? { kind: 'NOT_SENT' } : { kind: 'LOST', cause: 'TIMEOUT' });
    this.#controller?.abort(new Error('The deadline passed.'));
  };

  /** Called before the first byte is written. Nothing is written if the exchange is aborted here. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isOver) controller.abort(new Error('The deadline passed before the request was sent.'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver) return;
    this.#bytes += chunk.length;
    this.#chunks.push(chunk);
    if (this.#bytes <= this.#request.maxBytes) return;
    this.end({ kind: 'LOST', cause: 'UNREADABLE' });
    controller.abort(new Error('The response is too large.'));
  }

  onResponseEnd(): void {
    if (this.#isOver) return;
    const body = Buffer.concat(this.#chunks, this.#bytes);
    readText(body, this.#headers['content-encoding'], this.#request.maxBytes).then(
      text => this.end({ kind: 'RESPONSE', status: this.#status, headers: this.#headers, text }),
      () => this.end({ kind: 'LOST', cause: 'UNREADABLE' }),
    );
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error & { code?: string }): void {
    const isTimeout = error.code === 'UND_ERR_HEADERS_TIMEOUT' || error.code === 'UND_ERR_BODY_TIMEOUT';
    if (this.#controller === undefined) this.end({ kind: 'NOT_SENT' });
    else this.end({ kind: 'LOST', cause: isTimeout ? 'TIMEOUT' : 'CONNECTION' });
  }
}

async function readText(body: Buffer, encoding: unknown, maxBytes: number): Promise<string> {
  const name = String(encoding ?? 'identity')
    .trim()
    .toLowerCase();
  if (name === 'identity' || name === '' || body.length === 0) return body.toString('utf8');
  if (name !== 'gzip') throw new Error(`The encoding ${name} was not requested.`);
  const limit = Math.min(maxBytes, Math.max(MIN_EXPANDED_BYTES, body.length * MAX_COMPRESSION_RATIO));
  return (await gunzipAsync(body, { maxOutputLength: limit })).toString('utf8');
}
