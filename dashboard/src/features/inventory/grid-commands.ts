/** What the user does with the selected cells of the grid: fill them, change them and paste into them. */
import { formatNumber } from '../../lib/format/format.ts';
import { showToast } from '../../lib/toasts.tsx';
import { type CalendarRow, fieldOf, kindOf, valueText } from './calendar.ts';
import { describeCell } from './cell-label.ts';
import { type GridContent, parseTable, pasteTable } from './clipboard.ts';
import { applyEntry, parseEntry } from './entry.ts';
import type { Following } from './following.ts';
import { nightRange } from './month.ts';
import { currentValue, type Edit } from './pending.ts';
import { type Rectangle, rectangleOf, type Selection } from './selection.ts';

export interface SelectedCells {
  /** The row and night with the focus. */
  active: CalendarRow;
  activeNight: string;
  /** The selected rows of the same kind as the active row: room types or rate plans. */
  rows: readonly CalendarRow[];
  nights: readonly string[];
}

export function selectedCells(
  { rows, nights }: Pick<GridContent, 'rows' | 'nights'>,
  selection: Selection,
  columns: readonly number[],
): SelectedCells {
  const { top, bottom } = rectangleOf(selection);
  const active = rows[selection.row] ?? (rows[0] as CalendarRow);
  const isOfKind = (row: CalendarRow) => (row.plan === undefined) === (active.plan === undefined);
  return {
    active,
    activeNight: nights[selection.column] ?? (nights[0] as string),
    rows: rows.slice(top, bottom + 1).filter(isOfKind),
    nights: columns.map(column => nights[column] as string),
  };
}

/** Changes made while a save runs would be lost or saved with it. */
export const BUSY_TEXT = 'Your changes are being saved. Try again in a moment.';

type Apply = (edits: readonly Edit[]) => void;

/** Applies a value, or a change such as `+10%`, to all selected cells. Returns a problem, if any. */
export function applyText(
  text: string,
  { pending, shown, currency }: GridContent,
  { active, rows, nights }: SelectedCells,
  apply: Apply,
): string | undefined {
  const parsed = parseEntry(text, fieldOf(active, shown), currency);
  if ('problem' in parsed) return parsed.problem;
  const edits: Edit[] = [];
  let skipped = 0;
  for (const row of rows) {
    const field = fieldOf(row, shown);
    for (const night of nights) {
      const to = applyEntry(parsed.entry, field, currentValue(pending, row, night, field), currency);
      if (to === undefined) skipped += 1;
      else edits.push({ row, night, field, to });
    }
  }
  apply(edits);
  reportSkipped(skipped);
  return undefined;
}

/** A change such as `+10%` needs a value to start from. */
export function reportSkipped(count: number): void {
  if (count === 0) return;
  showToast(
    count === 1
      ? '1 cell has no value of its own and was not changed.'
      : `${formatNumber(count)} cells have no value of their own and were not changed.`,
  );
}

export function pasteText(text: string, at: Rectangle, content: GridContent, apply: Apply): void {
  const { edits, problems, outside } = pasteTable(parseTable(text), at, content);
  if (problems.length > 0) {
    const more = problems.length > 3 ? ` and ${problems.length - 3} more` : '';
    showToast(`Nothing was pasted. ${problems.slice(0, 3).join(' ')}${more}`);
    return;
  }
  apply(edits);
  const left =
    outside > 0
      ? ` ${outside === 1 ? '1 cell was' : `${formatNumber(outside)} cells were`} outside the grid.`
      : '';
  showToast(`${edits.length === 1 ? '1 value' : `${formatNumber(edits.length)} values`} pasted.${left}`);
}

interface SelectionDescription {
  /** The room type and the rate plan of a single cell. They may be cut, unlike the text. */
  names: readonly string[];
  text: string;
  /** Whether a single cell follows the price of another plan. */
  isInherited: boolean;
}

/** For example `Double room, Flexible, 22 Jan: 123.90 EUR`. Names a single cell with its exact value, and counts several cells. */
export function describeSelection(
  { rows, nights, active }: SelectedCells,
  { shown, currency, pending }: Pick<GridContent, 'shown' | 'currency' | 'pending'>,
  following: Following,
): SelectionDescription {
  // The night with the focus may be on a weekday that is not chosen.
  const [night] = nights;
  if (rows.length === 1 && nights.length === 1 && night !== undefined) {
    const { exact, tone } = describeCell(active, night, {
      ...{ shown, currency, changes: pending.get(active.key), following: following.get(active.key) },
    });
    const hasUnit = kindOf(fieldOf(active, shown)) === 'amount' && exact !== valueText(null);
    const value = exact === '–' ? 'closed' : `${exact}${hasUnit ? ` ${currency}` : ''}`;
    return {
      names: [active.room.name, ...(active.plan ? [`, ${active.plan.name}`] : [])],
      text: `, ${nightRange(night, night)}: ${value}`,
      isInherited: tone === 'inherited',
    };
  }
  const [one, many] = active.plan === undefined ? ['room type', 'room types'] : ['rate plan', 'rate plans'];
  const counted = (count: number, noun: string, several: string) =>
    count === 1 ? `1 ${noun}` : `${formatNumber(count)} ${several}`;
  const text = `${counted(rows.length, one, many)} × ${counted(nights.length, 'night', 'nights')} selected`;
  return { names: [], text, isInherited: false };
}

/** The nearest row that shows a field: a rate plan, or the room type itself for its allotment. */
export function rowShowing(rows: readonly CalendarRow[], row: number, isAllotment: boolean): number {
  const { roomCode } = rows[row]?.room ?? {};
  const found = rows.findIndex(
    each => each.room.roomCode === roomCode && (each.plan === undefined) === isAllotment,
  );
  return (rows[row]?.plan === undefined) === isAllotment || found < 0 ? row : found;
}
