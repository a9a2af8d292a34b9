/**
 * Forwards to backends over HTTP. Answers are collected whole before the client sees a byte: a lost answer can then
 * be asked for again, and nobody ever gets half of one.
 */
import type { ErrorCode } from '@serai/contract/errors.ts';
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
  TIME_LEFT,
} from '../../platform/operations/internal-headers.ts';
import { BackendPool, type Try } from './backend-pool.ts';
import { type Forward, type ForwardCall, LostAnswer } from './forward.ts';
import { afterFailure } from './resend-rule.ts';

const REST_AFTER_FAILURE_MS = 1_000;
const PAUSE_BETWEEN_ROUNDS_MS = 100;

export function forwardOverHttp(urls: readonly string[], clock: Clock): Forward {
  const backends = urls.map(url => new BackendPool(url, clock));
  const failedAtMs = new Map<BackendPool, number>();
  let turn = 0;

  /** In turn, those that failed lately last. */
  function choose(except: BackendPool | undefined): BackendPool {
    const inTurn = backends.map((_, i) => backends[(turn + i) % backends.length] as BackendPool);
    turn = (turn + 1) % backends.length;
    const rested = (backend: BackendPool) =>
      clock.monotonicMs() - (failedAtMs.get(backend) ?? Number.NEGATIVE_INFINITY) > REST_AFTER_FAILURE_MS;
    const others = inTurn.filter(backend => backend !== except);
    return others.find(rested) ?? others[0] ?? (inTurn[0] as BackendPool);
  }

  async function send(call: ForwardCall): Promise<Answer> {
    const endsAtMs = clock.monotonicMs() + call.timeLeftMs;
    let everSent = false;
    let last: BackendPool | undefined;
    for (let tries = 1; ; tries++) {
      const backend = choose(last);
      last = backend;
      const result = await attempt(backend, call, endsAtMs - clock.monotonicMs());
      if (result.kind === 'answered') {
        failedAtMs.delete(backend);
        return toAnswer(result);
      }
      failedAtMs.set(backend, clock.monotonicMs());
      everSent ||= result.sent;
      const leftMs = endsAtMs - clock.monotonicMs();
      const next = afterFailure({
        trafficClass: call.operation.trafficClass,
        everSent,
        sent: result.sent,
        tries,
        leftMs,
      });
      if (next === 'silence') throw new LostAnswer(call.operation);
      if (next === 'unavailable' || call.signal.aborted) throw unavailable();
      call.onResend();
      if (tries >= backends.length) await sleep(clock, Math.min(PAUSE_BETWEEN_ROUNDS_MS, leftMs));
    }
  }

  return {
    send,
    async close() {
      await Promise.all(backends.map(backend => backend.close()));
    },
  };
}

function attempt(backend: BackendPool, call: ForwardCall, timeoutMs: number): Promise<Try> {
  const book = call.operation.trafficClass === 'book';
  return backend.try({
    trafficClass: call.operation.trafficClass,
    path: call.path,
    headers: requestHeaders(call, timeoutMs),
    body: call.body,
    timeoutMs,
    signal: book ? undefined : call.signal,
  });
}

function requestHeaders(call: ForwardCall, timeLeftMs: number): string[] {
  const headers = [
    'authorization',
    `Bearer ${call.token}`,
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
  return headers;
}

function toAnswer(result: Extract<Try, { kind: 'answered' }>): Answer {
  const text = (name: string) => result.headers[name] as string | undefined;
  const answer: Answer = { status: result.status, headers: {}, body: result.body };
  for (const name of ANSWER_HEADERS) {
    const value = text(name);
    if (value !== undefined) answer.headers[name] = value;
  }
  const code = text(ERROR_CODE);
  if (code !== undefined) answer.code = code as ErrorCode;
  const bookingId = text(BOOKING_ID);
  if (bookingId !== undefined) answer.bookingId = bookingId;
  const providerUs = text(PROVIDER_US);
  if (providerUs !== undefined) answer.providerUs = Number(providerUs);
  return answer;
}

function unavailable(): ApiError {
  return new ApiError(
    'SERVICE_UNAVAILABLE',
    'The service cannot be reached at the moment. Try again shortly.',
  );
}
