/** The backend's own address in split roles: the same backend function behind HTTP, with its JWKS and health. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../clock.ts';
import { HangUp } from '../http/hang-up.ts';
import type { RequestListener } from '../http/http-server.ts';
import type { PlainPages } from '../http/plain-pages.ts';
import { readBody } from '../http/read-body.ts';
import { sendAnswer } from '../http/send-answer.ts';
import type { Answer } from './answer.ts';
import type { Backend } from './backend.ts';
import type { BackendRequest } from './backend-request.ts';
import {
  ARRIVED_AT,
  BOOKING_ID,
  CLIENT_ADDRESS,
  ERROR_CODE,
  PROVIDER_US,
  TIME_LEFT,
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
    // Only a gateway comes here, and it has checked the request; whoever else does gets no answer.
    serve(parts, request, response).catch(() => response.destroy());
  };
}

async function serve(
  { backend, clock }: BackendListenerParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request);
  const answer = await backend(new ReceivedRequest(request, response, body, clock));
  sendAnswer(response, answer, internalHeaders(answer));
}

class ReceivedRequest extends HangUp implements BackendRequest {
  readonly path: string;
  readonly token: string;
  readonly body: Buffer;
  readonly requestId: string;
  readonly clientAddress: string | undefined;
  readonly arrivedAtMs: number;
  readonly timeLeftMs: number;
  readonly ifNoneMatch: string | undefined;
  readonly idempotencyKey: string | undefined;

  constructor({ url, headers }: IncomingMessage, response: ServerResponse, body: Buffer, clock: Clock) {
    super(response);
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
  }
}

function internalHeaders(answer: Answer): string[] {
  const headers: string[] = [];
  if (answer.code !== undefined) headers.push(ERROR_CODE, answer.code);
  if (answer.bookingId !== undefined) headers.push(BOOKING_ID, answer.bookingId);
  if (answer.providerUs !== undefined) headers.push(PROVIDER_US, String(answer.providerUs));
  return headers;
}
