import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Badge, Empty, Notice } from '../../components/feedback.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { Field, Form, FormButtons } from '../../components/form.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PartnerFilter } from '../../components/partners/partner-pickers.tsx';
import { PartnerLink } from '../../components/partners/partners.tsx';
import { Combobox } from '../../components/pickers/combobox.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { fieldError, type Input, type Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import {
  countsByFilter,
  nextInQueue,
  type QueueFilters,
  queueSearch,
  TAKEN_FILTERS,
  takenFilterIn,
} from './queue.ts';
import { ProviderContact, type QueueProps, QueueTable, useProvidersHere } from './queue-table.tsx';
import { TakeAll } from './take-all.tsx';
import { QUEUE_LIMIT, useQueue } from './use-queue.ts';
import '../../styles/booking-decision.css';
import '../../styles/bookings.css';
import '../../styles/queue.css';
import '../../styles/webhooks.css';

const REFRESH_MS = 15_000;

/** Everything that needs a decision by staff, the most urgent first. */
export function AttentionPage() {
  const [filters, setFilters] = useFilters(['partner', 'provider', 'taken']);
  const { partner, provider, taken } = filters;
  const filter = takenFilterIn(taken);
  const clear = () => setFilters({ partner: undefined, provider: undefined });
  const read = useQueue(useEnvironment(), filters, {
    taken: TAKEN_FILTERS.find(([name]) => name === filter)?.[2],
    everyMs: REFRESH_MS,
  });
  const data = read.state === 'ready' ? read.data : undefined;
  return (
    <>
      <PageHead
        title="Needs attention"
        mark={data && data.overdue > 0 && <Badge tone="bad">{formatNumber(data.overdue)} overdue</Badge>}
        lead="Bookings that need a decision, the most urgent first."
        actions={
          data && (
            <>
              {!read.isPrevious && <TakeAll queue={data.bookings} />}
              <StartLink queue={data.bookings} filters={filters} />
            </>
          )
        }
      />
      <div className="queue-filters">
        <Segmented
          label="Show"
          options={filterOptions(data)}
          value={filter}
          onChange={chosen => setFilters({ taken: chosen === 'all' ? undefined : chosen })}
        />
        <FilterBar onClear={partner !== undefined || provider !== undefined ? clear : undefined}>
          <PartnerFilter value={partner} onChange={value => setFilters({ partner: value })} />
          <ProviderFilter value={provider} onChange={value => setFilters({ provider: value })} />
        </FilterBar>
      </div>
      <Loaded from={read} rows={6}>
        {list => (
          <>
            <Queue list={list} filters={filters} onClear={clear} />
            {list.orphans.length > 0 && <OrphansCard orphans={list.orphans} />}
            {list.endpoints.length > 0 && <EndpointsCard endpoints={list.endpoints} />}
          </>
        )}
      </Loaded>
    </>
  );
}

interface ProviderFilterProps {
  value: string | undefined;
  onChange: (code: string | undefined) => void;
}

function ProviderFilter({ value, onChange }: ProviderFilterProps) {
  const providers = useProvidersHere();
  if (providers.length < 2 && value === undefined) return null;
  return (
    <Combobox
      label="Provider"
      placeholder="All providers"
      value={value}
      options={providers.map(({ code, name }) => ({ value: code, name, hint: code }))}
      onChange={onChange}
    />
  );
}

/** With the number of bookings that each of them shows, once it is known. */
function filterOptions(list: Output<'attention/list'> | undefined) {
  const counts = list && countsByFilter(list);
  return TAKEN_FILTERS.map(
    ([name, label]) => [name, counts ? `${label} (${formatNumber(counts[name])})` : label] as const,
  );
}

const NONE_SHOWN = {
  mine: {
    title: 'No bookings are assigned to you',
    text: 'Take a booking to show your colleagues that you are working on it.',
  },
  nobody: { title: 'Every booking is assigned', text: 'To see who is working on each one, choose All.' },
};

interface QueueListProps {
  list: Output<'attention/list'>;
  filters: QueueFilters;
  onClear: () => void;
}

function Queue({ list, filters, onClear }: QueueListProps) {
  const filter = takenFilterIn(filters.taken);
  const counts = countsByFilter(list);
  if (list.bookings.length > 0) {
    return (
      <>
        <QueueTable queue={list.bookings} filters={filters} />
        <FirstOf listed={list.bookings.length} total={counts[filter]} />
      </>
    );
  }
  if (filter !== 'all' && counts.all > 0) {
    const { title, text } = NONE_SHOWN[filter];
    return <Empty title={title}>{text}</Empty>;
  }
  if (filters.partner !== undefined || filters.provider !== undefined) {
    return (
      <Empty
        title="No bookings match these filters"
        action={
          <button type="button" onClick={onClear}>
            Clear filters
          </button>
        }
      >
        Other bookings may still need attention.
      </Empty>
    );
  }
  return (
    <Empty title="The queue is empty" action={<LinkTo to="/bookings">View all bookings</LinkTo>}>
      Bookings that need attention appear here automatically.
    </Empty>
  );
}

/** Shown below a list that does not contain everything. */
function FirstOf({ listed, total }: { listed: number; total?: number }) {
  const isCut = total === undefined ? listed >= QUEUE_LIMIT : listed < total;
  if (!isCut) return null;
  const of = total === undefined ? '' : ` of ${formatNumber(total)}`;
  return (
    <p className="faint">
      Showing the first {formatNumber(listed) + of}. The others appear as you resolve these.
    </p>
  );
}

