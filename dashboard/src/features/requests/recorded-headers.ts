/** The headers of a logged request, as far as the log stores them. All others may contain secrets. Pure. */
import type { Header } from '../../components/call-detail.tsx';
import type { LoggedRequest } from './request-filters.ts';

/**
 * The key is never stored. Clients send it in different headers, and the log does not show in which, so it has no header
 * name. Its id is part of the log entry.
 */
export const HIDDEN_KEY: Header = ['API key', '[not stored]'];

/** Why there are few headers, so that nobody takes them for all that were sent. */
export const STORED_HEADERS = {
  request:
    'Only User-Agent, X-Client-Version and Idempotency-Key are stored. Other headers may contain secrets.',
  response: 'Only X-Request-ID is stored.',
};

/** The request id is listed with the response, because the log does not show whether the client chose it. */
export function requestHeaders(
  request: Pick<LoggedRequest, 'userAgent' | 'clientVersion' | 'idempotencyKey'>,
): Header[] {
  const stored: (readonly [string, string | null])[] = [
    HIDDEN_KEY,
    ['User-Agent', request.userAgent],
    ['X-Client-Version', request.clientVersion],
    ['Idempotency-Key', request.idempotencyKey],
  ];
  return stored.filter((header): header is Header => header[1] !== null);
}

/** A lost response had no headers. The remaining limits are shown as figures, because the header itself is not stored. */
export function responseHeaders({
  status,
  requestId,
}: Pick<LoggedRequest, 'status' | 'requestId'>): Header[] {
  return status === 0 || status === 499 ? [] : [['X-Request-ID', requestId]];
}
