import { CircleHelp, Hourglass, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { formatName } from '../../components/booking-labels.ts';
import { Card } from '../../components/card.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Badge, Empty, Notice } from '../../components/feedback.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { Field, Form, FormButtons } from '../../components/form.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PartnerFilter, PartnerLink } from '../../components/partners/partners.tsx';
import { MAX_PROVIDERS } from '../../components/recent-calls.ts';
import { Timestamp } from '../../components/timestamp.tsx';
import { fieldError, type Input, type Output } from '../../lib/calls/operator-client.ts';
import { useAction } from '../../lib/calls/use-action.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatDateTime, formatNumber } from '../../lib/format/format.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { deadlineMeaning, nextStep, type QueuedBooking, reasonFor } from './attention.ts';
import { formatDay } from './booking-status.tsx';
import { Deadline } from './deadline.tsx';
import { countBookings, queueSearch, waitingTime } from './queue.ts';
import { QUEUE_LIMIT, useQueue } from './use-queue.ts';
import '../../styles/booking-decision.css';
import '../../styles/bookings.css';
import '../../styles/webhooks.css';

const REFRESH_MS = 15_000;

/** Everything that needs a decision by staff, the earliest deadline first. */
export function AttentionPage() {
  const [{ partner }, setFilters] = useFilters(['partner']);
  const read = useQueue(useEnvironment(), partner, { everyMs: REFRESH_MS });
  return (
    <>
      <PageHead
        title="Needs attention"
        lead="Bookings that need a decision, the earliest deadline first."
        actions={read.state === 'ready' && <StartLink queue={read.data.bookings} partner={partner} />}
      />
      <FilterBar>
        <PartnerFilter value={partner} onChange={value => setFilters({ partner: value })} />
      </FilterBar>
      <Loaded from={read} rows={6}>
        {({ count, bookings, orphans, endpoints }) => (
          <>
            {bookings.length === 0 ? (
              <Empty title="The queue is empty" action={<LinkTo to="/bookings">View all bookings</LinkTo>}>
                No booking needs attention. New ones appear here automatically.
              </Empty>
            ) : (
              <>
                <QueueTable queue={bookings} partner={partner} />
                <FirstOf listed={bookings.length} total={countBookings({ count, bookings, orphans })} />
              </>
            )}
            {orphans.length > 0 && <OrphansCard orphans={orphans} />}
            {endpoints.length > 0 && <EndpointsCard endpoints={endpoints} />}
          </>
        )}
      </Loaded>
    </>
  );
}

interface QueueProps {
  queue: readonly QueuedBooking[];
  partner: string | undefined;
}

/** Shown below a list that does not contain everything. */
function FirstOf({ listed, total }: { listed: number; total?: number }) {
  const isCut = total === undefined ? listed >= QUEUE_LIMIT : listed < total;
  if (!isCut) return null;
  const of = total === undefined ? '' : ` of ${formatNumber(total)}`;
  return (
    <p className="faint">The first {formatNumber(listed) + of}. Others appear once these are settled.</p>
  );
}

function StartLink({ queue: [first], partner }: QueueProps) {
  if (first === undefined) return null;
  return (
    <LinkTo
      to="/bookings/$bookingId"
      params={{ bookingId: first.bookingId }}
      search={queueSearch(partner)}
      className="button main"
    >
      Start with the first
    </LinkTo>
  );
}

/** A decision needs no mark, because most bookings in the queue wait for one. */
const MARKS: Readonly<Partial<Record<QueuedBooking['kind'], { label: string; icon: LucideIcon }>>> = {
  OUTCOME_UNKNOWN: { label: 'Outcome unknown', icon: CircleHelp },
  HOTEL_SILENT: { label: 'No response from the hotel', icon: Hourglass },
};

const COLUMNS: readonly Column<QueuedBooking>[] = [
  {
    key: 'booking',
    heading: 'Booking',
    cell: ({ holder, clientReference, hotel, checkIn }) => (
      <>
        {formatName(holder)}
        <small>
          <code>{clientReference}</code>
        </small>
        <small>{hotel.name}</small>
        <small>Check-in {formatDay(checkIn)}</small>
      </>
    ),
  },
  {
    key: 'deadline',
    heading: 'Decide by',
    phone: 'plain',
    cell: queued => (
      <div className="queue-deadline">
        <Deadline at={queued.deadline} zone={queued.hotel.timeZone} />
        <small>{deadlineMeaning(queued, queued.checkIn, queued.hotel.timeZone)}</small>
      </div>
    ),
  },
  {
    key: 'why',
    heading: 'Next action',
    phone: 'plain',
    wide: true,
    cell: queued => (
      <div className="queue-why">
        <strong>{nextStep(queued)}</strong>
        <span>
          <Mark kind={queued.kind} /> {reasonFor(queued)}
        </span>
      </div>
    ),
  },
  {
    key: 'partner',
    heading: 'Partner and provider',
    phone: 'plain',
    cell: ({ partnerId, providerCode }) => (
      <div>
        <PartnerLink partnerId={partnerId} />
        <small>
          <ProviderName code={providerCode} />
        </small>
      </div>
    ),
  },
  {
    key: 'since',
    heading: 'Waiting',
    phone: 'hidden',
    cell: ({ since }) => (
      <time dateTime={since} title={formatDateTime(since)}>
        {waitingTime(since, Date.now())}
      </time>
    ),
  },
];

function Mark({ kind }: Pick<QueuedBooking, 'kind'>) {
  const mark = MARKS[kind];
  if (mark === undefined) return null;
  const { label, icon: Icon } = mark;
  return (
    <Badge tone="warn">
      <Icon size={14} aria-hidden /> {label}
    </Badge>
  );
}

function ProviderName({ code }: { code: string }) {
  const environment = useEnvironment();
  const list = useCall('providers/list', { environment, page: { limit: MAX_PROVIDERS } });
  const found = list.state === 'ready' ? list.data.providers.find(each => each.code === code) : undefined;
  return found ? found.name : <code>{code}</code>;
}

function QueueTable({ queue, partner }: QueueProps) {
  return (
    <div className="queue">
      <DataTable
        label="Bookings that need attention"
        rows={queue}
        columns={COLUMNS}
        rowKey={({ bookingId }) => bookingId}
        rowLink={({ bookingId }) => ({
          to: '/bookings/$bookingId',
          params: { bookingId },
          search: queueSearch(partner),
        })}
      />
    </div>
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
    { key: 'provider', heading: 'Provider', cell: ({ provider }) => <code>{provider}</code> },
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
      hint="The provider has these reservations, but no booking here accounts for them. Find out whether they are needed, and cancel the others at the provider."
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
    <Dialog open={orphan !== undefined} title="What was done?" onClose={close}>
      <Form onSubmit={submit}>
        <p>
          This removes the reservation <code>{orphan?.providerReference}</code> from the queue. Nothing is
          sent to the provider.
        </p>
        <Field
          label="Evidence"
          hint="For example: who was asked, and whether the reservation was cancelled. Stored in the audit log."
          problem={problem}
        >
          {control => (
            <textarea
              {...control}
              className="sentences"
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
    heading: 'Why and what to do',
    cell: ({ status, lastError, hasRecovered }) => (
      <div className="queue-why">
        <span>
          {status === 'DISABLED'
            ? 'Disabled automatically.'
            : hasRecovered
              ? 'Works again.'
              : (lastError ?? 'The cause is not recorded.')}
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
      title="Partners that miss events"
      hint="These endpoints did not receive events about bookings, so the partners may not know the current status."
    >
      <DataTable
        label="Endpoints that miss events"
        rows={endpoints}
        columns={ENDPOINT_COLUMNS}
        rowKey={({ endpointId }) => endpointId}
        rowLink={({ endpointId }) => ({ to: '/webhooks/$endpointId', params: { endpointId } })}
      />
      <FirstOf listed={endpoints.length} />
    </Card>
  );
}
