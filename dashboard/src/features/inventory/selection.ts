/** The selected rectangle of the grid, by index. `row` and `column` have the focus; the anchor is where it started. Pure. */
import type { NightChoice } from './cell-draft.ts';
import { addDays, type Weekday, weekdayOf } from './month.ts';

export interface Selection {
  row: number;
  column: number;
  anchorRow: number;
  anchorColumn: number;
}

/** A selection by the keys of its rows and by its nights. It stays valid while other rows or nights are shown. */
export interface KeptSelection {
  row: string;
  night: string;
  anchorRow: string;
  anchorNight: string;
}

interface Shown {
  rows: readonly { key: string }[];
  nights: readonly string[];
}

export function keptSelection(selection: Selection, { rows, nights }: Shown): KeptSelection {
  const keyAt = (row: number) => rows[row]?.key ?? '';
  return {
    row: keyAt(selection.row),
    night: nights[selection.column] ?? '',
    anchorRow: keyAt(selection.anchorRow),
    anchorNight: nights[selection.anchorColumn] ?? '',
  };
}

/** Where the selection is among the rows and nights that are shown. Falls back to the first room today if the selected cell is not shown. */
export function shownSelection(
  kept: KeptSelection | undefined,
  { rows, nights }: Shown,
  today: string,
): Selection {
  const rowAt = (key: string | undefined) => rows.findIndex(each => each.key === key);
  const [row, column] = [rowAt(kept?.row), nights.indexOf(kept?.night ?? '')];
  if (row < 0 || column < 0) return cellAt(0, Math.max(0, nights.indexOf(today)));
  const [anchorRow, anchorColumn] = [rowAt(kept?.anchorRow), nights.indexOf(kept?.anchorNight ?? '')];
  if (anchorRow < 0 || anchorColumn < 0) return cellAt(row, column);
  return { row, column, anchorRow, anchorColumn };
}

interface GridSize {
  rows: number;
  columns: number;
}

export interface Rectangle {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export function cellAt(row: number, column: number): Selection {
  return { row, column, anchorRow: row, anchorColumn: column };
}

export function extendTo(selection: Selection, row: number, column: number): Selection {
  return { ...selection, row, column };
}

/** The whole row, with the focus on its first night. */
export function wholeRows(selection: Selection, row: number, extends_: boolean, size: GridSize): Selection {
  return {
    row,
    column: 0,
    anchorRow: extends_ ? selection.anchorRow : row,
    anchorColumn: size.columns - 1,
  };
}

export function wholeColumns(
  selection: Selection,
  column: number,
  extends_: boolean,
  size: GridSize,
): Selection {
  return {
    row: 0,
    column,
    anchorRow: size.rows - 1,
    anchorColumn: extends_ ? selection.anchorColumn : column,
  };
}

function wholeGrid(size: GridSize): Selection {
  return { row: 0, column: 0, anchorRow: size.rows - 1, anchorColumn: size.columns - 1 };
}

export function rectangleOf({ row, column, anchorRow, anchorColumn }: Selection): Rectangle {
  return {
    top: Math.min(row, anchorRow),
    bottom: Math.max(row, anchorRow),
    left: Math.min(column, anchorColumn),
    right: Math.max(column, anchorColumn),
  };
}

const STEPS: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

interface KeyPress {
  key: string;
  shift: boolean;
  /** Ctrl, or Command on a Mac. */
  control: boolean;
}

/** Returns the selection after a key press, or undefined for other keys. Shift extends the selection. */
export function moveSelection(
  selection: Selection,
  { key, shift, control }: KeyPress,
  size: GridSize,
): Selection | undefined {
  if (control && key.toLowerCase() === 'a') return wholeGrid(size);
  if (key === ' ' && shift) return wholeRows(selection, selection.row, false, size);
  if (key === ' ' && control) return wholeColumns(selection, selection.column, false, size);
  const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));
  const to = (row: number, column: number) => {
    const [r, c] = [within(row, size.rows), within(column, size.columns)];
    return shift ? extendTo(selection, r, c) : cellAt(r, c);
  };
  const { row, column } = selection;
  if (key === 'Home') return to(control ? 0 : row, 0);
  if (key === 'End') return to(control ? size.rows - 1 : row, size.columns - 1);
  const step = STEPS[key];
  if (step === undefined) return undefined;
  // With Ctrl, the arrow keys jump to the edge, as in spreadsheets.
  const reach = control ? Math.max(size.rows, size.columns) : 1;
  return to(row + step[0] * reach, column + step[1] * reach);
}

/** The selected columns on these weekdays. An empty list means all weekdays. */
export function selectedColumns(
  { left, right }: Rectangle,
  nights: readonly string[],
  weekdays: readonly Weekday[],
): number[] {
  const columns: number[] = [];
  for (let column = left; column <= right; column++) {
    const night = nights[column];
    if (night === undefined) continue;
    if (weekdays.length === 0 || weekdays.includes(weekdayOf(night))) columns.push(column);
  }
  return columns;
}

/** The selected nights for a form that applies the weekdays itself, so that they also limit a longer range. */
export function selectedRange(
  { left, right }: Pick<Rectangle, 'left' | 'right'>,
  nights: readonly string[],
  weekdays: readonly Weekday[],
): NightChoice {
  return { from: nights[left] as string, to: nights[right] as string, weekdays };
}

/** The first wanted nights without a gap, of the shown ones if possible. */
export function firstRun(
  wanted: readonly string[],
  shown: readonly string[],
): { first: string; last: string } {
  const visible = shown.filter(night => wanted.includes(night));
  const nights = visible.length > 0 ? visible : [...wanted].sort();
  const first = nights[0] ?? '';
  const gap = nights.findIndex((night, i) => i > 0 && night !== addDays(nights[i - 1] ?? '', 1));
  return { first, last: nights[gap < 0 ? nights.length - 1 : gap - 1] ?? first };
}
