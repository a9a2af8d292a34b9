import type { CsvCell } from '@serai/contract/shared/csv-line.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { ChangeList } from '../../components/change-list.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Empty, Notice } from '../../components/feedback.tsx';
import { FilterBar, FilterSelect, FilterText, PERIODS } from '../../components/filter-bar.tsx';
import { LinkTo, type Target } from '../../components/link-to.tsx';
import { LoadedList } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PartnerFilter } from '../../components/partners/partners.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import {
  type CallFailure,
  call,
  type Input,
  type Output,
  toFailure,
} from '../../lib/calls/operator-client.ts';
import { usePages } from '../../lib/calls/use-call.ts';
import { downloadCsv } from '../../lib/format/download.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { periodFrom } from '../../lib/format/period.ts';
import { showToast } from '../../lib/toasts.tsx';
import { useFilters } from '../../lib/url-state.ts';

type Entry = Output<'audit/list'>['entries'][number];

const NAMES = ['partner', 'actor', 'action', 'target', 'period'] as const;

export function AuditPage() {
  const [filters, setFilters] = useFilters(NAMES);
  const { partner, actor, action, target, period } = filters;
  const input = {
    ...(partner && { partnerId: partner }),
    ...(actor && { actor }),
    ...(action && { action }),
    ...(target && { target }),
    ...(period && { from: periodFrom(period) }),
  };
  const list = usePages('audit/list', input, ({ entries }) => entries);
  const isFiltered = Object.keys(input).length > 0;
  const clear = () =>
    setFilters({
      partner: undefined,
      actor: undefined,
      action: undefined,
      target: undefined,
      period: undefined,
    });
  return (
    <>
      <PageHead
        title="Audit log"
        lead="Who changed what, when and from where, in both environments. Entries are never changed or deleted."
        actions={<ExportButton input={input} />}
      />
      <FilterBar onClear={isFiltered ? clear : undefined}>
        <PartnerFilter value={partner} onChange={value => setFilters({ partner: value })} />
        <FilterText
          label="Actor"
          value={actor}
          placeholder="ana@example.com"
          onChange={value => setFilters({ actor: value })}
        />
        <FilterText
          label="Action"
          value={action}
          placeholder="keys/update"
          onChange={value => setFilters({ action: value })}
        />
        <FilterText
          label="Target"
          value={target}
          placeholder="ID of the changed object"
          onChange={value => setFilters({ target: value })}
        />
        <FilterSelect
          label="Period"
          all="All time"
          value={period}
          options={PERIODS}
          onChange={value => setFilters({ period: value })}
        />
      </FilterBar>
      <LoadedList
        list={list}
        empty={
          <Empty title={isFiltered ? 'No matching entries' : 'No changes yet'}>
            {isFiltered
              ? 'Actor, action and target must match exactly.'
              : 'Changes, such as a new key or an invitation, are recorded here.'}
          </Empty>
        }
      >
        {entries => (
          <DataTable
            label="Audit log"
            rows={entries}
            rowKey={({ auditId }) => auditId}
            columns={columns(changed => setFilters(changed))}
          />
        )}
      </LoadedList>
    </>
  );
}

type Narrow = (changed: Partial<Record<(typeof NAMES)[number], string>>) => void;

/** Clicking an actor or action filters the list by it. */
function columns(narrow: Narrow): Column<Entry>[] {
  return [
    { key: 'at', heading: 'Time', cell: ({ at }) => <Timestamp at={at} /> },
    {
      key: 'actor',
      heading: 'Actor',
      cell: ({ actor, address }) => (
        <span>
          <button
            type="button"
            className="link"
            title="Filter by this actor"
            onClick={() => narrow({ actor })}
          >
            {actor}
          </button>
          {address !== null && <small>{address}</small>}
        </span>
      ),
    },
    {
      key: 'action',
      heading: 'Action',
      cell: entry => (
        <span>
          <button
            type="button"
            className="link"
            title="Filter by this action"
            onClick={() => narrow({ action: entry.action })}
          >
            <code>{entry.action}</code>
          </button>
          <small>
            <TargetText {...entry} />
          </small>
        </span>
      ),
    },
    {
      key: 'change',
      heading: 'Before → after',
      wide: true,
      cell: ({ before, after }) => <ChangeList before={before} after={after} />,
    },
    {
      key: 'request',
      heading: 'Request ID',
      cell: ({ requestId }) =>
        requestId === null ? <span className="faint">System</span> : <code>{requestId}</code>,
    },
  ];
}

function TargetText({ action, target }: Entry) {
  const link = targetLink(action, target);
  return link ? (
    <LinkTo {...link} className="target-link">
      <code>{target}</code>
    </LinkTo>
  ) : (
    <code>{target}</code>
  );
}

function ExportButton({ input }: { input: Parameters<typeof exportAudit>[0] }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailure>();
  const run = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const count = await exportAudit(input);
      const cut = count >= MAX_EXPORTED ? ' Choose a shorter period to export the rest.' : '';
      showToast(`${count === 1 ? '1 entry' : `${formatNumber(count)} entries`} exported.${cut}`);
    } catch (thrown) {
      setFailure(toFailure(thrown));
    }
    setBusy(false);
  };
  return (
    <>
      {failure && <Notice failure={failure} />}
      <button type="button" disabled={busy} onClick={() => void run()}>
        <Download size={16} aria-hidden /> {busy ? 'Exporting…' : 'Export CSV'}
      </button>
    </>
  );
}

type Filter = Omit<Input<'audit/list'>, 'page'>;

const PAGE_SIZE = 500;
const MAX_EXPORTED = 20_000;

const HEADINGS = ['Time', 'Actor', 'Action', 'Target', 'Before', 'After', 'IP address', 'Request ID'];

/** Downloads all matching entries, up to MAX_EXPORTED, as CSV. */
async function exportAudit(filter: Filter): Promise<number> {
  const entries: Entry[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null && entries.length < MAX_EXPORTED) {
    const response: Output<'audit/list'> = await call('audit/list', {
      ...filter,
      page: { limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) },
    });
    entries.push(...response.entries);
    cursor = response.page.nextCursor;
  }
  downloadCsv('audit-log.csv', HEADINGS, entries.map(toRow));
  return entries.length;
}

function toRow({ at, actor, action, target, before, after, address, requestId }: Entry): CsvCell[] {
  return [at, toCell(actor), action, target, toCell(before), toCell(after), address, requestId];
}

/** Objects are written as JSON. */
function toCell(value: unknown): CsvCell {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const PAGES: Readonly<Record<string, (target: string) => Target>> = {
  keys: keyId => ({ to: '/settings/api-keys/$keyId', params: { keyId } }),
  bookings: bookingId => ({ to: '/bookings/$bookingId', params: { bookingId } }),
  webhooks: endpointId => ({ to: '/webhooks/$endpointId', params: { endpointId } }),
  providers: providerId => ({ to: '/providers/$providerId', params: { providerId } }),
};

/** The page of the changed object, or undefined if it has no page or was deleted. */
function targetLink(action: string, target: string): Target | undefined {
  const [resource = '', verb] = action.split('/');
  return verb === 'delete' ? undefined : PAGES[resource]?.(target);
}
