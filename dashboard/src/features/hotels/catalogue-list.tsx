import { CodeBlock } from '../../components/code.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Badge, Empty } from '../../components/feedback.tsx';
import { FilterBar, FilterSelect, FilterText } from '../../components/filter-bar.tsx';
import { LoadedList } from '../../components/loaded.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { usePages } from '../../lib/calls/use-call.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import {
  categoryWords,
  countryName,
  HOTEL_FILTERS,
  hotelQuery,
  statusTone,
  typeWords,
} from './hotel-words.ts';

type Hotel = Output<'hotels/list'>['hotels'][number];

const STATUSES = [
  ['ACTIVE', 'Active'],
  ['INACTIVE', 'Inactive'],
  ['MERGED', 'Merged'],
] as const;

export function CatalogueList() {
  const environment = useEnvironment();
  const [filters, setFilters] = useFilters(HOTEL_FILTERS);
  const list = usePages('hotels/list', hotelQuery(environment, filters), answer => answer.hotels);
  const isFiltered = Object.keys(filters).length > 0;
  const clear = () => setFilters(Object.fromEntries(HOTEL_FILTERS.map(name => [name, undefined])));
  return (
    <>
      <FilterBar onClear={isFiltered ? clear : undefined}>
        <FilterText
          label="Name or id"
          value={filters.query}
          placeholder="Casa Luna"
          onChange={query => setFilters({ query })}
        />
        <FilterText
          label="Country"
          value={filters.country}
          placeholder="ES"
          onChange={country => setFilters({ country })}
        />
        <FilterText
          label="Place id"
          value={filters.place}
          placeholder="plc_…"
          onChange={place => setFilters({ place })}
        />
        <FilterSelect
          label="Status"
          value={filters.status}
          options={STATUSES}
          all="Any status"
          onChange={status => setFilters({ status })}
        />
      </FilterBar>
      <LoadedList list={list} rows={10} empty={<NoHotels isFiltered={isFiltered} onClear={clear} />}>
        {rows => <HotelTable rows={rows} />}
      </LoadedList>
    </>
  );
}

function HotelTable({ rows }: { rows: readonly Hotel[] }) {
  return (
    <DataTable
      label="Hotels"
      rows={rows}
      rowKey={hotel => hotel.hotelId}
      rowLink={hotel => ({ to: '/hotels/$hotelId', params: { hotelId: hotel.hotelId } })}
      columns={[
        { key: 'name', heading: 'Hotel', wide: true, cell: hotel => hotel.name },
        {
          key: 'place',
          heading: 'Place',
          cell: hotel => [hotel.city, countryName(hotel.countryCode)].filter(Boolean).join(', '),
        },
        { key: 'category', heading: 'Category', cell: hotel => categoryWords(hotel) },
        { key: 'type', heading: 'Type', cell: hotel => typeWords(hotel.type) },
        { key: 'rooms', heading: 'Rooms', align: 'right', cell: hotel => formatNumber(hotel.rooms) },
        {
          key: 'status',
          heading: 'Status',
          cell: hotel => (
            <span className="row">
              <Badge tone={statusTone(hotel.status)}>{typeWords(hotel.status)}</Badge>
              {hotel.ownInventory && <Badge tone="info">Own inventory</Badge>}
            </span>
          ),
        },
      ]}
    />
  );
}

function NoHotels({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const environment = useEnvironment();
  if (isFiltered) {
    return (
      <Empty
        title="No hotel matches"
        action={
          <button type="button" onClick={onClear}>
            Clear filters
          </button>
        }
      >
        Beginnings of words of the name are enough; a country has two letters.
      </Empty>
    );
  }
  return (
    <Empty
      title="The catalogue is empty"
      action={
        <CodeBlock
          label="the command"
          code={`npx serai import hotels hotels.jsonl --environment ${environment}`}
        />
      }
    >
      Bring your hotels from a file; JSON Lines and CSV are understood.
    </Empty>
  );
}
