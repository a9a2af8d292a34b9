import { MAX_EXPECTED_NIGHTS } from '@serai/contract/inventory/inventory-limits.ts';
import { useMemo, useState } from 'react';
import { Drawer } from '../../components/dialogs/dialog.tsx';
import { Form, FormButtons } from '../../components/form.tsx';
import { DateField } from '../../components/pickers/date-field.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { type Calendar, type CalendarRow, calendarRows } from './calendar.ts';
import { chosenNights, type Draft, draftEdits, draftOf, MIXED, type NightChoice } from './cell-draft.ts';
import { DraftField, fieldHint, fieldLabel } from './draft-field.tsx';
import { addDays } from './month.ts';
import { newOverrideTexts } from './overrides.ts';
import type { Edit, Pending } from './pending.ts';
import { fieldsOf, type PropertyRow, rowName } from './property-rows.ts';
import { RowChoice } from './row-choice.tsx';
import { useBulkApply } from './use-bulk-apply.ts';
import { WeekdayChoice } from './weekday-choice.tsx';

export interface EditTarget {
  /** The keys of the rows that are chosen at first. */
  keys: readonly string[];
  /** The nights that are chosen at first. */
  range: NightChoice;
  /** What is loaded. Other rows and nights are read before they are changed. */
  loaded: { rows: readonly CalendarRow[]; nights: readonly string[] };
  /** Whether the user starts by choosing the rows. */
  isBulk?: boolean;
}

/** Starts with the plans of the shown room types that follow no other plan, from today to the last shown night. */
export function bulkTarget(
  rows: readonly PropertyRow[],
  { rooms }: Calendar,
  { nights, loadedNights }: Record<'nights' | 'loadedNights', readonly string[]>,
  today: string,
): EditTarget {
  const shown = new Set(rooms.map(({ roomCode }) => roomCode));
  const isChosen = ({ room, plan, parent }: PropertyRow) =>
    shown.has(room.roomCode) && plan !== undefined && parent === undefined;
  const first = nights.find(night => night >= today) ?? (nights[0] as string);
  return {
    keys: rows.filter(isChosen).map(({ key }) => key),
    range: { from: first, to: nights.at(-1) as string, weekdays: [] },
    loaded: { rows: calendarRows(rooms), nights: loadedNights },
    isBulk: true,
  };
}

interface EditDrawerProps extends EditTarget {
  document: Output<'inventory/show'>['document'];
  /** All rows of the property. */
  rows: readonly PropertyRow[];
  pending: Pending;
  onApply: (edits: readonly Edit[], read: readonly Calendar[]) => void;
  onClose: () => void;
}

