/** The default output of a command: tables for lists, and names with values for everything else. */
import type { Style } from '../text/style.ts';
import { facts, table } from '../text/table.ts';
import { kebab } from './option-fields.ts';

export function genericText(data: unknown, style: Style): string {
  const { page: _, ...rest } = data as Record<string, unknown>;
  const parts = Object.entries(rest);
  const values = parts.filter(([, value]) => !isTable(value) && !isObject(value));
  const sections = parts.flatMap(([name, value]) => {
    if (isTable(value)) return [`${titleOf(name)}\n${rowsText(value, style)}`];
    return isObject(value) ? [factsText(value, style)] : [];
  });
  const all = values.length > 0 ? [factsText(Object.fromEntries(values), style), ...sections] : sections;
  return all.length === 0 ? 'Done.\n' : all.join('\n');
}

type Record_ = Record<string, unknown>;

function rowsText(rows: readonly Record_[], style: Style): string {
  if (rows.length === 0) return 'None.\n';
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))].filter(
    column => !rows.some(row => isTable(row[column]) || isObject(row[column])),
  );
  return table(
    columns.map(column => titleOf(column).toUpperCase()),
    rows.map(row => columns.map(column => textOf(row[column]))),
    style,
  );
}

function factsText(value: Record_, style: Style): string {
  return facts(
    Object.entries(value).map(([name, inner]) => [titleOf(name), textOf(inner)]),
    style,
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every(item => typeof item !== 'object')) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function isTable(value: unknown): value is Record_[] {
  return Array.isArray(value) && value.every(isObject);
}

function isObject(value: unknown): value is Record_ {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Converts `hotelId` to `Hotel id`. */
function titleOf(name: string): string {
  const words = kebab(name).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
