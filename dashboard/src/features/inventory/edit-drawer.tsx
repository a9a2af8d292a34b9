import { useState } from 'react';
import { Drawer } from '../../components/dialogs/dialog.tsx';
import { Notice } from '../../components/feedback.tsx';
import { Field, Form, FormButtons, TextField } from '../../components/form.tsx';
import { type CallFailure, fieldError } from '../../lib/calls/operator-client.ts';
import type { CalendarRow, Cell } from './calendar.ts';
import {
  cellOf,
  type Draft,
  draftOf,
  FLAG_FIELDS,
  fieldsOf,
  inheritedValue,
  MIXED,
  NUMBER_FIELDS,
  withDecimals,
} from './cell-draft.ts';
import { nightName, WEEKDAYS, type Weekday } from './month.ts';

interface EditDrawerProps {
  row: CalendarRow;
  nights: readonly string[];
  currency: string;
  busy: boolean;
  failure: CallFailure | undefined;
  onSave: (cell: Cell) => void;
  onClose: () => void;
}

/** Fields that the user does not change keep their values. */
export function EditDrawer({ row, nights, currency, busy, failure, onSave, onClose }: EditDrawerProps) {
  const first = nights[0] as string;
  const [before] = useState(() => draftOf(row, nights));
  const [draft, setDraft] = useState<Draft>(before);
  const [from, setFrom] = useState(first);
  const [to, setTo] = useState(nights.at(-1) as string);
  const [weekdays, setWeekdays] = useState<readonly Weekday[]>([]);
  const cell = cellOf(row, { from, to, weekdays }, before, withAmounts(draft, currency));

  const submit = () => {
    if (cell) onSave(cell);
  };
  const title =
    row.plan === undefined ? `Allotment of ${row.room.name}` : `${row.plan.name}, ${row.room.name}`;

  return (
    <Drawer open title={title} onClose={onClose}>
      <Form onSubmit={submit} className="edit-form">
        <p className="faint">{from === to ? nightName(from) : `${nightName(from)} to ${nightName(to)}`}</p>
        {fieldsOf(row).map(field => (
          <DraftField
            key={field}
            field={field}
            kind={kindOf(field)}
            label={labelOf(field, row, currency)}
            value={draft[field] ?? ''}
            isMixed={before[field] === MIXED}
            inherited={nights.length === 1 ? inheritedValue(row, first, field) : undefined}
            parent={row.plan?.derivedFrom ?? undefined}
            problem={fieldError(failure, `cells/0/${field.replace('.', '/')}`)}
            onChange={value => setDraft({ ...draft, [field]: value })}
          />
        ))}
        <fieldset className="edit-range">
          <legend>Nights</legend>
          <div className="edit-dates">
            <TextField
              label="From"
              problem={fieldError(failure, 'cells/0/from')}
              type="date"
              required
              value={from}
              onChange={setFrom}
            />
            <TextField
              label="To"
              problem={fieldError(failure, 'cells/0/to')}
              type="date"
              required
              min={from}
              value={to}
              onChange={setTo}
            />
          </div>
          {from !== to && <WeekdayChoice chosen={weekdays} onChange={setWeekdays} />}
        </fieldset>
        {failure && <Notice failure={failure} />}
        <FormButtons onCancel={onClose} disabled={busy || cell === undefined}>
          {busy ? 'Saving…' : 'Save'}
        </FormButtons>
      </Form>
    </Drawer>
  );
}

function WeekdayChoice({
  chosen,
  onChange,
}: {
  chosen: readonly Weekday[];
  onChange: (days: readonly Weekday[]) => void;
}) {
  return (
    <div className="weekdays">
      <span className="hint">Apply only to these weekdays. Select none for all days.</span>
      {WEEKDAYS.map(day => (
        <button
          key={day}
          type="button"
          aria-pressed={chosen.includes(day)}
          onClick={() =>
            onChange(chosen.includes(day) ? chosen.filter(one => one !== day) : [...chosen, day])
          }
        >
          {day}
        </button>
      ))}
    </div>
  );
}

function withAmounts(draft: Draft, currency: string): Draft {
  return Object.fromEntries(
    Object.entries(draft).map(([field, text]) => [
      field,
      kindOf(field) === 'amount' && text !== MIXED ? withDecimals(text, currency) : text,
    ]),
  );
}

function kindOf(field: string): 'amount' | 'flag' | 'number' {
  if (FLAG_FIELDS.some(([name]) => name === field)) return 'flag';
  return field === 'amount' || field.startsWith('byAdults.') ? 'amount' : 'number';
}

function labelOf(field: string, { plan }: CalendarRow, currency: string): string {
  if (field === 'total') return 'Allotment';
  if (field === 'amount')
    return plan?.priceModel === 'PER_PERSON' ? `Price per adult (${currency})` : `Price (${currency})`;
  if (field.startsWith('byAdults.'))
    return `Price for ${field.slice(9)} ${field === 'byAdults.1' ? 'adult' : 'adults'} (${currency})`;
  return [...FLAG_FIELDS, ...NUMBER_FIELDS].find(([name]) => name === field)?.[1] ?? field;
}

interface DraftFieldProps {
  field: string;
  kind: 'amount' | 'flag' | 'number';
  label: string;
  value: string;
  isMixed: boolean;
  /** The value that applies if the field is empty. */
  inherited: string | undefined;
  parent: string | undefined;
  problem: string | undefined;
  onChange: (value: string) => void;
}

function DraftField(props: DraftFieldProps) {
  const { field, kind, label, value, isMixed, inherited, parent, problem, onChange } = props;
  const fallback = inherited === 'true' ? 'yes' : inherited === 'false' ? 'no' : inherited;
  const hint =
    fallback !== undefined && value === ''
      ? `${parent ? `Follows ${parent}` : 'Inherited'}: ${fallback}`
      : isMixed && value === MIXED
        ? 'The selected nights have different values. Leave this unchanged to keep them.'
        : undefined;
  return (
    <Field label={label} problem={problem} {...(hint !== undefined && { hint })}>
      {control =>
        kind === 'flag' ? (
          <select {...control} value={value} onChange={event => onChange(event.target.value)}>
            {isMixed && <option value={MIXED}>Mixed (no change)</option>}
            <option value="">{parent ? `Follow ${parent}` : 'Not set'}</option>
            <option value="true">Yes</option>
            <option value="false">No</option>
          </select>
        ) : (
          <input
            {...control}
            name={field}
            inputMode={kind === 'amount' ? 'decimal' : 'numeric'}
            autoComplete="off"
            required={field === 'total'}
            pattern={kind === 'number' ? '\\d*' : undefined}
            value={value === MIXED ? '' : value}
            placeholder={isMixed ? 'Multiple values' : (fallback ?? 'Not set')}
            onChange={event => onChange(event.target.value === '' && isMixed ? MIXED : event.target.value)}
          />
        )
      }
    </Field>
  );
}
