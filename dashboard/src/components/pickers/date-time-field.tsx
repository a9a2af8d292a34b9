import { DateField, type DateFieldProps } from './date-field.tsx';
import { dateAndTime, joinDateTime } from './date-range.ts';
import { TimeField } from './time-field.tsx';

interface DateTimeFieldProps extends DateFieldProps {
  /** Shown while no time is set, for example `Whole day`. */
  timePlaceholder: string;
}

/** A date from a calendar and a time of day. The value is `2027-06-01T09:30`, or only the date if there is no time. */
export function DateTimeField({ value, timePlaceholder, onChange, ...field }: DateTimeFieldProps) {
  const [date, time] = dateAndTime(value);
  return (
    <div className="date-time">
      <DateField {...field} value={date} onChange={day => onChange(joinDateTime(day, time))} />
      <TimeField
        label={
          <>
            Time<span className="unseen"> of {field.label}</span>
          </>
        }
        placeholder={timePlaceholder}
        disabled={date === ''}
        value={time}
        onChange={text => onChange(joinDateTime(date, text.trim()))}
      />
    </div>
  );
}
