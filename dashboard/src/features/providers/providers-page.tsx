import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Sparkline } from '../../components/charts/small-charts.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/feedback.tsx';
import { FilterBar, FilterPeriod } from '../../components/filter-bar.tsx';
import { HealthStatus } from '../../components/health.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useRecentCalls } from '../../components/recent-calls.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatMs, formatNumber, formatPercent } from '../../lib/format/format.ts';
import { fillBuckets, periodFrom } from '../../lib/format/period.ts';
import { providerHealth, type RecentCalls } from '../../lib/health.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { errorRate, PauseButton, type Provider, type ProviderHealth } from './provider.tsx';
import { ConnectDialog } from './provider-forms.tsx';
import '../../styles/webhooks.css';

const REFRESH_MS = 15_000;
/** Maximum number of bars that fit into a cell. */
const SPARK_BARS = 30;

interface Row {
  provider: Provider;
  health: ProviderHealth | undefined;
  spark: number[];
  /** Calls of the last hour. */
  recent: RecentCalls;
}

export function ProvidersPage() {
  const environment = useEnvironment();
  const [{ period }, setFilters] = useFilters(['period']);
  const [connecting, setConnecting] = useState(false);
  const mayChange = useMay('providers:edit');
  const list = useCall('providers/list', { environment }, { everyMs: REFRESH_MS });
  const health = useCall(
    'providers/health',
    { environment, from: periodFrom(period) },
    { everyMs: REFRESH_MS },
  );
  const recent = useRecentCalls(environment);
  return (
    <>
      <PageHead
        title="Providers"
        lead="The sources of your rooms, with their health and preference."
        actions={
          mayChange && (
            <button type="button" className="main" onClick={() => setConnecting(true)}>
              <Plus size={16} aria-hidden /> Connect provider
            </button>
          )
        }
      />
      <FilterBar>
        <FilterPeriod value={period} onChange={value => setFilters({ period: value })} />
      </FilterBar>
      <Loaded from={list} rows={4}>
        {({ providers, adapters }) => (
          <>
            {providers.length === 0 ? (
              <Empty title="No providers connected">Connect a provider to sell its rooms.</Empty>
            ) : (
              <DataTable
                label="Providers"
                rows={toRows(providers, health.state === 'ready' ? health.data : undefined, recent)}
                columns={mayChange ? [...COLUMNS, PAUSE] : COLUMNS}
                rowKey={({ provider }) => provider.providerId}
                rowLink={({ provider: { providerId } }) => ({
                  to: '/providers/$providerId',
                  params: { providerId },
                })}
              />
            )}
            <ConnectDialog adapters={adapters} open={connecting} onClose={() => setConnecting(false)} />
          </>
        )}
      </Loaded>
    </>
  );
}

function toRows(
  providers: readonly Provider[],
  figures: Output<'providers/health'> | undefined,
  recent: (providerId: string) => RecentCalls,
): Row[] {
  return providers.map(provider => {
    const health = figures?.providers.find(each => each.providerId === provider.providerId);
    const buckets = (figures && health && fillBuckets(figures, health.buckets, emptyBucket)) ?? [];
    return {
      provider,
      health,
      spark: buckets.slice(-SPARK_BARS).map(({ calls }) => calls),
      recent: recent(provider.providerId),
    };
  });
}

function emptyBucket(start: string): ProviderHealth['buckets'][number] {
  return { start, calls: 0, errors: 0, timeouts: 0, p50Ms: null, p95Ms: null };
}

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'name',
    heading: 'Provider',
    wide: true,
    cell: ({ provider: { name, adapter } }) => (
      <>
        {name}
        <small>{adapter}</small>
      </>
    ),
  },
  {
    key: 'status',
    heading: 'Status',
    cell: ({ provider, recent }) => <HealthStatus health={providerHealth(provider, recent)} />,
  },
  {
    key: 'preference',
    heading: 'Preference',
    align: 'right',
    cell: ({ provider }) => provider.preference,
  },
  {
    key: 'calls',
    heading: 'Calls',
    align: 'right',
    cell: ({ health }) => (health ? formatNumber(health.totals.calls) : '–'),
  },
  {
    key: 'errors',
    heading: 'Errors',
    align: 'right',
    cell: ({ health }) => {
      const rate = health && errorRate(health.totals);
      return rate === null || rate === undefined ? '–' : formatPercent(rate);
    },
  },
  {
    key: 'p95',
    heading: 'p95',
    align: 'right',
    cell: ({ health }) => (health?.totals.p95Ms == null ? '–' : formatMs(health.totals.p95Ms)),
  },
  {
    key: 'spark',
    heading: 'Calls over time',
    cell: ({ provider, spark }) =>
      spark.length === 0 ? '–' : <Sparkline values={spark} label={`Calls to ${provider.name} over time`} />,
  },
];

const PAUSE: Column<Row> = {
  key: 'pause',
  heading: 'Actions',
  headless: true,
  cell: ({ provider }) => <PauseButton provider={provider} />,
};
