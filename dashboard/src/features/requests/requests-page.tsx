import { Pause, Play } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Drawer } from '../../components/dialogs/dialog.tsx';
import { ExportButton } from '../../components/export-button.tsx';
import { Empty } from '../../components/feedback.tsx';
import { LinkTo, type Target } from '../../components/link-to.tsx';
import { ListSteps } from '../../components/list-steps.tsx';
import { Loaded, LoadedList } from '../../components/loaded.tsx';
import { OperationName } from '../../components/operation-names.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { usePartnerColumn } from '../../components/partners/partners.tsx';
import { useCall, withoutPrevious } from '../../lib/calls/use-call.ts';
import { formatMs, formatNumber } from '../../lib/format/format.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { exportRequests } from './export-requests.ts';
import { RequestDetail, RequestLine } from './request-detail.tsx';
import { RequestFilterBar } from './request-filter-bar.tsx';
import {
  FILTER_NAMES,
  type LoggedRequest,
  type RequestFilters,
  type RequestsInput,
  requestsInput,
} from './request-filters.ts';
import { StatusBadge } from './status-badge.tsx';
import { useLiveRequests } from './use-live-requests.ts';
import '../../styles/requests.css';

export function RequestsPage() {
  const environment = useEnvironment();
  const [{ row, ...filters }, setFilters] = useFilters([...FILTER_NAMES, 'row']);
  const [live, setLive] = useState(true);
  const keys = useCall('keys/list', {
    ...(filters.partner && { partnerId: filters.partner }),
    environment,
    page: { limit: 200 },
  });
  const listed = keys.state === 'ready' ? keys.data.keys : undefined;
  const names = useMemo(() => new Map(listed?.map(key => [key.keyId, key.name])), [listed]);
  const queryKey = JSON.stringify([environment, filters]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the start of the period is fixed when the filters change
  const input = useMemo(() => requestsInput(filters, environment), [queryKey]);
  return (
    <>
      <PageHead
        title="Request log"
        lead="All API requests in this environment, newest first. New requests appear after about a second."
        actions={
          <>
            <ExportButton run={onProgress => exportRequests(input, environment, onProgress)} />
            {filters.to === undefined && (
              <button type="button" onClick={() => setLive(!live)}>
                {live ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
                {live ? 'Pause' : 'Resume'}
              </button>
            )}
          </>
        }
      />
      <RequestFilterBar filters={filters} onChange={setFilters} keys={[...names]} />
      <Log
        key={queryKey}
        input={input}
        live={live && filters.to === undefined}
        names={names}
        row={row}
        filters={filters}
        onOpen={rowId => setFilters({ row: rowId })}
      />
    </>
  );
}

interface LogProps {
  input: RequestsInput;
  live: boolean;
  names: ReadonlyMap<string, string>;
  row: string | undefined;
  filters: RequestFilters;
  onOpen: (rowId: string | undefined) => void;
}

function Log({ input, live, names, row, filters, onOpen }: LogProps) {
  const { list, waiting, showWaiting, retentionDays, droppedRows } = useLiveRequests(
    input,
    live,
    row !== undefined,
  );
  return (
    <>
      <p className="log-state" role="status">
        {live && row !== undefined ? (
          <span className="faint">Live updates are paused while a request is open.</span>
        ) : live ? (
          <span className="live-mark">Live</span>
        ) : (
          <span className="faint">
            {filters.to === undefined
              ? 'Live updates are paused.'
              : 'No live updates, because the date range has an end.'}
          </span>
        )}
        {waiting !== 0 && (
          <button type="button" onClick={showWaiting}>
            {waiting === undefined
              ? 'Show newest'
              : `Show ${waiting === 1 ? '1 new request' : `${formatNumber(waiting)} new requests`}`}
          </button>
        )}
      </p>
      <LoadedList list={list} rows={10} empty={<NoRequests live={live} />}>
        {items => <RequestTable rows={items} keyNames={names} filters={filters} />}
      </LoadedList>
      {retentionDays !== undefined && (
        <p className="hint">
          Requests are kept for {retentionDays === 1 ? '1 day' : `${retentionDays} days`}.
          {droppedRows > 0 &&
            ` Since this node started, ${droppedRows === 1 ? '1 request was' : `${formatNumber(droppedRows)} requests were`} not recorded because of high load or an error. Usage figures are complete.`}
        </p>
      )}
      {row !== undefined && (
        <RequestDrawer rowId={row} filters={filters} items={list.items} more={list.more} onOpen={onOpen} />
      )}
    </>
  );
}

function NoRequests({ live }: { live: boolean }) {
  return (
    <Empty
      title="No matching requests"
      action={
        <LinkTo to="/settings/api-keys" className="button">
          View API keys
        </LinkTo>
      }
    >
      Choose a longer period or fewer filters, or send a request with a key for this environment.
      {live && ' It will appear here automatically.'}
    </Empty>
  );
}

interface RequestTableProps {
  rows: readonly LoggedRequest[];
  keyNames: ReadonlyMap<string, string>;
  filters: RequestFilters;
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const TIME = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

function RequestTable({ rows, keyNames, filters }: RequestTableProps) {
  const partnerColumn = usePartnerColumn<LoggedRequest>();
  const columns: readonly Column<LoggedRequest>[] = [
    {
      key: 'at',
      heading: 'Time',
      phone: 'plain',
      cell: ({ at }) => (
        <time className="log-row" dateTime={at} title={at}>
          {TIME.format(new Date(at))} <small>{DAY.format(new Date(at))}</small>
        </time>
      ),
    },
    {
      key: 'status',
      heading: 'Status',
      phone: 'status',
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      key: 'operation',
      heading: 'Operation',
      phone: 'title',
      wide: true,
      cell: ({ operation, path, code, reason }) => (
        <div>
          {operation === null ? <code>{path}</code> : <OperationName operation={operation} />}
          {(reason ?? code) !== null && (
            <small>
              <code>{reason ?? code}</code>
            </small>
          )}
        </div>
      ),
    },
    {
      key: 'ms',
      heading: 'Duration',
      phone: 'plain',
      align: 'right',
      cell: ({ totalMs }) => formatMs(totalMs),
    },
    {
      key: 'key',
      heading: 'Key',
      phone: 'plain',
      cell: ({ keyId }) => <span className="log-id">{keyNames.get(keyId) ?? keyId}</span>,
    },
    ...partnerColumn,
    { key: 'address', heading: 'IP address', phone: 'hidden', cell: ({ address }) => address ?? '' },
    {
      key: 'request',
      heading: 'Request ID',
      phone: 'hidden',
      cell: ({ requestId }) => <code className="log-id">{requestId}</code>,
    },
  ];
  return (
    <div className="log">
      <DataTable
        label="Requests"
        rows={rows}
        columns={columns}
        rowKey={({ rowId }) => rowId}
        rowLink={({ rowId }) => rowTarget(rowId, filters)}
      />
    </div>
  );
}

interface RequestDrawerProps {
  rowId: string;
  filters: RequestFilters;
  /** The filtered list, through which the user can move. */
  items: readonly LoggedRequest[];
  more: (() => void) | undefined;
  onOpen: (rowId: string | undefined) => void;
}

function RequestDrawer({ rowId, filters, items, more, onOpen }: RequestDrawerProps) {
  const shown = withoutPrevious(useCall('requests/show', { rowId }));
  const request = shown.state === 'ready' ? shown.data.request : undefined;
  return (
    <Drawer
      open
      title={request ? <RequestLine path={request.path} /> : 'Request'}
      onClose={() => onOpen(undefined)}
    >
      <div className="row request-drawer-head">
        <ListSteps rowIds={items.map(item => item.rowId)} rowId={rowId} more={more} onGo={onOpen} />
        <LinkTo to="/requests/$rowId" params={{ rowId }} search={filters}>
          Open full page
        </LinkTo>
      </div>
      <Loaded from={shown} rows={10}>
        {data => <RequestDetail shown={data} linkTo={row => rowTarget(row, filters)} />}
      </Loaded>
    </Drawer>
  );
}

function rowTarget(rowId: string, filters: RequestFilters): Target {
  return { to: '/requests', search: { ...filters, row: rowId }, keepScroll: true };
}
