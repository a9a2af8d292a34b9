import { lazy } from 'react';
import type { FieldTexts } from '../form.tsx';
import { DatePopover } from './date-popover.tsx';
import { describeRange } from './date-range.ts';

/** The calendar is loaded when it is opened for the first time. */
const DayCalendar = lazy(() =>
  import('./day-calendar.tsx').then(({ DayCalendar }) => ({ default: DayCalendar })),
);

export interface DateFieldProps extends Omit<FieldTexts, 'label'> {
  label: string;
  /** A date such as `2027-06-01`, or an empty text. */
  value: string;
  /** Shown instead of the date, for example the week that it starts. */
  text?: string;
  /** Shown while no date is selected. Without this text, the date is required and cannot be cleared. */
  placeholder?: string;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (value: string) => void;
}

/** A field of a form that selects one date from a calendar. */
export function DateField({ value, text, min, max, onChange, ...field }: DateFieldProps) {
  const described = text ?? (value === '' ? undefined : describeRange({ from: value, to: value }));
  return (
    <DatePopover
      {...field}
      text={described}
      onClear={field.placeholder === undefined ? undefined : () => onChange('')}
    >
      {close => (
        <DayCalendar
          {...{ value, min, max }}
          onChange={day => {
            onChange(day);
            close();
          }}
        />
      )}
    </DatePopover>
  );
}
