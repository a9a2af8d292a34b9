/** Copies cells to and from spreadsheets, which exchange tables as text with tabs and line ends. Pure. */
import { type CalendarRow, fieldOf, type GridField, type Value } from './calendar.ts';
import { applyEntry, parseEntry } from './entry.ts';
import { currentValue, type Edit, type Pending } from './pending.ts';
import type { Rectangle } from './selection.ts';

/** Understands quoted cells, which may contain tabs and line ends. */
export function parseTable(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (text.charAt(i + 1) === '"') {
        cell += '"';
        i += 1;
      } else isQuoted = false;
    } else if (char === '"' && cell === '') isQuoted = true;
    else if (char === '\t') {
      rows.at(-1)?.push(cell);
      cell = '';
    } else if (char === '\n') {
      rows.at(-1)?.push(cell);
      rows.push([]);
      cell = '';
    } else if (char !== '\r') cell += char;
  }
  rows.at(-1)?.push(cell);
  // Spreadsheets end the last row with a line end, too.
  if (rows.length > 1 && rows.at(-1)?.length === 1 && rows.at(-1)?.[0] === '') rows.pop();
  return rows;
}

function tableText(values: readonly (readonly Value[])[]): string {
  const text = (value: Value) =>
    value === null ? '' : typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
  return values.map(row => row.map(text).join('\t')).join('\n');
}

export interface GridContent {
  rows: readonly CalendarRow[];
  nights: readonly string[];
  pending: Pending;
  shown: GridField;
  currency: string;
}

interface Pasted {
  edits: Edit[];
  /** What could not be read. If there are problems, nothing is pasted. */
  problems: string[];
  /** Number of pasted cells that lie outside the grid. */
  outside: number;
}

/**
 * Pastes a table with its top left cell at the top left of the selection. If the selection is a multiple of the table,
 * the table is repeated. Empty cells change nothing.
 */
export function pasteTable(
  table: readonly (readonly string[])[],
  at: Rectangle,
  content: GridContent,
): Pasted {
  const { rows, nights, currency } = content;
  const [height, width] = [table.length, Math.max(...table.map(row => row.length))];
  const selected = { height: at.bottom - at.top + 1, width: at.right - at.left + 1 };
  const across = selected.width % width === 0 ? selected.width : width;
  const down = selected.height % height === 0 ? selected.height : height;
  const pasted: Pasted = { edits: [], problems: [], outside: 0 };
  for (let r = 0; r < down; r++) {
    for (let c = 0; c < across; c++) {
      const text = table[r % height]?.[c % width] ?? '';
      if (text.trim() === '') continue;
      const row = rows[at.top + r];
      const night = nights[at.left + c];
      if (row === undefined || night === undefined) {
        pasted.outside += 1;
        continue;
      }
      const field = fieldOf(row, content.shown);
      const parsed = parseEntry(text, field, currency);
      if ('problem' in parsed) {
        pasted.problems.push(`Row ${(r % height) + 1}, column ${(c % width) + 1}: ${parsed.problem}`);
        continue;
      }
      const to = applyEntry(parsed.entry, field, currentValue(content.pending, row, night, field), currency);
      if (to !== undefined) pasted.edits.push({ row, night, field, to });
    }
  }
  return pasted;
}

export function copiedText({ top, bottom, left, right }: Rectangle, content: GridContent): string {
  const { rows, nights, pending, shown } = content;
  return tableText(
    rows
      .slice(top, bottom + 1)
      .map(row =>
        nights.slice(left, right + 1).map(night => copiedValue(row, night, fieldOf(row, shown), pending)),
      ),
  );
}

function copiedValue(row: CalendarRow, night: string, field: string, pending: Pending): Value {
  return currentValue(pending, row, night, field);
}
