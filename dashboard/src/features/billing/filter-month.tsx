import { useId } from 'react';

interface FilterMonthProps {
  label: string;
  value: string | undefined;
  onChange: (month: string | undefined) => void;
}

/** Offers the months of the last three years, latest first, because not every browser has a month picker. */
export function FilterMonth({ label, value, onChange }: FilterMonthProps) {
  const id = useId();
  const months = lastMonths(new Date());
  const listed = value === undefined || months.includes(value) ? months : [value, ...months];
  return (
    <div className="filter">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value ?? ''} onChange={event => onChange(event.target.value || undefined)}>
        <option value="">Any month</option>
        {listed.map(month => (
          <option key={month} value={month}>
            {month}
          </option>
        ))}
      </select>
    </div>
  );
}

const MONTHS = 36;

function lastMonths(now: Date): string[] {
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
}
