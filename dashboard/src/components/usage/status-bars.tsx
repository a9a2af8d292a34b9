import type { Output } from '../../lib/calls/operator-client.ts';
import { TimeBars } from '../charts/time-bars.tsx';

type Bucket = Output<'usage/summary'>['buckets'][number];

const SERIES = [
  { key: '2xx', label: '2xx success', tone: 'good' },
  { key: '3xx', label: '3xx not modified', tone: 'info' },
  { key: '4xx', label: '4xx refused', tone: 'warn' },
  { key: '5xx', label: '5xx failed', tone: 'bad' },
] as const;

/** Requests over time by the class of their answer. */
export function StatusBars({ buckets }: { buckets: readonly Bucket[] }) {
  return (
    <TimeBars
      label="Requests over time by class of status"
      points={buckets.map(({ start, statusClasses }) => ({ start, values: statusClasses }))}
      series={SERIES}
    />
  );
}
