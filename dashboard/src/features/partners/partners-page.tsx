import { Plus } from 'lucide-react';
import { overdueFirst } from '../../components/billing/overdue-first.ts';
import { DataTable } from '../../components/data-table.tsx';
import { ExportButton } from '../../components/export-button.tsx';
import { Empty, Notice } from '../../components/feedback.tsx';
import { FilterBar, FilterSelect, FilterText } from '../../components/filter-bar.tsx';
import { LoadedList } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useGroups } from '../../components/partners/partners.tsx';
import { Combobox } from '../../components/pickers/combobox.tsx';
import { exportPages } from '../../lib/calls/export-pages.ts';
import type { Input } from '../../lib/calls/operator-client.ts';
import { useCall, usePages } from '../../lib/calls/use-call.ts';
import { useMay } from '../../lib/session-context.ts';
import { useCreateForm, useEnvironment, useFilters } from '../../lib/url-state.ts';
import { dueSince, type ListedPartner, partnerTotalRow, usePartnerColumns } from './partner-columns.tsx';
import { PARTNER_HEADINGS, partnerCells } from './partner-export.ts';
import { CreatePartner } from './partner-form.tsx';

const STATUSES = [
  ['ACTIVE', 'Active'],
  ['SUSPENDED', 'Suspended'],
] as const;

const EXPORT_PAGE = 100;

export function PartnersPage() {
  const [{ search, status, group }, setFilters, clear] = useFilters(['search', 'status', 'group']);
  const [creating, setCreating] = useCreateForm('partner');
  const mayCreate = useMay('partners:manage');
  const groups = useGroups();
  const columns = usePartnerColumns();
  const environment = useEnvironment();
  const wanted = STATUSES.find(([value]) => value === status)?.[0];
  const query = {
    environment,
    withSummary: true,
    ...(search && { search }),
    ...(wanted && { status: wanted }),
    ...(group && { group }),
  };
  const list = usePages('partners/list', query, ({ partners }) => partners);
  // The totals are the same for all pages, so they are read once.
  const sums = useCall('partners/list', {
    ...query,
    withSummary: false,
    withTotals: true,
    page: { limit: 1 },
  });
  const totals = sums.state === 'ready' && !sums.isPrevious ? sums.data.totals : [];
  const isFiltered = clear !== undefined;
  const create = mayCreate && (
    <button type="button" className="main" onClick={() => setCreating(true)}>
      <Plus size={16} aria-hidden /> Create partner
    </button>
  );
  return (
    <>
      <PageHead
        title="Partners"
        lead="The companies that buy through your API. Each sees only its own keys, bookings and balance."
        actions={create}
      />
      <FilterBar
        onClear={clear}
        actions={<ExportPartners query={query} disabled={list.items.length === 0} />}
      >
        <FilterText
          label="Search"
          value={search}
          placeholder="Name or ID"
          onChange={value => setFilters({ search: value })}
        />
        <FilterSelect
          label="Status"
          all="All statuses"
          value={wanted}
          options={STATUSES}
          onChange={value => setFilters({ status: value })}
        />
        <Combobox
          label="Group"
          placeholder="All groups"
          value={group}
          options={groups}
          textHint="Other group"
          onChange={value => setFilters({ group: value })}
        />
      </FilterBar>
      <LoadedList
        list={list}
        empty={
          <Empty
            title={isFiltered ? 'No matching partners' : 'No partners yet'}
            action={!isFiltered && create}
          >
            {isFiltered
              ? 'Change the filters above.'
              : 'Create a partner for the first company that buys through your API.'}
          </Empty>
        }
      >
        {partners => (
          <div className="partners">
            <DataTable
              label="Partners"
              rows={list.more ? partners : overdueFirst(partners, dueSince)}
              isComplete={list.more === undefined}
              order="Overdue first, then by name"
              orderedBy={usualOrder(partners)}
              columns={columns}
              rowKey={({ partnerId }) => partnerId}
              rowLink={({ partnerId }) => ({ to: '/partners/$partnerId', params: { partnerId } })}
              totals={totals.map(partnerTotalRow)}
            />
            {sums.state === 'failed' && <Notice failure={sums.failure} onRetry={sums.reload} />}
          </div>
        )}
      </LoadedList>
      <CreatePartner open={creating && mayCreate} onClose={() => setCreating(false)} />
    </>
  );
}

/** The column that the order follows while the user has chosen none. */
function usualOrder(partners: readonly ListedPartner[]) {
  return partners.some(dueSince)
    ? { key: 'overdue', isDescending: true }
    : { key: 'name', isDescending: false };
}

interface ExportPartnersProps {
  query: Omit<Input<'partners/list'>, 'page'>;
  disabled: boolean;
}

function ExportPartners({ query, disabled }: ExportPartnersProps) {
  return (
    <ExportButton
      disabled={disabled}
      run={onProgress =>
        exportPages({
          file: `partners-${query.environment}.csv`,
          headings: PARTNER_HEADINGS,
          operation: 'partners/list',
          input: query,
          limit: EXPORT_PAGE,
          itemsOf: ({ partners }) => partners,
          cellsOf: partnerCells,
          onProgress,
        })
      }
    />
  );
}
