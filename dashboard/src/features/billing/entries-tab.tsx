import { Download } from 'lucide-react';
import { EntriesTable } from '../../components/billing/entries.tsx';
import { KIND_OPTIONS } from '../../components/billing/entry-kinds.ts';
import { Empty, Notice } from '../../components/feedback.tsx';
import { FilterBar, FilterSelect } from '../../components/filter-bar.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { LoadedList } from '../../components/loaded.tsx';
import { PartnerFilter } from '../../components/partners/partner-pickers.tsx';
import { PAST_PRESETS } from '../../components/pickers/date-range.ts';
import { FilterDateRange } from '../../components/pickers/filter-date-range.tsx';
import { RecordFilter } from '../../components/pickers/record-filter.tsx';
import { SavedViews } from '../../components/pickers/saved-views.tsx';
import { collectPages } from '../../lib/calls/collect-pages.ts';
import { usePages } from '../../lib/calls/use-call.ts';
import { useExport } from '../../lib/calls/use-export.ts';
import { downloadCsv } from '../../lib/format/download.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { ENTRY_FILTERS, ENTRY_HEADINGS, entryCells, entryQuery } from './entry-query.ts';

const EXPORT_PAGE = 500;

export function EntriesTab() {
  const environment = useEnvironment();
  const [filters, setFilters] = useFilters(ENTRY_FILTERS);
  const query = entryQuery(environment, filters);
  const list = usePages('billing/entries/list', query, ({ entries }) => entries);
  const mayEdit = useMay('billing:edit');
  const file = useExport();
  const isFiltered = Object.keys(filters).length > 0;
  const clear = () => setFilters(Object.fromEntries(ENTRY_FILTERS.map(name => [name, undefined])));
  const save = () =>
    file.run(async () => {
      const pages = await collectPages('billing/entries/list', query, EXPORT_PAGE);
      const entries = pages.flatMap(page => page.entries);
      downloadCsv(`entries-${environment}.csv`, ENTRY_HEADINGS, entries.map(entryCells));
    });
  return (
    <>
      <FilterBar
        onClear={isFiltered ? clear : undefined}
        actions={
          <button type="button" disabled={file.busy || list.items.length === 0} onClick={save}>
            <Download size={16} aria-hidden /> {file.busy ? 'Exporting…' : 'Export CSV'}
          </button>
        }
      >
        <PartnerFilter value={filters.partner} onChange={partner => setFilters({ partner })} />
        <FilterSelect
          label="Kind"
          all="All kinds"
          value={filters.kind}
          options={KIND_OPTIONS}
          onChange={kind => setFilters({ kind })}
        />
        <RecordFilter
          kind="booking"
          label="Booking"
          placeholder="ID, reference or name"
          value={filters.booking}
          partnerId={filters.partner}
          onChange={booking => setFilters({ booking })}
        />
        <FilterDateRange
          label="Dates"
          placeholder="Any date"
          from={filters.from}
          to={filters.to}
          presets={PAST_PRESETS}
          onChange={setFilters}
        />
        <SavedViews page="/billing" tab="entries" filters={filters} />
      </FilterBar>
      {file.failure && <Notice failure={file.failure} />}
      <LoadedList
        list={list}
        rows={8}
        empty={
          <Empty
            title={isFiltered ? 'No matching entries' : 'No entries yet'}
            action={
              isFiltered ? (
                <button type="button" onClick={clear}>
                  Clear filters
                </button>
              ) : (
                mayEdit && (
                  <LinkTo to="/billing" className="button">
                    Record payment
                  </LinkTo>
                )
              )
            }
          >
            {isFiltered
              ? 'Change the filters above.'
              : 'Bookings, payments and adjustments add entries. Entries are never changed.'}
          </Empty>
        }
      >
        {entries => <EntriesTable entries={entries} partner={filters.partner} />}
      </LoadedList>
    </>
  );
}
