import { useState } from 'react';
import { Drawer } from '../../components/dialogs/dialog.tsx';
import { Field, Form, FormButtons } from '../../components/form.tsx';
import { DateField } from '../../components/pickers/date-field.tsx';
import { Select } from '../../components/pickers/select.tsx';
import { type CalendarRow, kindOf } from './calendar.ts';
import {
  type Draft,
  draftEdits,
  draftOf,
  FLAG_FIELDS,
  fieldsOf,
  MIXED,
  NUMBER_FIELDS,
} from './cell-draft.ts';
import { nightRange, WEEKDAYS, type Weekday, weekdayOf } from './month.ts';
import type { Edit, Pending } from './pending.ts';

export interface EditTarget {
  /** All of one kind: room types or rate plans. */
  rows: readonly CalendarRow[];
  nights: readonly string[];
  /** The range can be extended to these nights. */
  month: readonly string[];
}

interface EditDrawerProps extends EditTarget {
  currency: string;
  pending: Pending;
  onApply: (edits: readonly Edit[]) => void;
  onClose: () => void;
}

/** All values of the selected rows and nights. Fields that the user does not change keep their values. */
export function EditDrawer({ rows, nights, month, currency, pending, onApply, onClose }: EditDrawerProps) {
  const fields = fieldsOf(rows);
  const [before] = useState(() => draftOf(rows, nights, fields, pending));
  const [draft, setDraft] = useState<Draft>(before);
  const [from, setFrom] = useState(nights[0] ?? '');
  const [to, setTo] = useState(nights.at(-1) ?? '');
  const [weekdays, setWeekdays] = useState<readonly Weekday[]>([]);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const isSelectedRange = from === nights[0] && to === nights.at(-1);
  const chosen = (isSelectedRange ? nights : month.filter(night => night >= from && night <= to)).filter(
    night => weekdays.length === 0 || weekdays.includes(weekdayOf(night)),
  );
  const first = rows[0] as CalendarRow;
  const name = first.plan?.name ?? first.room.name;
  const title = rows.length === 1 ? `Edit ${name}` : `Edit ${rows.length} rows`;

  return (
    <Drawer open title={title} onClose={onClose}>
      <Form
        className="edit-form"
        onSubmit={() => {
          const made = draftEdits(rows, chosen, { before, after: draft }, { pending, currency });
          setProblems(made.problems);
          if (made.edits.length > 0) onApply(made.edits);
        }}
      >
        <p className="faint">
          {chosen.length === 0
            ? 'No nights selected'
            : nightRange(chosen[0] as string, chosen.at(-1) as string)}
          . The changes are saved together with all others.
        </p>
        {fields.map(field => (
          <DraftField
            key={field}
            field={field}
            label={labelOf(field, first, currency)}
            value={draft[field] ?? ''}
            isMixed={before[field] === MIXED}
            parent={first.plan?.derivedFrom ?? undefined}
            problem={problems[field]}
            onChange={value => setDraft({ ...draft, [field]: value })}
          />
        ))}
        <fieldset className="edit-range">
          <legend>Nights</legend>
          <div className="edit-dates">
            <DateField
              label="From"
              min={month[0]}
              max={month.at(-1)}
              value={from}
              onChange={day => {
                setFrom(day);
                if (day > to) setTo(day);
              }}
            />
            <DateField label="To" min={from} max={month.at(-1)} value={to} onChange={setTo} />
          </div>
          {from !== to && (
            <div className="weekdays">
              <span className="hint">Apply only to these weekdays. Select none for all days.</span>
              {WEEKDAYS.map(day => (
                <button
                  key={day}
                  type="button"
                  aria-pressed={weekdays.includes(day)}
                  onClick={() =>
                    setWeekdays(
                      weekdays.includes(day) ? weekdays.filter(one => one !== day) : [...weekdays, day],
                    )
                  }
                >
                  {day}
                </button>
              ))}
            </div>
          )}
        </fieldset>
        <FormButtons onCancel={onClose} disabled={chosen.length === 0}>
          Apply
        </FormButtons>
      </Form>
    </Drawer>
  );
}

function labelOf(field: string, { plan }: CalendarRow, currency: string): string {
  if (field === 'total') return 'Allotment';
  if (field === 'amount')
    return plan?.priceModel === 'PER_PERSON' ? `Price per adult (${currency})` : `Price (${currency})`;
  if (field === 'extraAdult') return `Extra adult (${currency})`;
  if (field.startsWith('byAdults.'))
    return `Price for ${field.slice(9)} ${field === 'byAdults.1' ? 'adult' : 'adults'} (${currency})`;
  return [...FLAG_FIELDS, ...NUMBER_FIELDS].find(([name]) => name === field)?.[1] ?? field;
}

interface DraftFieldProps {
  field: string;
  label: string;
  value: string;
  isMixed: boolean;
  parent: string | undefined;
  problem: string | undefined;
  onChange: (value: string) => void;
}

function DraftField({ field, label, value, isMixed, parent, problem, onChange }: DraftFieldProps) {
  const kind = kindOf(field);
  const hint =
    isMixed && value === MIXED
      ? 'The selected nights have different values. Leave this unchanged to keep them.'
      : undefined;
  return (
    <Field label={label} problem={problem} {...(hint !== undefined && { hint })}>
      {control =>
        kind === 'flag' ? (
          <Select
            {...control}
            value={value}
            options={[
              ...(isMixed ? [[MIXED, 'Mixed (no change)'] as const] : []),
              ['', parent ? `Follow ${parent}` : 'Not set'],
              ['true', 'Yes'],
              ['false', 'No'],
            ]}
            onChange={onChange}
          />
        ) : (
          <input
            {...control}
            name={field}
            inputMode={kind === 'amount' ? 'decimal' : 'numeric'}
            autoComplete="off"
            value={value === MIXED ? '' : value}
            placeholder={isMixed ? 'Multiple values' : 'Not set'}
            onChange={event => onChange(event.target.value === '' && isMixed ? MIXED : event.target.value)}
          />
        )
      }
    </Field>
  );
}
