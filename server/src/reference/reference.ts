/**
 * The human-readable reference at /docs, rendered from the contract. It contains no inline scripts or styles and loads
 * nothing from other hosts.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { REFERENCE_GROUPS } from '@serai/contract/account/reference.ts';
import type { OpenApiDocument } from '@serai/contract/openapi.ts';
import type { Operation } from '@serai/contract/operation.ts';
import type { Page } from '../platform/http/plain-pages.ts';
import { markdownPages } from './markdown-pages.ts';
import { errorsPage } from './pages/errors-page.ts';
import { eventsPage } from './pages/events-page.ts';
import { operationPage } from './pages/operation-page.ts';
import { overviewPage } from './pages/overview-page.ts';
import { scenariosPage, scopesPage } from './pages/table-pages.ts';
import { type Frame, framed, type NavigationGroup } from './parts/frame.ts';
import { type Html, html } from './parts/html.ts';
import { searchIndex } from './search-index.ts';

const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const PAGE_HEADERS = { 'content-security-policy': POLICY, 'cache-control': 'no-cache' };
/** The names of assets change with their content, so they can be cached permanently. */
const ASSET_HEADERS = { 'cache-control': 'public, max-age=31536000, immutable' };

/** Returns pages by path. Each page is rendered when it is first requested and then cached. */
export function referencePages(
  operations: readonly Operation[],
  { components: { schemas } }: Pick<OpenApiDocument, 'components'>,
  { hasMcp }: { hasMcp: boolean },
): Record<string, () => Page> {
  const navigation = navigationOf(operations);
  const style = asset('reference.css', 'text/css; charset=utf-8');
  const index = `const INDEX = ${JSON.stringify(searchIndex(operations, schemas))};\n`;
  const script = asset('reference-script.js', 'text/javascript; charset=utf-8', index);
  const frame: Frame = { navigation, stylePath: style.path, scriptPath: script.path };

  const draw = (path: string, title: string, body: () => Html, status = 200): [string, () => Page] => [
    path,
    kept(() => ({
      status,
      type: 'text/html; charset=utf-8',
      body: framed(frame, path, title, body()),
      headers: PAGE_HEADERS,
    })),
  ];
  return Object.fromEntries([
    draw('/docs', 'Serai reference', () => overviewPage(operations, navigation)),
    ...operations.map(operation =>
      draw(`/docs/${operation.name}`, operation.summary, () => operationPage(operation, schemas)),
    ),
    ...markdownPages(operations, schemas, hasMcp),
    draw('/docs/errors', 'Errors', () => errorsPage(operations)),
    draw('/docs/events', 'Events', () => eventsPage(schemas)),
    draw('/docs/scopes', 'Scopes', () => scopesPage(operations)),
    draw('/docs/scenarios', 'Scenarios', () => scenariosPage()),
    draw('/docs/*', 'Page not found', noSuchPage, 404),
    ['/docs/', () => ({ status: 308, type: 'text/plain', body: '', headers: { location: '/docs' } })],
    [style.path, () => style.page],
    [script.path, () => script.page],
  ]);
}

function navigationOf(operations: readonly Operation[]): NavigationGroup[] {
  return [
    ...REFERENCE_GROUPS.map(title => ({
      title,
      links: operations
        .filter(operation => groupOf(operation) === title)
        .map(({ name, summary }) => ({ title: summary, path: `/docs/${name}` })),
    })),
    {
      title: 'About',
      links: [
        { title: 'Errors', path: '/docs/errors', note: 'every code, and what to do' },
        { title: 'Events', path: '/docs/events', note: 'what webhook endpoints receive' },
        { title: 'Scopes', path: '/docs/scopes', note: 'what a key may do' },
        { title: 'Scenarios', path: '/docs/scenarios', note: 'behaviours that the sandbox can simulate' },
      ],
    },
  ];
}

function kept(draw: () => Page): () => Page {
  let page: Page | undefined;
  return () => {
    page ??= draw();
    return page;
  };
}

function asset(name: string, type: string, before = ''): { path: string; page: Page } {
  const body = before + readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12);
  const [stem, ending] = name.split('.');
  return {
    path: `/docs/${stem}-${hash}.${ending}`,
    page: { status: 200, type, body, headers: ASSET_HEADERS },
  };
}

export function noSuchPage(): Html {
  return html`<div class="text">
<h1>Page not found</h1>
<p>The reference has no page at this address. Choose one from the list, search for a field, code or event, or start at <a href="/docs">the overview</a>.</p>
</div>`;
}

export type ReferenceGroup = (typeof REFERENCE_GROUPS)[number];

export function groupOf({ scope, path }: Pick<Operation, 'scope' | 'path'>): ReferenceGroup {
  if (scope !== 'content:read') return 'Booking';
  return path.includes('/places/') ? 'Places' : 'Content';
}
