import { TriangleAlert } from 'lucide-react';
import { FilterBar, FilterSelect, FilterText } from '../../../components/filter-bar.tsx';
import { BOOKING_FILTERS, type BookingFilters, STATUS_CHOICES } from './booking-query.ts';

interface BookingFilterBarProps {
  filters: BookingFilters;
  onChange: (changed: BookingFilters | Record<string, undefined>) => void;
  /** Undefined while it is not known. */
  needsAttention: number | undefined;
}

export function BookingFilterBar({ filters, onChange, needsAttention }: BookingFilterBarProps) {
  const clear = () => onChange(Object.fromEntries(BOOKING_FILTERS.map(name => [name, undefined])));
  const isFiltered = Object.keys(filters).length > 0;
  const text = (name: keyof BookingFilters, label: string, placeholder: string, type?: 'date') => (
    <FilterText
      label={label}
      value={filters[name]}
      placeholder={placeholder}
      {...(type && { type })}
      onChange={value => onChange({ [name]: value } as Record<string, undefined>)}
    />
  );
  return (
    <FilterBar {...(isFiltered && { onClear: clear })}>
      {text('reference', 'Booking', 'Id or partner’s reference')}
      {text('guest', 'Last name of the holder', 'Moreno')}
      <FilterSelect
        label="State"
        value={filters.status}
        options={STATUS_CHOICES}
        all="Every state"
        onChange={status => onChange({ status } as BookingFilters)}
      />
      {text('from', 'Arrival from', '', 'date')}
      {text('to', 'Arrival to', '', 'date')}
      {text('hotel', 'Hotel', 'htl_…')}
      {text('provider', 'Provider’s reference', 'TP1-88213407')}
      <button
        type="button"
        className="attention-toggle"
        aria-pressed={filters.attention !== undefined}
        onClick={() => onChange({ attention: filters.attention ? undefined : 'yes' } as BookingFilters)}
      >
        <TriangleAlert size={16} aria-hidden /> Needs attention
        {needsAttention !== undefined && ` (${needsAttention})`}
      </button>
    </FilterBar>
  );
}
