/** Opens a database for the application or, without a role, for its owner. */
import postgres from 'postgres';
import { type Clock, systemClock } from '../clock.ts';
import { COLUMN_TYPES } from './column-types.ts';
import {
  CONNECT_TIMEOUT_MS,
  type Connection,
  type DriverOptions,
  openConnection,
} from './connection/connection.ts';
import { type CopyChunks, copyIn } from './connection/copy-in.ts';
import { copyOut, type TakeBytes } from './connection/copy-out.ts';
import { createPool } from './connection/pool.ts';
import { transact } from './connection/transact.ts';
import { type DatabaseAddress, driverAddress } from './database-address.ts';
import type { DatabaseLog } from './database-log.ts';
import { type SqlValue, Statement } from './statement.ts';

/**
 * Runs SQL: ``await db<Row[]>`SELECT … WHERE id = ${id}` ``. Values never become part of the text; a statement inside a
 * statement does. `undefined` is refused.
 */
export interface Database {
  <R extends readonly object[] = Record<string, unknown>[]>(
    strings: TemplateStringsArray,
    ...values: readonly SqlValue[]
  ): Statement<R>;
  /** A value for a `json` or `jsonb` column. */
  json(value: unknown): postgres.Parameter;
  /** Several statements as plain text, without values. */
  script(text: string): Promise<void>;
  /** `COPY … FROM STDIN` as plain text, and its bytes in chunks of some 64 kB: every chunk is a message. */
  copyIn(command: string, chunks: CopyChunks): Promise<void>;
  /** `COPY … TO STDOUT` as plain text; no more is read than is taken. */
  copyOut(command: string, take: TakeBytes): Promise<void>;
  /** One attempt on one connection; use `inTransaction`, which retries. Refused inside a transaction. */
  transaction<T>(work: (tx: Database) => Promise<T>): Promise<T>;
  /**
   * What has a transaction of its own: a single statement travels without begin and commit, and its locks are held no longer
   * than the server needs. One attempt; use `inStatement`, which retries. Refused inside a transaction.
   */
  alone<T>(work: (db: Database) => Promise<T>): Promise<T>;
}

export interface OpenDatabase extends Database {
  /**
   * Opens all connections now and runs `prepare` on each, and on those that replace lost ones: on a slow way to the
   * server a connection costs several round trips, and the first use of a statement another. Never rejects.
   */
  keepReady(prepare: (db: Database) => Promise<unknown>): Promise<void>;
  close(): Promise<void>;
}

export const APP_ROLE = 'serai_app';

export interface DatabaseOptions {
  address: DatabaseAddress;
  log: DatabaseLog;
  /** Taken on by every connection. Without it statements run as the user of the address. */
  role?: typeof APP_ROLE;
  /** Connections; the rest waits. */
  max?: number;
  /** False behind a pooler that shares sessions: no prepared statements, and nothing is set on the session. */
  prepare?: boolean;
  /** 0 is no limit. */
  statementTimeoutMs?: number;
  lockTimeoutMs?: number;
  clock?: Clock;
}

const BEGIN = 'BEGIN';
const IDLE_IN_TRANSACTION_MS = 30_000;
/** How much later than the server's own timeout we give a silent server up. */
const GRACE_MS = 2_000;
const POOL_WAIT_MS = 5_000;
const MAX_WAITING = 1_000;

export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const { clock = systemClock, statementTimeoutMs = 10_000, max = 10 } = options;
  const driver = driverOptions(options, statementTimeoutMs);
  const silenceMs = statementTimeoutMs && statementTimeoutMs + CONNECT_TIMEOUT_MS + GRACE_MS;
  const pool = createPool({
    open: onBroken => openConnection(driver, { silenceMs, clock, onBroken }),
    clock,
    max,
    waitMs: POOL_WAIT_MS,
    maxWaiting: MAX_WAITING,
  });

  async function lease<T>(use: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await pool.lease();
    try {
      return await use(connection);
    } finally {
      pool.release(connection);
    }
  }

  const begin = beginText(options, statementTimeoutMs);
  const transaction: Database['transaction'] = work =>
    lease(connection => transact(connection, begin, tx => work(on(tx))));
  const alone: Database['alone'] = work => (begin === BEGIN ? work(db) : transaction(work));
  const db = facade(lease, { transaction, alone });
  return Object.assign(db, {
    keepReady: (prepare: (db: Database) => Promise<unknown>) =>
      pool.keepReady(async connection => {
        await prepare(on(connection));
      }),
    close: () => pool.close(),
  });
}

function on(connection: Pick<Connection, 'run'>): Database {
  const refused = () => Promise.reject(new Error('A transaction is already open'));
  return facade(use => use(connection), { transaction: refused, alone: refused });
}

type Lease = <T>(use: (connection: Pick<Connection, 'run'>) => Promise<T>) => Promise<T>;

const JSON_TYPE = 114;

/** Never connects; it only makes parameters. */
const parameters = postgres({ max: 1, types: COLUMN_TYPES });

function facade(lease: Lease, transactions: Pick<Database, 'transaction' | 'alone'>): Database {
  const run = async (statement: Statement) => {
    try {
      return await lease(connection => connection.run(sql => statement.build(sql)));
    } catch (error) {
      throw withOrigin(error, statement);
    }
  };
  const query = (strings: TemplateStringsArray, ...values: readonly SqlValue[]) =>
    new Statement(strings, values, run);
  return Object.assign(query as Pick<Database, never> & typeof query, {
    // As `json`, whose members stay in their order; `jsonb` would sort them also on the way to a `json` column.
    json: (value: unknown) => parameters.typed(value as string, JSON_TYPE),
    script: (text: string) =>
      lease(async connection => {
        await connection.run(sql => sql.unsafe(text));
      }),
    copyIn: (command: string, chunks: CopyChunks) =>
      lease(connection => connection.run(sql => copyIn(sql, command, chunks))),
    copyOut: (command: string, take: TakeBytes) =>
      lease(connection => connection.run(sql => copyOut(sql, command, take))),
    ...transactions,
  }) as Database;
}

/** The server's errors are made far from the code that asked. The driver leaves `stack` read-only. */
function withOrigin(error: unknown, statement: Statement): unknown {
  if (!(error instanceof Error)) return error;
  return Object.defineProperty(error, 'stack', { value: `${error.stack}\n${statement.origin}` });
}

function driverOptions(options: DatabaseOptions, statementTimeoutMs: number): DriverOptions {
  const { address, log, role, prepare = true } = options;
  const session = { ...(role && { role }), ...timeouts(options, statementTimeoutMs) };
  return {
    ...driverAddress(address),
    prepare,
    types: COLUMN_TYPES,
    connection: { application_name: 'serai', TimeZone: 'UTC', ...(prepare && session) },
    onnotice: notice => log.info({ notice: notice.message }, 'the database says'),
  };
}

/** Behind a pooler the session has no limits of ours, so every transaction brings them along. */
function beginText(options: DatabaseOptions, statementTimeoutMs: number): string {
  if (options.prepare ?? true) return BEGIN;
  const limits = Object.entries(timeouts(options, statementTimeoutMs));
  return [BEGIN, ...limits.map(([name, ms]) => `SET LOCAL ${name} = ${ms}`)].join('; ');
}

function timeouts({ lockTimeoutMs = 2_000 }: DatabaseOptions, statementTimeoutMs: number) {
  return {
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  };
}
