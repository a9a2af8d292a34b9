import { isOpenState } from '@serai/contract/booking/booking-states.ts';
import { ArrowDownNarrowWide, ArrowUpNarrowWide } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Card } from '../../components/card.tsx';
import { Drawer } from '../../components/dialogs/dialog.tsx';
import { ExchangeDetails } from '../../components/exchanges/exchange-details.tsx';
import type { Exchange } from '../../components/exchanges/exchange-outcomes.ts';
import { Notice } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import type { Input, Output } from '../../lib/calls/operator-client.ts';
import { type CallState, useCall } from '../../lib/calls/use-call.ts';
import { formatMoney } from '../../lib/format/format.ts';
import { useMay, useStaff } from '../../lib/session-context.ts';
import { useFilters } from '../../lib/url-state.ts';
import { type Folded, foldRepeats, newestFirst } from './fold-repeats.ts';
import { netOf } from './settlement.ts';
import { TimelineEntry } from './timeline-entry.tsx';
import { groupByDay, KIND_PLURALS, KINDS, kindsIn, timelineOf, toggleKind } from './timeline-of.ts';
import { callSentence } from './timeline-words.ts';
import { useLedger } from './use-ledger.ts';

type Shown = Output<'bookings/show'>;

const MAX_REQUESTS = 100;
/** The most that the server returns: the first and the most recent calls. */
const MAX_EXCHANGES = 200;
/** Refresh interval while the outcome of the booking is not known. */
const REFRESH_MS = 15_000;

interface TimelineCardProps {
  shown: Shown;
  /** The change whose cause the page shows above the timeline, so that it is not repeated. */
  shownCause: Shown['history'][number] | undefined;
}

/** Everything that happened to a booking, by kind, oldest or newest first. */
export function TimelineCard({ shown, shownCause }: TimelineCardProps) {
  const [{ show, order }, setFilters] = useFilters(['show', 'order']);
  const [opened, setOpened] = useState<Exchange>();
  const { moments, failed, isLoading, cut, urls } = useTimeline(shown);
  const chosen = kindsIn(show);
  const kinds = KINDS.filter(kind => moments.some(moment => moment.kind === kind) || chosen?.includes(kind));
  const listed = moments.filter(({ kind }) => chosen === undefined || chosen.includes(kind));
  const folded: readonly Folded[] = foldRepeats(listed);
  const net = netOf(moments.flatMap(moment => (moment.kind === 'ledger' ? [moment.ledger] : [])));
  const { status, needsAttention } = shown.booking;
  const settledBy = isOpenState(status) || needsAttention ? undefined : shown.history;
  const isOldestFirst = order === 'oldest';
  const OrderIcon = isOldestFirst ? ArrowUpNarrowWide : ArrowDownNarrowWide;
  return (
    <Card
      title="Timeline"
      hint={`Times in your time zone (${new Intl.DateTimeFormat().resolvedOptions().timeZone}).`}
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
      <fieldset className="row timeline-kinds">
        <legend className="unseen">Show</legend>
        <KindButton
          label="All"
          count={moments.length}
          pressed={chosen === undefined}
          onClick={() => setFilters({ show: undefined })}
        />
        {kinds.map(kind => (
          <KindButton
            key={kind}
            label={KIND_PLURALS[kind]}
            count={moments.filter(moment => moment.kind === kind).length}
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
      {net && !cut.ledger && (chosen === undefined || chosen.includes('ledger')) && (
        <p className="timeline-net">
          <span>{net.label}</span> <strong>{formatMoney(net.money)}</strong>
        </p>
      )}
      <div className="timeline" aria-busy={isLoading || undefined}>
        {groupByDay(isOldestFirst ? folded : newestFirst(folded)).map(({ label, moments: ofDay }) => (
          <section key={label} aria-label={label}>
            <h3>{label}</h3>
            <ol>
              {ofDay.map(moment => (
                <TimelineEntry
                  key={moment.id}
                  moment={moment}
                  urls={urls}
                  settledBy={settledBy}
                  hidesCause={moment.kind === 'change' && moment.entry === shownCause}
                  onOpen={setOpened}
                />
              ))}
            </ol>
          </section>
        ))}
      </div>
      <CutNotice cut={cut} bookingId={shown.booking.bookingId} />
      <Drawer
        open={opened !== undefined}
        title={opened ? callSentence(opened.operation) : ''}
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
      {cut.exchanges && 'Only the first and the most recent calls to the provider are shown. '}
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
  const urls = useEndpointUrls(shown);
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
  const ledger = useLedger(shown.booking, everyMs);
  const reads = [
    { what: 'Calls to the provider', read: withExchanges, when: mayExchanges },
    { what: 'Requests', read: requests, when: mayRequests },
    { what: 'Ledger entries', read: ledger, when: mayBilling },
  ];
  // A change of the booking or a check comes with new requests, calls and ledger entries.
  const state = `${version} ${resolution?.attempts}`;
  const readState = useRef(state);
  useEffect(() => {
    if (readState.current === state) return;
    readState.current = state;
    for (const { read, when } of reads) if (when) read.reload();
  });
  const exchanges = dataOf(withExchanges)?.audit?.transactions ?? [];
  return {
    urls,
    cut: {
      requests: hasMore(dataOf(requests)),
      exchanges: exchanges.length >= MAX_EXCHANGES,
      ledger: hasMore(dataOf(ledger)),
    },
    moments: timelineOf({
      history: shown.history,
      erasedAt: shown.booking.erasedAt,
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

/** The addresses of the endpoints that received events of this booking, by endpoint id. */
function useEndpointUrls({ partnerId, booking, deliveries }: Shown): ReadonlyMap<string, string> {
  const mayView = useMay('webhooks:view');
  const { environment } = booking;
  const input = { partnerId, environment, page: { limit: 200 } } as Input<'webhooks/list'>;
  const read = useCall('webhooks/list', input, { when: mayView && deliveries.length > 0 });
  return new Map(dataOf(read)?.endpoints.map(({ endpointId, url }) => [endpointId, url]));
}

function dataOf<Data>(read: CallState<Data>): Data | undefined {
  return read.state === 'ready' ? read.data : undefined;
}

function hasMore(response: { page: { nextCursor: string | null } } | undefined): boolean {
  return response !== undefined && response.page.nextCursor !== null;
}

interface KindButtonProps {
  label: string;
  count: number;
  pressed: boolean;
  onClick: () => void;
}

function KindButton({ label, count, pressed, onClick }: KindButtonProps) {
  return (
    <button type="button" className="small" aria-pressed={pressed} onClick={onClick}>
      {label} <span className="kind-count">({count})</span>
    </button>
  );
}
