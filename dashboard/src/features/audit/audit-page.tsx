import { AUDIT_ACTIONS } from '@serai/contract/account/audit-actions.ts';
import type { CsvCell } from '@serai/contract/shared/csv-line.ts';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { ChangeList } from '../../components/change-list.tsx';
import { JsonView } from '../../components/code.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { ExportButton } from '../../components/export-button.tsx';
import { Empty } from '../../components/feedback.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { LinkTo, type Target } from '../../components/link-to.tsx';
import { LoadedList } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PartnerFilter } from '../../components/partners/partner-pickers.tsx';
import { usePartnerColumn } from '../../components/partners/partners.tsx';
import { Combobox } from '../../components/pickers/combobox.tsx';
import { PAST_PRESETS, timeOf } from '../../components/pickers/date-range.ts';
import { FilterDateRange } from '../../components/pickers/filter-date-range.tsx';
import { SavedViews } from '../../components/pickers/saved-views.tsx';
import { exportPages } from '../../lib/calls/export-pages.ts';
import { usePages } from '../../lib/calls/use-call.ts';
import { formatDateTimeSeconds, formatTimeSeconds, formatWeekday } from '../../lib/format/format.ts';
import { useFilters } from '../../lib/url-state.ts';
import { type AuditEntry, actorAddress, auditSentence, type Names, sentenceText } from './audit-sentence.ts';
import { useAuditNames } from './use-audit-names.ts';
import '../../styles/audit.css';

const NAMES = ['partner', 'actor', 'action', 'target', 'from', 'to'] as const;

export function AuditPage() {
  const [filters, setFilters, clear] = useFilters(NAMES);
  const { partner, actor, action, target } = filters;
  const [from, to] = [timeOf(filters.from, 0), timeOf(filters.to, 1)];
  const { names, people, targets } = useAuditNames(partner);
  const input = {
    ...(partner && { partnerId: partner }),
    ...(actor && { actor }),
    ...(action && { action }),
    // A record from the list is matched exactly. Any other text is the beginning of an id.
    ...(target && (names.has(target) ? { target } : { targetPrefix: target })),
    ...(from && { from }),
    ...(to && { to }),
  };
  const list = usePages('audit/list', input, ({ entries }) => entries);
  const partnerColumn = usePartnerColumn<AuditEntry>(partner);
  const isFiltered = clear !== undefined;
  return (
    <>
      <PageHead
        title="Audit log"
        lead="Every change in both environments, with the person, time and IP address. Entries are never changed or deleted."
        actions={
          <ExportButton
            disabled={list.items.length === 0}
            run={onProgress =>
              exportPages({
                file: 'audit-log.csv',
                headings: HEADINGS,
                operation: 'audit/list',
                input,
                limit: 500,
                itemsOf: ({ entries }) => entries,
                cellsOf: entry => toRow(entry, names),
                onProgress,
              })
            }
          />
        }
      />
      <div className="audit-filters">
        <FilterBar onClear={clear}>
          <PartnerFilter value={partner} onChange={value => setFilters({ partner: value })} />
          <Combobox
            label="Actor"
            placeholder="Everyone"
            value={actor}
            options={people}
            onChange={value => setFilters({ actor: value })}
          />
          <Combobox
            label="Action"
            placeholder="All actions"
            value={action}
            options={ACTIONS}
            onChange={value => setFilters({ action: value })}
          />
          <Combobox
            label="Changed record"
            placeholder="Name or ID"
            value={target}
            options={targets}
            textHint="IDs that start with this"
            onChange={value => setFilters({ target: value })}
          />
          <FilterDateRange
            label="Dates"
            placeholder="All time"
            from={filters.from}
            to={filters.to}
            presets={PAST_PRESETS}
            onChange={setFilters}
          />
          <SavedViews page="/settings/audit" filters={filters} />
        </FilterBar>
      </div>
      <LoadedList
        list={list}
        empty={
          <Empty title={isFiltered ? 'No matching entries' : 'No changes yet'}>
            {isFiltered
              ? 'Change or clear the filters above.'
              : 'Changes, such as a new key or an invitation, are recorded here.'}
          </Empty>
        }
      >
        {entries => (
          <div className="audit-log">
            <DataTable
              label="Audit log"
              rows={entries}
              rowKey={({ auditId }) => auditId}
              groupOf={({ at }) => formatWeekday(at)}
              columns={[...columns(names), ...partnerColumn.map(partnerOnce)]}
            />
          </div>
        )}
      </LoadedList>
    </>
  );
}

/** The first part of an action's name selects all actions of that kind. */
const ACTIONS = [
  ...new Set(AUDIT_ACTIONS.flatMap(action => [action.slice(0, action.lastIndexOf('/')), action])),
].map(value => {
  const [verb = '', ...resource] = value.split('/').toReversed();
  const isAll = !(AUDIT_ACTIONS as readonly string[]).includes(value);
  const words = (isAll ? value : `${resource.toReversed().join(' ')}: ${verb}`).replaceAll(/[-/]/g, ' ');
  const name = words.charAt(0).toUpperCase() + words.slice(1);
  return { value, name: isAll ? `${name}: all` : name, hint: value };
});

