/**
 * Pages that need no API key, such as health, readiness, the OpenAPI document and the reference. They only support GET
 * and HEAD. Other methods return 405.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Memo } from '../cache/memo.ts';
import type { Answer } from '../operations/answer.ts';
import { errorAnswer } from '../operations/error-answer.ts';
import { chooseEncoding, compressThoroughly, type Encoding } from './content-encoding.ts';
import { etagOf, matchesEtag } from './etag.ts';
import { methodNotAllowed } from './media.ts';
import { requestIdOf } from './request-id.ts';
import { drainRequest, sendAnswer } from './send-answer.ts';

export interface Page {
  status: number;
  type: string;
  body: string | Buffer;
  headers?: Record<string, string>;
  /** Returns the compressed body of a page that never changes. */
  compressed?: (encoding: Encoding) => Promise<Buffer>;
}

export type DrawPage = (request: IncomingMessage) => Page | Promise<Page>;

/** The preferred encoding comes first. */
const ENCODINGS: readonly Encoding[] = ['br', 'zstd', 'gzip'];

export interface PlainPages {
  /** Sends a response if the request is for one of the pages. Otherwise returns false. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
}

/** Pages by path. The query is ignored, and `/docs/*` matches every other path below `/docs/`. */
export function plainPages(pages: Readonly<Record<string, DrawPage>>): PlainPages {
  const byPath = new Map(Object.entries(pages));
  const folders = [...byPath].flatMap(([path, draw]) =>
    path.endsWith('/*') ? [{ prefix: path.slice(0, -1), draw }] : [],
  );

  /** Every request to an operation is looked up here first, so this creates no strings for them. */
  function find(url: string): DrawPage | undefined {
    const query = url.indexOf('?');
    const path = query === -1 ? url : url.slice(0, query);
    return byPath.get(path) ?? folders.find(({ prefix }) => path.startsWith(prefix))?.draw;
  }

  return {
    answer(request, response) {
      const draw = find(request.url ?? '');
      if (draw === undefined) return false;
      if (request.method === 'GET' || request.method === 'HEAD') void send(request, response, draw);
      else refuseMethod(request, response);
      return true;
    },
  };
}

function refuseMethod(request: IncomingMessage, response: ServerResponse): void {
  const requestId = requestIdOf(request.headers['x-request-id'] as string | undefined);
  sendAnswer(response, errorAnswer(methodNotAllowed(['GET', 'HEAD']), requestId), [
    'x-request-id',
    requestId,
  ]);
  drainRequest(request);
}

async function send(request: IncomingMessage, response: ServerResponse, draw: DrawPage): Promise<void> {
  const requestId = requestIdOf(request.headers['x-request-id'] as string | undefined);
  const answer = await Promise.resolve(request)
    .then(draw)
    .then(page => answerOf(page, request))
    .catch(() => answerOf(jsonPage(503, { status: 'unavailable' }), request));
  sendAnswer(response, answer, ['x-request-id', requestId]);
}

async function answerOf(page: Page, { headers: asked }: IncomingMessage): Promise<Answer> {
  const { status, type, body, compressed } = page;
  const headers: Record<string, string> = {
    'content-type': type,
    'cache-control': 'no-store',
    ...page.headers,
  };
  if (compressed !== undefined) headers.vary = 'Accept-Encoding';
  if (headers.etag !== undefined && matchesEtag(asked['if-none-match'], headers.etag))
    return { status: 304, headers, body: '' };
  if (compressed === undefined) return { status, headers, body };
  const encoding = chooseEncoding(asked['accept-encoding'] as string | undefined, ENCODINGS);
  if (encoding === undefined) return { status, headers, body };
  return { status, headers: { ...headers, 'content-encoding': encoding }, body: await compressed(encoding) };
}

/** A page that never changes while the process runs. It is compressed once per encoding and has an ETag. */
export function staticPage(type: string, body: Buffer): Page {
  const bodies = new Memo<Encoding, Promise<Buffer>>();
  const etag = etagOf(body);
  return {
    status: 200,
    type,
    body,
    headers: { etag, 'cache-control': 'no-cache' },
    compressed: encoding => bodies.get(encoding, () => compressThoroughly[encoding](body)),
  };
}

export function jsonPage(status: number, value: unknown): Page {
  return { status, type: 'application/json; charset=utf-8', body: `${JSON.stringify(value)}\n` };
}
