/**
 * The HTTP server of a supplier simulator: routes requests, injects faults before or after their effect, and records
 * every exchange. The simulator of each supplier adds its own routes, state and rules.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

export interface SimulatedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** Undefined if the request has no body, or if the body is not JSON. */
  body: unknown;
  text: string;
}

export interface SimulatedResponse {
  status: number;
  headers?: Record<string, string>;
  /** Sent as JSON, or unchanged if it is a string or bytes. */
  body?: unknown;
}

export interface Route {
  /** Names the operation for faults and in the list of exchanges, for example `book`. */
  operation: string;
  respond(): SimulatedResponse | Promise<SimulatedResponse>;
}

/** With `after`, the effect is applied first, but the response is lost, late or wrong. */
export type SimulatorFault = { when: 'before' | 'after' } & (
  | { kind: 'reset' }
  /** Sends nothing until the client or the test ends the connection. */
  | { kind: 'hang' }
  /** Sends the complete response after the promise is fulfilled. */
  | { kind: 'hold'; until: Promise<unknown> }
  /** Sends the headers and the first half of the body, then resets the connection. */
  | { kind: 'truncate' }
  /** Sends the body in single bytes with a pause between them. */
  | { kind: 'trickle'; pauseMs: number }
  | { kind: 'respond'; response: SimulatedResponse }
  /** Changes the response. Use it only after the effect. */
  | { kind: 'alter'; alter(response: SimulatedResponse): SimulatedResponse }
);

export interface SimulatedExchange {
  operation: string;
  /** Time at which the request had arrived, by the machine's clock. */
  atMs: number;
  request: SimulatedRequest;
  /** Undefined if a fault withheld, truncated or replaced the response. */
  response: SimulatedResponse | undefined;
}

export interface SupplierSimulator {
  readonly url: string;
  readonly exchanges: readonly SimulatedExchange[];
  /**
   * Applies the fault to the next `times` requests of the operation. Default: 1. Faults of one operation apply in
   * order.
   */
  fail(operation: string, fault: SimulatorFault, times?: number): void;
  clearFaults(): void;
  /**
   * Called when a fault withholds a response. A test can then abort the call, as a deadline would, without waiting for
   * the deadline. Returns a function that removes the listener.
   */
  onSilence(listener: () => void): () => void;
  close(): Promise<void>;
}

const MIN_GZIP_BYTES = 200;

/** `route` returns undefined for a path that the supplier does not have. A free port is used by default. */
export async function startSimulator(
  route: (request: SimulatedRequest) => Route | undefined,
  { port: wanted = 0 }: { port?: number | undefined } = {},
): Promise<SupplierSimulator> {
  const exchanges: SimulatedExchange[] = [];
  const faults = new Map<string, SimulatorFault[]>();
  const listeners = new Set<() => void>();
  const silent = () => {
    for (const listener of listeners) listener();
  };
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(error => outgoing.destroy(error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(wanted, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    const found = route(request);
    if (found === undefined) return send(outgoing, { status: 404, body: 'Not found' }, request);
    const exchange: SimulatedExchange = {
      ...{ operation: found.operation, atMs: Date.now(), request, response: undefined },
    };
    exchanges.push(exchange);
    const fault = faults.get(found.operation)?.shift();
    if (fault?.when === 'before' && (await inject(fault, { outgoing, request, silent }))) return;
    const response = await found.respond();
    if (fault?.when === 'after' && fault.kind === 'alter') {
      exchange.response = fault.alter(response);
      return send(outgoing, exchange.response, request);
    }
    if (fault?.when === 'after' && (await inject(fault, { outgoing, request, silent }, response))) return;
    exchange.response = response;
    send(outgoing, response, request);
  }

  return {
    url: `http://127.0.0.1:${port}`,
    exchanges,
    fail(operation, fault, times = 1) {
      const waiting = faults.get(operation) ?? [];
      waiting.push(...Array.from({ length: times }, () => fault));
      faults.set(operation, waiting);
    },
    clearFaults: () => faults.clear(),
    onSilence(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      server.closeAllConnections();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
}

interface Exchanging {
  outgoing: ServerResponse;
  request: SimulatedRequest;
  silent(): void;
}

/** Returns true if the fault has taken the place of the response. */
async function inject(
  fault: SimulatorFault,
  { outgoing, request, silent }: Exchanging,
  response: SimulatedResponse = { status: 200, body: {} },
): Promise<boolean> {
  const { status, headers, payload } = encode(response, request);
  switch (fault.kind) {
    case 'reset':
      outgoing.socket?.resetAndDestroy();
      return true;
    case 'hang':
      silent();
      return true;
    case 'hold':
      silent();
      await fault.until;
      return false;
    case 'truncate':
      outgoing.writeHead(status, { ...headers, 'content-length': String(payload.length + 1) });
      outgoing.write(payload.subarray(0, Math.ceil(payload.length / 2)), () =>
        outgoing.socket?.resetAndDestroy(),
      );
      return true;
    case 'trickle':
      outgoing.writeHead(status, headers);
      for (const [index, byte] of payload.entries()) {
        if (outgoing.destroyed) return true;
        outgoing.write(Buffer.of(byte));
        if (index === 0) silent();
        await new Promise(resolve => setTimeout(resolve, fault.pauseMs));
      }
      outgoing.end();
      return true;
    case 'respond':
      sendEncoded(outgoing, encodedOnce(fault.response, request));
      return true;
    case 'alter':
      return false;
  }
}

async function readRequest(incoming: IncomingMessage): Promise<SimulatedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  const url = new URL(incoming.url ?? '/', 'http://simulator');
  return {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers,
    body: parseJson(text),
    text,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function send(outgoing: ServerResponse, response: SimulatedResponse, request: SimulatedRequest): void {
  sendEncoded(outgoing, encode(response, request));
}

type Encoded = ReturnType<typeof encode>;

function sendEncoded(outgoing: ServerResponse, { status, headers, payload }: Encoded): void {
  outgoing.writeHead(status, headers);
  outgoing.end(payload);
}

/** The responses of faults never change, and some are large, so each is encoded only once. */
const encodedFaults = new WeakMap<SimulatedResponse, Encoded>();

function encodedOnce(response: SimulatedResponse, request: SimulatedRequest): Encoded {
  const known = encodedFaults.get(response);
  if (known !== undefined) return known;
  const encoded = encode(response, request);
  encodedFaults.set(response, encoded);
  return encoded;
}

function encode({ status, headers = {}, body }: SimulatedResponse, request: SimulatedRequest) {
  if (Buffer.isBuffer(body))
    return { status, headers: { 'content-length': String(body.length), ...headers }, payload: body };
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
  const accepted = String(request.headers['accept-encoding'] ?? '').includes('gzip');
  const isGzip = accepted && text.length >= MIN_GZIP_BYTES;
  const payload = isGzip ? gzipSync(text) : Buffer.from(text);
  const encoding: Record<string, string> = isGzip ? { 'content-encoding': 'gzip' } : {};
  return { status, headers: { 'content-type': type, ...encoding, ...headers }, payload };
}
