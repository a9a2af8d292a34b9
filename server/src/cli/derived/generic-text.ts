/** The default output of a command: tables for lists, and name–value pairs for everything else. */
import type { Style } from '../text/style.ts';
import { facts, moneyText, table } from '../text/table.ts';
import { kebab } from './option-fields.ts';

export function genericText(data: unknown, style: Style): string {
  const { page: _, ...rest } = data as Record<string, unknown>;
  const parts = Object.entries(rest);
  const values = parts.filter(([, value]) => !isTable(value) && !isNested(value));
  const nested = parts.filter(([, value]) => isNested(value)).length;
  const sections = parts.flatMap(([name, value]) => {
    if (isTable(value)) return [`${titleOf(name)}\n${rowsText(value, style)}`];
    if (!isNested(value)) return [];
    // Objects with the same fields could otherwise not be told apart.
    const heading = nested > 1 ? `${titleOf(name)}\n` : '';
    return [heading + factsText(value, style), ...innerTables(value, style)];
  });
  const all = values.length > 0 ? [factsText(Object.fromEntries(values), style), ...sections] : sections;
  return all.length === 0 ? 'Done.\n' : all.join('\n');
}

type Record_ = Record<string, unknown>;

function rowsText(rows: readonly Record_[], style: Style): string {
  if (rows.length === 0) return 'None.\n';
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))].filter(
    column => !rows.some(row => isTable(row[column]) || isNested(row[column])),
  );
  return table(
    columns.map(column => titleOf(column).toUpperCase()),
    rows.map(row => columns.map(column => textOf(row[column]))),
    style,
  );
}

function factsText(value: Record_, style: Style): string {
  return facts(factsOf(value, ''), style);
}

/** Nested objects are flattened: `period: {from}` becomes `Period from`. */
function factsOf(value: Record_, prefix: string): [string, string][] {
  return Object.entries(value).flatMap(([name, inner]): [string, string][] => {
    const title = prefix === '' ? titleOf(name) : `${prefix} ${titleOf(name).toLowerCase()}`;
    if (isTable(inner) && inner.length > 0) return [];
    return isNested(inner) ? factsOf(inner, title) : [[title, textOf(inner)]];
  });
}

function innerTables(value: Record_, style: Style): string[] {
  return Object.entries(value).flatMap(([name, inner]) =>
    isTable(inner) && inner.length > 0 ? [`${titleOf(name)}\n${rowsText(inner, style)}`] : [],
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every(item => typeof item !== 'object')) return value.join(', ');
  if (isMoney(value)) return moneyText(value);
  // The lines of an address, for example, share one line.
  return typeof value === 'object' ? JSON.stringify(value) : String(value).replaceAll('\n', ', ');
}

function isMoney(value: unknown): value is { amount: string; currency: string } {
  return isObject(value) && Object.keys(value).sort().join() === 'amount,currency';
}

function isNested(value: unknown): value is Record_ {
  return isObject(value) && !isMoney(value);
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
