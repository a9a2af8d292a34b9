import { Plus } from 'lucide-react';
import { Sparkline } from '../../components/charts/small-charts.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/feedback.tsx';
import { HealthStatus } from '../../components/health.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { CAUSES } from '../../components/provider-words.ts';
import { MAX_PROVIDERS, useRecentCalls } from '../../components/recent-calls.ts';
import { Timestamp } from '../../components/timestamp.tsx';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatMs, formatNumber } from '../../lib/format/format.ts';
import { fillBuckets } from '../../lib/format/period.ts';
import { bySeverity, providerHealth, type RecentCalls } from '../../lib/health.ts';
import { useMay } from '../../lib/session-context.ts';
import { ENVIRONMENT_NAMES, useCreateForm, useEnvironment } from '../../lib/url-state.ts';
import { ErrorShare } from './error-share.tsx';
import { operationWords } from './failure-words.ts';
import {
  budgetWords,
  describeErrors,
  PauseButton,
  type Provider,
  type ProviderHealth,
  sparkOf,
} from './provider.tsx';
import { ConnectDialog } from './provider-forms.tsx';
import '../../styles/providers.css';
import '../../styles/webhooks.css';

const REFRESH_MS = 15_000;
/** Five minutes each, so that a single bar is easy to see. */
const SPARK_BARS = 12;
const SPARK_STEP = 8;

/** All figures of a row are those from which its health follows, so that they cannot contradict it. */
interface Row {
  provider: Provider;
  health: ProviderHealth | undefined;
  /** Calls and failed calls in each part of the last hour. */
  spark: number[];
  failed: number[];
  recent: RecentCalls;
}

export function ProvidersPage() {
  const environment = useEnvironment();
  const [connecting, setConnecting] = useCreateForm('provider');
  const mayChange = useMay('providers:edit');
  const list = useCall(
    'providers/list',
    { environment, page: { limit: MAX_PROVIDERS } },
    { everyMs: REFRESH_MS },
  );
  const calls = useRecentCalls(environment);
  return (
    <>
      <PageHead
        title="Providers"
        lead="The sources of your rooms, problems first. Health and figures cover the last hour."
        actions={
          mayChange && (
            <button type="button" className="main" onClick={() => setConnecting(true)}>
              <Plus size={16} aria-hidden /> Connect provider
            </button>
          )
        }
      />
      <Loaded from={list} rows={4}>
        {({ providers, adapters }) => (
          <>
            {providers.length === 0 ? (
              <Empty title="No providers connected">Connect a provider to sell its rooms.</Empty>
            ) : (
              <div className="providers-list">
                <DataTable
                  label="Providers"
                  rows={toRows(providers, calls)}
                  columns={columnsFor(calls.data?.providers ?? [], mayChange)}
                  rowKey={({ provider }) => provider.providerId}
                  rowLink={({ provider: { providerId } }) => ({
                    to: '/providers/$providerId',
                    params: { providerId },
                  })}
                />
              </div>
            )}
            <ConnectDialog
              adapters={adapters}
              open={connecting && mayChange}
              onClose={() => setConnecting(false)}
            />
          </>
        )}
      </Loaded>
    </>
  );
}

function toRows(
  providers: readonly Provider[],
  { data, figures, recent }: ReturnType<typeof useRecentCalls>,
): Row[] {
  const rows = providers.map(provider => {
    const health = figures(provider.providerId);
    const buckets = (data && health && fillBuckets(data, health.buckets, emptyBucket)) ?? [];
    return {
      provider,
      health,
      spark: sparkOf(
        buckets.map(({ calls }) => calls),
        SPARK_BARS,
      ),
      failed: sparkOf(
        buckets.map(({ errors }) => errors),
        SPARK_BARS,
      ),
      recent: recent(provider.providerId),
    };
  });
  return bySeverity(rows, row => providerHealth(row.provider, row.recent));
}

function emptyBucket(start: string): ProviderHealth['buckets'][number] {
  return { start, calls: 0, errors: 0, timeouts: 0, p50Ms: null, p95Ms: null };
}

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'name',
    heading: 'Provider',
    cell: ({ provider: { name, adapter, environment } }) => (
      <>
        {name}
        <small>
          {adapter}, {ENVIRONMENT_NAMES[environment].toLowerCase()}
        </small>
      </>
    ),
  },
  {
    key: 'status',
    heading: 'Health',
    phone: 'status',
    wide: true,
    cell: ({ provider, recent }) => <HealthStatus health={providerHealth(provider, recent)} />,
  },
  {
    key: 'failure',
    heading: 'Last failure',
    cell: ({ health }) => (health?.lastError ? <LastFailure {...health.lastError} /> : '–'),
  },
  {
    key: 'calls',
    heading: 'Calls',
    cardHeading: 'Calls (1 h)',
    align: 'right',
    cell: ({ health }) => (health ? formatNumber(health.totals.calls) : '–'),
  },
  {
    key: 'errors',
    heading: 'Error rate',
    cardHeading: 'Errors',
    align: 'right',
    cell: ({ provider, health, recent }) =>
      health ? <ErrorShare {...health.totals} level={providerHealth(provider, recent).level} /> : '–',
  },
  {
    key: 'p95',
    heading: 'p95',
    align: 'right',
    cell: ({ health }) => (health?.totals.p95Ms == null ? '–' : formatMs(health.totals.p95Ms)),
  },
  {
    key: 'spark',
    heading: 'Last hour',
    phone: 'hidden',
    cell: ({ provider, health, spark, failed }) =>
      spark.length === 0 || health === undefined ? (
        '–'
      ) : (
        <Sparkline
          values={spark}
          failures={failed}
          step={SPARK_STEP}
          label={`${formatNumber(health.totals.calls)} calls to ${provider.name} in the last hour, ${describeErrors(health.totals)}`}
        />
      ),
  },
];

/** Only suppliers with call limits have a budget. */
const BUDGET: Column<Row> = {
  key: 'budget',
  heading: 'Call budget',
  cell: ({ health }) => (health?.budget ? budgetWords(health.budget) : '–'),
};

function columnsFor(healths: readonly ProviderHealth[], mayChange: boolean): readonly Column<Row>[] {
  const hasBudget = healths.some(({ budget }) => budget !== null);
  return [...COLUMNS, ...(hasBudget ? [BUDGET] : []), ...(mayChange ? [PAUSE] : [])];
}

function LastFailure({ at, operation, cause }: NonNullable<ProviderHealth['lastError']>) {
  const words = (CAUSES as Readonly<Record<string, string>>)[cause] ?? 'it failed';
  return (
    <div className="parts">
      <span>
        {operationWords(operation)}: {words}
      </span>
      <small>
        <Timestamp at={at} />
      </small>
    </div>
  );
}

const PAUSE: Column<Row> = {
  key: 'pause',
  heading: 'Actions',
  headless: true,
  cell: ({ provider }) => <PauseButton provider={provider} small />,
};
