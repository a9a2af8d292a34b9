import { useRef } from 'react';
import { Field } from '../../components/form.tsx';
import { Select } from '../../components/pickers/select.tsx';
import { GRID_FIELDS, kindOf } from './calendar.ts';
import { MIXED, resetOf, resetText } from './cell-draft.ts';
import type { PropertyRow } from './property-rows.ts';

interface DraftFieldProps {
  field: string;
  label: string;
  hint: string | undefined;
  /** The value of the chosen nights, or MIXED if it differs or is not known. */
  before: string;
  /** Shown for MIXED. */
  mixedText: string;
  /** What the user entered. Undefined keeps the current values. */
  entered: string | undefined;
  /** The plan that applies where no value is set. */
  parent: string | undefined;
  problem: string | undefined;
  onChange: (entered: string | undefined) => void;
}

export function DraftField(props: DraftFieldProps) {
  const { field, label, before, entered, parent, problem, onChange } = props;
  const kind = kindOf(field);
  const input = useRef<HTMLInputElement>(null);
  const isMixed = before === MIXED;
  const reset = resetOf(field, { before, entered, parent });
  const unset = parent ? `Follows ${parent}` : 'Not set';
  return (
    <Field label={label} problem={problem} {...(props.hint !== undefined && { hint: props.hint })}>
      {control =>
        kind === 'flag' ? (
          <Select
            {...control}
            value={entered ?? before}
            options={[
              ...(isMixed ? [[MIXED, props.mixedText] as const] : []),
              ['', parent ? `Follow ${parent}` : 'Not set'],
              ['true', 'Yes'],
              ['false', 'No'],
            ]}
            onChange={value => onChange(value === MIXED ? undefined : value)}
          />
        ) : (
          <div className="draft-input">
            <input
              {...control}
              ref={input}
              name={field}
              inputMode={kind === 'amount' ? 'decimal' : 'numeric'}
              autoComplete="off"
              value={entered ?? (isMixed ? '' : before)}
              placeholder={isMixed && entered === undefined ? props.mixedText : unset}
              onChange={event =>
                onChange(event.target.value === '' && isMixed ? undefined : event.target.value)
              }
            />
            {reset && (
              <button
                type="button"
                className="small"
                title={`${resetText(reset, parent)}: ${label}`}
                onClick={() => {
                  onChange(reset === 'keep' ? undefined : '');
                  // The button may disappear.
                  input.current?.focus();
                }}
              >
                {resetText(reset, parent)}
                <span className="unseen">: {label}</span>
              </button>
            )}
          </div>
        )
      }
    </Field>
  );
}

/** The name of a field for the chosen rows. */
export function fieldLabel(field: string, rows: readonly PropertyRow[], currency: string): string {
  if (field === 'total') return 'Allotment';
  if (field === 'amount') {
    const models = new Set(rows.flatMap(({ plan }) => plan?.priceModel ?? []));
    const isPerAdult = models.has('PER_PERSON');
    const unit = isPerAdult ? (models.has('PER_ROOM') ? ' per room or adult' : ' per adult') : '';
    return `Price${unit} (${currency})`;
  }
  if (field === 'extraAdult') return `Extra adult (${currency})`;
  if (field.startsWith('byAdults.'))
    return `Price for ${field.slice(9)} ${field === 'byAdults.1' ? 'adult' : 'adults'} (${currency})`;
  return GRID_FIELDS.find(([name]) => name === field)?.[1] ?? field;
}

const RESTRICTION_HINTS: Readonly<Record<string, string>> = {
  minStayArrival: 'The shortest stay for arrivals on this date.',
  minStayThrough: 'The shortest stay that may include this date.',
  maxStay: 'The longest stay for arrivals on this date.',
  minAdvance: 'Guests arriving on this date must book at least this many days ahead.',
  maxAdvance: 'Guests arriving on this date can book at most this many days ahead.',
};

/** What to know about a field before entering a value. */
export function fieldHint(field: string, rows: readonly PropertyRow[], currency: string): string | undefined {
  if (kindOf(field) !== 'amount' || field === 'extraAdult') return RESTRICTION_HINTS[field];
  const priced = rows.filter(row => row.fields.includes(field));
  const boards = new Set(priced.map(row => row.supplement));
  const [board] = boards;
  if (boards.size === 1 && board !== undefined)
    return `Excludes board, which adds ${board} ${currency} per adult. +10% or −5 adjusts each value.`;
  const extra = priced.flatMap(({ plan, supplement }) =>
    supplement === undefined ? [] : [`${plan?.name} ${supplement} ${currency} per adult`],
  );
  const prefix = extra.length > 0 ? `Excludes board, which adds: ${[...new Set(extra)].join(', ')}. ` : '';
  return `${prefix}+10% or −5 adjusts each value.`;
}
