/**
 * Adds trace spans around parts of the areas and the platform. If tracing is disabled, the parts are returned
 * unchanged.
 */
import type { Operation } from '@serai/contract/operation.ts';
import type { RequestListener } from '../platform/http/http-server.ts';
import type { Answer } from '../platform/operations/answer.ts';
import type { Backend } from '../platform/operations/backend.ts';
import { inNewTrace, inSpan, isTracing, type Span, withRemoteTrace } from '../platform/tracing/span.ts';
import type { Sender } from '../webhooks/sending/sender.ts';

export function traceBackend(backend: Backend, operations: readonly Operation[]): Backend {
  if (!isTracing()) return backend;
  const names = new Map<string, string>(
    operations.flatMap(({ name, path, aliases }) => [path, ...aliases].map(each => [each, name] as const)),
  );
  return request => {
    const operation = names.get(request.path) ?? 'none';
    const attributes = { 'serai.operation': operation, 'serai.request_id': request.requestId };
    return inSpan({ name: `operation ${operation}`, kind: 'server', attributes }, span => {
      const answer = backend(request);
      return answer instanceof Promise ? answer.then(came => described(span, came)) : described(span, answer);
    });
  };
}

function described(span: Span | undefined, answer: Answer): Answer {
  span?.set({ 'http.response.status_code': answer.status, 'serai.code': answer.code });
  if (answer.status >= 500) span?.fail();
  return answer;
}

/** Only gateways call a backend, so a trace that they began is continued here. */
export function traceListener(listener: RequestListener): RequestListener {
  if (!isTracing()) return listener;
  return (request, response) =>
    withRemoteTrace(request.headers.traceparent as string | undefined, () => listener(request, response));
}

/** The span omits the URL, which may contain a secret of the receiver. */
export function traceSender(sender: Sender): Sender {
  if (!isTracing()) return sender;
  return {
    ...sender,
    postOnce: post =>
      inNewTrace(
        { name: 'webhook delivery', kind: 'client', attributes: { 'serai.environment': post.environment } },
        async span => {
          const result = await sender.postOnce(post);
          span?.set({ 'http.response.status_code': result.status });
          if (result.status === undefined || result.status >= 400) span?.fail();
          return result;
        },
      ),
  };
}
