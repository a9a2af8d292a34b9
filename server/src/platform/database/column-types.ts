/**
 * How column values are represented in rows, where it differs from the driver: `bigint` is a number, `timestamptz` a
 * Date (whole milliseconds, so compare exact times in SQL), `date` a string like 2026-01-31, `numeric` a string, JSON a
 * parsed value. Only the array types listed below are supported. Cast others, such as enum arrays, to `text[]` in SQL.
 */
import type postgres from 'postgres';
import { parseArray, printArray } from './array-literal.ts';

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

/** By the type OID of the array. The driver would query these and crash if the connection is lost meanwhile. */
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

/** A Date would be converted to a day in the time zone of the machine. */
function checkDate(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TypeError('A date column needs a string like 2026-01-31');
}
