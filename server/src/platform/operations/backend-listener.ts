/** The backend's own address in split roles: the same backend function behind HTTP, with its JWKS and health. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Operation, TrafficClass } from '@serai/contract/operation.ts';
import type { Admission } from '../admission/admission.ts';
import type { Clock } from '../clock.ts';
import { HangUp } from '../http/hang-up.ts';
import type { RequestListener } from '../http/http-server.ts';
import type { PlainPages } from '../http/plain-pages.ts';
import { readBody } from '../http/read-body.ts';
import { drainRequest, sendAnswer } from '../http/send-answer.ts';
import type { Log } from '../log.ts';
import type { Answer } from './answer.ts';
import type { Backend } from './backend.ts';
import type { BackendRequest } from './backend-request.ts';
import { errorAnswer, toApiError } from './error-answer.ts';
import {
  ARRIVED_AT,
  BOOKING_ID,
  CLIENT_ADDRESS,
  ERROR_CODE,
  PROVIDER_US,
  SHED,
  TIME_LEFT,
} from './internal-headers.ts';

interface BackendListenerParts {
  backend: Backend;
  operations: readonly Operation[];
  /** Several gateways may send, each with caps of its own. */
  admission: Pick<Admission, 'enter' | 'leave'>;
  pages: PlainPages;
  clock: Clock;
  log: Log;
}

const DEFAULT_TIME_LEFT_MS = 15_000;

export function backendListener(parts: BackendListenerParts): RequestListener {
  const { operations, pages } = parts;
  const classes = new Map(
    operations.flatMap(({ path, aliases, trafficClass }) =>
      [path, ...aliases].map(each => [each as string, trafficClass] as const),
    ),
  );
  return (request, response) => {
    if (pages.answer(request, response)) return;
    const trafficClass = classes.get(request.url ?? '');
    // Only a gateway comes here, and it has checked the request; whoever else does gets no answer. An outcome that is unknown
    // closes the connection too: the gateway then asks again, which repeats the request and sends nothing to a provider.
    admit(parts, trafficClass, request, response).catch(() => response.destroy());
  };
}

/** The token stands for the key: it is not verified yet, but one serves all requests of a key for minutes. */
async function admit(
  parts: BackendListenerParts,
  trafficClass: TrafficClass | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (trafficClass === undefined) return serve(parts, request, response);
  const key = request.headers.authorization ?? '';
  try {
    parts.admission.enter(trafficClass, key);
  } catch (thrown) {
    const requestId = (request.headers['x-request-id'] as string | undefined) ?? '';
    const answer = errorAnswer(toApiError(thrown, requestId, parts.log), requestId);
    sendAnswer(response, answer, internalHeaders(answer));
    drainRequest(request);
    return;
  }
  try {
    await serve(parts, request, response);
  } finally {
    parts.admission.leave(trafficClass, key);
  }
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
  if (answer.shed !== undefined) headers.push(SHED, answer.shed);
  return headers;
}
