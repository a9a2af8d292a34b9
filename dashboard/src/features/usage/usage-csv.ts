/** Exports usage as CSV. Pure. */
import type { Output } from '../../lib/calls/operator-client.ts';

export const USAGE_HEADINGS = [
  'start',
  'requests',
  '2xx',
  '3xx',
  '4xx',
  '5xx',
  'rate_limited',
  'p50_ms',
  'p95_ms',
] as const;

export function usageRows(buckets: Output<'usage/summary'>['buckets']): (string | number | null)[][] {
  return buckets.map(({ start, requests, statusClasses, rateLimited, p50Ms, p95Ms }) => [
    start,
    requests,
    statusClasses['2xx'],
    statusClasses['3xx'],
    statusClasses['4xx'],
    statusClasses['5xx'],
    rateLimited,
    p50Ms,
    p95Ms,
  ]);
}

/** Returns a name such as `usage-production-booking-engine-2026-07-01.csv`. */
export function csvName(environment: string, keyName: string | undefined, from: string): string {
  const name = (keyName ?? 'all-keys').toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return `usage-${environment}-${name}-${from.slice(0, 10)}.csv`;
}
