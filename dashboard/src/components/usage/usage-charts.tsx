import type { Output } from '../../lib/calls/operator-client.ts';
import { formatMs, formatNumber, formatPercent } from '../../lib/format/format.ts';
import { Card } from '../card.tsx';
import { hasLine, TimeBars, TimeLines } from '../charts/time-chart.tsx';
import { type Column, DataTable } from '../data-table.tsx';
import { LinkTo } from '../link-to.tsx';
import { OperationName } from '../operation-names.tsx';

const STATUS_SERIES = [
  { key: '2xx', label: '2xx success', tone: 'good' },
  { key: '3xx', label: '3xx not modified', tone: 'info' },
  { key: '4xx', label: '4xx client error', tone: 'warn' },
  { key: '5xx', label: '5xx server error', tone: 'bad' },
] as const;

export function StatusBars({ buckets }: { buckets: readonly UsageBucket[] }) {
  return (
    <TimeBars
      label="Requests over time by status class"
      points={buckets.map(({ start, statusClasses }) => ({ start, values: statusClasses }))}
      series={STATUS_SERIES}
    />
  );
}

type UsageBucket = Output<'usage/summary'>['buckets'][number];

const LATENCY_SERIES = [
  { key: 'p50', label: 'p50', tone: 'accent' },
  { key: 'p95', label: 'p95', tone: 'amber' },
] as const;

interface LatencyCardProps {
  buckets: readonly UsageBucket[];
  totals: Latencies;
}

/** Rate-limited requests are not included. Nothing if there is a single value, which the figures already show. */
export function LatencyCard({ buckets, totals }: LatencyCardProps) {
  const points = buckets.map(({ start, p50Ms, p95Ms }) => ({ start, values: { p50: p50Ms, p95: p95Ms } }));
  if (!hasLine(points, LATENCY_SERIES)) return null;
  return (
    <Card
      folds
      title="Latency"
      summary={latencyWords(totals)}
      hint="Median and 95th percentile. Rate-limited requests are excluded."
    >
      <TimeLines label="Latency over time" points={points} series={LATENCY_SERIES} format={formatMs} />
    </Card>
  );
}

interface Latencies {
  p50Ms: number | null;
  p95Ms: number | null;
}

/** For example `p50 180 ms, p95 278 ms`. */
export function latencyWords({ p50Ms, p95Ms }: Latencies): string | undefined {
  return p50Ms === null || p95Ms === null ? undefined : `p50 ${formatMs(p50Ms)}, p95 ${formatMs(p95Ms)}`;
}

type Operation = Output<'usage/summary'>['operations'][number];

interface OperationTableProps {
  operations: readonly Operation[];
  /** Search parameters for links to the request log, such as the period and the key. */
  search: Record<string, string | undefined>;
}

export function OperationTable({ operations, search }: OperationTableProps) {
  const columns: readonly Column<Operation>[] = [
    {
      key: 'operation',
      heading: 'Operation',
      wide: true,
      cell: ({ operation }) =>
        operation === null ? (
          'Unknown path'
        ) : (
          <LinkTo to="/requests" search={{ ...search, operation }}>
            <OperationName operation={operation} />
          </LinkTo>
        ),
    },
    { key: 'requests', heading: 'Requests', align: 'right', cell: ({ requests }) => formatNumber(requests) },
    { key: 'errors', heading: 'Error rate', align: 'right', cell: row => formatPercent(errorRate(row)) },
    {
      key: 'limited',
      heading: 'Rate limited',
      align: 'right',
      cell: ({ rateLimited }) => formatNumber(rateLimited),
    },
    { key: 'p50', heading: 'p50', align: 'right', cell: ({ p50Ms }) => formatLatency(p50Ms) },
    { key: 'p95', heading: 'p95', align: 'right', cell: ({ p95Ms }) => formatLatency(p95Ms) },
  ];
  return (
    <DataTable
      label="Operations"
      rows={operations}
      columns={columns}
      rowKey={({ operation }) => operation ?? ''}
    />
  );
}

function formatLatency(ms: number | null): string {
  return ms === null ? '–' : formatMs(ms);
}

interface Counted {
  requests: number;
  statusClasses: { '4xx': number; '5xx': number };
}

/** Share of requests with a 4xx or 5xx status, between 0 and 1. */
export function errorRate({ requests, statusClasses }: Counted): number {
  return requests === 0 ? 0 : (statusClasses['4xx'] + statusClasses['5xx']) / requests;
}
