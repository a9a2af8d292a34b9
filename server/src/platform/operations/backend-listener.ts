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
  const answer = await backend(requestOf(request, response, body, clock));
  sendAnswer(response, answer, internalHeaders(answer));
}

function requestOf(
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  clock: Clock,
): BackendRequest {
  const { headers } = request;
  const text = (name: string) => headers[name] as string | undefined;
  return {
    path: request.url ?? '',
    token: headers.authorization?.replace(/^Bearer /, '') ?? '',
    body,
    requestId: text('x-request-id') ?? '',
    clientAddress: text(CLIENT_ADDRESS),
    arrivedAtMs: Number(text(ARRIVED_AT) ?? clock.nowMs()),
    timeLeftMs: Number(text(TIME_LEFT) ?? DEFAULT_TIME_LEFT_MS),
    ifNoneMatch: headers['if-none-match'],
    idempotencyKey: text('idempotency-key'),
    get signal() {
      const controller = new AbortController();
      response.on('close', () => {
        if (!response.writableFinished) controller.abort();
      });
      return controller.signal;
    },
  };
}

function internalHeaders(answer: Answer): string[] {
  const headers: string[] = [];
  if (answer.code !== undefined) headers.push(ERROR_CODE, answer.code);
  if (answer.bookingId !== undefined) headers.push(BOOKING_ID, answer.bookingId);
  if (answer.providerUs !== undefined) headers.push(PROVIDER_US, String(answer.providerUs));
  if (answer.uncounted) headers.push(UNCOUNTED, '1');
  return headers;
}
