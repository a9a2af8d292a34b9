/** Serves the generated pictures. They need no key, no database and no memory between requests. */
import type { IncomingMessage } from 'node:http';
import { etagOf } from '../../../platform/http/etag.ts';
import { jsonPage, type Page } from '../../../platform/http/plain-pages.ts';
import { drawPicture } from './sandbox-picture.ts';

/** No valid path is longer. A longer path is refused before it is examined. */
const MAX_PATH = 100;

export function picturePage({ url = '' }: IncomingMessage): Page {
  const body = url.length > MAX_PATH ? undefined : drawPicture(url);
  if (body === undefined)
    return jsonPage(404, { error: { code: 'NOT_FOUND', message: 'There is no picture at this path.' } });
  return {
    status: 200,
    type: 'image/svg+xml',
    body,
    headers: {
      etag: etagOf(body),
      'cache-control': 'public, max-age=31536000, immutable',
      // A picture that is opened as a page must not run anything, and shops on other hosts may show it.
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    },
  };
}