/** Leads to the most urgent booking on which nobody else works. */
function StartLink({ queue, filters }: QueueProps) {
  const start = nextInQueue(queue, '');
  if (start === undefined) return null;
  return (
    <LinkTo
      to="/bookings/$bookingId"
      params={{ bookingId: start.bookingId }}
      search={queueSearch(filters)}
      className="button main"
    >
      {start === queue[0] ? 'Start with the most urgent' : 'Start with your next booking'}
    </LinkTo>
  );
}

type Orphan = Output<'attention/list'>['orphans'][number];

function OrphansCard({ orphans }: { orphans: readonly Orphan[] }) {
  const [settling, setSettling] = useState<Orphan>();
  const columns: readonly Column<Orphan>[] = [
    {
      key: 'reference',
      heading: 'Provider reference',
      wide: true,
      cell: ({ providerReference, reference }) => (
        <>
          <code>{providerReference}</code>
          <small>
            our reference <code>{reference}</code>
          </small>
        </>
      ),
    },
    { key: 'provider', heading: 'Provider', cell: ({ provider }) => <ProviderContact code={provider} /> },
    { key: 'found', heading: 'Found', cell: ({ foundAt }) => <Timestamp at={foundAt} exact /> },
    {
      key: 'settle',
      heading: 'Actions',
      headless: true,
      cell: orphan => (
        <button type="button" className="small" onClick={() => setSettling(orphan)}>
          Record what was done
        </button>
      ),
    },
  ];
  return (
    <Card
      title="Reservations without a booking"
      hint="The provider has these reservations, but they match no booking. Find out which ones are needed, and cancel the others at the provider."
    >
      <DataTable
        label="Reservations without a booking"
        rows={orphans}
        columns={columns}
        rowKey={({ provider, reference }) => `${provider} ${reference}`}
      />
      <FirstOf listed={orphans.length} />
      <SettleDialog orphan={settling} onClose={() => setSettling(undefined)} />
    </Card>
  );
}

function SettleDialog({ orphan, onClose }: { orphan: Orphan | undefined; onClose: () => void }) {
  const [evidence, setEvidence] = useState('');
  const settle = useAction('orphans/settle', {
    changes: ['attention'],
    toast: 'Removed from the queue.',
    done: () => close(),
  });
  function close(): void {
    settle.clear();
    setEvidence('');
    onClose();
  }
  const submit = () => {
    if (orphan === undefined) return;
    const { provider, environment, reference } = orphan;
    void settle.run({ provider, environment, reference, evidence } as Input<'orphans/settle'>);
  };
  const problem = fieldError(settle.failure, 'evidence');
  return (
    <Dialog open={orphan !== undefined} title="Record what was done" onClose={close}>
      <Form onSubmit={submit}>
        <p>
          This removes the reservation <code>{orphan?.providerReference}</code> from the queue. Nothing is
          sent to the provider.
        </p>
        <Field
          label="Evidence"
          hint="For example, whom you asked and whether the reservation was cancelled. Stored in the audit log."
          problem={problem}
        >
          {control => (
            <textarea
              {...control}
              rows={3}
              required
              minLength={3}
              maxLength={2_000}
              value={evidence}
              onChange={event => setEvidence(event.target.value)}
            />
          )}
        </Field>
        {settle.failure && problem === undefined && <Notice failure={settle.failure} />}
        <FormButtons onCancel={close} disabled={settle.busy}>
          {settle.busy ? 'Saving…' : 'Remove from the queue'}
        </FormButtons>
      </Form>
    </Dialog>
  );
}

type MissingEvents = Output<'attention/list'>['endpoints'][number];

const ENDPOINT_COLUMNS: readonly Column<MissingEvents>[] = [
  { key: 'url', heading: 'Endpoint', wide: true, cell: ({ url }) => <span className="url">{url}</span> },
  { key: 'partner', heading: 'Partner', cell: ({ partnerId }) => <PartnerLink partnerId={partnerId} /> },
  {
    key: 'missed',
    heading: 'Missed events',
    align: 'right',
    cell: ({ missed }) => formatNumber(missed),
  },
  {
    key: 'why',
    heading: 'Cause and next action',
    cell: ({ status, lastError, hasRecovered }) => (
      <div className="queue-why">
        <span>
          {status === 'DISABLED'
            ? 'Disabled automatically.'
            : hasRecovered
              ? 'The endpoint works again.'
              : (lastError ?? 'The cause was not recorded.')}
        </span>
        <strong>
          {hasRecovered
            ? 'Replay the missed events.'
            : 'Ask the partner to fix the endpoint, then replay the missed events.'}
        </strong>
      </div>
    ),
  },
  { key: 'since', heading: 'Oldest', cell: ({ since }) => <Timestamp at={since} /> },
];

function EndpointsCard({ endpoints }: { endpoints: readonly MissingEvents[] }) {
  return (
    <Card
      title="Partners missing events"
      hint="These endpoints did not receive events about bookings, so the partners may not know the current status."
    >
      <DataTable
        label="Endpoints missing events"
        rows={endpoints}
        columns={ENDPOINT_COLUMNS}
        rowKey={({ endpointId }) => endpointId}
        rowLink={({ endpointId }) => ({ to: '/webhooks/$endpointId', params: { endpointId } })}
      />
      <FirstOf listed={endpoints.length} />
    </Card>
  );
}
