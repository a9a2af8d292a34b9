import type { Output } from '../../lib/calls/operator-client.ts';
import { formatMs } from '../../lib/format/format.ts';
import { TimeLines } from '../charts/time-lines.tsx';

type Bucket = Output<'usage/summary'>['buckets'][number];

const SERIES = [
  { key: 'p50', label: 'p50: half took no longer', tone: 'accent' },
  { key: 'p95', label: 'p95: 19 of 20 took no longer', tone: 'warn' },
] as const;

/** How long requests took, those refused by limits left out. */
export function LatencyLines({ buckets }: { buckets: readonly Bucket[] }) {
  return (
    <TimeLines
      label="How long requests took"
      points={buckets.map(({ start, p50Ms, p95Ms }) => ({ start, values: { p50: p50Ms, p95: p95Ms } }))}
      series={SERIES}
      format={formatMs}
    />
  );
}
