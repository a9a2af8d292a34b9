import { ArrowDownNarrowWide, ArrowUpNarrowWide } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { KINDS as LEDGER_KINDS } from '../../components/billing/entry-kinds.ts';
import { Card } from '../../components/card.tsx';
import { DeliveryAttempts, DeliveryBadge } from '../../components/deliveries.tsx';
import { Drawer } from '../../components/dialogs/dialog.tsx';
import { Badge, Notice } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Input, Output } from '../../lib/calls/operator-client.ts';
import { type CallState, useCall } from '../../lib/calls/use-call.ts';
import { formatMoney, formatMs } from '../../lib/format/format.ts';
import { useMay, useStaff } from '../../lib/session-context.ts';
import { useFilters } from '../../lib/url-state.ts';
import { HistoryEntry } from './booking-history.tsx';
import { ExchangeDetails, isProblem } from './exchange-details.tsx';
import {
  type Exchange,
  KIND_LABELS,
  KINDS,
  type Kind,
  kindsIn,
  type Moment,
  timelineOf,
  toggleKind,
} from './timeline-of.ts';

type Shown = Output<'bookings/show'>;

const MAX_REQUESTS = 100;
const MAX_ENTRIES = 100;
/** The most that the server returns: the first and the most recent calls. */
const MAX_EXCHANGES = 200;
/** Refresh interval while the outcome of the booking is not known. */
const REFRESH_MS = 15_000;

/** Everything that happened to a booking, by kind, oldest or newest first. */
export function TimelineCard({ shown }: { shown: Shown }) {
  const [{ show, order }, setFilters] = useFilters(['show', 'order']);
  const [opened, setOpened] = useState<Exchange>();
  const { moments, failed, isLoading, cut } = useTimeline(shown);
  const chosen = kindsIn(show);
  const kinds = KINDS.filter(kind => moments.some(moment => moment.kind === kind) || chosen?.includes(kind));
  const listed = moments.filter(({ kind }) => chosen === undefined || chosen.includes(kind));
  const isOldestFirst = order === 'oldest';
  const OrderIcon = isOldestFirst ? ArrowUpNarrowWide : ArrowDownNarrowWide;
  return (
    <Card
      title="Timeline"
      className="booking-timeline"
      actions={
        <button
          type="button"
          className="small"
          onClick={() => setFilters({ order: isOldestFirst ? undefined : 'oldest' })}
        >
          <OrderIcon size={14} aria-hidden /> {isOldestFirst ? 'Show newest first' : 'Show oldest first'}
        </button>
      }
    >
      <fieldset className="row presets">
        <legend className="unseen">Show</legend>
        <KindButton
          label="All"
          pressed={chosen === undefined}
          onClick={() => setFilters({ show: undefined })}
        />
        {kinds.map(kind => (
          <KindButton
            key={kind}
            label={KIND_LABELS[kind]}
            pressed={chosen?.includes(kind) ?? false}
            onClick={() => setFilters({ show: toggleKind(chosen, kind) })}
          />
        ))}
      </fieldset>
      {failed.map(({ what, failure, reload }) => (
        <div key={what}>
          <p>{what} could not be loaded.</p>
          <Notice failure={failure} onRetry={reload} />
        </div>
      ))}
      <ol className="timeline" aria-busy={isLoading || undefined} {...(!isOldestFirst && { reversed: true })}>
        {(isOldestFirst ? listed : listed.toReversed()).map(moment => (
          <li key={moment.id} data-kind={moment.kind} {...actorOf(moment)}>
            <MomentView moment={moment} onOpen={setOpened} />
          </li>
        ))}
      </ol>
      <CutNotice cut={cut} bookingId={shown.booking.bookingId} />
      <Drawer
        open={opened !== undefined}
        title={opened ? `${opened.operation} at ${opened.provider}` : ''}
        onClose={() => setOpened(undefined)}
      >
        {opened && <ExchangeDetails exchange={opened} />}
      </Drawer>
    </Card>
  );
}

/** States what the timeline leaves out, so that nobody takes it for complete. */
function CutNotice({ cut, bookingId }: { cut: Cut; bookingId: string }) {
  if (!cut.requests && !cut.exchanges && !cut.ledger) return null;
  return (
    <p className="faint">
      {cut.requests && (
        <>
          Older requests are not shown.{' '}
          <LinkTo to="/requests" search={{ booking: bookingId }}>
            View all requests
          </LinkTo>{' '}
        </>
      )}
      {cut.exchanges &&
        'Some calls to the provider are not shown: only the first and the most recent ones are. '}
      {cut.ledger && 'Older ledger entries are not shown.'}
    </p>
  );
}

interface Cut {
  requests: boolean;
  exchanges: boolean;
  ledger: boolean;
}

/**
 * Reads what `bookings/show` does not contain, as far as the role allows it. Partner users get provider calls of test
 * bookings only.
 */
