import { CalendarDays, X } from 'lucide-react';
import { type ReactNode, Suspense, type ToggleEvent, useId, useRef, useState } from 'react';
import { Field, type FieldTexts } from '../form.tsx';
import '../../styles/pickers.css';

interface DatePopoverProps extends Omit<FieldTexts, 'label'> {
  label: string;
  /** The selected date in words. Undefined if no date is selected. */
  text: string | undefined;
  /** Shown while no date is selected. */
  placeholder?: string | undefined;
  /** Undefined if the date is required. */
  onClear?: (() => void) | undefined;
  /** Called when the calendar opens. It closes with `close`. */
  children: (close: () => void) => ReactNode;
}

const GAP_PX = 4;
const WIDTH_PX = 340;
const HEIGHT_PX = 360;

/** A field of a form whose button opens a calendar below or above it. */
export function DatePopover(props: DatePopoverProps) {
  const { label, hint, problem, text, placeholder, onClear, children } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
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
              popoverTarget={`${id}-calendar`}
              aria-labelledby={`${control.id}-label ${id}-value`}
            >
              <CalendarDays size={16} aria-hidden />
              <span id={`${id}-value`} data-empty={text === undefined || undefined}>
                {text ?? placeholder}
              </span>
            </button>
            {text !== undefined && onClear && (
              <button
                type="button"
                className="quiet"
                aria-label={`Clear ${label.toLowerCase()}`}
                onClick={onClear}
              >
                <X size={14} aria-hidden />
              </button>
            )}
          </div>
          <div
            id={`${id}-calendar`}
            ref={popover}
            popover="auto"
            role="dialog"
            aria-label={label}
            className="date-range-popover"
            onBeforeToggle={place}
          >
            {isOpen && (
              <Suspense fallback={<div className="date-range-wait" />}>
                {children(() => popover.current?.hidePopover())}
              </Suspense>
            )}
          </div>
        </>
      )}
    </Field>
  );
}
