/**
 * The HTTP server of a supplier simulator: routes requests, injects faults before or after their effect, and keeps every exchange.
 * A simulator for one supplier adds the supplier's routes, state and rules.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

export interface SimulatedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** The parsed body. Undefined if the request has no body, or if it is not JSON. */
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
  /** Applies the effect and returns the response. */
  respond(): SimulatedResponse | Promise<SimulatedResponse>;
}

/** `after` applies the effect first: the supplier has acted, but its response is lost or wrong. */
export type SimulatorFault = { when: 'before' | 'after' } & (
  | { kind: 'reset' }
  /** Sends nothing until the client or the test ends the connection. */
  | { kind: 'hang' }
  /** Sends the headers and the first half of the body, then resets the connection. */
  | { kind: 'truncate' }
  /** Sends the body in single bytes with a pause between them. */
  | { kind: 'trickle'; pauseMs: number }
  /** Replaces the response. */
  | { kind: 'respond'; response: SimulatedResponse }
  /** Changes the response. Only useful after the effect. */
  | { kind: 'alter'; alter(response: SimulatedResponse): SimulatedResponse }
);

export interface SimulatedExchange {
  operation: string;
  request: SimulatedRequest;
  /** Undefined if the response was never sent completely. */
  response: SimulatedResponse | undefined;
}

export interface SupplierSimulator {
  readonly url: string;
  readonly exchanges: readonly SimulatedExchange[];
  /** Applies the fault to the next requests of the operation (default 1). Faults for one operation apply in order. */
  fail(operation: string, fault: SimulatorFault, times?: number): void;
  clearFaults(): void;
  close(): Promise<void>;
}

const MIN_GZIP_BYTES = 200;

/** `route` returns undefined for a path that the supplier does not have. */
export async function startSimulator(
  route: (request: SimulatedRequest) => Route | undefined,
): Promise<SupplierSimulator> {
  const exchanges: SimulatedExchange[] = [];
  const faults = new Map<string, SimulatorFault[]>();
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(error => outgoing.destroy(error));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    const found = route(request);
    if (found === undefined) return send(outgoing, { status: 404, body: 'Not found' }, request);
    const exchange: SimulatedExchange = { operation: found.operation, request, response: undefined };
    exchanges.push(exchange);
    const fault = faults.get(found.operation)?.shift();
    if (fault?.when === 'before' && (await inject(fault, outgoing, request))) return;
    const response = await found.respond();
    if (fault?.when === 'after' && fault.kind === 'alter') {
      exchange.response = fault.alter(response);
      return send(outgoing, exchange.response, request);
    }
    if (fault?.when === 'after' && (await inject(fault, outgoing, request, response))) return;
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
    close() {
      server.closeAllConnections();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
}

/** Returns true if the fault has taken the place of the response. */
async function inject(
  fault: SimulatorFault,
  outgoing: ServerResponse,
  request: SimulatedRequest,
  response: SimulatedResponse = { status: 200, body: {} },
): Promise<boolean> {
  const { status, headers, payload } = encode(response, request);
  switch (fault.kind) {
    case 'reset':
      outgoing.socket?.resetAndDestroy();
      return true;
    case 'hang':
      return true;
    case 'truncate':
      outgoing.writeHead(status, { ...headers, 'content-length': String(payload.length + 1) });
      outgoing.write(payload.subarray(0, Math.ceil(payload.length / 2)), () =>
        outgoing.socket?.resetAndDestroy(),
      );
      return true;
    case 'trickle':
      outgoing.writeHead(status, headers);
      for (const byte of payload) {
        if (outgoing.destroyed) return true;
        outgoing.write(Buffer.of(byte));
        await new Promise(resolve => setTimeout(resolve, fault.pauseMs));
      }
      outgoing.end();
      return true;
    case 'respond':
      send(outgoing, fault.response, request);
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
  const { status, headers, payload } = encode(response, request);
  outgoing.writeHead(status, headers);
  outgoing.end(payload);
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
