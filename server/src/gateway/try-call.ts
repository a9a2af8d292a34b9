/**
 * Calls the API for a person who tries it in the dashboard. The call uses the same pipeline, limits and request log as
 * any other call, but no socket. The key exists only in the headers of the exchange.
 */
import type { Clock } from '../platform/clock.ts';
import { DASHBOARD_USER_AGENT } from '../platform/http/dashboard-user-agent.ts';
import { readHeaders } from '../platform/http/request-headers.ts';
import { requestIdOf } from '../platform/http/request-id.ts';
import type { Log } from '../platform/log.ts';
import type { Answer } from '../platform/operations/answer.ts';
import { errorAnswer, toApiError } from '../platform/operations/error-answer.ts';
import type { TriedCall, TryCall } from '../platform/operations/try-call.ts';
import { beginExchange, type ClientConnection, type Exchange } from './exchange.ts';
import { LostAnswer } from './forward/forward.ts';
import { outerHeaders } from './gateway-listener.ts';
import type { Pipeline } from './pipeline.ts';
import type { Records } from './records/records.ts';

const NEVER = new AbortController().signal;

interface TryCallParts {
  pipeline: Pipeline;
  records: Records;
  clock: Clock;
  log: Log;
}

export function tryCalls(parts: TryCallParts): TryCall {
  const { clock, records } = parts;
  return async call => {
    const exchange = exchangeOf(call, clock);
    const answer = await answerOf(parts, call, exchange);
    const { requestId } = exchange;
    const durationMs = clock.monotonicMs() - exchange.startedAtMs;
    if (answer === undefined) {
      const nothing = { status: 0, bytesOut: 0, totalMs: durationMs, answerBody: undefined, lost: true };
      records.record(exchange, nothing);
      return { requestId, status: null, headers: {}, body: '', durationMs };
    }
    records.record(exchange, {
      status: answer.status,
      code: answer.code,
      bytesOut: Buffer.byteLength(answer.body),
      totalMs: durationMs,
      answerBody: answer.body,
      bookingId: answer.bookingId,
      providerUs: answer.providerUs,
      trafficClass: answer.trafficClass,
    });
    const { status } = answer;
    const body = String(answer.body);
    answer.release?.();
    return { requestId, status, headers: headersOf(answer, exchange), body, durationMs };
  };
}

function exchangeOf({ key, path, body, idempotencyKey }: TriedCall, clock: Clock): Exchange {
  const sent = [
    ...['authorization', `ApiKey ${key}`],
    ...['content-type', 'application/json'],
    ...['content-length', String(Buffer.byteLength(body))],
    ...['user-agent', DASHBOARD_USER_AGENT],
    ...(idempotencyKey === undefined ? [] : ['idempotency-key', idempotencyKey]),
  ];
  return beginExchange({
    requestId: requestIdOf(undefined),
    headers: readHeaders(sent),
    path,
    arrivedAtMs: clock.nowMs(),
    startedAtMs: clock.monotonicMs(),
  });
}

/** Returns undefined if the API would close the connection without a response. */
async function answerOf(
  { pipeline, log }: TryCallParts,
  { body, address }: TriedCall,
  exchange: Exchange,
): Promise<Answer | undefined> {
  const connection: ClientConnection = {
    request: { method: 'POST', socket: { remoteAddress: address } },
    signal: NEVER,
    readBody: async () => Buffer.from(body),
  };
  try {
    return await pipeline(connection, exchange);
  } catch (thrown) {
    if (thrown instanceof LostAnswer) return undefined;
    return errorAnswer(toApiError(thrown, exchange.requestId, log), exchange.requestId);
  }
}

function headersOf({ headers }: Answer, exchange: Exchange): Record<string, string> {
  const all: Record<string, string> = {};
  const outer = outerHeaders(exchange);
  for (let i = 0; i + 1 < outer.length; i += 2) all[outer[i] as string] = outer[i + 1] as string;
  for (const [name, value] of Object.entries(headers)) all[name.toLowerCase()] = value;
  return all;
}
