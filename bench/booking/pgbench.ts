import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { DatabaseAddress } from '../../server/src/platform/database/database-address.ts';
import { SERVICE_ROLE } from '../../server/src/platform/database/database-roles.ts';
import { findProgram } from '../measure/find-program.ts';
import { descendantsCpuMs } from '../measure/process-use.ts';
import type { Noted, NotedStatement, NotedValue } from './record-statements.ts';

export interface PgbenchOptions {
  address: DatabaseAddress;
  script: string;
  clients: number;
  seconds: number;
  /** Initial variables for each client. */
  variables: Readonly<Record<string, number>>;
}

export interface PgbenchResult {
  /** Script runs per second. */
  perSecond: number;
  /** Milliseconds of database CPU per run. */
  databaseCpuMs: number;
}

/** Uses prepared statements, as our code does. Throws if a statement fails. */
export async function runPgbench(options: PgbenchOptions): Promise<PgbenchResult> {
  const { address, script, clients, seconds, variables } = options;
  if ('url' in address) throw new Error('The embedded database has no socket');
  const { path, env } = await findProgram('pgbench');
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(clients),
    '-j',
    '1',
    '-T',
    String(seconds),
    '-f',
    script,
  ];
  for (const [name, value] of Object.entries(variables)) args.push('-D', `${name}=${value}`);
  const beforeMs = descendantsCpuMs(process.pid);
  const { stdout, stderr } = await promisify(execFile)(path, [...args, address.database], {
    env: {
      ...process.env,
      ...env,
      PGHOST: dirname(address.socketPath),
      PGUSER: address.user,
      PGOPTIONS: `-c role=${SERVICE_ROLE} -c TimeZone=UTC`,
    },
  });
  const databaseMs = descendantsCpuMs(process.pid) - beforeMs;
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
  const runs = Number(/actually processed: (\d+)/.exec(stdout)?.[1]);
  if (/aborted|ERROR/.test(stderr) || !(perSecond > 0)) throw new Error(`pgbench: ${stderr}\n${stdout}`);
  return { perSecond, databaseCpuMs: databaseMs / runs };
}

const FIRST_LINES = ['\\set k :k + 1', '\\set n :base + :k * :clients + :client_id'];
/** Ids that must be different in each row. */
const RANDOM_ID = /^(evt|job)_[0-9A-HJKMNP-TV-Z]{20}$/;

/**
 * Converts the statements of one booking to a pgbench script with literal values. `replaced` maps values that differ
 * in every booking to SQL expressions of the booking's number, `:n`.
 */
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

  /** A value that is a fragment of SQL, which may be empty, is inserted as it is. Other values are put in brackets. */
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
