import { Play } from 'lucide-react';
import { Card } from '../../components/card.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Badge, Empty, Notice, type Tone } from '../../components/feedback.tsx';
import { FilterBar, FilterSelect } from '../../components/filter-bar.tsx';
import { Loaded, LoadedList } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { countryLabel } from '../../components/pickers/code-options.ts';
import { Tabs } from '../../components/tabs.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useCall, usePages } from '../../lib/calls/use-call.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { doubtText, sentence } from './mapping-words.ts';
import { Merges } from './merges.tsx';
import '../../styles/mapping.css';

export function MappingPage() {
  const [{ tab }, setFilters] = useFilters(['tab']);
  return (
    <>
      <PageHead
        title="Hotel mapping"
        lead="Map providers’ hotels to the hotels in your catalogue. A provider’s hotel is sold only if it is mapped."
      />
      <Tabs
        label="Hotel mapping"
        selected={tab ?? 'queue'}
        onSelect={id => setFilters({ tab: id === 'queue' ? undefined : id })}
        tabs={[
          { id: 'queue', label: 'Review queue', panel: <Queue /> },
          { id: 'providers', label: 'Providers and runs', panel: <Providers /> },
          { id: 'merges', label: 'Merged hotels', panel: <Merges /> },
        ]}
      />
    </>
  );
}

const FILTERS = ['provider', 'order', 'postponed'] as const;

function Queue() {
  const environment = useEnvironment();
  const [filters, setFilters, clear] = useFilters(FILTERS);
  const figures = useCall('mapping/figures', { environment });
  const providers = figures.state === 'ready' ? figures.data.providers : [];
  const list = usePages(
    'mapping/queue',
    {
      environment,
      ...(filters.provider !== undefined && { provider: filters.provider }),
      ...(filters.order === 'SCORE' && { order: 'SCORE' as const }),
      ...(filters.postponed === 'true' && { postponed: true }),
    },
    ({ items }) => items,
  );
  return (
    <>
      <FilterBar onClear={clear}>
        <FilterSelect
          label="Provider"
          value={filters.provider}
          options={providers.map(({ provider }) => [provider, provider] as const)}
          all="All providers"
          onChange={provider => setFilters({ provider })}
        />
        <FilterSelect
          label="Order"
          value={filters.order}
          options={[['SCORE', 'Highest score first']]}
          all="Most searched first"
          onChange={order => setFilters({ order })}
        />
        <FilterSelect
          label="Status"
          value={filters.postponed}
          options={[['true', 'Postponed']]}
          all="Needs review"
          onChange={postponed => setFilters({ postponed })}
        />
      </FilterBar>
      <LoadedList
        list={list}
        rows={10}
        empty={
          <Empty title="Nothing to review">
            Hotels that could not be matched with certainty, or that were taken off sale by an alarm, appear
            here.
          </Empty>
        }
      >
        {rows => <QueueTable rows={rows} />}
      </LoadedList>
    </>
  );
}

type Item = Output<'mapping/queue'>['items'][number];

function QueueTable({ rows }: { rows: readonly Item[] }) {
  return (
    <DataTable
      label="Hotels to review"
      rows={rows}
      rowKey={item => `${item.provider} ${item.supplierId}`}
      rowLink={({ provider, supplierId }) => ({
        to: '/mapping/$provider/$supplierId',
        params: { provider, supplierId },
      })}
      columns={[
        { key: 'name', heading: 'Provider’s hotel', wide: true, cell: item => item.name },
        { key: 'ours', heading: 'Best candidate', cell: item => item.hotelName ?? '–' },
        {
          key: 'city',
          heading: 'City',
          phone: 'plain',
          cell: ({ city, countryCode: code }) =>
            [city, code && countryLabel(code)].filter(Boolean).join(', '),
        },
        { key: 'provider', heading: 'Provider', cell: item => item.provider },
        {
          key: 'doubt',
          heading: 'Reason',
          cell: item =>
            item.alarm === null ? (
              doubtText(item.doubt, null)
            ) : (
              <Badge tone="bad">{doubtText(item.doubt, item.alarm)}</Badge>
            ),
        },
        { key: 'demand', heading: 'Searches', align: 'right', cell: item => formatNumber(item.demand) },
        {
          key: 'score',
          heading: 'Score',
          align: 'right',
          cell: item => (item.score === null ? '–' : item.score.toFixed(1)),
        },
      ]}
    />
  );
}

function Providers() {
  const environment = useEnvironment();
  const figures = useCall('mapping/figures', { environment }, { everyMs: 5_000 });
  return (
    <Loaded from={figures} rows={6}>
      {data => (
        <>
          <ProviderTable data={data} />
          <RunTable runs={data.runs} />
        </>
      )}
    </Loaded>
  );
}

