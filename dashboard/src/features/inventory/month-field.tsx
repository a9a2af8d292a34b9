import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { DatePopover } from '../../components/pickers/date-popover.tsx';
import { addMonths, monthAfterKey, monthName, monthsOfYear, shortMonthName } from './month.ts';

interface MonthFieldProps {
  /** For example `2027-06`. */
  value: string;
  /** The current month. */
  today: string;
  onChange: (month: string) => void;
}

/** Shows the month and jumps to another one. */
export function MonthField({ value, today, onChange }: MonthFieldProps) {
  return (
    <DatePopover label="Month" text={monthName(value)}>
      {close => (
        <MonthChoice
          {...{ value, today }}
          onChange={month => {
            onChange(month);
            close();
          }}
        />
      )}
    </DatePopover>
  );
}

/** The months of a year. Arrow keys move by months, and Page Up and Page Down by years. */
function MonthChoice({ value, today, onChange }: MonthFieldProps) {
  const [focused, setFocused] = useState(value);
  const months = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The calendar is rendered before it becomes visible.
    const timer = setTimeout(() => focusMonth(months.current, value));
    return () => clearTimeout(timer);
  }, [value]);
  const move = (event: KeyboardEvent) => {
    const next = monthAfterKey(focused, event.key);
    if (next === undefined) return;
    event.preventDefault();
    // The focus moves before the next key is handled, so that Enter chooses the month that was moved to.
    flushSync(() => setFocused(next));
    focusMonth(months.current, next);
  };
  const year = focused.slice(0, 4);
  const step = (years: number) => setFocused(addMonths(focused, 12 * years));
  return (
    <div className="month-choice">
      <div className="month-choice-year">
        <button type="button" className="quiet icon" aria-label="Previous year" onClick={() => step(-1)}>
          <ChevronLeft size={16} aria-hidden />
        </button>
        <strong aria-live="polite">{year}</strong>
        <button type="button" className="quiet icon" aria-label="Next year" onClick={() => step(1)}>
          <ChevronRight size={16} aria-hidden />
        </button>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset looks different */}
      <div ref={months} role="group" aria-label={`Months of ${year}`} onKeyDown={move}>
        {monthsOfYear(year).map(month => (
          <button
            key={month}
            type="button"
            className="quiet"
            data-month={month}
            tabIndex={month === focused ? 0 : -1}
            aria-pressed={month === value}
            aria-current={month === today ? 'date' : undefined}
            onClick={() => onChange(month)}
          >
            {shortMonthName(month)}
            <span className="unseen"> {year}</span>
          </button>
        ))}
      </div>
    </div>
  );
}

function focusMonth(months: HTMLElement | null, month: string): void {
  months?.querySelector<HTMLElement>(`[data-month="${month}"]`)?.focus();
}
