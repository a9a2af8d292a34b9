import { CalendarCheck, ListTree } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { CallError, CallOutcome } from '../../components/call-detail.tsx';
import { Card, Facts } from '../../components/card.tsx';
import { CopyableId, CopyButton } from '../../components/copy-button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Drawer } from '../../components/dialogs/dialog.tsx';
import { ExchangeMessages } from '../../components/exchanges/exchange-details.tsx';
import { Badge } from '../../components/feedback.tsx';
import { FilterBar, FilterSelect } from '../../components/filter-bar.tsx';
import { LinkTo, PermittedLink, type Target } from '../../components/link-to.tsx';
import { ListSteps } from '../../components/list-steps.tsx';
import { Loaded, LoadedList } from '../../components/loaded.tsx';
import { PartnerLink } from '../../components/partners/partners.tsx';
import { describeLastError, providerAdvice } from '../../components/provider-words.ts';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { type PagedList, useCall, usePages, withoutPrevious } from '../../lib/calls/use-call.ts';
import { formatMs } from '../../lib/format/format.ts';
import { describeHttpStatus } from '../../lib/format/http-status.ts';
import { lastPeriod } from '../../lib/format/period.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import {
  CAUSE_OPTIONS,
  countsLast,
  type Failure,
  failureWords,
  knownOption,
  OPERATION_OPTIONS,
  operationWords,
  placeWords,
  retryWords,
  runsOf,
  runWords,
  shortId,
  waitedWords,
  withoutMessages,
} from './failure-words.ts';
import { moreRows } from './more-rows.ts';
import type { ProviderHealth } from './provider.tsx';

/** The anchor of the card, for links from the figures. */
export const FAILED_CALLS = 'failed-calls';

/** Enough to fold most outages. Only the first rows are shown at first. */
const PAGE_SIZE = 50;
const FIRST_ROWS = 10;
const REFRESH_MS = 10_000;

interface FailedCallsProps {
  providerId: string;
  /** Such as `1h`. */
  period: string;
  periodName: string;
  health: Pick<ProviderHealth, 'lastError' | 'totals'>;
}

/** Every failed call of the period. A row opens the request and the response. */
export function FailedCalls({ providerId, period, periodName, health }: FailedCallsProps) {
  const [{ operation, cause, call, ...others }, setFilters] = useFilters([
    'period',
    'operation',
    'cause',
    'call',
  ]);
  const input = {
    providerId,
    operation: knownOption<Failure['operation']>(OPERATION_OPTIONS, operation),
    cause: knownOption<Failure['cause']>(CAUSE_OPTIONS, cause),
  };
  const list = usePages('providers/failures', input, ({ failures }) => failures, {
    limit: PAGE_SIZE,
    everyMs: REFRESH_MS,
    window: lastPeriod(period),
  });
  const isFiltered = operation !== undefined || cause !== undefined;
  const search = { ...others, operation, cause };
  const rows = countsLast(list.items);
  return (
    <div id={FAILED_CALLS}>
      <Card title="Failed calls" hint={`${periodName}, newest first. Kept for 7 days.`}>
        {(isFiltered || list.items.length > 0) && (
          <FilterBar
            {...(isFiltered && { onClear: () => setFilters({ operation: undefined, cause: undefined }) })}
          >
            <FilterSelect
              label="Operation"
              all="All operations"
              value={operation}
              options={OPERATION_OPTIONS}
              onChange={value => setFilters({ operation: value })}
            />
            <FilterSelect
              label="Cause"
              all="All causes"
              value={cause}
              options={CAUSE_OPTIONS}
              onChange={value => setFilters({ cause: value })}
            />
          </FilterBar>
        )}
        <FailureList
          list={list}
          rows={rows}
          linkOf={failureId => ({
            to: '/providers/$providerId',
            params: { providerId },
            search: { ...search, call: failureId },
            keepScroll: true,
          })}
          empty={<NoFailures isFiltered={isFiltered} lastError={health.lastError} />}
        />
      </Card>
      {call !== undefined && (
        <FailureDrawer
          providerId={providerId}
          failureId={call}
          listed={rows.map(({ failureId }) => failureId)}
          place={placeWords(rows, call, {
            hasMore: list.more !== undefined,
            failed: isFiltered || period === '30d' ? undefined : health.totals.errors,
          })}
          more={list.more}
          onGo={failureId => setFilters({ call: failureId })}
          onClose={() => setFilters({ call: undefined })}
        />
      )}
    </div>
  );
}

interface FailureListProps {
  list: PagedList<Failure>;
  rows: readonly Failure[];
  linkOf: (failureId: string) => Target;
  empty: ReactNode;
}

