import { exportPages } from '../../lib/calls/export-pages.ts';
import type { RequestsInput } from './request-filters.ts';

const HEADINGS = [
  'time',
  'request',
  'partner',
  'key',
  'operation',
  'path',
  'status',
  'error',
  'duration ms',
  'address',
  'booking',
  'idempotency key',
];

/** Downloads all requests that match, not only those that are shown. */
export function exportRequests(
  input: RequestsInput,
  environment: string,
  onProgress: (rows: number) => void,
): Promise<void> {
  return exportPages({
    file: `requests-${environment}.csv`,
    headings: HEADINGS,
    operation: 'requests/list',
    input,
    limit: 500,
    itemsOf: ({ requests }) => requests,
    cellsOf: request => [
      request.at,
      request.requestId,
      request.partnerId,
      request.keyId,
      request.operation,
      request.path,
      request.status,
      request.code,
      request.totalMs,
      request.address,
      request.bookingId,
      request.idempotencyKey,
    ],
    onProgress,
  });
}
