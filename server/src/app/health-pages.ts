/** Health checks, and what a process serves before it is ready. */
import type { ErrorCode } from '@serai/contract/errors.ts';
import { ApiError } from '../platform/api-error.ts';
import type { RequestListener } from '../platform/http/http-server.ts';
import {
  type DrawPage,
  jsonPage,
  type Page,
  type PlainPages,
  plainPages,
} from '../platform/http/plain-pages.ts';
import { requestIdOf } from '../platform/http/request-id.ts';
import { drainRequest, sendAnswer } from '../platform/http/send-answer.ts';
import { errorAnswer } from '../platform/operations/error-answer.ts';
import { SHED } from '../platform/operations/internal-headers.ts';
import type { Readiness } from '../platform/readiness.ts';

export function healthPages(readiness: Readiness): Record<string, () => Page> {
  return {
    '/healthz': () => jsonPage(200, { status: 'alive' }),
    '/readyz': () => {
      const checks = readiness.results();
      const ready = checks.every(check => check.ready);
      return jsonPage(ready ? 200 : 503, { status: ready ? 'ready' : 'not ready', checks });
    },
  };
}

/** Health checks and metrics, served on a worker's port. Any other path returns 404. */
export function pagesOnly(readiness: Readiness, metrics: DrawPage): RequestListener {
  return answerElse(
    plainPages({ ...healthPages(readiness), '/metrics': metrics }),
    'NOT_FOUND',
    'There is no page at this path.',
  );
}

/**
 * Handles requests while the process is starting: health checks report that it is alive, but not ready. On a backend, a
 * response header shows gateways that the request was not carried out, so that they try another backend.
 */
export function startingListener(readiness: Readiness, isForGateways: boolean): RequestListener {
  const pages = plainPages(healthPages(readiness));
  const message = 'The service is starting. Try again shortly.';
  return answerElse(pages, 'SERVICE_UNAVAILABLE', message, isForGateways ? [SHED, 'request'] : []);
}

function answerElse(
  pages: PlainPages,
  code: ErrorCode,
  message: string,
  headers: readonly string[] = [],
): RequestListener {
  return (request, response) => {
    if (pages.answer(request, response)) return;
    const requestId = requestIdOf(request.headers['x-request-id'] as string | undefined);
    const error = new ApiError(code, message, code === 'SERVICE_UNAVAILABLE' ? { retryAfterSeconds: 1 } : {});
    sendAnswer(response, errorAnswer(error, requestId), ['x-request-id', requestId, ...headers]);
    drainRequest(request);
  };
}
