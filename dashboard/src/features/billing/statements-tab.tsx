import { AmountsIn } from '../../components/amounts-in.tsx';
import {
  STATEMENT_MONTH,
  statementAmounts,
  statementCurrencies,
} from '../../components/billing/statement-columns.tsx';
import { STATEMENT_STATE } from '../../components/billing/statement-status.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/feedback.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { LoadedList } from '../../components/loaded.tsx';
import { PartnerFilter } from '../../components/partners/partner-pickers.tsx';
import { usePages } from '../../lib/calls/use-call.ts';
import { useStaff } from '../../lib/session-context.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import type { Statement } from './download-statement.ts';
import { FilterMonth } from './filter-month.tsx';

export function StatementsTab() {
  const environment = useEnvironment();
  const isStaff = useStaff();
  const [{ partner, month }, setFilters] = useFilters(['partner', 'month']);
  const list = usePages(
    'statements/list',
    { environment, ...(partner && { partnerId: partner }), ...(month && { month }) },
    ({ statements }) => statements,
  );
  const isFiltered = partner !== undefined || month !== undefined;
  return (
    <>
      <FilterBar
        onClear={isFiltered ? () => setFilters({ partner: undefined, month: undefined }) : undefined}
      >
        <PartnerFilter value={partner} onChange={value => setFilters({ partner: value })} />
        <FilterMonth label="Month" value={month} onChange={value => setFilters({ month: value })} />
      </FilterBar>
      <LoadedList
        list={list}
        empty={
          <Empty title={isFiltered ? 'No matching statements' : 'No statements yet'}>
            {isFiltered
              ? 'Change the filters above.'
              : 'The first one covers the month of the first booking.'}
          </Empty>
        }
      >
        {statements => (
          <div className="statements list">
            <AmountsIn currencies={statementCurrencies(statements)} />
            <DataTable
              label="Statements"
              rows={statements}
              columns={[
                ...COLUMNS.filter(({ key }) => isStaff || key !== 'partner'),
                ...statementAmounts(statements),
              ]}
              rowKey={({ partnerId, month: each }) => `${partnerId} ${each}`}
              rowLink={({ partnerId, month: each }) => ({
                to: '/billing/statements/$month',
                params: { month: each },
                search: { partner: isStaff ? partnerId : undefined },
              })}
            />
          </div>
        )}
      </LoadedList>
    </>
  );
}

const COLUMNS: readonly Column<Statement>[] = [
  STATEMENT_MONTH,
  { key: 'partner', heading: 'Partner', wide: true, cell: ({ partnerName }) => partnerName },
  STATEMENT_STATE,
];
