/** The tracing span of a client request. Its attributes are set once the response is known. */
import type { IncomingMessage } from 'node:http';
import type { Answer } from '../platform/operations/answer.ts';
import { inSpan, isTracing, type Span, withClientTrace } from '../platform/tracing/span.ts';
import type { Exchange } from './exchange.ts';

export function traceRequest(
  request: IncomingMessage,
  work: (span: Span | undefined) => Promise<void>,
): Promise<void> {
  if (!isTracing()) return work(undefined);
  const header = request.headers.traceparent as string | undefined;
  return withClientTrace(header, () => inSpan({ name: 'request', kind: 'server' }, work));
}

export function describeRequest(
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
