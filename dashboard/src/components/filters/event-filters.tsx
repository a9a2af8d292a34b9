import { EVENT_TYPE_OPTIONS } from '../../lib/event-types.ts';
import { FilterSelect, FilterText } from './filter-bar.tsx';

interface EventFiltersProps {
  type: string | undefined;
  booking: string | undefined;
  onChange: (changed: { type?: string | undefined; booking?: string | undefined }) => void;
}

/** Events, and what was sent of them, by their type and the booking they are about. */
export function EventFilters({ type, booking, onChange }: EventFiltersProps) {
  return (
    <>
      <FilterSelect
        label="Type"
        all="Every type"
        value={type}
        options={EVENT_TYPE_OPTIONS}
        onChange={value => onChange({ type: value })}
      />
      <FilterText
        label="Booking"
        value={booking}
        placeholder="bkg_…"
        onChange={value => onChange({ booking: value })}
      />
    </>
  );
}
