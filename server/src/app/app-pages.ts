import { readFileSync } from 'node:fs';
import type { ErrorCode } from '@serai/contract/errors.ts';
import type { OpenApiDocument } from '@serai/contract/openapi.ts';
import { OPERATIONS } from '@serai/contract/operations.ts';
import { picturePages } from '../content/sandbox/pictures/picture-page.ts';
import { ApiError } from '../platform/api-error.ts';
import { Memo } from '../platform/cache/memo.ts';
import type { Clock } from '../platform/clock.ts';
import type { RequestListener } from '../platform/http/http-server.ts';
import {
  type DrawPage,
  jsonPage,
  type Page,
  type PlainPages,
  plainPages,
  staticPage,
} from '../platform/http/plain-pages.ts';
import { requestIdOf } from '../platform/http/request-id.ts';
import { drainRequest, sendAnswer } from '../platform/http/send-answer.ts';
import { errorAnswer } from '../platform/operations/error-answer.ts';
import { SHED } from '../platform/operations/internal-headers.ts';
import type { OperatorHandler } from '../platform/operations/operator/operator-handler.ts';
import type { TryCall } from '../platform/operations/try-call.ts';
import type { Readiness } from '../platform/readiness.ts';
import type { PublicKey } from '../platform/token/key-set.ts';
import { referencePages } from '../reference/reference.ts';
import { referenceHandlers } from '../reference/reference-handlers.ts';

function healthPages(readiness: Readiness): Record<string, () => Page> {
  return {
    '/healthz': () => jsonPage(200, { status: 'alive' }),
    '/readyz': () => {
      const checks = readiness.results();
      const ready = checks.every(check => check.ready);
      return jsonPage(ready ? 200 : 503, { status: ready ? 'ready' : 'not ready', checks });
    },
  };
}

let openApi: { document: OpenApiDocument; page: Page } | undefined;
/** Several services in one process share the pages of the reference, by whether it has an MCP page. */
const reference = new Memo<boolean, Record<string, () => Page>>();

/** Reads the document once per process, because it is large. */
function readOpenApi(): { document: OpenApiDocument; page: Page } {
  if (openApi !== undefined) return openApi;
  const bytes = readFileSync(new URL('../../../openapi.json', import.meta.url));
  openApi = { document: JSON.parse(bytes.toString('utf8')), page: staticPage('application/json', bytes) };
  return openApi;
}

/** Operations that provide the API reference to the dashboard, which displays it in its own layout. */
export function referenceOperations(tryCall: TryCall): OperatorHandler[] {
  return referenceHandlers(OPERATIONS, readOpenApi().document, tryCall);
}

export function interfacePages(
  readiness: Readiness,
  { hasMcp, clock, more }: { hasMcp: boolean; clock: Clock; more: Readonly<Record<string, DrawPage>> },
): PlainPages {
  const { document, page } = readOpenApi();
  return plainPages({
    ...healthPages(readiness),
    '/openapi.json': () => page,
    '/sandbox/*': picturePages(clock),
    ...reference.get(hasMcp, () => referencePages(OPERATIONS, document, { hasMcp })),
    ...more,
  });
}

/**
 * The dashboard shows the generated pictures from its own listener, because its content security policy allows no other
 * address without https. `/sandbox` is a page of the dashboard, so the pictures have a path of their own.
 */
export const DASHBOARD_PICTURES = '/pictures';

export function dashboardPages(readiness: Readiness, metrics: DrawPage, clock: Clock): PlainPages {
  return plainPages({
    ...healthPages(readiness),
    '/metrics': metrics,
    [`${DASHBOARD_PICTURES}/*`]: picturePages(clock, DASHBOARD_PICTURES),
  });
}

export function backendPages(
  readiness: Readiness,
  metrics: DrawPage,
  publicKeys: () => Promise<readonly PublicKey[]>,
): PlainPages {
  return plainPages({
    ...healthPages(readiness),
    '/metrics': metrics,
    '/.well-known/jwks.json': async () => {
      const keys = await publicKeys();
      return jsonPage(200, { keys: keys.map(({ kid, jwk }) => ({ ...jwk, kid, alg: 'EdDSA', use: 'sig' })) });
    },
  });
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
