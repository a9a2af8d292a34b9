import { callsLevel } from '@serai/contract/account/health-limits.ts';
import type { ReactNode } from 'react';
import { Card, Stat, Stats } from '../../components/card.tsx';
import { hasLine, TimeBars, TimeLines } from '../../components/charts/time-chart.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Badge } from '../../components/feedback.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { latencyWords } from '../../components/usage/usage-charts.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatDateTime, formatMs, formatNumber, formatPercent } from '../../lib/format/format.ts';
import { bucketWords, cutEmptyStart, fillBuckets } from '../../lib/format/period.ts';
import type { HealthLevel } from '../../lib/health.ts';
import { ErrorShare } from './error-share.tsx';
import { FAILED_CALLS } from './failed-calls.tsx';
import { operationWords } from './failure-words.ts';
import { describeErrors, errorRate, type ProviderHealth } from './provider.tsx';

interface ProviderChartsProps {
  /** The name of the period, for example `Last hour`. */
  periodName: string;
  period: Pick<Output<'providers/health'>, 'from' | 'to' | 'bucketSeconds'>;
  health: ProviderHealth;
  /** The health that the figures belong to. */
  level: HealthLevel;
  /** Shown between the figures and the charts. */
  children: ReactNode;
}

export function ProviderCharts({ periodName, period, health, level, children }: ProviderChartsProps) {
  const { totals, operations, breakers } = health;
  const empty = (start: string) => ({
    start,
    calls: 0,
    errors: 0,
    timeouts: 0,
    p50Ms: null,
    p95Ms: null,
  });
  const buckets = fillBuckets(period, health.buckets, empty);
  const shown = cutEmptyStart(buckets, ({ calls }) => calls === 0);
  const points = shown.map(each => ({
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
  const start = shown.length < buckets.length ? shown[0]?.start : undefined;
  return (
    <>
      <Stats>
        <Stat label="Calls" value={formatNumber(totals.calls)} hint={periodName} />
        <Stat
          label="Error rate, all operations"
          value={<ErrorShare {...totals} level={level} />}
          hint={
            totals.errors === 0 ? (
              describeErrors(totals)
            ) : (
              <a href={`#${FAILED_CALLS}`}>{describeErrors(totals)}</a>
            )
          }
        />
        <Stat
          label="Latency (p50)"
          value={totals.p50Ms === null ? '–' : formatMs(totals.p50Ms)}
          hint="Median"
        />
        <Stat
          label="Latency (p95)"
          value={totals.p95Ms === null ? '–' : formatMs(totals.p95Ms)}
          hint="95% of calls are faster"
        />
      </Stats>
      {children}
      {totals.calls === 0 ? (
        <p className="faint">No calls in this period. Choose a longer one to see charts.</p>
      ) : (
        <div className="grid charts">
          <Card
            title="Calls"
            summary={describeErrors(totals)}
            hint={start && `No calls before ${formatDateTime(start)}.`}
            folds
          >
            <TimeBars label="Calls over time" points={points} series={outcomes(totals)} />
          </Card>
          {hasLine(points, rateSeries(level)) && (
            <Card
              folds
              title="Error rate"
              summary={formatPercent(errorRate(totals) ?? 0)}
              hint={`All operations, per ${bucketWords(period.bucketSeconds)}.`}
            >
              <TimeLines
                label="Error rate over time"
                points={points}
                series={rateSeries(level)}
                format={formatPercent}
              />
            </Card>
          )}
          {hasLine(points, DURATIONS) && (
            <Card folds title="Latency" summary={latencyWords(totals)} hint="Median and 95th percentile.">
              <TimeLines label="Latency over time" points={points} series={DURATIONS} format={formatMs} />
            </Card>
          )}
        </div>
      )}
      <div className="provider-details">
        {operations.length > 0 && (
          <Card title="By operation" hint={`${periodName}. Error rates are of each operation’s own calls.`}>
            <DataTable
              label="Calls by operation"
              rows={operations}
              columns={OPERATIONS}
              rowKey={({ operation }) => operation}
              rowTone={row => (callsLevel(row) === 'OK' ? undefined : 'above')}
            />
          </Card>
        )}
        <Card
          folds
          title="Circuit breakers"
          summary={breakersSummary(breakers)}
          hint="A circuit opens if at least half of 20 or more calls within 10 seconds fail. It then blocks calls, except for occasional probes."
        >
          <CircuitBreakers breakers={breakers} />
        </Card>
      </div>
    </>
  );
}

function breakersSummary(breakers: ProviderHealth['breakers']): string {
  const open = breakers.filter(({ state }) => state === 'OPEN').length;
  if (breakers.length === 0) return 'No calls from this node';
  return open === 0 ? 'Calls allowed' : `Calls blocked in ${open} of ${breakers.length}`;
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
    <ul className="plain-list breakers">
      {breakers.map(({ pool, state, since }) => (
        <li key={pool}>
          <strong>{POOLS[pool]}</strong>
          {state === 'OPEN' ? (
            <Badge tone="bad">Calls blocked</Badge>
          ) : (
            <Badge tone="good">Calls allowed</Badge>
          )}
          <small className="faint">
            since <Timestamp at={since} exact />
          </small>
        </li>
      ))}
    </ul>
  );
}

const POOLS = { search: 'Searches', quote: 'Quotes', book: 'Bookings' } as const;

/** All failures have the same red, unless a chart must tell two kinds of them apart. */
const outcomes = ({ errors, timeouts }: ProviderHealth['totals']) =>
  [
    { key: 'succeeded', label: 'Succeeded', tone: 'good' },
    { key: 'errors', label: 'Failed', tone: 'bad' },
    { key: 'timeouts', label: 'Timed out', tone: errors > timeouts ? 'timeout' : 'bad' },
  ] as const;
const rateSeries = (level: HealthLevel) =>
  [{ key: 'rate', label: 'Error rate', tone: level === 'DOWN' ? 'bad' : 'amber' }] as const;
const DURATIONS = [
  { key: 'p50Ms', label: 'p50', tone: 'accent' },
  { key: 'p95Ms', label: 'p95', tone: 'amber' },
] as const;

const OPERATIONS: readonly Column<ProviderHealth['operations'][number]>[] = [
  {
    key: 'operation',
    heading: 'Operation',
    wide: true,
    cell: ({ operation }) => operationWords(operation),
  },
  { key: 'calls', heading: 'Calls', align: 'right', cell: ({ calls }) => formatNumber(calls) },
  { key: 'errors', heading: 'Errors', align: 'right', cell: ({ errors }) => formatNumber(errors) },
  {
    key: 'rate',
    heading: 'Error rate',
    align: 'right',
    cell: row => <ErrorShare {...row} level={callsLevel(row)} />,
  },
  { key: 'timeouts', heading: 'Timeouts', align: 'right', cell: ({ timeouts }) => formatNumber(timeouts) },
  {
    key: 'p95',
    heading: 'p95',
    align: 'right',
    cell: ({ p95Ms }) => (p95Ms === null ? '–' : formatMs(p95Ms)),
  },
];
