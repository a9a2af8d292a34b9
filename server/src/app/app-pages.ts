import { readFileSync } from 'node:fs';
import type { OpenApiDocument } from '@serai/contract/openapi.ts';
import { OPERATIONS } from '@serai/contract/operations.ts';
import { picturePages } from '../content/sandbox/pictures/picture-page.ts';
import { Memo } from '../platform/cache/memo.ts';
import type { Clock } from '../platform/clock.ts';
import {
  type DrawPage,
  jsonPage,
  type Page,
  type PlainPages,
  plainPages,
  staticPage,
} from '../platform/http/plain-pages.ts';
import type { OperatorHandler } from '../platform/operations/operator/operator-handler.ts';
import type { TryCall } from '../platform/operations/try-call.ts';
import type { Readiness } from '../platform/readiness.ts';
import type { PublicKey } from '../platform/token/key-set.ts';
import { referencePages } from '../reference/reference.ts';
import { referenceHandlers } from '../reference/reference-handlers.ts';
import { healthPages } from './health-pages.ts';

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
