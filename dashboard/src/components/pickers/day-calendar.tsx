import { DayPicker } from 'react-day-picker';
import 'react-day-picker/style.css';
import '../../styles/pickers.css';
import { formatDate, parseDate } from './date-range.ts';

interface DayCalendarProps {
  value: string | undefined;
  min: string | undefined;
  max: string | undefined;
  onChange: (day: string) => void;
}

const LONG = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' });
const LABELS = {
  labelDayButton: (date: Date, { today, selected }: { today?: boolean; selected?: boolean }) =>
    [LONG.format(date), today && 'today', selected && 'selected'].filter(Boolean).join(', '),
};

export function DayCalendar({ value, min, max, onChange }: DayCalendarProps) {
  const [day, first, last] = [parseDate(value), parseDate(min), parseDate(max)];
  const month = day ?? first;
  return (
    <DayPicker
      mode="single"
      required
      autoFocus
      weekStartsOn={1}
      labels={LABELS}
      {...(month && { defaultMonth: month })}
      {...(first && { startMonth: first })}
      {...(last && { endMonth: last })}
      disabled={[...(first ? [{ before: first }] : []), ...(last ? [{ after: last }] : [])]}
      selected={day}
      onSelect={date => date && onChange(formatDate(date))}
    />
  );
}
