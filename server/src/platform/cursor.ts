/**
 * Keyset cursors for lists. A cursor contains the position to continue from, and a MAC over the position and the list
 * parameters. It is only valid for the caller and the filters that it was created for.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { ApiError } from './api-error.ts';

const MAC_BYTES = 16;

/** `boundTo` contains everything that determines the content of the list: operation, organisation and filters. */
export function makeCursor(key: Buffer, boundTo: unknown, position: readonly string[]): string {
  const body = Buffer.from(JSON.stringify(position));
  return Buffer.concat([mac(key, boundTo, body), body]).toString('base64url');
}

/** Returns the position that was passed to `makeCursor`. Throws INVALID_CURSOR for anything else. */
export function readCursor(key: Buffer, boundTo: unknown, cursor: string): string[] {
  const bytes = Buffer.from(cursor, 'base64url');
  const body = bytes.subarray(MAC_BYTES);
  // Decoding ignores foreign characters. The bytes are encoded again and compared, so that each cursor has only one
  // spelling.
  const genuine =
    bytes.length > MAC_BYTES &&
    bytes.toString('base64url') === cursor &&
    timingSafeEqual(bytes.subarray(0, MAC_BYTES), mac(key, boundTo, body));
  if (!genuine) {
    throw new ApiError('INVALID_CURSOR', 'The cursor does not belong to this list and these filters.');
  }
  return JSON.parse(body.toString());
}

interface Page<Row> {
  shown: Row[];
  page: { nextCursor: string | null; hasMore: boolean };
}

/** `found` must be read with a limit of `limit` + 1 rows. An extra row indicates that there is another page. */
export function pageOf<Row>(
  found: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): Page<Row> {
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return {
    shown,
    page: { nextCursor: last === undefined ? null : cursorOf(last), hasMore: last !== undefined },
  };
}

function mac(key: Buffer, boundTo: unknown, body: Buffer): Buffer {
  const purpose = `serai cursor\n${JSON.stringify(boundTo)}\n`;
  return createHmac('sha256', key).update(purpose).update(body).digest().subarray(0, MAC_BYTES);
}
