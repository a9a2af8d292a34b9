/** The HTTP listener of a separate backend process. It serves the backend function, the JWKS and the health pages. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Route, TrafficClass } from '@serai/contract/operation.ts';
import type { Admission, RequestOwner } from '../admission/admission.ts';
import { ApiError } from '../api-error.ts';
import type { Clock } from '../clock.ts';
import { type BodyReads, ClientGone } from '../http/body-reads.ts';
import { HangUp } from '../http/hang-up.ts';
import type { RequestListener } from '../http/http-server.ts';
import type { PlainPages } from '../http/plain-pages.ts';
import { drainRequest, sendAnswer } from '../http/send-answer.ts';
import type { Log } from '../log.ts';
import type { TokenVerifier } from '../token/token-verifier.ts';
import type { Answer } from './answer.ts';
import type { Backend } from './backend.ts';
import type { BackendRequest, McpHeaders, UcpHeaders } from './backend-request.ts';
import { errorAnswer, toApiError } from './error-answer.ts';
import {
  ARRIVED_AT,
  BOOKING_ID,
  CLIENT_ADDRESS,
  ERROR_CODE,
  PROVIDER_US,
  SHED,
  TIME_LEFT,
  TRAFFIC_CLASS,
  UCP_SESSION,
} from './internal-headers.ts';
import { OutcomeUnknown } from './sent-mark.ts';

interface BackendListenerParts {
  backend: Backend;
  operations: readonly Route[];
  verifier: Pick<TokenVerifier, 'verify'>;
  /** Several gateways may send requests, each with its own limits. */
  admission: Pick<Admission, 'check' | 'enter' | 'leave'>;
  bodies: BodyReads;
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
    // Only gateways, which have already checked the request, have a valid token. If the outcome of an operation is
    // unknown, the connection is closed without a response. The gateway then retries an operation, which never books or
    // cancels twice. It does not retry an MCP request: the agent does, with the same client reference.
    serve(parts, trafficClass, request, response).catch(() => response.destroy());
  };
}

async function serve(
  parts: BackendListenerParts,
  trafficClass: TrafficClass | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let answer: Answer;
  try {
    answer = await answerOf(parts, trafficClass, request, response);
  } catch (thrown) {
    if (thrown instanceof ClientGone || thrown instanceof OutcomeUnknown) throw thrown;
    const requestId = (request.headers['x-request-id'] as string | undefined) ?? '';
    answer = errorAnswer(toApiError(thrown, requestId, parts.log), requestId);
  }
  sendAnswer(response, answer, internalHeaders(answer));
  drainRequest(request);
}

/** The token determines whose slots are used. The backend verifies the token again. */
async function answerOf(
  { backend, admission, bodies, verifier, clock }: BackendListenerParts,
  trafficClass: TrafficClass | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Answer> {
  const owner: RequestOwner | undefined = await verifier.verify(tokenOf(request.headers));
  if (owner === undefined) throw new ApiError('UNAUTHORIZED', 'The token is not valid.');
  if (trafficClass === undefined) throw new ApiError('NOT_FOUND', 'There is no operation at this path.');
  admission.check(trafficClass, owner);
  const holder = { pool: owner.environment, name: owner.organisationId };
  const body = await bodies.read(request, response, holder);
  admission.enter(trafficClass, owner);
  try {
    return await backend(new ReceivedRequest(request, response, body, clock));
  } finally {
    admission.leave(trafficClass, owner);
  }
}

function tokenOf({ authorization }: IncomingMessage['headers']): string {
  return authorization?.replace(/^Bearer /, '') ?? '';
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
  readonly mcp: McpHeaders;
  readonly ucp: UcpHeaders;

  constructor({ url, headers }: IncomingMessage, response: ServerResponse, body: Buffer, clock: Clock) {
    super(response);
    const text = (name: string) => headers[name] as string | undefined;
    this.path = url ?? '';
    this.token = tokenOf(headers);
    this.body = body;
    this.requestId = text('x-request-id') ?? '';
    this.clientAddress = text(CLIENT_ADDRESS);
    this.arrivedAtMs = Number(text(ARRIVED_AT) ?? clock.nowMs());
    this.timeLeftMs = Number(text(TIME_LEFT) ?? DEFAULT_TIME_LEFT_MS);
    this.ifNoneMatch = headers['if-none-match'];
    this.idempotencyKey = text('idempotency-key');
    this.mcp = {
      version: text('mcp-protocol-version'),
      method: text('mcp-method'),
      name: text('mcp-name'),
    };
    this.ucp = { agent: text('ucp-agent'), sessionId: text(UCP_SESSION) };
  }
}

function internalHeaders(answer: Answer): string[] {
  const headers: string[] = [];
  if (answer.code !== undefined) headers.push(ERROR_CODE, answer.code);
  if (answer.bookingId !== undefined) headers.push(BOOKING_ID, answer.bookingId);
  if (answer.providerUs !== undefined) headers.push(PROVIDER_US, String(answer.providerUs));
  if (answer.trafficClass !== undefined) headers.push(TRAFFIC_CLASS, answer.trafficClass);
  if (answer.shed !== undefined) headers.push(SHED, answer.shed);
  return headers;
}
