/** The backend's own address in split roles: the same backend function behind HTTP, with its JWKS and health. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../clock.ts';
import type { RequestListener } from '../http/http-server.ts';
import type { PlainPages } from '../http/plain-pages.ts';
import { sendAnswer } from '../http/send-answer.ts';
import type { Answer } from './answer.ts';
import type { Backend, BackendRequest } from './backend.ts';
import {
  ARRIVED_AT,
  BOOKING_ID,
  CLIENT_ADDRESS,
  ERROR_CODE,
  PROVIDER_US,
  TIME_LEFT,
  UNCOUNTED,
} from './internal-headers.ts';

interface BackendListenerParts {
  backend: Backend;
  pages: PlainPages;
  clock: Clock;
}

const DEFAULT_TIME_LEFT_MS = 15_000;

export function backendListener(parts: BackendListenerParts): RequestListener {
  return (request, response) => {
    if (parts.pages.answer(request, response)) return;
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('error', () => response.destroy());
    request.on('end', () => {
      serve(parts, request, response, Buffer.concat(chunks)).catch(() => response.destroy());
    });
  };
}

async function serve(
  { backend, clock }: BackendListenerParts,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): Promise<void> {
  const answer = await backend(new ReceivedRequest(request, response, body, clock));
  sendAnswer(response, answer, internalHeaders(answer));
}

/** A class for its getter: in an object literal it would be a new hidden class for every request. */
class ReceivedRequest implements BackendRequest {
  readonly path: string;
  readonly token: string;
  readonly body: Buffer;
  readonly requestId: string;
  readonly clientAddress: string | undefined;
  readonly arrivedAtMs: number;
  readonly timeLeftMs: number;
  readonly ifNoneMatch: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly #response: ServerResponse;

  constructor({ url, headers }: IncomingMessage, response: ServerResponse, body: Buffer, clock: Clock) {
    const text = (name: string) => headers[name] as string | undefined;
    this.path = url ?? '';
    this.token = headers.authorization?.replace(/^Bearer /, '') ?? '';
    this.body = body;
    this.requestId = text('x-request-id') ?? '';
    this.clientAddress = text(CLIENT_ADDRESS);
    this.arrivedAtMs = Number(text(ARRIVED_AT) ?? clock.nowMs());
    this.timeLeftMs = Number(text(TIME_LEFT) ?? DEFAULT_TIME_LEFT_MS);
    this.ifNoneMatch = headers['if-none-match'];
    this.idempotencyKey = text('idempotency-key');
    this.#response = response;
  }

  get signal(): AbortSignal {
    const controller = new AbortController();
    this.#response.on('close', () => {
      if (!this.#response.writableFinished) controller.abort();
    });
    return controller.signal;
  }
}

function internalHeaders(answer: Answer): string[] {
  const headers: string[] = [];
  if (answer.code !== undefined) headers.push(ERROR_CODE, answer.code);
  if (answer.bookingId !== undefined) headers.push(BOOKING_ID, answer.bookingId);
  if (answer.providerUs !== undefined) headers.push(PROVIDER_US, String(answer.providerUs));
  if (answer.uncounted) headers.push(UNCOUNTED, '1');
  return headers;
}
