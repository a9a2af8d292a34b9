/**
 * Serves the generated pictures. They need no key and no database. Because anyone may request them, a process draws
 * only a limited number of them per second. Recently drawn pictures, HEAD and revalidations do not count.
 */
import { type Entry, SecondChanceCache } from '../../../platform/cache/second-chance-cache.ts';
import type { Clock } from '../../../platform/clock.ts';
import { etagOf, matchesEtag } from '../../../platform/http/etag.ts';
import { type DrawPage, jsonPage, type Page } from '../../../platform/http/plain-pages.ts';
import { findPicture } from './sandbox-picture.ts';

/** No valid path is longer. A longer path is refused before it is examined. */
const MAX_PATH = 100;
/** A drawing takes about a millisecond, so drawing uses at most a tenth of a core. */
export const MAX_DRAWN_PER_SECOND = 100;
/** A picture has up to 20 kB. */
const MAX_CACHED = 200;
const SECOND_MS = 1000;

interface Drawn extends Entry {
  body: string;
}

/** `under` is the path below which the listener serves the pictures. */
export function picturePages(clock: Clock, under = ''): DrawPage {
  const drawn = new SecondChanceCache<Drawn>(MAX_CACHED);
  let secondFromMs = Number.NEGATIVE_INFINITY;
  let drawnInSecond = 0;

  function mayDraw(): boolean {
    const nowMs = clock.monotonicMs();
    if (nowMs - secondFromMs >= SECOND_MS) {
      secondFromMs = nowMs;
      drawnInSecond = 0;
    }
    return drawnInSecond++ < MAX_DRAWN_PER_SECOND;
  }

  return ({ url: requested = '', method, headers }) => {
    const url = requested.slice(under.length);
    const draw = url.length > MAX_PATH ? undefined : findPicture(url);
    if (draw === undefined) return failure(404, 'NOT_FOUND', 'There is no picture at this path.');
    // The path contains the version of the drawings and everything that a picture depends on.
    const etag = etagOf(url);
    if (method === 'HEAD' || matchesEtag(headers['if-none-match'], etag)) return pictureOf('', etag);
    const known = drawn.get(url);
    if (known !== undefined) return pictureOf(known.body, etag);
    if (!mayDraw()) {
      const refused = failure(
        503,
        'SERVICE_UNAVAILABLE',
        'Too many pictures are requested. Try again shortly.',
      );
      return { ...refused, headers: { 'retry-after': '1' } };
    }
    const body = draw();
    drawn.set(url, { body, used: false });
    return pictureOf(body, etag);
  };
}

const failure = (status: number, code: string, message: string) =>
  jsonPage(status, { error: { code, message } });

function pictureOf(body: string, etag: string): Page {
  return {
    status: 200,
    type: 'image/svg+xml',
    body,
    headers: {
      etag,
      'cache-control': 'public, max-age=31536000, immutable',
      // A picture that is opened as a page must not run anything, and shops on other hosts may show it.
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    },
  };
}
