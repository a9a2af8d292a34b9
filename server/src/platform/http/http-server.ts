/**
 * The node:http server with our limits and our error envelope, which also applies to errors that Node would handle
 * itself.
 */
import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../api-error.ts';
import { type Clock, systemClock } from '../clock.ts';
import { newId } from '../ids/ids.ts';
import type { Log } from '../log.ts';
import { errorAnswer } from '../operations/error-answer.ts';
import { ConnectionLimits, type ConnectionRules, DEFAULT_RULES } from './connection-limits.ts';
import { DirectRequest } from './direct-request.ts';
import { requestIdOf } from './request-id.ts';
import { requestQueue } from './request-queue.ts';
import { type IsAllowedHost, targetCheck } from './request-target.ts';
import { drainRequest, sendAnswer } from './send-answer.ts';

const MAX_HEADER_BYTES = 16 * 1024;
const MAX_HEADERS = 100;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_MS = 60_000;
const MAX_REQUESTS_PER_SOCKET = 1_000;
/** How long a client may take to close its side after a response that ends the connection. */
const LINGER_MS = 2_000;

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

export interface HttpServerOptions {
  connections?: Partial<ConnectionRules>;
  /** The `Host` values that are served. Default: all. */
  isAllowedHost?: IsAllowedHost;
  clock?: Clock;
  log?: Log;
}

export interface HttpServer extends Server {
  limits: ConnectionLimits;
}

export function createHttpServer(listener: RequestListener, options: HttpServerOptions = {}): HttpServer {
  const { clock = systemClock, log, isAllowedHost = () => true } = options;
  const rules = { ...DEFAULT_RULES, ...options.connections };
  const server = createServer({
    IncomingMessage: DirectRequest,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: 5_000,
    // The Host header is checked below, because Node would respond without our envelope.
    requireHostHeader: false,
    noDelay: true,
  });
  // A client may close its side once its request is sent. It still gets its response.
  (server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
  // One more than allowed, because Node silently ignores the headers above this number.
  server.maxHeadersCount = MAX_HEADERS + 1;
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET;
  const limits = new ConnectionLimits({ ...rules, clock, log });
  server.on('connection', (socket: Socket) => void limits.accept(socket));
  const queue = requestQueue({
    listener: checked(listener, isAllowedHost),
    limits,
    writeStallMs: rules.writeStallMs,
    clock,
  });
  server.on('request', queue.take);
  // The listener checks whether the body is needed before the client receives 100 Continue.
  server.on('checkContinue', queue.take);
  server.on('checkExpectation', queue.take);
  const closeSoon = (socket: Socket) => {
    const timer = clock.after(LINGER_MS, () => socket.destroy());
    socket.once('close', () => timer.cancel());
  };
  const endAfter = (last: ServerResponse, socket: Socket) => {
    last.shouldKeepAlive = false;
    last.on('finish', () => closeSoon(socket.end()));
  };
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    // Node has removed its own listener, and an unhandled error event would end the process.
    socket.on('error', () => socket.destroy());
    const last = queue.lastResponse(socket);
    // The connection still belongs to the previous response, and CONNECT is rejected anyway.
    if (last !== undefined && !last.closed) return endAfter(last, socket);
    const response = new ServerResponse(request);
    response.assignSocket(socket);
    endAfter(response, socket);
    queue.take(request, response);
  });
  server.on('clientError', (error, broken) => {
    const socket = broken as Socket;
    const last = queue.lastResponse(socket);
    // Invalid data after a valid request must not replace the response to that request.
    if (canRespond(error, socket) && last !== undefined && !last.writableFinished) endAfter(last, socket);
    else respondToInvalidRequest(closeSoon, error, socket);
  });
  return Object.assign(server, { limits });
}

/** Runs before every page and operation, including those that need no key. */
function checked(listener: RequestListener, isAllowedHost: IsAllowedHost): RequestListener {
  const checkTarget = targetCheck(isAllowedHost);
  return (request, response) => {
    try {
      checkTarget(request);
    } catch (error) {
      const requestId = requestIdOf(request.headers['x-request-id'] as string | undefined);
      response.shouldKeepAlive = false;
      sendAnswer(response, errorAnswer(error as ApiError, requestId), ['x-request-id', requestId]);
      drainRequest(request);
      return;
    }
    listener(request, response);
  };
}

/**
 * Rejects requests that Node's parser accepts but this service does not. A listener calls this before its other checks.
 */
export function checkRequest(request: IncomingMessage, host: string | undefined): void {
  if (request.rawHeaders.length > MAX_HEADERS * 2) {
    throw new ApiError('PAYLOAD_TOO_LARGE', `The request has more than ${MAX_HEADERS} headers.`);
  }
  if (host === undefined && request.httpVersion !== '1.0') {
    throw new ApiError('VALIDATION_ERROR', 'The request has no Host header.');
  }
}

function canRespond(error: NodeJS.ErrnoException, socket: Socket): boolean {
  return error.code !== 'ECONNRESET' && socket.writable;
}

/** The parser rejected the bytes, so there is no request object. The response is written directly to the socket. */
function respondToInvalidRequest(
  closeSoon: (socket: Socket) => void,
  error: NodeJS.ErrnoException,
  socket: Socket,
): void {
  if (!canRespond(error, socket)) {
    socket.destroy();
    return;
  }
  const requestId = newId('req');
  const answer = errorAnswer(problemOf(error), requestId);
  const headers = {
    ...answer.headers,
    'x-request-id': requestId,
    'content-length': String(Buffer.byteLength(answer.body)),
    connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const reason = answer.status === 413 ? 'Payload Too Large' : 'Bad Request';
  socket.end(`HTTP/1.1 ${answer.status} ${reason}\r\n${head.join('')}\r\n${answer.body}`);
  closeSoon(socket);
}

function problemOf(error: NodeJS.ErrnoException): ApiError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError(
        'PAYLOAD_TOO_LARGE',
        `There are too many headers, or they are larger than ${MAX_HEADER_BYTES} bytes.`,
      );
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new ApiError('PAYLOAD_TOO_LARGE', 'The chunk extensions are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('VALIDATION_ERROR', 'The request did not arrive in time.');
    default:
      return new ApiError('VALIDATION_ERROR', 'The request is not valid HTTP.');
  }
}
