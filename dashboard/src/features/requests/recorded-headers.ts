/** The headers of a logged request, as far as the log stores them. All others may contain secrets. Pure. */
import type { Header } from '../../components/call-detail.tsx';
import type { LoggedRequest } from './request-filters.ts';

/** Why there are few headers, so that nobody takes them for all that were sent. */
export const STORED_HEADERS = 'Only the User-Agent, X-Client-Version and Idempotency-Key headers are stored.';

/** Of a response, only the request ID is stored, which is shown beside its key. */
export function requestHeaders(
  request: Pick<LoggedRequest, 'userAgent' | 'clientVersion' | 'idempotencyKey'>,
): Header[] {
  const stored: (readonly [string, string | null])[] = [
    ['User-Agent', request.userAgent],
    ['X-Client-Version', request.clientVersion],
    ['Idempotency-Key', request.idempotencyKey],
  ];
  return stored.filter((header): header is Header => header[1] !== null);
}
