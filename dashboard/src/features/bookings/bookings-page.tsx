import { Download } from 'lucide-react';
import { Empty } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { LoadedList } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useCall, usePages } from '../../lib/calls/use-call.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { BookingFilterBar } from './list/booking-filter-bar.tsx';
import { BOOKING_FILTERS, bookingQuery } from './list/booking-query.ts';
import { BookingTable } from './list/booking-table.tsx';
import { BookingsOverview } from './list/bookings-overview.tsx';
import { exportBookings } from './list/export-bookings.ts';
import '../../styles/bookings.css';

/** How a booking comes about. */
const NEXT = {
  sandbox: <LinkTo to="/sandbox">Find a ready request</LinkTo>,
  production: <LinkTo to="/reference">Read how partners book</LinkTo>,
};

export function BookingsPage() {
  const environment = useEnvironment();
  const [filters, setFilters] = useFilters(BOOKING_FILTERS);
  const summary = useCall('bookings/summary', { environment });
  const list = usePages('bookings/list', bookingQuery(environment, filters), answer => answer.bookings);
  const isFiltered = Object.keys(filters).length > 0;
  const clear = () => setFilters(Object.fromEntries(BOOKING_FILTERS.map(name => [name, undefined])));

  return (
    <>
      <PageHead
        title="Bookings"
        lead="Every booking of this environment, the last changed first."
        actions={
          <button
            type="button"
            disabled={list.items.length === 0}
            onClick={() => exportBookings(environment, list.items)}
          >
            <Download size={16} aria-hidden /> Export {list.items.length} as CSV
          </button>
        }
      />
      <BookingsOverview summary={summary} />
      <BookingFilterBar
        filters={filters}
        onChange={setFilters}
        needsAttention={summary.state === 'ready' ? summary.data.needsAttention : undefined}
      />
      <LoadedList
        list={list}
        rows={8}
        empty={
          isFiltered ? (
            <Empty
              title="No booking matches"
              action={
                <button type="button" onClick={clear}>
                  Clear filters
                </button>
              }
            >
              Names and references must match as a whole; a last name may be written without its accents.
            </Empty>
          ) : (
            <Empty title="No bookings yet" action={NEXT[environment]}>
              A booking appears here the moment a partner makes it: search, quote, then book.
            </Empty>
          )
        }
      >
        {rows => <BookingTable rows={rows} />}
      </LoadedList>
    </>
  );
}
