import { CalendarDays, X } from 'lucide-react';
import { lazy, Suspense, type ToggleEvent, useId, useRef, useState } from 'react';
import { Field, type FieldTexts } from '../form.tsx';
import { describeRange } from './date-range.ts';
import '../../styles/pickers.css';

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

const GAP_PX = 4;
const WIDTH_PX = 340;
const HEIGHT_PX = 360;

/** A field of a form that selects one date from a calendar. */
export function DateField(props: DateFieldProps) {
  const { label, hint, problem, value, placeholder, min, max, onChange } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const described = props.text ?? (value === '' ? undefined : describeRange({ from: value, to: value }));
  const place = (event: ToggleEvent) => {
    setOpen(event.newState === 'open');
    const box = button.current?.getBoundingClientRect();
    if (event.newState !== 'open' || box === undefined || popover.current === null) return;
    const { style } = popover.current;
    const isLow = box.bottom + HEIGHT_PX > window.innerHeight;
    style.inset = 'auto';
    style.top = `${isLow ? Math.max(8, box.top - HEIGHT_PX - GAP_PX) : box.bottom + GAP_PX}px`;
    style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - WIDTH_PX - 8))}px`;
  };
  return (
    <Field label={label} hint={hint} problem={problem}>
      {control => (
        <>
          <div className="date-range-box">
            <button
              type="button"
              {...control}
              ref={button}
              className="date-range-button"
              popoverTarget={`${id}-days`}
              aria-labelledby={`${control.id}-label ${id}-value`}
            >
              <CalendarDays size={16} aria-hidden />
              <span id={`${id}-value`} data-empty={described === undefined || undefined}>
                {described ?? placeholder}
              </span>
            </button>
            {described !== undefined && placeholder !== undefined && (
              <button
                type="button"
                className="quiet"
                aria-label={`Clear ${label.toLowerCase()}`}
                onClick={() => onChange('')}
              >
                <X size={14} aria-hidden />
              </button>
            )}
          </div>
          <div
            id={`${id}-days`}
            ref={popover}
            popover="auto"
            role="dialog"
            aria-label={label}
            className="date-range-popover"
            onBeforeToggle={place}
          >
            {isOpen && (
              <Suspense fallback={<div className="date-range-wait" />}>
                <DayCalendar
                  value={value}
                  min={min}
                  max={max}
                  onChange={day => {
                    onChange(day);
                    popover.current?.hidePopover();
                  }}
                />
              </Suspense>
            )}
          </div>
        </>
      )}
    </Field>
  );
}