/** All values of any nights, room types and rate plans. Fields that the user does not change keep their values. */
export function EditDrawer(props: EditDrawerProps) {
  const { keys, loaded, document, pending, onApply, onClose } = props;
  const { currency } = document;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(keys));
  const [range, setRange] = useState(props.range);
  const [changed, setChanged] = useState<Draft>({});
  const rows = props.rows.filter(({ key }) => chosen.has(key));
  const fields = fieldsOf(rows);
  const target = chosenNights(range);
  const known = useMemo(() => new Map(props.rows.map(row => [row.key, row])), [props.rows]);
  const shownRows = loaded.rows.filter(({ key }) => chosen.has(key));
  const isLoaded = shownRows.length === rows.length && target.every(night => loaded.nights.includes(night));
  const before = isLoaded ? draftOf(shownRows, target, { known, fields }, pending) : {};
  // A row that is no longer chosen may have had other fields.
  const entered = Object.fromEntries(Object.entries(changed).filter(([field]) => fields.includes(field)));
  // Of nights that are not loaded yet, it is not known whether they follow another plan.
  const { edits } = draftEdits(isLoaded ? shownRows : [], target, entered, { known, pending, currency });
  const overrides = newOverrideTexts(edits, pending, key => known.get(key)?.parent);
  const apply = useBulkApply({ document, pending, known, onApply });
  // The edits are those of the fields when the user applied them.
  const isReading = apply.progress !== undefined;
  // Clearing a value makes only derived plans follow, and closes the others.
  const parents = new Set(rows.filter(({ plan }) => plan !== undefined).map(row => row.parent));
  const parent = parents.size === 1 ? [...parents][0] : undefined;

  return (
    <Drawer open title={titleOf(rows, props.isBulk ?? false)} onClose={onClose}>
      <Form
        className="edit-form"
        onSubmit={() =>
          apply.run({ draft: entered, nights: target, rows, loaded: isLoaded ? shownRows : undefined })
        }
      >
        <fieldset className="edit-fields" disabled={isReading}>
          <NightFields range={range} onChange={setRange} />
          <RowChoice
            rows={props.rows}
            chosen={chosen}
            isOpenAtFirst={props.isBulk ?? false}
            onChange={setChosen}
          />
          {fields.map(field => (
            <DraftField
              key={field}
              field={field}
              label={fieldLabel(field, rows, currency)}
              hint={fieldHint(field, rows, currency)}
              before={before[field] ?? MIXED}
              mixedText={isLoaded ? 'Multiple values' : 'No change'}
              entered={changed[field]}
              parent={field === 'total' ? undefined : parent}
              problem={apply.problems[field]}
              onChange={text => setChanged(withEntry(changed, field, text))}
            />
          ))}
        </fieldset>
        {apply.problem && (
          <p className="problem" role="alert">
            {apply.problem}
          </p>
        )}
        <p className="faint">Nothing is saved until you save all changes.</p>
        <div className="edit-end">
          <p aria-live="polite">
            {apply.progress ?? [describeTarget(rows.length, target.length), ...overrides].join('. ')}
          </p>
          <FormButtons onCancel={onClose} disabled={target.length === 0 || rows.length === 0 || isReading}>
            Apply
          </FormButtons>
        </div>
      </Form>
    </Drawer>
  );
}

function titleOf(rows: readonly PropertyRow[], isBulk: boolean): string {
  const [row] = rows;
  return isBulk || row === undefined || rows.length > 1 ? 'Bulk edit' : `Edit ${rowName(row)}`;
}

function describeTarget(rows: number, nights: number): string {
  if (rows === 0) return 'Choose at least one room type or rate plan.';
  if (nights === 0) return 'No night of the range falls on these weekdays.';
  const counted = (count: number, one: string) =>
    count === 1 ? `1 ${one}` : `${formatNumber(count)} ${one}s`;
  return `Changes ${counted(nights, 'night')} in ${counted(rows, 'row')}`;
}

function withEntry(draft: Draft, field: string, text: string | undefined): Draft {
  const { [field]: _, ...others } = draft;
  return text === undefined ? others : { ...others, [field]: text };
}

function NightFields({ range, onChange }: { range: NightChoice; onChange: (range: NightChoice) => void }) {
  const { from, to, weekdays } = range;
  // The button of the last weekday must not disappear when it is pressed.
  const [isFiltered] = useState(weekdays.length > 0);
  const limit = (first: string) => addDays(first, MAX_EXPECTED_NIGHTS - 1);
  return (
    <fieldset className="edit-range">
      <legend>Nights</legend>
      <div className="edit-dates">
        <DateField
          label="From"
          value={from}
          onChange={day => {
            const last = to > limit(day) ? limit(day) : to;
            onChange({ ...range, from: day, to: day > last ? day : last });
          }}
        />
        <DateField
          label="To"
          min={from}
          max={limit(from)}
          value={to}
          onChange={day => onChange({ ...range, to: day })}
        />
      </div>
      {(from !== to || isFiltered) && (
        <WeekdayChoice chosen={weekdays} onChange={days => onChange({ ...range, weekdays: days })} />
      )}
    </fieldset>
  );
}
