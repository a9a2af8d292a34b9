/** The headers of a logged request, as far as the log stores them. All others may contain secrets. Pure. */
import type { LoggedRequest } from './request-filters.ts';

export type Header = readonly [name: string, value: string];

/** The key is never stored. Its id is part of the log entry. */
export const HIDDEN_KEY = 'ApiKey [not stored]';

/** The request id is listed with the response, because the log does not show whether the client chose it. */
export function requestHeaders(
  request: Pick<LoggedRequest, 'userAgent' | 'clientVersion' | 'idempotencyKey'>,
): Header[] {
  const stored: (readonly [string, string | null])[] = [
    ['Authorization', HIDDEN_KEY],
    ['User-Agent', request.userAgent],
    ['X-Client-Version', request.clientVersion],
    ['Idempotency-Key', request.idempotencyKey],
  ];
  return stored.filter((header): header is Header => header[1] !== null);
}

/** A lost response had no headers. `RateLimit` is sent only after the key was accepted. */
export function responseHeaders({
  status,
  requestId,
  remaining,
}: Pick<LoggedRequest, 'status' | 'requestId' | 'remaining'>): Header[] {
  if (status === 0 || status === 499) return [];
  const id: Header = ['X-Request-ID', requestId];
  if (remaining === null) return [id];
  const { perMinute, perHour, perDay } = remaining;
  return [id, ['RateLimit', `"minute";r=${perMinute}, "hour";r=${perHour}, "day";r=${perDay}`]];
}
