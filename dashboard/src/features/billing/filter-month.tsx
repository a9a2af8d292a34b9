import { FilterSelect } from '../../components/filter-bar.tsx';
import { currentMonth, monthName } from '../../lib/format/month.ts';
import { useSession } from '../../lib/session-context.ts';

interface FilterMonthProps {
  label: string;
  value: string | undefined;
  /** Number of later months that are offered too. */
  ahead?: number;
  onChange: (month: string | undefined) => void;
}

/** Offers the months of the last three years, latest first, because not every browser has a month picker. */
export function FilterMonth({ label, value, ahead = 0, onChange }: FilterMonthProps) {
  const months = monthsAround(useSession().session.timeZone, new Date(), ahead);
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

function monthsAround(timeZone: string, now: Date, ahead: number): string[] {
  return Array.from({ length: ahead + MONTHS }, (_, index) => currentMonth(timeZone, now, index - ahead));
}
