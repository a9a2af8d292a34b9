import { useMemo, useState } from 'react';
import { Drawer } from '../../components/dialogs/dialog.tsx';
import { Form, FormButtons } from '../../components/form.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { type Calendar, type CalendarRow, calendarRows } from './calendar.ts';
import { chosenNights, type Draft, draftOf, MIXED, type NightChoice } from './cell-draft.ts';
import { DraftField, fieldHint, fieldLabel } from './draft-field.tsx';
import { EffectList } from './effect-list.tsx';
import type { Following } from './following.ts';
import { NightFields } from './night-fields.tsx';
import type { Edit, Pending } from './pending.ts';
import { fieldsOf, type PropertyRow, rowName } from './property-rows.ts';
import { RowChoice } from './row-choice.tsx';
import { useBulkApply } from './use-bulk-apply.ts';
import { useBulkEffect } from './use-bulk-effect.ts';

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
  /** What follows the pending changes on the nights that the page knows. */
  following: Following;
  onApply: (edits: readonly Edit[], read: readonly Calendar[]) => void;
  onClose: () => void;
}

/** All values of any nights, room types and rate plans. Fields that the user does not change keep their values. */
export function EditDrawer(props: EditDrawerProps) {
  const { keys, document, pending, following, onApply, onClose } = props;
  const { currency } = document;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(keys));
  const [range, setRange] = useState(props.range);
  const [changed, setChanged] = useState<Draft>({});
  const { rows, fields, target, known, shown, before, entered } = useChosen(props, {
    chosen,
    range,
    changed,
  });
  const form = { draft: entered, nights: target, rows };
  const page = props.loaded.rows;
  const effect = useBulkEffect({ document, known, pending, following, range, shown, page, ...form });
  const apply = useBulkApply({ document, pending, known, onApply });
  // The edits are those of the fields when the user applied them.
  const isReading = apply.progress !== undefined;
  // Clearing a value makes only derived plans follow, and closes the others.
  const parents = new Set(rows.filter(({ plan }) => plan !== undefined).map(row => row.parentName));
  const parent = parents.size === 1 ? [...parents][0] : undefined;

  return (
    <Drawer open title={titleOf(rows, props.isBulk ?? false)} onClose={onClose}>
      <Form
        className="edit-form"
        onSubmit={() => apply.run({ ...form, loaded: effect.loaded, read: effect.read })}
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
              mixedText={shown ? 'Multiple values' : 'No change'}
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
        <p className="faint">Nothing is saved until you choose Save all.</p>
        <div className="edit-end">
          <EffectList lines={apply.progress === undefined ? effect.lines : [{ text: apply.progress }]} />
          <FormButtons onCancel={onClose} disabled={target.length === 0 || rows.length === 0 || isReading}>
            Apply
          </FormButtons>
        </div>
      </Form>
    </Drawer>
  );
}

interface FormState {
  chosen: ReadonlySet<string>;
  range: NightChoice;
  changed: Draft;
}

/** The rows, nights and fields that the form changes, and their values until now. */
function useChosen({ rows: all, loaded, pending }: EditDrawerProps, { chosen, range, changed }: FormState) {
  const known = useMemo(() => new Map(all.map(row => [row.key, row])), [all]);
  const form = useMemo(() => {
    const rows = all.filter(({ key }) => chosen.has(key));
    const fields = fieldsOf(rows);
    const target = chosenNights(range);
    const shownRows = loaded.rows.filter(({ key }) => chosen.has(key));
    const isLoaded = shownRows.length === rows.length && target.every(night => loaded.nights.includes(night));
    const before = isLoaded ? draftOf(shownRows, target, { known, fields }, pending) : {};
    return { rows, fields, target, before, shown: isLoaded ? shownRows : undefined };
  }, [all, known, loaded, pending, chosen, range]);
  // A row that is no longer chosen may have had other fields.
  const entered = useMemo(
    () => Object.fromEntries(Object.entries(changed).filter(([field]) => form.fields.includes(field))),
    [changed, form],
  );
  return { ...form, known, entered };
}

function titleOf(rows: readonly PropertyRow[], isBulk: boolean): string {
  const [row] = rows;
  return isBulk || row === undefined || rows.length > 1 ? 'Bulk edit' : `Edit ${rowName(row)}`;
}

function withEntry(draft: Draft, field: string, text: string | undefined): Draft {
  const { [field]: _, ...others } = draft;
  return text === undefined ? others : { ...others, [field]: text };
}
