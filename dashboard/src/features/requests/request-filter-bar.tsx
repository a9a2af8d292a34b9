import { ERROR_CODES } from '@serai/contract/errors.ts';
import { FilterBar, FilterPeriod, FilterSelect, FilterText } from '../../components/filter-bar.tsx';
import { FILTER_NAMES, type FilterName, RARE_FILTERS, type RequestFilters } from './request-filters.ts';

interface RequestFilterBarProps {
  filters: RequestFilters;
  onChange: (changed: Partial<Record<FilterName, string | undefined>>) => void;
  keys: readonly (readonly [id: string, name: string])[];
}

const CLASSES = [
  ['2xx', '2xx success'],
  ['3xx', '3xx not modified'],
  ['4xx', '4xx refused'],
  ['5xx', '5xx failed'],
] as const;

const OPERATIONS = [
  'availability',
  'prebooking',
  'booking',
  'bookingdetail',
  'bookinglist',
  'cancel',
  'hotels',
  'hotels-by-destination',
  'rooms',
  'boards',
  'categories',
  'facilities',
  'destinations',
  'places-search',
  'places-search-destination',
].map(name => [name, name] as const);

const CODES = ERROR_CODES.map(code => [code, code] as const);

export function RequestFilterBar({ filters, onChange, keys }: RequestFilterBarProps) {
  const isFiltered = FILTER_NAMES.some(name => filters[name] !== undefined);
  const clear = () => onChange(Object.fromEntries(FILTER_NAMES.map(name => [name, undefined])));
  const text = (name: FilterName, label: string, placeholder = '') => (
    <FilterText
      label={label}
      value={filters[name]}
      placeholder={placeholder}
      onChange={value => onChange({ [name]: value })}
    />
  );
  return (
    <>
      <FilterBar onClear={isFiltered ? clear : undefined}>
        <FilterPeriod value={filters.period} onChange={period => onChange({ period })} />
        <FilterSelect
          label="Status"
          all="Any"
          value={filters.class}
          options={CLASSES}
          onChange={value => onChange({ class: value })}
        />
        <FilterSelect
          label="Operation"
          all="Any"
          value={filters.operation}
          options={OPERATIONS}
          onChange={operation => onChange({ operation })}
        />
        <FilterSelect
          label="Key"
          all="Any"
          value={filters.key}
          options={withChosen(keys, filters.key)}
          onChange={key => onChange({ key })}
        />
      </FilterBar>
      <details className="more-filters" open={RARE_FILTERS.some(name => filters[name] !== undefined)}>
        <summary>More filters</summary>
        <FilterBar>
          {text('status', 'Exact status', '429')}
          <FilterSelect
            label="Error code"
            all="Any"
            value={filters.code}
            options={CODES}
            onChange={code => onChange({ code })}
          />
          {text('address', 'Client address', '203.0.113.7')}
          {text('requestId', 'Request id', 'req_…')}
          {text('idempotencyKey', 'Idempotency key')}
          {text('booking', 'Booking id', 'bkg_…')}
          {text('from', 'Not before', '2026-07-02T10:00Z')}
          {text('to', 'Before', '2026-07-02T11:00Z')}
        </FilterBar>
      </details>
    </>
  );
}

/** A link may name a key that the list does not hold. */
function withChosen(
  keys: readonly (readonly [string, string])[],
  chosen: string | undefined,
): readonly (readonly [string, string])[] {
  return chosen === undefined || keys.some(([id]) => id === chosen) ? keys : [...keys, [chosen, chosen]];
}
