import { ERROR_CODES } from '@serai/contract/errors.ts';
import { FilterBar, FilterPeriod, FilterSelect, FilterText } from '../../components/filter-bar.tsx';
import { OPERATION_OPTIONS } from '../../components/operation-names.tsx';
import { PartnerFilter } from '../../components/partners/partner-pickers.tsx';
import { Combobox } from '../../components/pickers/combobox.tsx';
import { PAST_PRESETS } from '../../components/pickers/date-range.ts';
import { FilterDateRange } from '../../components/pickers/filter-date-range.tsx';
import { RecordFilter } from '../../components/pickers/record-filter.tsx';
import { SavedViews } from '../../components/pickers/saved-views.tsx';
import { EXTRA_FILTERS, FILTER_NAMES, type FilterName, type RequestFilters } from './request-filters.ts';

interface RequestFilterBarProps {
  filters: RequestFilters;
  onChange: (changed: Partial<Record<FilterName, string | undefined>>) => void;
  keys: readonly (readonly [id: string, name: string])[];
}

const CLASSES = [
  ['2xx', '2xx success'],
  ['3xx', '3xx not modified'],
  ['4xx', '4xx client error'],
  ['5xx', '5xx server error'],
] as const;

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
    <FilterBar onClear={isFiltered ? clear : undefined}>
      <PartnerFilter value={filters.partner} onChange={partner => onChange({ partner, key: undefined })} />
      <FilterPeriod value={filters.period} onChange={period => onChange({ period })} />
      <FilterSelect
        label="Status"
        all="All statuses"
        value={filters.class}
        options={CLASSES}
        onChange={value => onChange({ class: value })}
      />
      <FilterSelect
        label="Operation"
        all="All operations"
        value={filters.operation}
        options={OPERATION_OPTIONS}
        onChange={operation => onChange({ operation })}
      />
      <Combobox
        label="Key"
        placeholder="All keys"
        value={filters.key}
        options={keys.map(([value, name]) => ({ value, name, hint: value }))}
        onChange={key => onChange({ key })}
      />
      <FilterDateRange
        label="Dates"
        placeholder="By period"
        from={filters.from}
        to={filters.to}
        presets={PAST_PRESETS}
        onChange={onChange}
      />
      <SavedViews page="/requests" filters={filters} />
      <details className="more-filters" open={EXTRA_FILTERS.some(name => filters[name] !== undefined)}>
        <summary>More filters</summary>
        <div className="filters-more">
          {text('status', 'Exact status', '429')}
          <FilterSelect
            label="Error code"
            all="All codes"
            value={filters.code}
            options={CODES}
            onChange={code => onChange({ code })}
          />
          {text('address', 'IP address', '203.0.113.7')}
          {text('requestId', 'Request ID', 'req_…')}
          {text('idempotencyKey', 'Idempotency key')}
          <RecordFilter
            kind="booking"
            label="Booking"
            placeholder="ID, reference or name"
            value={filters.booking}
            partnerId={filters.partner}
            onChange={booking => onChange({ booking })}
          />
        </div>
      </details>
    </FilterBar>
  );
}