function columns(names: Names): Column<AuditEntry>[] {
  return [
    {
      key: 'at',
      heading: 'Time',
      phone: 'plain',
      // The day is above the rows.
      cell: ({ at }) => (
        <time dateTime={at} title={formatDateTimeSeconds(at)}>
          {formatTimeSeconds(at)}
        </time>
      ),
    },
    {
      key: 'change',
      heading: 'What happened',
      phone: 'title',
      wide: true,
      cell: entry => <Sentence entry={entry} names={names} />,
    },
    {
      key: 'address',
      heading: 'IP address',
      phone: 'plain',
      cell: ({ address }) => address ?? '–',
    },
  ];
}

/** The operator's own acts have no partner. On phones, it is not repeated below a sentence that names it. */
function partnerOnce(column: Column<AuditEntry>): Column<AuditEntry> {
  return {
    ...column,
    cell: entry => {
      if (entry.partnerId === null) return '–';
      const partner = column.cell(entry);
      return entry.target === entry.partnerId ? <span className="repeated">{partner}</span> : partner;
    },
  };
}

function Sentence({ entry, names }: { entry: AuditEntry; names: Names }) {
  const { action, target, before, after, actor, requestId } = entry;
  const link = targetLink(entry);
  const [isOpen, setOpen] = useState(false);
  const pieces = auditSentence(entry, names);
  const address = actorAddress(actor, names);
  return (
    <div className="audit-entry">
      <div className="audit-line">
        <button
          type="button"
          className="quiet icon audit-toggle"
          aria-expanded={isOpen}
          aria-label={`Details: ${sentenceText(pieces)}`}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight size={16} aria-hidden />
        </button>
        <p>
          {pieces.map(piece =>
            typeof piece === 'string' ? (
              piece
            ) : link ? (
              <LinkTo
                key={piece.target}
                {...link}
                {...(action.startsWith('statements/') && { className: 'audit-number' })}
              >
                {piece.target}
              </LinkTo>
            ) : (
              <strong key={piece.target}>{piece.target}</strong>
            ),
          )}
          {address !== undefined && <span className="faint audit-actor"> {address}</span>}
        </p>
      </div>
      {isOpen && (
        <div className="audit-details">
          <ChangeList before={before} after={after} />
          <details>
            <summary>Raw entry</summary>
            <JsonView value={{ action, target, actor, requestId, before, after }} label="entry" />
          </details>
        </div>
      )}
    </div>
  );
}

const HEADINGS = [
  'Time',
  'What happened',
  'Partner',
  'Actor',
  'Action',
  'Target',
  'Before',
  'After',
  'IP address',
  'Request ID',
];

function toRow(entry: AuditEntry, names: Names): CsvCell[] {
  const { at, partnerId, actor, action, target, before, after, address, requestId } = entry;
  const sentence = sentenceText(auditSentence(entry, names));
  return [
    at,
    sentence,
    partnerId,
    actor,
    action,
    target,
    before && JSON.stringify(before),
    after && JSON.stringify(after),
    address,
    requestId,
  ];
}

const PAGES: Readonly<Record<string, (target: string) => Target>> = {
  keys: keyId => ({ to: '/settings/api-keys/$keyId', params: { keyId } }),
  bookings: bookingId => ({ to: '/bookings/$bookingId', params: { bookingId } }),
  guests: bookingId => ({ to: '/bookings/$bookingId', params: { bookingId } }),
  webhooks: endpointId => ({ to: '/webhooks/$endpointId', params: { endpointId } }),
  providers: providerId => ({ to: '/providers/$providerId', params: { providerId } }),
  partners: partnerId => ({ to: '/partners/$partnerId', params: { partnerId } }),
  organisations: partnerId => ({ to: '/partners/$partnerId', params: { partnerId } }),
  hotels: hotelId => ({ to: '/hotels/$hotelId', params: { hotelId } }),
  pricing: rule => ({ to: '/pricing', search: { rule } }),
};

/** The page of the changed object, or undefined if it has no page or was deleted. */
function targetLink({ action, target, after, partnerId }: AuditEntry): Target | undefined {
  const [resource = '', verb] = action.split('/');
  if (resource === 'statements') {
    const { month, environment } = after ?? {};
    if (typeof month !== 'string' || typeof environment !== 'string') return undefined;
    const page = { to: '/billing/statements/$month', params: { month, environment } };
    return { ...page, search: { partner: partnerId ?? undefined } };
  }
  if (verb === 'delete' || action === 'bookings/orphan-found') return undefined;
  return PAGES[resource]?.(target);
}
