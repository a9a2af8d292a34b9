/**
 * The listener for the partner API. It serves plain pages without a key and sends all other requests through the
 * pipeline.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { MCP_PATH } from '@serai/contract/agents/mcp-route.ts';
import { UCP_PREFIX } from '@serai/contract/agents/ucp/ucp-route.ts';
import { ApiError } from '../platform/api-error.ts';
import type { Clock } from '../platform/clock.ts';
import { type BodyReads, ClientGone } from '../platform/http/body-reads.ts';
import { compressAnswer } from '../platform/http/content-encoding.ts';
import { checkRequest, type RequestListener } from '../platform/http/http-server.ts';
import type { PlainPages } from '../platform/http/plain-pages.ts';
import { readHeaders } from '../platform/http/request-headers.ts';
import { requestIdOf } from '../platform/http/request-id.ts';
import { drainRequest, sendAnswer, sentBytes } from '../platform/http/send-answer.ts';
import type { Log } from '../platform/log.ts';
import type { Answer } from '../platform/operations/answer.ts';
import { errorAnswer, toApiError } from '../platform/operations/error-answer.ts';
import { inSpan, isTracing, type Span, withClientTrace } from '../platform/tracing/span.ts';
import { beginExchange, Connection, type Exchange } from './exchange.ts';
import { LostAnswer } from './forward/forward.ts';
import { rateLimit, rateLimitPolicy } from './limits/rate-limit-headers.ts';
import type { Pipeline } from './pipeline.ts';
import type { Records } from './records/records.ts';

/** A status that appears only in the request log: the client disconnected before its request was complete. */
const CLIENT_GONE = 499;

interface GatewayListenerParts {
  pipeline: Pipeline;
  pages: PlainPages;
  records: Records;
  bodies: BodyReads;
  clock: Clock;
  log: Log;
  /** Whether there is a route for UCP. */
  hasUcp: boolean;
}

export function gatewayListener(parts: GatewayListenerParts): RequestListener {
  return (request, response) => {
    if (parts.pages.answer(request, response)) return;
    void traceRequest(request, span => handle(parts, request, response, span));
  };
}

/** Never rejects: a second promise per request, only to handle rejections, would cost 0.5 % of its CPU time. */
async function handle(
  parts: GatewayListenerParts,
  request: IncomingMessage,
  response: ServerResponse,
  span: Span | undefined,
): Promise<void> {
  try {
    const exchange = exchangeOf(parts, request);
    let answer: Answer | NoAnswer;
    try {
      checkRequest(request, exchange.headers.host);
      checkAgentTarget(exchange.path, isUcp(parts, exchange.path));
      answer = await parts.pipeline(new Connection(request, response, parts.bodies), exchange);
    } catch (thrown) {
      answer = failureOf(parts, exchange, thrown);
    }
    const totalMs = parts.clock.monotonicMs() - exchange.startedAtMs;
    if (answer === 'lost' || answer === 'client gone') {
      response.destroy();
      const lost = answer === 'lost';
      const status = lost ? 0 : CLIENT_GONE;
      if (span) describeRequest(span, exchange, { status });
      parts.records.record(exchange, { status, bytesOut: 0, totalMs, answerBody: undefined, lost });
      return;
    }
    const compressing = compressAnswer(answer, exchange.headers.acceptEncoding);
    const sent = compressing === undefined ? answer : await compressing;
    if (span) describeRequest(span, exchange, answer);
    // Before the response is sent, because its body must not be read afterwards.
    parts.records.record(exchange, {
      status: answer.status,
      code: answer.code,
      bytesOut: sentBytes(request, sent),
      totalMs,
      answerBody: answer.body,
      bookingId: answer.bookingId,
      providerUs: answer.providerUs,
      trafficClass: answer.trafficClass,
    });
    sendAnswer(response, sent, outerHeaders(exchange));
    drainRequest(request);
  } catch (error) {
    span?.fail();
    parts.log.error({ err: error }, 'a request failed without a response');
    response.destroy();
  }
}

function exchangeOf(parts: GatewayListenerParts, request: IncomingMessage): Exchange {
  const headers = readHeaders(request.rawHeaders);
  const path = request.url ?? '';
  return beginExchange({
    requestId: requestIdOf(headers.requestId ?? (isUcp(parts, path) ? headers.ucpRequestId : undefined)),
    headers,
    path,
    arrivedAtMs: parts.clock.nowMs(),
    startedAtMs: parts.clock.monotonicMs(),
  });
}

function isUcp({ hasUcp }: GatewayListenerParts, path: string): boolean {
  return hasUcp && path.startsWith(UCP_PREFIX);
}

/**
 * A URL may appear in the logs of proxies, so a key must never be sent in it. This runs before the key is looked up, so
 * that the request log contains no row either.
 */
function checkAgentTarget(path: string, isUcpPath: boolean): void {
  if (!path.startsWith(`${MCP_PATH}?`) && !(isUcpPath && path.includes('?'))) return;
  const message = isUcpPath
    ? 'UCP takes no query string. Send the key in X-API-Key or in the Authorization header.'
    : 'The MCP endpoint takes no query string. Send the key in the Authorization header.';
  throw new ApiError('VALIDATION_ERROR', message);
}

/** Why the connection must be closed without a response. */
type NoAnswer = 'lost' | 'client gone';

function failureOf(
  { log }: GatewayListenerParts,
  { requestId }: Exchange,
  thrown: unknown,
): Answer | NoAnswer {
  if (thrown instanceof LostAnswer) {
    if (thrown.cause)
      log.error({ requestId, err: thrown.cause }, 'a request failed after it was sent to a backend');
    return 'lost';
  }
  if (thrown instanceof ClientGone) return 'client gone';
  return errorAnswer(toApiError(thrown, requestId, log), requestId);
}

/**
 * The rate limit headers are omitted until the key's address list has been checked, so that a foreign address learns
 * nothing about usage.
 */
export function outerHeaders({ requestId, decision, record }: Exchange): string[] {
  const headers = ['x-request-id', requestId];
  if (decision !== undefined && record !== undefined) {
    headers.push('ratelimit', rateLimit(decision), 'ratelimit-policy', rateLimitPolicy(record.limits));
  }
  return headers;
}

function traceRequest(
  request: IncomingMessage,
  work: (span: Span | undefined) => Promise<void>,
): Promise<void> {
  if (!isTracing()) return work(undefined);
  const header = request.headers.traceparent as string | undefined;
  return withClientTrace(header, () => inSpan({ name: 'request', kind: 'server' }, work));
}

function describeRequest(
  span: Span,
  { requestId, operation, record, resent }: Exchange,
  { status, code }: Pick<Answer, 'status' | 'code'>,
): void {
  if (operation !== undefined) span.rename(`request ${operation.name}`);
  span.set({
    'serai.request_id': requestId,
    'serai.operation': operation?.name,
    'serai.environment': record?.environment,
    'http.response.status_code': status,
    'serai.code': code,
    'serai.resent': resent,
  });
  if (status === 0 || status >= 500) span.fail();
}
