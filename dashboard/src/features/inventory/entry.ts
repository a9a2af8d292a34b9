/** What a user types or pastes into a cell: a value, a change by an amount or a percentage, or nothing. Exact. Pure. */
import { canonicalAmount, minorUnits } from '@serai/contract/shared/amounts.ts';
import { type FieldKind, kindOf, type Value } from './calendar.ts';

export type Entry =
  | { kind: 'set'; to: Value }
  /** In hundredths of a per cent. */
  | { kind: 'percent'; hundredths: number }
  /** In minor units, or in whole units for a count. */
  | { kind: 'add'; minor: number };

export type ParsedEntry = { entry: Entry } | { problem: string };

/** What a user could type into a field. */
export function exampleOf(field: string): string {
  const kind = kindOf(field);
  if (kind === 'flag') return 'yes or no';
  if (kind === 'amount') return '120, +10%, −5';
  return field === 'total' ? '5, +2, −1' : '3, +1, −1';
}

const CHANGE = /^([+-]|−)\s*(\d+(?:[.,]\d+)?)\s*(%?)$/;
const YES = new Set(['1', 'yes', 'y', 'true', 'x', 'closed', 'stop']);
const NO = new Set(['0', 'no', 'n', 'false', 'open']);

/** An empty text clears the value. `+10%`, `-5` and `+5` change the current values. */
export function parseEntry(text: string, field: string, currency: string): ParsedEntry {
  const trimmed = text.trim();
  const kind = kindOf(field);
  if (trimmed === '' || trimmed === '–') {
    return field === 'total' ? { problem: 'Enter a number of rooms.' } : { entry: { kind: 'set', to: null } };
  }
  if (kind === 'flag') return parseFlag(trimmed);
  const change = CHANGE.exec(trimmed);
  if (change !== null) return parseChange(change, kind, currency);
  return kind === 'amount' ? parseAmount(trimmed, currency) : parseCount(trimmed);
}

function parseFlag(text: string): ParsedEntry {
  const word = text.toLowerCase();
  if (YES.has(word)) return { entry: { kind: 'set', to: true } };
  if (NO.has(word)) return { entry: { kind: 'set', to: false } };
  return { problem: 'Enter yes or no.' };
}

function parseChange(match: RegExpExecArray, kind: FieldKind, currency: string): ParsedEntry {
  const [, sign, digits = '', percent] = match;
  const factor = sign === '+' ? 1 : -1;
  if (percent === '%') {
    const hundredths = scaled(digits, 2);
    if (hundredths === undefined) return { problem: 'Enter a percentage with at most two decimals.' };
    return { entry: { kind: 'percent', hundredths: factor * hundredths } };
  }
  const minor = scaled(digits, kind === 'amount' ? minorUnits(currency) : 0);
  return minor === undefined
    ? { problem: `“${match[0]}” has too many decimals.` }
    : { entry: { kind: 'add', minor: factor * minor } };
}

function parseCount(text: string): ParsedEntry {
  // Copying from a row of room types gives `sold/allotment` in some spreadsheets.
  const [, digits] = /^(?:\d+\s*\/\s*)?(\d{1,6})$/.exec(text) ?? [];
  return digits === undefined
    ? { problem: `“${text}” is not a whole number.` }
    : { entry: { kind: 'set', to: Number(digits) } };
}

function parseAmount(text: string, currency: string): ParsedEntry {
  const plain = plainNumber(text.replaceAll(/[\s'’\p{Sc}]|^[A-Z]{3}|[A-Z]{3}$/gu, ''), minorUnits(currency));
  return plain === undefined
    ? { problem: `“${text}” is not a price in ${currency}.` }
    : { entry: { kind: 'set', to: canonicalAmount(plain, currency) } };
}

/** Understands `1234.5`, `1,234.50`, `1.234,50` and `1234,5`. Returns undefined for anything else. */
function plainNumber(text: string, decimals: number): string | undefined {
  if (!/^[\d.,]+$/.test(text)) return undefined;
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (last === -1) return text.length <= 9 ? text : undefined;
  const fraction = text.slice(last + 1);
  const mark = text.charAt(last);
  const isOnly = text.indexOf(mark) === last;
  const groups = (whole: string) => /^\d{1,3}([.,]\d{3})*$/.test(whole) || /^\d+$/.test(whole);
  if (isOnly && fraction.length <= decimals && groups(text.slice(0, last))) {
    return `${text.slice(0, last).replaceAll(/[.,]/g, '')}.${fraction.padEnd(1, '0')}`;
  }
  return groups(text) && /^\d{1,3}([.,]\d{3})+$/.test(text) ? text.replaceAll(/[.,]/g, '') : undefined;
}

/** Returns the number in units of `10 ** -decimals`, or undefined if it has more decimals. */
function scaled(digits: string, decimals: number): number | undefined {
  const [whole = '0', fraction = ''] = digits.split(/[.,]/);
  if (fraction.length > decimals || whole.length > 9) return undefined;
  return Number(`${whole}${fraction.padEnd(decimals, '0')}`);
}

/** Returns the new value, or undefined if there is no value to change. Rounds half up and never goes below zero. */
export function applyEntry(entry: Entry, field: string, before: Value, currency: string): Value | undefined {
  if (entry.kind === 'set') return entry.to;
  if (before === null || typeof before === 'boolean') return undefined;
  const decimals = kindOf(field) === 'amount' ? minorUnits(currency) : 0;
  const minor = BigInt(scaled(String(before), decimals) ?? 0);
  const changed =
    entry.kind === 'add'
      ? minor + BigInt(entry.minor)
      : (minor * BigInt(10_000 + entry.hundredths) * 2n + 10_000n) / 20_000n;
  const positive = changed < 0n ? 0n : changed;
  if (kindOf(field) !== 'amount') return Number(positive);
  const text = positive.toString().padStart(decimals + 1, '0');
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}
