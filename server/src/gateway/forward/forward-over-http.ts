/**
 * Forwards requests to backends over HTTP. Each response is collected completely before the client receives a byte. A
 * request whose response is lost can therefore be sent again, and clients never receive a truncated response.
 */
import type { ErrorCode } from '@serai/contract/errors.ts';
import { mayBook, type TrafficClass } from '@serai/contract/operation.ts';
import type { ClassCaps } from '../../platform/admission/admission.ts';
import { ApiError } from '../../platform/api-error.ts';
import { type Clock, sleep } from '../../platform/clock.ts';
import type { Answer } from '../../platform/operations/answer.ts';
import {
  ANSWER_HEADERS,
  ARRIVED_AT,
  BOOKING_ID,
  CLIENT_ADDRESS,
  ERROR_CODE,
  PROVIDER_US,
  SHED,
  TIME_LEFT,
  TRAFFIC_CLASS,
  UCP_SESSION,
} from '../../platform/operations/internal-headers.ts';
import { currentTraceparent } from '../../platform/tracing/span.ts';
import { BackendChoice } from './backend-choice.ts';
import type { Try } from './backend-connection.ts';
import { BackendPool } from './backend-pool.ts';
import { type Forward, type ForwardCall, LostAnswer } from './forward.ts';
import { afterFailure } from './resend-rule.ts';
import { watchBackends } from './watch-backends.ts';

const PAUSE_BETWEEN_ROUNDS_MS = 100;

const FOR_CLIENTS: ReadonlySet<string> = new Set(ANSWER_HEADERS);

export function forwardOverHttp(urls: readonly string[], clock: Clock, maxConnections?: ClassCaps): Forward {
  const backends = urls.map(url => new BackendPool(url, clock, maxConnections));
  const choice = new BackendChoice(backends, clock);
  const watch = watchBackends(
    backends.map(backend => ({
      url: backend.url,
      onKnown: isReady => choice.known(backend, isReady),
      onSilent: () => {
        if (backends.length > 1) backend.giveUpReads();
      },
    })),
    clock,
  );

  async function send(call: ForwardCall): Promise<Answer> {
    const { trafficClass } = call.operation;
    const endsAtMs = clock.monotonicMs() + call.timeLeftMs;
    let everSent = false;
    let last: BackendPool | undefined;
    let turnedAway: Answer | undefined;
    for (let tries = 1; ; tries++) {
      const backend = choice.next(trafficClass, last);
      last = backend;
      const result = await attempt(backend, call, endsAtMs - clock.monotonicMs());
      const answer = result.kind === 'answered' ? toAnswer(result) : undefined;
      // A 401 usually means that the backend's clock is wrong. If every backend rejects the token, the token itself is
      // invalid.
      const refusesToken = answer?.status === 401;
      if (answer === undefined || refusesToken) choice.failed(backend);
      else choice.answered(backend);
      const isTrue = answer !== undefined && !(everSent && mayNotDeny(trafficClass, answer.status));
      const isTurnedAway = answer?.shed !== undefined || (refusesToken && tries < backends.length);
      if (isTrue && !isTurnedAway) return answer;
      if (answer?.shed) {
        choice.shed(backend, trafficClass, answer.shed);
        turnedAway = answer;
      }
      const sent = result.kind === 'failed' && result.sent;
      everSent ||= sent;
      const leftMs = endsAtMs - clock.monotonicMs();
      const next = afterFailure({
        trafficClass,
        everSent,
        sent,
        tries,
        leftMs,
        isShed: isTurnedAway,
        others: Math.min(choice.othersWilling(trafficClass, backend), backends.length - tries),
      });
      if (next === 'silence') throw new LostAnswer(call.operation);
      if (next === 'unavailable' || call.signal.aborted) return answer ?? turnedAway ?? unavailable();
      call.onResend();
      if (tries >= backends.length) await sleep(clock, Math.min(PAUSE_BETWEEN_ROUNDS_MS, leftMs));
    }
  }

  return {
    send,
    turnsAway: trafficClass => choice.allShed(trafficClass),
    async close() {
      await watch.stop();
      for (const backend of backends) backend.close();
    },
  };
}

/** A node that is starting, has no database or has a wrong clock cannot know the outcome of an earlier attempt. */
function mayNotDeny(trafficClass: TrafficClass, status: number): boolean {
  return mayBook(trafficClass) && (status >= 500 || status === 401);
}

function attempt(backend: BackendPool, call: ForwardCall, timeoutMs: number): Promise<Try> {
  const book = call.operation.trafficClass === 'book';
  return backend.try({
    trafficClass: call.operation.trafficClass,
    path: call.path,
    token: call.token,
    headers: requestHeaders(call, timeoutMs),
    body: call.body,
    timeoutMs,
    signal: book ? undefined : call.signal,
  });
}

function requestHeaders(call: ForwardCall, timeLeftMs: number): string[] {
  const headers = [
    'content-type',
    'application/json',
    'x-request-id',
    call.requestId,
    ARRIVED_AT,
    String(call.arrivedAtMs),
    TIME_LEFT,
    String(Math.floor(timeLeftMs)),
  ];
  if (call.clientAddress !== undefined) headers.push(CLIENT_ADDRESS, call.clientAddress);
  if (call.ifNoneMatch !== undefined) headers.push('if-none-match', call.ifNoneMatch);
  if (call.idempotencyKey !== undefined) headers.push('idempotency-key', call.idempotencyKey);
  if (call.mcp?.version !== undefined) headers.push('mcp-protocol-version', call.mcp.version);
  if (call.mcp?.method !== undefined) headers.push('mcp-method', call.mcp.method);
  if (call.mcp?.name !== undefined) headers.push('mcp-name', call.mcp.name);
  if (call.ucp?.agent !== undefined) headers.push('ucp-agent', call.ucp.agent);
  if (call.ucp?.sessionId !== undefined) headers.push(UCP_SESSION, call.ucp.sessionId);
  const traceparent = currentTraceparent();
  if (traceparent !== undefined) headers.push('traceparent', traceparent);
  return headers;
}

function toAnswer({ status, headers, body }: Extract<Try, { kind: 'answered' }>): Answer {
  const answer: Answer = { status, headers: {}, body };
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] as string;
    const value = headers[i + 1] as string;
    if (FOR_CLIENTS.has(name)) answer.headers[name] = value;
    else if (name === ERROR_CODE) answer.code = value as ErrorCode;
    else if (name === BOOKING_ID) answer.bookingId = value;
    else if (name === PROVIDER_US) answer.providerUs = Number(value);
    else if (name === TRAFFIC_CLASS) answer.trafficClass = value as TrafficClass;
    else if (name === SHED) answer.shed = value === 'class' ? 'class' : 'request';
  }
  return answer;
}

function unavailable(): never {
  throw new ApiError(
    'SERVICE_UNAVAILABLE',
    'The service cannot be reached at the moment. Try again shortly.',
  );
}
