import { FilterSelect } from '../../components/filter-bar.tsx';

interface FilterMonthProps {
  label: string;
  value: string | undefined;
  onChange: (month: string | undefined) => void;
}

/** Offers the months of the last three years, latest first, because not every browser has a month picker. */
export function FilterMonth({ label, value, onChange }: FilterMonthProps) {
  const months = lastMonths(new Date());
  const listed = value === undefined || months.includes(value) ? months : [value, ...months];
  return (
    <FilterSelect
      label={label}
      all="Any month"
      value={value}
      options={listed.map(month => [month, month] as const)}
      onChange={onChange}
    />
  );
}

const MONTHS = 36;

function lastMonths(now: Date): string[] {
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
}
