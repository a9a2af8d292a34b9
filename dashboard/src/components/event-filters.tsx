import { EVENT_TYPE_OPTIONS } from '../lib/event-types.ts';
import { FilterSelect } from './filter-bar.tsx';
import { RecordFilter } from './pickers/record-filter.tsx';

interface EventFiltersProps {
  type: string | undefined;
  booking: string | undefined;
  onChange: (changed: { type?: string | undefined; booking?: string | undefined }) => void;
}

export function EventFilters({ type, booking, onChange }: EventFiltersProps) {
  return (
    <>
      <FilterSelect
        label="Type"
        all="All types"
        value={type}
        options={EVENT_TYPE_OPTIONS}
        onChange={value => onChange({ type: value })}
      />
      <RecordFilter
        kind="booking"
        label="Booking"
        placeholder="ID, reference or name"
        value={booking}
        onChange={value => onChange({ booking: value })}
      />
    </>
  );
}
