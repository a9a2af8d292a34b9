/**
 * Converts the statements of one booking to a pgbench script with literal values. Values that differ in every
 * booking become expressions of the booking's number, `:n`.
 */
import type { Noted, NotedStatement, NotedValue } from './record-statements.ts';

const FIRST_LINES = ['\\set k :k + 1', '\\set n :base + :k * :clients + :client_id'];
/** Ids that get a new value in each row. */
const RANDOM_ID = /^(evt|job)_[0-9A-HJKMNP-TV-Z]{20}$/;

/** `replaced` maps values in the recorded booking to SQL. */
export function pgbenchScript(noted: readonly Noted[], replaced: ReadonlyMap<string, string>): string {
  let randomIds = 0;

  function text(value: string): string {
    const sql = replaced.get(value);
    if (sql !== undefined) return sql;
    const prefix = RANDOM_ID.exec(value)?.[1];
    return prefix === undefined
      ? quoted(value)
      : `'${prefix}_' || ${hashed(`:n::text || '-${randomIds++}'`)}`;
  }

  function literal(value: NotedValue): string {
    if (value === null) return 'NULL';
    if (typeof value === 'string') return text(value);
    if (typeof value === 'boolean') return String(value);
    if (typeof value === 'number' || typeof value === 'bigint') return `'${value}'`;
    if (value instanceof Date) return `${quoted(value.toISOString())}::timestamptz`;
    if (value instanceof Uint8Array) return `${quoted(`\\x${Buffer.from(value).toString('hex')}`)}::bytea`;
    if ('strings' in value) throw new TypeError('A statement fragment is not a value');
    if ('value' in value) return `${quoted(JSON.stringify(value.value))}::json`;
    return `ARRAY[${value.map(each => literal(each as NotedValue)).join(', ')}]`;
  }

  /** A value may be a fragment of SQL, even an empty one. Other values are put in brackets. */
  const piece = (value: NotedValue): string =>
    typeof value === 'object' && value !== null && 'strings' in value ? render(value) : `(${literal(value)})`;
  const render = ({ strings, values }: NotedStatement): string =>
    strings.map((part, i) => (i === 0 ? part : piece(values[i - 1] as NotedValue) + part)).join('');
  const statements = noted.map(one => (typeof one === 'string' ? one : render(one).trim()));
  return [...FIRST_LINES, ...statements.map(statement => `${statement};`), ''].join('\n');
}

/** Produces values with the length and distribution of our ids. */
export function hashed(sql: string): string {
  return `left(upper(md5(${sql})), 20)`;
}

/** Avoids colons, which start a pgbench variable. */
function quoted(value: string): string {
  const escaped = value.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a');
  return `E'${escaped}'`;
}
