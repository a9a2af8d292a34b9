import { Pause, Play } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Empty } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { LoadedList } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { RequestDrawer } from './request-drawer.tsx';
import { RequestFilterBar } from './request-filter-bar.tsx';
import { FILTER_NAMES, type RequestsInput, requestsInput } from './request-filters.ts';
import { RequestTable } from './request-table.tsx';
import { useLiveRequests } from './use-live-requests.ts';
import '../../styles/requests.css';

export function RequestsPage() {
  const environment = useEnvironment();
  const [{ row, ...filters }, setFilters] = useFilters([...FILTER_NAMES, 'row']);
  const [live, setLive] = useState(true);
  const keys = useCall('keys/list', { environment, page: { limit: 200 } });
  const listed = keys.state === 'ready' ? keys.data.keys : undefined;
  const names = useMemo(() => new Map(listed?.map(key => [key.keyId, key.name])), [listed]);
  const asked = JSON.stringify([environment, filters]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the period begins when the filters are chosen and then stays
  const input = useMemo(() => requestsInput(filters, environment), [asked]);
  return (
    <>
      <PageHead
        title="Request log"
        lead="Every request your keys made, with what it answered and where the time went. A row appears about a second after its answer."
        actions={
          filters.to === undefined && (
            <button type="button" onClick={() => setLive(!live)}>
              {live ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
              {live ? 'Pause' : 'Follow live'}
            </button>
          )
        }
      />
      <RequestFilterBar filters={filters} onChange={setFilters} keys={[...names]} />
      <Log
        key={asked}
        input={input}
        live={live && filters.to === undefined}
        names={names}
        row={row}
        onOpen={rowId => setFilters({ row: rowId })}
      />
      {row !== undefined && <RequestDrawer rowId={row} onClose={() => setFilters({ row: undefined })} />}
    </>
  );
}

interface LogProps {
  input: RequestsInput;
  live: boolean;
  names: ReadonlyMap<string, string>;
  row: string | undefined;
  onOpen: (rowId: string) => void;
}

function Log({ input, live, names, row, onOpen }: LogProps) {
  const { list, waiting, showWaiting, retentionDays, droppedRows } = useLiveRequests(
    input,
    live,
    row !== undefined,
  );
  return (
    <>
      <p className="log-state" role="status">
        {live ? <span className="live-mark">Live</span> : <span className="faint">Paused</span>}
        {waiting !== 0 && (
          <button type="button" onClick={showWaiting}>
            {waiting === undefined ? 'Show the newest' : `Show ${formatNumber(waiting)} new`}
          </button>
        )}
      </p>
      <LoadedList list={list} rows={10} empty={<NoRequests live={live} />}>
        {items => <RequestTable rows={items} keyNames={names} onOpen={onOpen} />}
      </LoadedList>
      {retentionDays !== undefined && (
        <p className="hint">
          Rows are kept for {retentionDays} days.{' '}
          {droppedRows === 0
            ? 'None was left out since this node started.'
            : `${formatNumber(droppedRows)} rows were left out since this node started, because more came than it may write. Usage counts them all.`}
        </p>
      )}
    </>
  );
}

function NoRequests({ live }: { live: boolean }) {
  return (
    <Empty
      title="No request matches"
      action={
        <LinkTo to="/settings/api-keys" className="button">
          Open the API keys
        </LinkTo>
      }
    >
      Choose a longer period or fewer filters, or make a call with a key of this environment.
      {live && ' It appears here by itself.'}
    </Empty>
  );
}
