import { Download } from 'lucide-react';
import { useState } from 'react';
import { ChangeList } from '../../components/change-list.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Empty, Notice } from '../../components/feedback.tsx';
import { FilterBar, FilterSelect, FilterText, PERIODS } from '../../components/filter-bar.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { LoadedList } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { type CallFailure, type Output, toFailure } from '../../lib/calls/operator-client.ts';
import { usePages } from '../../lib/calls/use-call.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { periodFrom } from '../../lib/format/period.ts';
import { showToast } from '../../lib/toasts.tsx';
import { useFilters } from '../../lib/url-state.ts';
import { exportAudit, MAX_EXPORTED } from './export-audit.ts';
import { targetLink } from './target-link.ts';

type Entry = Output<'audit/list'>['entries'][number];

const NAMES = ['actor', 'action', 'target', 'period'] as const;

export function AuditPage() {
  const [filters, setFilters] = useFilters(NAMES);
  const { actor, action, target, period } = filters;
  const input = {
    ...(actor && { actor }),
    ...(action && { action }),
    ...(target && { target }),
    ...(period && { from: periodFrom(period) }),
  };
  const list = usePages('audit/list', input, ({ entries }) => entries);
  const isFiltered = Object.keys(input).length > 0;
  const clear = () =>
    setFilters({ actor: undefined, action: undefined, target: undefined, period: undefined });
  return (
    <>
      <PageHead
        title="Audit log"
        lead="Who changed what, when and from where, in both environments. Entries are never changed or removed."
        actions={<ExportButton input={input} />}
      />
      <FilterBar onClear={isFiltered ? clear : undefined}>
        <FilterText
          label="Who"
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
          placeholder="Id of what was changed"
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
          <Empty title={isFiltered ? 'No entry matches' : 'Nothing was changed yet'}>
            {isFiltered
              ? 'Filters compare whole words: the name of the person, of the action, the id.'
              : 'Create a key or invite somebody, and it stands here.'}
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

/** A click on a person or an action narrows the list to it. */
function columns(narrow: Narrow): Column<Entry>[] {
  return [
    { key: 'at', heading: 'Time', cell: ({ at }) => <Timestamp at={at} /> },
    {
      key: 'actor',
      heading: 'Who',
      cell: ({ actor, address }) => (
        <span>
          <button type="button" className="link" title="Only this person" onClick={() => narrow({ actor })}>
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
            title="Only this action"
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
      heading: 'Request id',
      cell: ({ requestId }) =>
        requestId === null ? <span className="faint">The service itself</span> : <code>{requestId}</code>,
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
      const cut = count >= MAX_EXPORTED ? ' Narrow the period for the rest.' : '';
      showToast(`${formatNumber(count)} entries exported.${cut}`);
    } catch (thrown) {
      setFailure(toFailure(thrown));
    }
    setBusy(false);
  };
  return (
    <>
      {failure && <Notice failure={failure} />}
      <button type="button" disabled={busy} onClick={() => void run()}>
        <Download size={16} aria-hidden /> {busy ? 'Exporting …' : 'Export CSV'}
      </button>
    </>
  );
}
