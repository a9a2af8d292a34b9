import { Card, Stat, Stats } from '../../components/card.tsx';
import { TimeBars, TimeLines } from '../../components/charts/time-chart.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Badge } from '../../components/feedback.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatMs, formatNumber, formatPercent } from '../../lib/format/format.ts';
import { fillBuckets } from '../../lib/format/period.ts';
import { errorRate, type ProviderHealth } from './provider.tsx';

interface ProviderChartsProps {
  period: Pick<Output<'providers/health'>, 'from' | 'to' | 'bucketSeconds'>;
  health: ProviderHealth;
}

export function ProviderCharts({ period, health }: ProviderChartsProps) {
  const { totals, operations, breakers } = health;
  const rate = errorRate(totals);
  const empty = (start: string) => ({
    start,
    calls: 0,
    errors: 0,
    timeouts: 0,
    p50Ms: null,
    p95Ms: null,
  });
  const points = fillBuckets(period, health.buckets, empty).map(each => ({
    start: each.start,
    values: {
      succeeded: each.calls - each.errors,
      errors: each.errors - each.timeouts,
      timeouts: each.timeouts,
      p50Ms: each.p50Ms,
      p95Ms: each.p95Ms,
      rate: errorRate(each),
    },
  }));
  const timeouts = totals.timeouts === 1 ? '1 timeout' : `${formatNumber(totals.timeouts)} timeouts`;
  return (
    <>
      <Stats>
        <Stat label="Calls" value={formatNumber(totals.calls)} />
        <Stat
          label="Errors"
          value={rate === null ? '–' : formatPercent(rate)}
          tone={rate !== null && rate >= 0.05 ? 'bad' : 'plain'}
          hint={`${formatNumber(totals.errors)}, including ${timeouts}`}
        />
        <Stat label="p50" value={totals.p50Ms === null ? '–' : formatMs(totals.p50Ms)} />
        <Stat label="p95" value={totals.p95Ms === null ? '–' : formatMs(totals.p95Ms)} />
      </Stats>
      <div className="grid">
        <Card title="Calls">
          <TimeBars label="Calls over time" points={points} series={OUTCOMES} />
        </Card>
        <Card title="Error rate">
          <TimeLines label="Error rate over time" points={points} series={RATE} format={formatPercent} />
        </Card>
        <Card title="Latency">
          <TimeLines label="Latency over time" points={points} series={DURATIONS} format={formatMs} />
        </Card>
        <Card
          title="Circuit breakers"
          hint="A circuit opens if at least half of 20 or more calls within 10 seconds fail. Calls are then blocked, except for occasional probes."
        >
          <CircuitBreakers breakers={breakers} />
        </Card>
      </div>
      <Card title="By operation">
        {operations.length === 0 ? (
          <p className="faint">No calls in this period.</p>
        ) : (
          <DataTable
            label="Calls by operation"
            rows={operations}
            columns={OPERATIONS}
            rowKey={({ operation }) => operation}
          />
        )}
      </Card>
    </>
  );
}

function CircuitBreakers({ breakers }: Pick<ProviderHealth, 'breakers'>) {
  if (breakers.length === 0) {
    return (
      <p className="faint">
        The node that serves this dashboard has not called the provider since the node started. Other nodes
        may have.
      </p>
    );
  }
  return (
    <ul className="plain-list">
      {breakers.map(({ pool, state, since }) => (
        <li key={pool} className="row">
          <strong>{POOLS[pool]}</strong>
          <Badge tone={state === 'OPEN' ? 'bad' : 'good'}>
            {state === 'OPEN' ? 'Failing (circuit open)' : 'Healthy (circuit closed)'}
          </Badge>
          <small className="faint">
            since <Timestamp at={since} exact />
          </small>
        </li>
      ))}
    </ul>
  );
}

const POOLS = { search: 'Searches', quote: 'Quotes', book: 'Bookings' } as const;

const OUTCOMES = [
  { key: 'succeeded', label: 'Succeeded', tone: 'good' },
  { key: 'errors', label: 'Failed', tone: 'bad' },
  { key: 'timeouts', label: 'Timed out', tone: 'warn' },
] as const;
const RATE = [{ key: 'rate', label: 'Error rate', tone: 'bad' }] as const;
const DURATIONS = [
  { key: 'p50Ms', label: 'p50', tone: 'info' },
  { key: 'p95Ms', label: 'p95', tone: 'accent' },
] as const;

const OPERATIONS: readonly Column<ProviderHealth['operations'][number]>[] = [
  { key: 'operation', heading: 'Operation', wide: true, cell: ({ operation }) => operation },
  { key: 'calls', heading: 'Calls', align: 'right', cell: ({ calls }) => formatNumber(calls) },
  { key: 'errors', heading: 'Errors', align: 'right', cell: ({ errors }) => formatNumber(errors) },
  { key: 'timeouts', heading: 'Timeouts', align: 'right', cell: ({ timeouts }) => formatNumber(timeouts) },
  {
    key: 'p95',
    heading: 'p95',
    align: 'right',
    cell: ({ p95Ms }) => (p95Ms === null ? '–' : formatMs(p95Ms)),
  },
];