/** Equal calls are one row at first. If the user wants to see each call, the first ones are shown. */
function FailureList({ list, rows, linkOf, empty }: FailureListProps) {
  const [isFolded, setFolded] = useState(true);
  const [showsAll, setShowsAll] = useState(false);
  const hasHidden = !showsAll && rows.length > FIRST_ROWS;
  const runs = runsOf(rows);
  const wordsOf = new Map(
    runs
      .filter(run => run.length > 1)
      .map(run => [run[0]?.failureId, runWords(run, list.more !== undefined && run === runs.at(-1))]),
  );
  const repeats = new Set(runs.flatMap(run => run.slice(1).map(({ failureId }) => failureId)));
  const first = new Set(rows.slice(0, FIRST_ROWS));
  const toneOf = (row: Failure) => {
    const tone = repeats.has(row.failureId) ? 'repeat' : wordsOf.has(row.failureId) ? 'run' : '';
    // A row that counts calls is always shown, because it represents many of them.
    const isLater = hasHidden && !first.has(row) && row.calls === 1;
    return `${tone}${isLater ? ' later' : ''}`.trim() || undefined;
  };
  const showsRuns = isFolded && repeats.size > 0;
  // A row that represents several calls has no duration and no partner request.
  const areAllRuns = showsRuns && runs.every(run => run.length > 1);
  const columns = areAllRuns ? COLUMNS.filter(({ key }) => key !== 'duration' && key !== 'for') : COLUMNS;
  const more = moreRows(list, {
    hasHidden,
    isFolded: showsRuns,
    reveal: () => setShowsAll(true),
  });
  return (
    <div
      className="failed-calls"
      data-folded={showsRuns || undefined}
      data-complete={list.more === undefined || undefined}
    >
      <LoadedList list={{ ...list, more }} rows={4} empty={empty}>
        {() => (
          <>
            <DataTable
              label="Failed calls"
              rows={rows}
              columns={[timeColumn(wordsOf), ...columns]}
              rowKey={({ failureId }) => failureId}
              rowTone={toneOf}
              rowLink={({ failureId }) => linkOf(failureId)}
            />
            {repeats.size > 0 && (
              <button
                type="button"
                className="small run-toggle"
                aria-pressed={!isFolded}
                onClick={() => setFolded(!isFolded)}
              >
                Show each call
              </button>
            )}
          </>
        )}
      </LoadedList>
    </div>
  );
}

interface NoFailuresProps {
  isFiltered: boolean;
  lastError: ProviderHealth['lastError'];
}

function NoFailures({ isFiltered, lastError }: NoFailuresProps) {
  return (
    <p className="faint">
      {isFiltered ? 'No failed call matches these filters.' : 'No call failed in this period.'}
      {!isFiltered && lastError && (
        <>
          {' '}
          The last failure was <Timestamp at={lastError.at} />: {operationWords(lastError.operation)},{' '}
          {describeLastError(lastError)}.
        </>
      )}
    </p>
  );
}

/** `wordsOf` returns the number and the times of equal calls. At first, only one row is shown for them. */
const timeColumn = (wordsOf: ReadonlyMap<string | undefined, string>): Column<Failure> => ({
  key: 'at',
  heading: 'Time',
  phone: 'plain',
  cell: ({ at, calls, failureId }) => (
    <>
      {/* A row that counts calls covers a minute. */}
      <Timestamp at={at} exact withSeconds={calls === 1} />
      {wordsOf.has(failureId) && <span className="run-words">{wordsOf.get(failureId)}</span>}
    </>
  ),
});

const COLUMNS: readonly Column<Failure>[] = [
  {
    key: 'operation',
    heading: 'Operation',
    phone: 'title',
    cell: ({ operation }) => operationWords(operation),
  },
  { key: 'what', heading: 'Cause', wide: true, phone: 'plain', cell: failureWords },
  {
    key: 'duration',
    heading: 'Duration',
    phone: 'plain',
    align: 'right',
    cell: ({ durationMs }) => (durationMs === null ? '' : formatMs(durationMs)),
  },
  { key: 'retry', heading: 'Retry', phone: 'hidden', cell: retryWords },
  {
    key: 'for',
    heading: 'Partner request',
    phone: 'plain',
    cell: row => (row.bookingId === null && row.requestId === null ? '' : <MadeFor {...row} />),
  },
];

/** What the call was made for: a booking, a partner request, or both. */
function MadeFor({ bookingId, requestId }: Pick<Failure, 'bookingId' | 'requestId'>) {
  return (
    <div className="parts">
      {bookingId !== null && (
        <PermittedLink permission="bookings:view" to="/bookings/$bookingId" params={{ bookingId }}>
          Booking
        </PermittedLink>
      )}
      {requestId !== null && (
        <PermittedLink permission="requests:view" to="/requests" search={{ requestId }}>
          <code title={requestId}>{shortId(requestId)}</code>
        </PermittedLink>
      )}
    </div>
  );
}