type Figures = Output<'mapping/figures'>;

function ProviderTable({ data }: { data: Figures }) {
  const environment = useEnvironment();
  const mayEdit = useMay('mapping:edit');
  const start = useAction('mapping/run', { toast: 'Mapping run started.' });
  const isRunning = (provider: string) =>
    data.runs.some(run => run.provider === provider && (run.state === 'QUEUED' || run.state === 'RUNNING'));
  if (data.providers.length === 0) {
    return (
      <Empty title="No hotels from providers">
        Hotels appear here after a provider’s first content sync.
      </Empty>
    );
  }
  return (
    <Card title="Providers" hint={`Mapping model ${data.modelVersion}.`}>
      {start.failure && <Notice failure={start.failure} />}
      <DataTable
        label="Providers"
        rows={data.providers}
        rowKey={({ provider }) => provider}
        columns={[
          { key: 'provider', heading: 'Provider', wide: true, cell: row => row.provider },
          ...(
            ['hotels', 'mapped', 'review', 'alarms', 'different', 'undecided', 'manual', 'gone'] as const
          ).map(key => ({
            key,
            heading: HEADINGS[key],
            align: 'right' as const,
            cell: (row: Figures['providers'][number]) => formatNumber(row[key]),
          })),
          {
            key: 'run',
            heading: 'Run',
            headless: true,
            cell: ({ provider }) =>
              mayEdit && (
                <button
                  type="button"
                  disabled={start.busy || isRunning(provider)}
                  onClick={() => void start.run({ environment, provider })}
                >
                  <Play size={16} aria-hidden /> {isRunning(provider) ? 'Running…' : 'Run'}
                </button>
              ),
          },
        ]}
      />
    </Card>
  );
}

const HEADINGS = {
  hotels: 'Hotels',
  mapped: 'Mapped',
  review: 'Needs review',
  alarms: 'Alarms',
  different: 'No match',
  undecided: 'Not compared',
  manual: 'Decided manually',
  gone: 'Removed',
} as const;

const RUN_TONES: Readonly<Record<string, Tone>> = {
  DONE: 'good',
  STOPPED: 'warn',
  FAILED: 'bad',
  RUNNING: 'info',
};

const STOP_REASONS = {
  NEW_MODEL: 'First run of a new model',
  MANY_CHANGES: 'More than 1% of the mappings would change',
} as const;

function RunTable({ runs }: { runs: Figures['runs'] }) {
  const mayEdit = useMay('mapping:edit');
  const confirm = useAction('mapping/run', { toast: 'Mapping run started.' });
  const latest = (run: Figures['runs'][number]) =>
    runs.find(({ provider }) => provider === run.provider) === run;
  if (runs.length === 0) return null;
  return (
    <Card title="Runs">
      {confirm.failure && <Notice failure={confirm.failure} />}
      <DataTable
        label="Runs"
        rows={runs}
        rowKey={({ runId }) => runId}
        columns={[
          { key: 'provider', heading: 'Provider', wide: true, cell: run => run.provider },
          { key: 'at', heading: 'Started', cell: run => <Timestamp at={run.requestedAt} /> },
          {
            key: 'state',
            heading: 'Status',
            phone: 'status',
            cell: run => (
              <>
                <Badge tone={RUN_TONES[run.state] ?? 'plain'}>{sentence(run.state)}</Badge>
                {run.reason !== null && <small> {STOP_REASONS[run.reason]}</small>}
                {run.state === 'RUNNING' && (
                  <small> {`${run.countriesDone} of ${run.countries} countries`}</small>
                )}
              </>
            ),
          },
          { key: 'hotels', heading: 'Hotels', align: 'right', cell: run => formatNumber(run.hotels) },
          { key: 'added', heading: 'New mappings', align: 'right', cell: run => formatNumber(run.added) },
          { key: 'changed', heading: 'Changed', align: 'right', cell: run => formatNumber(run.changed) },
          { key: 'review', heading: 'Needs review', align: 'right', cell: run => formatNumber(run.review) },
          {
            key: 'confirm',
            heading: 'Apply',
            headless: true,
            cell: run =>
              mayEdit &&
              run.state === 'STOPPED' &&
              latest(run) && (
                <button
                  type="button"
                  disabled={confirm.busy}
                  onClick={() =>
                    void confirm.run({
                      environment: run.environment,
                      provider: run.provider,
                      confirm: run.runId,
                    })
                  }
                >
                  Apply changes
                </button>
              ),
          },
        ]}
      />
    </Card>
  );
}
