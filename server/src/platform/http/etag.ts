/** ETags of responses. They are weak, because a response has the same ETag in every content encoding. */
import { hash } from 'node:crypto';

export function etagOf(body: string | Buffer): string {
  return `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
}

/** Compares an If-None-Match header with an ETag, whether the client sends it as weak or strong. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some(candidate => opaqueTag(candidate.trim()) === opaqueTag(etag));
}

function opaqueTag(etag: string): string {
  return etag.startsWith('W/') ? etag.slice(2) : etag;
}
