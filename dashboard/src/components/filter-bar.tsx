import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useId, useState } from 'react';
import { FilterCount, useActiveFilter } from './pickers/active-filters.ts';
import { LazySelect } from './pickers/lazy-select.tsx';

interface FilterBarProps {
  /** Omitted while no filter is set. */
  onClear?: (() => void) | undefined;
  /** Buttons for the whole list, for example to export it. They are never folded. */
  actions?: ReactNode;
  children: ReactNode;
}

/** On a phone, the filters are folded behind one button, which shows how many are set. */
export function FilterBar({ onClear, actions, children }: FilterBarProps) {
  const id = useId();
  const [active, setActive] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const count = useCallback((change: 1 | -1) => setActive(before => before + change), []);
  return (
    <search className="filters" data-open={isOpen || undefined}>
      <button
        type="button"
        className="filters-toggle"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <SlidersHorizontal size={16} aria-hidden /> Filters{active > 0 && ` (${active})`}
      </button>
      <div className="filters-body" id={id}>
        <FilterCount value={count}>{children}</FilterCount>
      </div>
      {onClear && (
        <button type="button" className="quiet" onClick={onClear}>
          Clear filters
        </button>
      )}
      {actions && <div className="row filters-actions">{actions}</div>}
    </search>
  );
}

interface FilterSelectProps {
  label: string;
  value: string | undefined;
  options: readonly (readonly [value: string, label: string])[];
  /** Label of the option that removes the filter. Without this label, one of the options is always selected. */
  all?: string;
  onChange: (value: string | undefined) => void;
}

export function FilterSelect({ label, value, options, all, onChange }: FilterSelectProps) {
  const id = useId();
  useActiveFilter(all !== undefined && value !== undefined);
  return (
    <div className="filter">
      <label htmlFor={id} id={`${id}-label`}>
        {label}
      </label>
      <LazySelect
        id={id}
        value={value ?? ''}
        options={all === undefined ? options : [['', all], ...options]}
        onChange={chosen => onChange(chosen || undefined)}
      />
    </div>
  );
}

interface FilterTextProps {
  label: string;
  value: string | undefined;
  placeholder?: string;
  onChange: (value: string | undefined) => void;
}

const TYPING_MS = 300;

/** Applies the filter when the user stops typing. */
export function FilterText({ label, value = '', placeholder, onChange }: FilterTextProps) {
  const id = useId();
  useActiveFilter(value !== '');
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the timer
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed.trim() || undefined), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <div className="filter">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="search"
        value={typed}
        placeholder={placeholder}
        onChange={event => setTyped(event.target.value)}
      />
    </div>
  );
}

export const PERIODS = [
  ['1h', 'Last hour'],
  ['24h', 'Last 24 hours'],
  ['7d', 'Last 7 days'],
  ['30d', 'Last 30 days'],
] as const;

type Period = (typeof PERIODS)[number][0];

/** The period of a URL if it can be chosen, otherwise the default. Any other period would have no label. */
export function listedPeriod(wanted: string | undefined, standard: Period): Period {
  return PERIODS.find(([period]) => period === wanted)?.[0] ?? standard;
}

export function periodLabel(wanted: Period): string {
  return PERIODS.find(([period]) => period === wanted)?.[1] ?? wanted;
}

interface FilterPeriodProps {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

export function FilterPeriod({ value = '24h', onChange }: FilterPeriodProps) {
  return <FilterSelect label="Period" value={value} options={PERIODS} onChange={onChange} />;
}
