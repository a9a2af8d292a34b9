/** node:http with our limits, and our envelope also where Node itself would answer. */
import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../api-error.ts';
import { newId } from '../ids/ids.ts';
import { errorAnswer } from '../operations/error-answer.ts';

const MAX_HEADER_BYTES = 16 * 1024;
const MAX_HEADERS = 100;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_MS = 60_000;
const MAX_REQUESTS_PER_SOCKET = 1_000;
const MAX_CONNECTIONS = 10_000;

interface AnsweringSocket extends Socket {
  /** The answer to the latest request of the connection. */
  answering?: ServerResponse;
}

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

export function createHttpServer(listener: RequestListener): Server {
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: 5_000,
    // Checked below: Node would answer without our envelope.
    requireHostHeader: false,
    noDelay: true,
  });
  // A client may close its side once its request is sent; it still gets its answer.
  (server as Server & { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
  // One more than allowed, so that too many are seen instead of silently cut off.
  server.maxHeadersCount = MAX_HEADERS + 1;
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET;
  server.maxConnections = MAX_CONNECTIONS;
  const take: RequestListener = (request, response) => {
    (request.socket as AnsweringSocket).answering = response;
    listener(request, response);
  };
  server.on('request', take);
  // The listener decides whether the body is wanted before the client is told to send it.
  server.on('checkContinue', take);
  server.on('checkExpectation', take);
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.on('finish', () => socket.end());
    listener(request, response);
  });
  server.on('clientError', answerBrokenRequest);
  return server;
}

/** Throws for what Node's parser lets through and we do not. Comes before every other check. */
export function checkRequest(request: IncomingMessage, host: string | undefined): void {
  if (request.rawHeaders.length > MAX_HEADERS * 2) {
    throw new ApiError('PAYLOAD_TOO_LARGE', `The request has more than ${MAX_HEADERS} headers.`);
  }
  if (request.httpVersionMajor < 1) throw new ApiError('VALIDATION_ERROR', 'The request is not valid HTTP.');
  if (host === undefined && request.httpVersion !== '1.0') {
    throw new ApiError('VALIDATION_ERROR', 'The request has no Host header.');
  }
}

/** The parser refused the bytes, so there is no request: answered on the socket itself. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { answering } = socket as AnsweringSocket;
  if (answering?.req.complete && !answering.writableFinished) {
    // What came behind a good request must not take its answer's place.
    answering.shouldKeepAlive = false;
    answering.on('finish', () => socket.end());
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
}

function problemOf(error: NodeJS.ErrnoException): ApiError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError(
        'PAYLOAD_TOO_LARGE',
        `The headers are too many, or larger than ${MAX_HEADER_BYTES} bytes.`,
      );
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new ApiError('PAYLOAD_TOO_LARGE', 'The chunk extensions are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('VALIDATION_ERROR', 'The request did not arrive in time.');
    default:
      return new ApiError('VALIDATION_ERROR', 'The request is not valid HTTP.');
  }
}
