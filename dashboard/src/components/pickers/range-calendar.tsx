import { DayPicker } from 'react-day-picker';
import 'react-day-picker/style.css';
import '../../styles/pickers.css';
import { type DateRange, formatDate, parseDate } from './date-range.ts';

interface RangeCalendarProps extends DateRange {
  today: string;
  /** `isDone` is true when both ends were chosen. */
  onChange: (range: DateRange, isDone: boolean) => void;
}

const LONG = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' });

/** The label contains the visible number as a word, so that users can select a day by saying it. */
const LABELS = {
  labelDayButton: (date: Date, { today, selected }: { today?: boolean; selected?: boolean }) =>
    [LONG.format(date), today && 'today', selected && 'selected'].filter(Boolean).join(', '),
};

export function RangeCalendar({ from, to, today, onChange }: RangeCalendarProps) {
  const [first, last, now] = [from, to, today].map(parseDate);
  return (
    <DayPicker
      mode="range"
      weekStartsOn={1}
      resetOnSelect
      labels={LABELS}
      {...(now && { today: now })}
      {...(first && { defaultMonth: first })}
      selected={first ? { from: first, to: last } : undefined}
      onSelect={range => {
        const chosen = { from: range?.from && formatDate(range.from), to: range?.to && formatDate(range.to) };
        onChange(chosen, chosen.from !== undefined && chosen.to !== undefined && chosen.from !== chosen.to);
      }}
    />
  );
}
