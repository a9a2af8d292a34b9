/** The draft in the editor for several nights and rows, and the edits that follow from it. Pure. */
import { type CalendarRow, kindOf, type Value } from './calendar.ts';
import { applyEntry, parseEntry } from './entry.ts';
import { nightsFrom, type Weekday, weekdayOf } from './month.ts';
import { currentValue, type Edit, type Pending } from './pending.ts';
import type { PropertyRow } from './property-rows.ts';

/** Values by field. For example, `byAdults.2` is the price for two adults. */
export type Draft = Readonly<Record<string, string>>;

/** The chosen nights have different values, which are kept unless the user enters a new value. */
export const MIXED = 'mixed';

export interface NightChoice {
  from: string;
  to: string;
  /** Empty for all weekdays. */
  weekdays: readonly Weekday[];
  /** Leaves out all other nights of the range. The name continues `Only the 5 nights`. */
  only?: { nights: readonly string[]; name: string } | undefined;
}

export function chosenNights({ from, to, weekdays, only }: NightChoice): string[] {
  const isChosen = (night: string) =>
    (weekdays.length === 0 || weekdays.includes(weekdayOf(night))) &&
    (only === undefined || only.nights.includes(night));
  return nightsFrom(from, to).filter(isChosen);
}

/** The fields of each row, by its key. */
type Fields = ReadonlyMap<string, Pick<PropertyRow, 'fields'>>;

const hasField = (known: Fields, row: CalendarRow, field: string) =>
  known.get(row.key)?.fields.includes(field) ?? false;

/** The values set on the nights themselves. Empty if nothing is set, MIXED if they differ. */
export function draftOf(
  rows: readonly CalendarRow[],
  nights: readonly string[],
  { known, fields }: { known: Fields; fields: readonly string[] },
  pending: Pending,
): Draft {
  return Object.fromEntries(
    fields.map(field => {
      const values = new Set(
        rows
          .filter(row => hasField(known, row, field))
          .flatMap(row => nights.map(night => textOf(currentValue(pending, row, night, field)))),
      );
      return [field, values.size === 1 ? ([...values][0] as string) : MIXED];
    }),
  );
}

type Reset = 'remove' | 'follow' | 'keep';

/** What the button of a number or an amount does. An empty input cannot remove MIXED values, because it keeps them. */
export function resetOf(
  field: string,
  { before, entered, parent }: { before: string; entered: string | undefined; parent: string | undefined },
): Reset | undefined {
  if (field === 'total') return undefined;
  if (entered === '' && before === MIXED) return 'keep';
  if ((entered ?? before) === '') return undefined;
  return parent !== undefined && kindOf(field) === 'amount' && field !== 'extraAdult' ? 'follow' : 'remove';
}

/** Short, so that the button fits beside the field, whose label says what is removed. */
export function resetText(reset: Reset, parent: string | undefined): string {
  if (reset === 'follow') return `Follow ${parent} again`;
  return reset === 'keep' ? 'Keep current' : 'Remove';
}

const textOf = (value: Value) => (value === null ? '' : String(value));

/** The problems of the changed fields, by field. They do not depend on the current values. */
export function draftProblems(changed: Draft, currency: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(changed).flatMap(([field, text]) => {
      const parsed = parseEntry(text, field, currency);
      return 'problem' in parsed ? [[field, parsed.problem]] : [];
    }),
  );
}

interface DraftEdits {
  edits: Edit[];
  /** Number of values that `+10%` or `-5` could not change, because the row sets none of its own. */
  skipped: number;
}

/** The edits for the fields that the user has changed. An empty field clears the value; `+10%` changes each value. */
export function draftEdits(
  rows: readonly CalendarRow[],
  nights: readonly string[],
  changed: Draft,
  { known, pending, currency }: { known: Fields; pending: Pending; currency: string },
): DraftEdits {
  const made: DraftEdits = { edits: [], skipped: 0 };
  for (const [field, text] of Object.entries(changed)) {
    const parsed = parseEntry(text, field, currency);
    if ('problem' in parsed) continue;
    for (const row of rows.filter(one => hasField(known, one, field))) {
      for (const night of nights) {
        const to = applyEntry(parsed.entry, field, currentValue(pending, row, night, field), currency);
        if (to === undefined) made.skipped += 1;
        else made.edits.push({ row, night, field, to });
      }
    }
  }
  return made;
}
