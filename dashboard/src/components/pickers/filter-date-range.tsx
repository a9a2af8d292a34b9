import { CalendarDays, X } from 'lucide-react';
import { lazy, Suspense, type ToggleEvent, useId, useRef, useState } from 'react';
import { dateIn, userZone } from '../../lib/format/zoned-day.ts';
import { useActiveFilter } from './active-filters.ts';
import { type DateRange, describeRange, type Preset, rangeOf } from './date-range.ts';
import '../../styles/pickers.css';

/** The calendar is loaded when it is opened for the first time. */
const RangeCalendar = lazy(() =>
  import('./range-calendar.tsx').then(({ RangeCalendar }) => ({ default: RangeCalendar })),
);

interface FilterDateRangeProps extends DateRange {
  label: string;
  /** Shown while no date is selected. */
  placeholder: string;
  presets: readonly Preset[];
  /** Time zone in which the dates are read. Default: that of the user. */
  timeZone?: string;
  onChange: (range: Required<DateRange>) => void;
}

const GAP_PX = 4;
const WIDTH_PX = 340;

/** Selects a range of dates from presets or a calendar. */
export function FilterDateRange({
  label,
  placeholder,
  from,
  to,
  presets,
  timeZone,
  onChange,
}: FilterDateRangeProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const today = dateIn(timeZone ?? userZone(), Date.now());
  const described = describeRange({ from, to });
  useActiveFilter(described !== undefined);
  const place = (event: ToggleEvent) => {
    setOpen(event.newState === 'open');
    const box = button.current?.getBoundingClientRect();
    if (event.newState !== 'open' || box === undefined || popover.current === null) return;
    const { style } = popover.current;
    style.inset = 'auto';
    style.top = `${box.bottom + GAP_PX}px`;
    style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - WIDTH_PX - 8))}px`;
  };
  const choose = (range: DateRange, isDone: boolean) => {
    onChange({ from: range.from, to: range.to });
    if (isDone) popover.current?.hidePopover();
  };
  return (
    <div className="filter date-range">
      <span className="label" id={`${id}-label`}>
        {label}
      </span>
      <div className="date-range-box">
        <button
          type="button"
          ref={button}
          className="date-range-button"
          popoverTarget={id}
          aria-labelledby={`${id}-label ${id}-value`}
        >
          <CalendarDays size={16} aria-hidden />
          <span id={`${id}-value`} data-empty={described === undefined || undefined}>
            {described ?? placeholder}
          </span>
        </button>
        {described !== undefined && (
          <button
            type="button"
            className="quiet"
            aria-label={`Clear ${label.toLowerCase()}`}
            onClick={() => onChange({ from: undefined, to: undefined })}
          >
            <X size={14} aria-hidden />
          </button>
        )}
      </div>
      <div
        id={id}
        ref={popover}
        popover="auto"
        role="dialog"
        aria-label={label}
        className="date-range-popover"
        onBeforeToggle={place}
      >
        <div className="date-range-presets">
          {presets.map(preset => (
            <button key={preset.label} type="button" onClick={() => choose(rangeOf(preset, today), true)}>
              {preset.label}
            </button>
          ))}
        </div>
        {isOpen && (
          <Suspense fallback={<div className="date-range-wait" />}>
            <RangeCalendar from={from} to={to} today={today} onChange={choose} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
