import { Upload } from 'lucide-react';
import { useState } from 'react';
import { CodeBlock } from '../../components/code.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Badge, Empty } from '../../components/feedback.tsx';
import { FilterBar, FilterSelect, FilterText } from '../../components/filter-bar.tsx';
import { ImportDialog } from '../../components/inventory/import-dialog.tsx';
import { LoadedList } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { COUNTRY_OPTIONS } from '../../components/pickers/code-options.ts';
import { Combobox } from '../../components/pickers/combobox.tsx';
import { describeRange } from '../../components/pickers/date-range.ts';
import { placeText } from '../../components/pickers/found-detail.ts';
import { Tabs } from '../../components/tabs.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { usePages } from '../../lib/calls/use-call.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { formatCategory, formatCode, HOTEL_FILTERS, hotelQuery, statusTone } from './hotel.ts';
import '../../styles/inventory.css';

export function HotelsPage() {
  const [filters, setFilters] = useFilters(['tab']);
  const [isImporting, setImporting] = useState(false);
  const mayChange = useMay('inventory:edit');
  const seesInventory = useMay('inventory:view');
  return (
    <>
      <PageHead
        title={seesInventory ? 'Hotels and inventory' : 'Hotels'}
        lead={
          seesInventory
            ? 'The catalogue that partners see, and your own inventory.'
            : 'The hotel catalogue. Only active hotels can be sold.'
        }
        actions={
          mayChange && (
            <button type="button" onClick={() => setImporting(true)}>
              <Upload size={16} aria-hidden /> Import inventory
            </button>
          )
        }
      />
      <Tabs
        label="Hotels"
        selected={filters.tab ?? 'catalogue'}
        onSelect={id => setFilters({ tab: id === 'catalogue' ? undefined : id })}
        tabs={[
          { id: 'catalogue', label: 'Catalogue', panel: <CatalogueList /> },
          ...(seesInventory ? [{ id: 'own', label: 'Own inventory', panel: <PropertyList /> }] : []),
        ]}
      />
      <ImportDialog open={isImporting} onClose={() => setImporting(false)} />
    </>
  );
}

type Hotel = Output<'hotels/list'>['hotels'][number];

const STATUSES = [
  ['ACTIVE', 'Active'],
  ['INACTIVE', 'Inactive'],
  ['MERGED', 'Merged'],
] as const;

function CatalogueList() {
  const environment = useEnvironment();
  const [filters, setFilters, clear] = useFilters(HOTEL_FILTERS);
  const list = usePages('hotels/list', hotelQuery(environment, filters), ({ hotels }) => hotels);
  return (
    <>
      <FilterBar onClear={clear}>
        <FilterText
          label="Name or ID"
          value={filters.query}
          placeholder="Casa Luna"
          onChange={query => setFilters({ query })}
        />
        <Combobox
          label="Country"
          placeholder="All countries"
          value={filters.country}
          options={COUNTRY_OPTIONS}
          onChange={country => setFilters({ country })}
        />
        <FilterText
          label="Place ID"
          value={filters.place}
          placeholder="plc_…"
          onChange={place => setFilters({ place })}
        />
        <FilterSelect
          label="Status"
          value={filters.status}
          options={STATUSES}
          all="All statuses"
          onChange={status => setFilters({ status })}
        />
      </FilterBar>
      <LoadedList list={list} rows={10} empty={<NoHotels onClear={clear} />}>
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
          phone: 'plain',
          cell: hotel => placeText(hotel.city, hotel.countryCode),
        },
        { key: 'category', heading: 'Category', phone: 'plain', cell: hotel => formatCategory(hotel) },
        { key: 'type', heading: 'Type', phone: 'hidden', cell: hotel => formatCode(hotel.type) },
        { key: 'rooms', heading: 'Rooms', align: 'right', cell: hotel => formatNumber(hotel.rooms) },
        {
          key: 'status',
          heading: 'Status',
          phone: 'status',
          cell: hotel => (
            <span className="row">
              <Badge tone={statusTone(hotel.status)}>{formatCode(hotel.status)}</Badge>
              {hotel.ownInventory && <Badge tone="info">Own inventory</Badge>}
            </span>
          ),
        },
      ]}
    />
  );
}

/** `onClear` is undefined if there are no filters. */
function NoHotels({ onClear }: { onClear: (() => void) | undefined }) {
  const environment = useEnvironment();
  if (onClear) {
    return (
      <Empty
        title="No matching hotels"
        action={
          <button type="button" onClick={onClear}>
            Clear filters
          </button>
        }
      >
        Try the first letters of each word in the name.
      </Empty>
    );
  }
  return (
    <Empty
      title="The catalogue is empty"
      action={
        <CodeBlock
          label="command"
          code={`npx serai import hotels hotels.jsonl --environment ${environment}`}
        />
      }
    >
      Import your hotels from a JSON Lines or CSV file.
    </Empty>
  );
}

/** Hotels with own inventory. */
function PropertyList() {
  const environment = useEnvironment();
  const list = usePages('inventory/properties', { environment }, ({ properties }) => properties);
  return (
    <LoadedList
      list={list}
      rows={6}
      empty={
        <Empty
          title="No hotels with own inventory yet"
          action={
            <CodeBlock
              label="command"
              code={`npx serai import inventory inventory.jsonl --environment ${environment}`}
            />
          }
        >
          Open a hotel in the catalogue to download a template
          {environment === 'sandbox' && ' or create sample inventory'}. You can also import a file here or on
          the command line.
        </Empty>
      }
    >
      {rows => (
        <DataTable
          label="Hotels with own inventory"
          rows={rows}
          rowKey={property => property.hotelId}
          rowLink={({ hotelId }) => ({ to: '/hotels/$hotelId/calendar', params: { hotelId } })}
          columns={[
            { key: 'name', heading: 'Hotel', wide: true, cell: property => property.name },
            {
              key: 'place',
              heading: 'Place',
              phone: 'plain',
              cell: property => placeText(property.city, property.countryCode),
            },
            { key: 'rooms', heading: 'Room types', align: 'right', cell: property => property.rooms },
            { key: 'plans', heading: 'Active plans', align: 'right', cell: property => property.plans },
            { key: 'currency', heading: 'Currency', cell: property => property.currency },
            {
              key: 'nights',
              heading: 'Nights',
              cell: ({ firstNight, lastNight }) =>
                firstNight === null || lastNight === null
                  ? 'None'
                  : describeRange({ from: firstNight, to: lastNight }),
            },
            {
              key: 'status',
              heading: 'Status',
              phone: 'status',
              cell: ({ status }) => <Badge tone={statusTone(status)}>{formatCode(status)}</Badge>,
            },
          ]}
        />
      )}
    </LoadedList>
  );
}
