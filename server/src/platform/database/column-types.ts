/**
 * Defines how column values are represented in rows, where this differs from the driver. `bigint` is a number,
 * `timestamptz` a Date in whole milliseconds (compare exact times in SQL), `date` a string such as 2026-01-31,
 * `numeric` a string, and JSON a parsed value. Only the array types listed below are supported. Cast others, such as
 * enum arrays, to `text[]` in SQL.
 */
import type postgres from 'postgres';

interface Element {
  print(value: never): string;
  parse(text: string): unknown;
}

const INT8 = 20;
const DATE = 1082;

const string: Element = { print: String, parse: text => text };
const number: Element = { print: String, parse: Number };
const safeInteger: Element = { print: String, parse: parseInteger };
const day: Element = { print: checkDate, parse: text => text };
const moment: Element = { print: (value: Date) => value.toISOString(), parse: text => new Date(text) };
const boolean: Element = { print: String, parse: text => text === 't' };
const json: Element = { print: value => JSON.stringify(value), parse: text => JSON.parse(text) };
const bytes: Element = {
  print: (value: Uint8Array) => `\\x${Buffer.from(value).toString('hex')}`,
  parse: text => Buffer.from(text.slice(2), 'hex'),
};

/**
 * Element types by the OID of the array type. The driver would query them, and crash if the connection is lost during
 * the query.
 */
const ARRAYS: readonly (readonly [string, number, Element])[] = [
  ['text', 1009, string],
  ['varchar', 1015, string],
  ['uuid', 2951, string],
  ['inet', 1041, string],
  ['cidr', 651, string],
  ['numeric', 1231, string],
  ['int2', 1005, number],
  ['int4', 1007, number],
  ['int8', 1016, safeInteger],
  ['float8', 1022, number],
  ['bool', 1000, boolean],
  ['date', 1182, day],
  ['timestamptz', 1185, moment],
  ['json', 199, json],
  ['jsonb', 3807, json],
  ['bytea', 1001, bytes],
];

export const COLUMN_TYPES: Record<string, postgres.PostgresType> = {
  bigint: { to: INT8, from: [INT8], serialize: String, parse: parseInteger },
  date: { to: DATE, from: [DATE], serialize: checkDate, parse: (text: string) => text },
  ...Object.fromEntries(ARRAYS.map(([name, type, element]) => [`${name}Array`, arrayType(type, element)])),
};

function arrayType(type: number, { print, parse }: Element): postgres.PostgresType {
  return {
    to: type,
    from: [type],
    serialize: (values: readonly unknown[]) => printArray(values, print),
    parse: (text: string) => parseArray(text, parse),
  };
}

function parseInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of the safe range: ${text}`);
  return value;
}

/** A Date would be converted to a day in the machine's time zone. */
function checkDate(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TypeError('A date column requires a string such as 2026-01-31');
}

type Nested<T> = (T | null | Nested<T>)[];

export function printArray<T>(values: readonly unknown[], printElement: (value: T) => string): string {
  const elements = values.map(value => {
    if (value === null) return 'NULL';
    if (value === undefined) throw new TypeError('An array for the database contains undefined');
    if (Array.isArray(value)) return printArray(value, printElement);
    return `"${printElement(value as T).replaceAll(/["\\]/g, '\\$&')}"`;
  });
  return `{${elements.join(',')}}`;
}

export function parseArray<T>(text: string, parseElement: (text: string) => T): Nested<T> {
  let at = text.indexOf('{');

  function list(): Nested<T> {
    const values: Nested<T> = [];
    at += 1;
    while (text[at] !== '}') {
      if (at >= text.length) throw new SyntaxError(`Not an array: ${text}`);
      if (text[at] === ',') at += 1;
      else values.push(text[at] === '{' ? list() : text[at] === '"' ? parseElement(quoted()) : bare());
    }
    at += 1;
    return values;
  }

  function quoted(): string {
    let value = '';
    for (at += 1; text[at] !== '"'; at += 1) {
      if (at >= text.length) throw new SyntaxError(`Not an array: ${text}`);
      if (text[at] === '\\') at += 1;
      value += text[at];
    }
    at += 1;
    return value;
  }

  function bare(): T | null {
    const start = at;
    while (at < text.length && text[at] !== ',' && text[at] !== '}') at += 1;
    const value = text.slice(start, at);
    return value === 'NULL' ? null : parseElement(value);
  }

  return list();
}