interface FailureDrawerProps {
  providerId: string;
  failureId: string;
  /** The filtered list, through which the user can move. */
  listed: readonly string[];
  place: string | undefined;
  more: (() => void) | undefined;
  onGo: (failureId: string) => void;
  onClose: () => void;
}

function FailureDrawer({ providerId, failureId, listed, place, more, onGo, onClose }: FailureDrawerProps) {
  const shown = withoutPrevious(useCall('providers/failure', { providerId, failureId }));
  const title =
    shown.state === 'ready' ? `${operationWords(shown.data.failure.operation)} failed` : 'Failed call';
  return (
    <Drawer open title={title} onClose={onClose}>
      <ListSteps rowIds={listed} rowId={failureId} place={place} more={more} onGo={onGo} />
      <Loaded from={shown} rows={8}>
        {data => <FailureDetails {...data} />}
      </Loaded>
    </Drawer>
  );
}

/** Like the details of a request: the outcome, what to do, the facts, then what was sent and returned. */
function FailureDetails({ failure, exchanges }: Output<'providers/failure'>) {
  const { at, durationMs, attempt, status, supplierSays, cause, bookingId, requestId } = failure;
  return (
    <div className="request-detail">
      <div className="request-top">
        <CallOutcome
          status={<Badge tone="bad">{describeHttpStatus(status ?? 0)}</Badge>}
          durationMs={durationMs}
          at={at}
        />
        <div className="row">
          <CopyButton text={copiedText({ failure, exchanges })} label="Copy as JSON" className="small" />
          <OpenButtons {...failure} />
        </div>
      </div>
      <CallError tone="bad" title={`${waitedWords(failure, exchanges)}.`}>
        {supplierSays !== null && (
          <p>
            The supplier’s message: <q>{supplierSays}</q>
          </p>
        )}
        <p>
          <strong>What to do:</strong> {providerAdvice(cause)}
        </p>
      </CallError>
      <div className="request-who">
        <Facts
          items={[
            ...(requestId === null
              ? []
              : [['Partner', <RequestPartner key="partner" requestId={requestId} />] as const]),
            ['Retry', retryInDetail(failure)],
            ...(attempt === null || attempt === 1 ? [] : [['Attempt', String(attempt)] as const]),
            ...(bookingId === null
              ? []
              : [['Booking', <CopyableId key="booking" id={bookingId} label="booking ID" />] as const]),
            [
              'Partner request',
              requestId === null ? (
                'None. Serai made this call automatically.'
              ) : (
                <CopyableId key="request" id={requestId} label="request ID" />
              ),
            ],
          ]}
        />
      </div>
      {exchanges.length === 0 && <p className="faint">{withoutMessages(failure)}</p>}
      {exchanges.map((exchange, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the messages of a call never change
        <ExchangeMessages key={index} exchange={exchange} />
      ))}
    </div>
  );
}

/** Whose request the call was made for. A dash if the request log no longer contains it, or if the role may not see it. */
function RequestPartner({ requestId }: { requestId: string }) {
  const environment = useEnvironment();
  const seesRequests = useMay('requests:view');
  const read = useCall(
    'requests/list',
    { environment, requestId, page: { limit: 1 } },
    { when: seesRequests },
  );
  const found = read.state === 'ready' ? read.data.requests[0] : undefined;
  return found?.requestId === requestId ? <PartnerLink partnerId={found.partnerId} /> : '–';
}

/** What the call was made for. Users whose role may not open a page have no button for it. */
function OpenButtons({ bookingId, requestId }: Pick<Failure, 'bookingId' | 'requestId'>) {
  const [seesBookings, seesRequests] = [useMay('bookings:view'), useMay('requests:view')];
  return (
    <>
      {bookingId !== null && seesBookings && (
        <LinkTo to="/bookings/$bookingId" params={{ bookingId }} className="button small">
          <CalendarCheck size={15} aria-hidden /> Open booking
        </LinkTo>
      )}
      {requestId !== null && seesRequests && (
        <LinkTo to="/requests" search={{ requestId }} className="button small">
          <ListTree size={15} aria-hidden /> Open partner request
        </LinkTo>
      )}
    </>
  );
}

/** For a message to the provider’s support. */
function copiedText(call: Output<'providers/failure'>): string {
  return JSON.stringify(call, null, 2);
}

function retryInDetail(failure: Failure): string {
  const isEffect = failure.operation === 'book' || failure.operation === 'cancel';
  return isEffect ? 'Only if the supplier certainly did nothing' : retryWords(failure);
}
