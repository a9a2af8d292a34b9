/**
 * Cursors of lists: the place to go on from, and a MAC over it and over what the list was asked for. A cursor serves
 * only the caller and the filters it was made for.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { ApiError } from './api-error.ts';

const MAC_BYTES = 16;

/** `boundTo` is everything that decides what the list holds: operation, organisation, filters. */
export function makeCursor(key: Buffer, boundTo: unknown, position: readonly string[]): string {
  const body = Buffer.from(JSON.stringify(position));
  return Buffer.concat([mac(key, boundTo, body), body]).toString('base64url');
}

/** The position that `makeCursor` was given. Throws INVALID_CURSOR for anything else. */
export function readCursor(key: Buffer, boundTo: unknown, cursor: string): string[] {
  const bytes = Buffer.from(cursor, 'base64url');
  const body = bytes.subarray(MAC_BYTES);
  // Decoding skips foreign characters; comparing the text again leaves one spelling of each cursor.
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

/** `found` was asked for with one row more than the page holds: that row tells whether anything follows. */
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
