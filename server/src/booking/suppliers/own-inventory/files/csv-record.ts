/**
 * Parses rows of a CSV file. Its first line lists the field names, with a dot before an age band or number of adults. A row with a
 * plan is a rate, and a row without a plan is an allotment. An empty cell sets nothing, and `null` clears a value. Pure.
 */
import { fromCsvCell } from '@serai/contract/shared/csv-line.ts';
import { type InventoryRecord, parseRecord } from './inventory-record.ts';

/** Columns by type of value. Each key of a map is a column, for example `children.child`. */
export const CSV_COLUMNS = {
  text: ['hotelId', 'sourceId', 'roomCode', 'planCode', 'from', 'to', 'amount', 'extraAdult'],
  number: ['total', 'minStayArrival', 'minStayThrough', 'maxStay', 'minAdvance', 'maxAdvance'],
  flag: ['stopSell', 'closedToArrival', 'closedToDeparture'],
  list: ['weekdays'],
  map: ['byAdults', 'children'],
} as const satisfies Record<string, readonly string[]>;

const { text: TEXTS, list: LISTS } = CSV_COLUMNS;
const NUMBERS: readonly string[] = CSV_COLUMNS.number;
const FLAGS: readonly string[] = CSV_COLUMNS.flag;
const MAPS: readonly string[] = CSV_COLUMNS.map;
const KNOWN: ReadonlySet<string> = new Set([...TEXTS, ...NUMBERS, ...FLAGS, ...LISTS]);

/** Returns the problems in the header line, or an empty list if it is valid. */
export function checkCsvHead(columns: readonly string[]): string[] {
  const problems = columns.flatMap((name, i) => {
    const [map = '', key] = name.split('.');
    const isKnown = KNOWN.has(name) || (MAPS.includes(map) && key !== undefined && key !== '');
    if (!isKnown) return [`Unknown column "${name}".`];
    return columns.indexOf(name) < i ? [`The column "${name}" appears twice.`] : [];
  });
  const missing = ['roomCode', 'from', 'to'].filter(name => !columns.includes(name));
  const isNamed = columns.includes('hotelId') || columns.includes('sourceId');
  return [
    ...problems,
    ...(isNamed ? [] : ['The column "hotelId" or "sourceId" is missing.']),
    ...missing.map(name => `The column "${name}" is missing.`),
  ];
}

export function parseCsvRecord(
  columns: readonly string[],
  cells: readonly string[],
): InventoryRecord | string[] {
  if (cells.length !== columns.length) {
    return [`Expected ${columns.length} cells, as in the first line, but found ${cells.length}.`];
  }
  const value: Record<string, unknown> = {};
  for (const [i, name] of columns.entries()) {
    const text = fromCsvCell((cells[i] ?? '').trim());
    if (text === '') continue;
    const [map = '', key] = name.split('.');
    if (key !== undefined) {
      const before = (value[map] as object | undefined) ?? {};
      value[map] = { ...before, [key]: text === 'null' ? null : text };
    } else value[name] = cellValue(name, text);
  }
  return parseRecord(value.planCode === undefined ? 'allotment' : 'rate', value);
}

/** Unreadable values remain strings, so that the schema rejects them. */
function cellValue(name: string, text: string): unknown {
  if (text === 'null') return null;
  if (name === 'weekdays') return text.split('|');
  if (NUMBERS.includes(name) && /^\d{1,9}$/.test(text)) return Number(text);
  if (FLAGS.includes(name) && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