function useTimeline(shown: Shown) {
  const { bookingId, environment, version, testMode, resolution } = shown.booking;
  const isStaff = useStaff();
  const mayExchanges = isStaff || testMode;
  const everyMs = resolution === null ? undefined : REFRESH_MS;
  const [mayRequests, mayBilling] = [useMay('requests:view'), useMay('billing:view')];
  const withExchanges = useCall(
    'bookings/show',
    { bookingId, includeAudit: true } as Input<'bookings/show'>,
    { everyMs, when: mayExchanges },
  );
  const requests = useCall(
    'requests/list',
    { bookingId, environment, page: { limit: MAX_REQUESTS } } as Input<'requests/list'>,
    { everyMs, when: mayRequests },
  );
  const ledger = useCall(
    'billing/entries/list',
    { bookingId, environment, page: { limit: MAX_ENTRIES } } as Input<'billing/entries/list'>,
    { everyMs, when: mayBilling },
  );
  const reads = [
    { what: 'Calls to the provider', read: withExchanges, when: mayExchanges },
    { what: 'Requests', read: requests, when: mayRequests },
    { what: 'Ledger entries', read: ledger, when: mayBilling },
  ];
  // A change of the booking comes with new requests, calls and ledger entries.
  const readVersion = useRef(version);
  useEffect(() => {
    if (readVersion.current === version) return;
    readVersion.current = version;
    for (const { read, when } of reads) if (when) read.reload();
  });
  const exchanges = dataOf(withExchanges)?.audit?.transactions ?? [];
  return {
    cut: {
      requests: hasMore(dataOf(requests)),
      exchanges: exchanges.length >= MAX_EXCHANGES,
      ledger: hasMore(dataOf(ledger)),
    },
    moments: timelineOf({
      history: shown.history,
      deliveries: shown.deliveries,
      notes: shown.notes ?? [],
      exchanges,
      requests: dataOf(requests)?.requests ?? [],
      ledger: dataOf(ledger)?.entries ?? [],
    }),
    failed: reads.flatMap(({ what, read }) =>
      read.state === 'failed' ? [{ what, failure: read.failure, reload: read.reload }] : [],
    ),
    isLoading: reads.some(({ read, when }) => when && read.state === 'waiting'),
  };
}

function dataOf<Data>(read: CallState<Data>): Data | undefined {
  return read.state === 'ready' ? read.data : undefined;
}

function hasMore(response: { page: { nextCursor: string | null } } | undefined): boolean {
  return response !== undefined && response.page.nextCursor !== null;
}

function KindButton({ label, pressed, onClick }: { label: string; pressed: boolean; onClick: () => void }) {
  return (
    <button type="button" className="small" aria-pressed={pressed} onClick={onClick}>
      {label}
    </button>
  );
}

function actorOf(moment: Moment): { 'data-actor'?: string } {
  return moment.kind === 'change' ? { 'data-actor': moment.entry.actor } : {};
}

interface MomentViewProps {
  moment: Moment;
  onOpen: (exchange: Exchange) => void;
}

function MomentView({ moment, onOpen }: MomentViewProps) {
  switch (moment.kind) {
    case 'change':
      return <HistoryEntry entry={moment.entry} />;
    case 'note':
      return (
        <>
          <Head kind={moment.kind} at={moment.at}>
            by {moment.note.by}
          </Head>
          <p className="note">
            {moment.note.text ?? 'Erased together with the personal data of the guests.'}
          </p>
        </>
      );
    case 'request':
      return <RequestMoment moment={moment} />;
    case 'exchange':
      return <ExchangeMoment moment={moment} onOpen={onOpen} />;
    case 'delivery':
      return <DeliveryMoment moment={moment} />;
    case 'ledger': {
      const { kind, amount } = moment.ledger;
      return (
        <Head kind={moment.kind} at={moment.at}>
          <Badge tone={LEDGER_KINDS[kind].tone}>{LEDGER_KINDS[kind].label}</Badge> {formatMoney(amount)}
        </Head>
      );
    }
  }
}

type MomentOf<K extends Kind> = { moment: Extract<Moment, { kind: K }> };

function RequestMoment({ moment }: MomentOf<'request'>) {
  const { operation, path, status, code, totalMs, rowId } = moment.request;
  return (
    <Head kind={moment.kind} at={moment.at}>
      <LinkTo to="/requests/$rowId" params={{ rowId }}>
        {operation ?? path}
      </LinkTo>{' '}
      <Badge tone={status >= 400 || status === 0 ? 'warn' : 'good'}>{String(status)}</Badge> {code ?? ''} in{' '}
      {formatMs(totalMs)}
    </Head>
  );
}

function ExchangeMoment({ moment, onOpen }: MomentOf<'exchange'> & Pick<MomentViewProps, 'onOpen'>) {
  const { operation, provider, outcome, durationMs } = moment.exchange;
  return (
    <Head kind={moment.kind} at={moment.at}>
      <button type="button" className="quiet call" onClick={() => onOpen(moment.exchange)}>
        {operation}
      </button>{' '}
      at <code>{provider}</code> <Badge tone={isProblem(outcome) ? 'warn' : 'good'}>{outcome}</Badge> in{' '}
      {formatMs(durationMs)}
    </Head>
  );
}

function DeliveryMoment({ moment }: MomentOf<'delivery'>) {
  const { eventId, eventType, endpointId, attempts } = moment.delivery;
  return (
    <>
      <Head kind={moment.kind} at={moment.at}>
        <LinkTo to="/events/$eventId" params={{ eventId }}>
          {eventType}
        </LinkTo>{' '}
        to{' '}
        <LinkTo to="/webhooks/$endpointId" params={{ endpointId }}>
          <code>{endpointId}</code>
        </LinkTo>{' '}
        <DeliveryBadge delivery={moment.delivery} />
      </Head>
      <details>
        <summary>{attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`}</summary>
        <DeliveryAttempts delivery={moment.delivery} />
      </details>
    </>
  );
}

function Head({ kind, at, children }: { kind: Kind; at: string; children: ReactNode }) {
  return (
    <div className="timeline-head">
      <span className="kind">{KIND_LABELS[kind]}</span>
      <span>{children}</span>
      <span className="faint">
        <Timestamp at={at} exact />
      </span>
    </div>
  );
}
