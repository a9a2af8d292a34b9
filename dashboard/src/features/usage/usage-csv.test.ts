import { summariseUsage } from '@serai/contract/account/usage.ts';
import { expect, it } from 'vitest';
import { csvName, USAGE_HEADINGS, usageRows } from './usage-csv.ts';

it('the usage export contains the counts and latencies of a bucket in one row', () => {
  const { buckets } = summariseUsage.output.parse(summariseUsage.examples.answer);
  const [row] = usageRows(buckets);
  expect(Object.fromEntries(USAGE_HEADINGS.map((heading, index) => [heading, row?.[index]]))).toEqual({
    start: '2026-07-02T00:00:00Z',
    requests: 1_204,
    '2xx': 1_190,
    '3xx': 0,
    '4xx': 13,
    '5xx': 1,
    rate_limited: 3,
    p50_ms: 240,
    p95_ms: 910,
  });
});

it('the usage export is named after the environment, key and start date', () => {
  expect(csvName('production', 'Booking / engine', '2026-07-01T10:00:00Z')).toBe(
    'usage-production-booking-engine-2026-07-01.csv',
  );
  expect(csvName('sandbox', undefined, '2026-07-01T10:00:00Z')).toBe('usage-sandbox-all-keys-2026-07-01.csv');
});
