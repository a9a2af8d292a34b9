import { FilterSelect } from '../../components/filter-bar.tsx';
import { currentMonth, monthName } from '../../lib/format/month.ts';
import { useSession } from '../../lib/session-context.ts';

interface FilterMonthProps {
  label: string;
  value: string | undefined;
  onChange: (month: string | undefined) => void;
}

/** Offers the months of the last three years, latest first, because not every browser has a month picker. */
export function FilterMonth({ label, value, onChange }: FilterMonthProps) {
  const months = lastMonths(useSession().session.timeZone, new Date());
  const listed = value === undefined || months.includes(value) ? months : [value, ...months];
  return (
    <FilterSelect
      label={label}
      all="Any month"
      value={value}
      options={listed.map(month => [month, monthName(month)] as const)}
      onChange={onChange}
    />
  );
}

const MONTHS = 36;

function lastMonths(timeZone: string, now: Date): string[] {
  return Array.from({ length: MONTHS }, (_, back) => currentMonth(timeZone, now, back));
}
