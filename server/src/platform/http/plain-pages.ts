/** Pages that need no key: health, readiness, the OpenAPI document, the reference. GET and HEAD alone. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestIdOf } from './request-id.ts';
import { sendAnswer } from './send-answer.ts';

export interface Page {
  status: number;
  type: string;
  body: string | Buffer;
  headers?: Record<string, string>;
}

export interface PlainPages {
  /** Answers when the request asks for one of the pages; else false. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
}

/** By path, whatever the query; `/docs/*` is whatever else lies below `/docs/`. */
export function plainPages(pages: Readonly<Record<string, () => Page | Promise<Page>>>): PlainPages {
  const byPath = new Map(Object.entries(pages));
  return {
    answer(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const path = (request.url ?? '').split('?', 1)[0] as string;
      const draw = byPath.get(path) ?? byPath.get(`/${path.split('/', 2)[1]}/*`);
      if (draw === undefined) return false;
      void send(response, draw, requestIdOf(request.headers['x-request-id'] as string | undefined));
      return true;
    },
  };
}

async function send(
  response: ServerResponse,
  draw: () => Page | Promise<Page>,
  requestId: string,
): Promise<void> {
  const page = await Promise.resolve()
    .then(draw)
    .catch(() => jsonPage(503, { status: 'unavailable' }));
  const headers = { 'content-type': page.type, 'cache-control': 'no-store', ...page.headers };
  sendAnswer(response, { status: page.status, headers, body: page.body }, ['x-request-id', requestId]);
}

export function jsonPage(status: number, value: unknown): Page {
  return { status, type: 'application/json; charset=utf-8', body: `${JSON.stringify(value)}\n` };
}
