/** Opens a database, either for the application, whose handles are bound to a database scope, or for the owner. */
import postgres from 'postgres';
import { type Clock, systemClock } from '../clock.ts';
import { traceStatements } from '../tracing/trace-statements.ts';
import { COLUMN_TYPES } from './column-types.ts';
import {
  CONNECT_TIMEOUT_MS,
  type Connection,
  type DriverOptions,
  openConnection,
} from './connection/connection.ts';
import { type CopyChunks, copyIn } from './connection/copy-in.ts';
import { copyOut, type TakeBytes } from './connection/copy-out.ts';
import { createPool, type PoolUse } from './connection/pool.ts';
import { sessionScopeText, transactionScopeText } from './connection/scope-text.ts';
import { transact } from './connection/transact.ts';
import { type DatabaseAddress, driverAddress } from './database-address.ts';
import type { DatabaseLog } from './database-log.ts';
import { SCOPED_ROLE, SERVICE_ROLE } from './database-roles.ts';
import { type Binding, isSameScope, type PartnerScope, partnerScope } from './scope.ts';
import { type SqlValue, Statement } from './statement.ts';

/**
 * Runs SQL: ``await db<Row[]>`SELECT … WHERE id = ${id}` ``. Values are sent as parameters, but nested statements
 * become part of the text. `undefined` is rejected.
 */
export interface Database {
  <R extends readonly object[] = Record<string, unknown>[]>(
    strings: TemplateStringsArray,
    ...values: readonly SqlValue[]
  ): Statement<R>;
  json(value: unknown): postgres.Parameter;
  /** Runs several statements as plain text, without values. */
  script(text: string): Promise<void>;
  /** Runs a `COPY … FROM STDIN` command. Each chunk is one message, so use chunks of about 64 kB. */
  copyIn(command: string, chunks: CopyChunks): Promise<void>;
  /** Runs a `COPY … TO STDOUT` command. It reads only as fast as `take` consumes the data. */
  copyOut(command: string, take: TakeBytes): Promise<void>;
  /** Makes one attempt on one connection. Use `inTransaction`, which retries. Not allowed inside a transaction. */
  transaction<T>(work: (tx: Database) => Promise<T>): Promise<T>;
  /**
   * For work that consists of one statement and needs no BEGIN and COMMIT. It holds its locks no longer than necessary.
   * Makes one attempt. Use `inStatement`, which retries. Not allowed inside a transaction.
   */
  alone<T>(work: (db: Database) => Promise<T>): Promise<T>;
}

/** The functions that all sets of connections provide, regardless of their scope. */
interface OpenConnections {
  /** The longest wait for a connection since the last call. Counts only waits that ended with a connection. */
  takeLongestWaitMs(): number;
  use(): PoolUse;
  close(): Promise<void>;
}

interface KeptReady {
  /**
   * Opens all connections immediately and runs `prepare` on each of them, and on connections that later replace them in
   * the background. Over a slow network, opening a connection costs several round trips, and the first use of a
   * statement another. The returned promise never rejects.
   */
  keepReady(prepare: (db: Database) => Promise<unknown>): Promise<void>;
}

/** Sees the rows of all partners. */
export interface ServiceDatabase extends Database, KeptReady {}

/** The application's connections. They run no SQL directly: all work needs a handle that is bound to a scope. */
export interface DatabasePool extends OpenConnections {
  /** Sees the rows of one organisation. Throws if the scope is incomplete. */
  forPartner(scope: PartnerScope): Database;
  /** `reason` explains why the work must see all partners. docs/security.md lists every reason. */
  asService(reason: string): ServiceDatabase;
}

/** Runs SQL as the user in the address, who owns the tables. For migrations, commands and tests. */
export interface OpenDatabase extends Database, OpenConnections, KeptReady {}

export interface DatabaseOptions {
  address: DatabaseAddress;
  log: DatabaseLog;
  max?: number;
  /** False behind a connection pooler, where prepared statements and session settings are not possible. */
  prepare?: boolean;
  /** 0 means no limit. */
  statementTimeoutMs?: number;
  lockTimeoutMs?: number;
  clock?: Clock;
}

const BEGIN = 'BEGIN';
const IDLE_IN_TRANSACTION_MS = 30_000;
/** How much longer than the server's own timeout to wait for a server that does not respond. */
const GRACE_MS = 2_000;
const POOL_WAIT_MS = 5_000;
const MAX_WAITING = 1_000;

/** For the application. A connection that has never been bound sees no rows. */
export function openDatabase(options: DatabaseOptions): DatabasePool {
  const { bound, keepReady, ...connections } = openConnections(options, SCOPED_ROLE);
  return {
    ...connections,
    forPartner: scope => bound(partnerScope(scope)),
    asService(reason) {
      if (!reason) throw new Error('asService needs a reason why this work must see all partners');
      const prepared: KeptReady = { keepReady: prepare => keepReady('service', prepare) };
      return Object.assign(bound('service'), prepared);
    },
  };
}

/** Only for migrations, commands and tests, because the owner sees all rows. */
export function openOwnerDatabase(options: DatabaseOptions): OpenDatabase {
  const { bound, keepReady, ...connections } = openConnections(options, undefined);
  const prepared: KeptReady = { keepReady: prepare => keepReady(undefined, prepare) };
  return Object.assign(bound(undefined), prepared, connections);
}

interface BoundConnections extends OpenConnections {
  /** Cheap enough to be called for every request. */
  bound(scope: Binding): Database;
  keepReady(scope: Binding, prepare: (db: Database) => Promise<unknown>): Promise<void>;
}

/** Without a role, nothing is bound, and statements run as the user in the address. */
function openConnections(options: DatabaseOptions, role: typeof SCOPED_ROLE | undefined): BoundConnections {
  const { clock = systemClock, statementTimeoutMs = 10_000, max = 10, prepare = true } = options;
  const driver = driverOptions(options, statementTimeoutMs, role);
  const serviceDriver = driverOptions(options, statementTimeoutMs, role && SERVICE_ROLE);
  const silenceMs = statementTimeoutMs && statementTimeoutMs + CONNECT_TIMEOUT_MS + GRACE_MS;
  const pool = createPool({
    // A service connection sets its role while connecting, which saves the round trip for binding it.
    open: (scope, onBroken) =>
      role !== undefined && scope === 'service'
        ? openConnection(serviceDriver, { silenceMs, clock, scope, onBroken })
        : openConnection(driver, { silenceMs, clock, onBroken }),
    clock,
    max,
    waitMs: POOL_WAIT_MS,
    maxWaiting: MAX_WAITING,
  });
  const isBoundByTransaction = role !== undefined && !prepare;

  let longestWaitMs = 0;
  async function connected<T>(
    scope: Binding,
    use: (connection: Connection, bound?: Promise<unknown>) => Promise<T>,
  ): Promise<T> {
    const sinceMs = clock.monotonicMs();
    const connection = await pool.lease(scope);
    longestWaitMs = Math.max(longestWaitMs, clock.monotonicMs() - sinceMs);
    try {
      const bound = isBoundByTransaction ? undefined : bind(connection, scope);
      if (bound === undefined) return await use(connection);
      // Rows are only returned if the connection has confirmed its scope.
      return (await Promise.all([use(connection, bound), bound]))[0];
    } finally {
      pool.release(connection);
    }
  }

  function bound(scope: Binding): Database {
    const begin = () => beginText(options, statementTimeoutMs, scope);
    const lease: Lease = use =>
      connected(scope, connection =>
        isBoundByTransaction ? transact(connection, begin(), use) : use(connection),
      );
    const transaction: Database['transaction'] = work =>
      connected(scope, (connection, isBound) => transact(connection, begin(), tx => work(on(tx)), isBound));
    const alone: Database['alone'] = work => (prepare ? work(db) : transaction(work));
    const db = facade(lease, { transaction, alone });
    return db;
  }

  return {
    bound,
    keepReady: (scope, prepareOn) =>
      pool.keepReady(scope, async connection => {
        if (isBoundByTransaction) return;
        await Promise.all([bind(connection, scope), prepareOn(on(connection))]);
      }),
    use: () => pool.use(),
    takeLongestWaitMs() {
      const waitedMs = longestWaitMs;
      longestWaitMs = 0;
      return waitedMs;
    },
    close: () => pool.close(),
  };
}

/**
 * Binds a connection to a scope, in the same round trip as the next statement. A connection that fails to set its scope
 * is discarded.
 */
function bind(connection: Connection, scope: Binding): Promise<unknown> | undefined {
  if (scope === undefined || isSameScope(connection.scope, scope)) return undefined;
  const text = sessionScopeText(scope, connection.scope);
  connection.scope = scope;
  const bound = connection.run(sql => sql.unsafe(text));
  bound.catch(() => connection.discard());
  return bound;
}

function on(connection: Pick<Connection, 'run'>): Database {
  const refused = () => Promise.reject(new Error('A transaction is already open'));
  return facade(use => use(connection), { transaction: refused, alone: refused });
}

type Lease = <T>(use: (connection: Pick<Connection, 'run'>) => Promise<T>) => Promise<T>;

const JSON_TYPE = 114;

/** A driver instance that never connects. It is only used to create parameters. */
const parameters = postgres({ max: 1, types: COLUMN_TYPES });

function facade(lease: Lease, transactions: Pick<Database, 'transaction' | 'alone'>): Database {
  const run = traceStatements(async (statement: Statement) => {
    try {
      return await lease(connection => connection.run(sql => statement.build(sql)));
    } catch (error) {
      throw withOrigin(error, statement);
    }
  });
  const query = (strings: TemplateStringsArray, ...values: readonly SqlValue[]) =>
    new Statement(strings, values, run);
  return Object.assign(query as Pick<Database, never> & typeof query, {
    // Type `json` keeps the order of fields. `jsonb` would sort them even for a `json` column.
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

/**
 * A server error is created far from the calling code, so the stack of the statement is added. The driver makes `stack`
 * read-only.
 */
function withOrigin(error: unknown, statement: Statement): unknown {
  if (!(error instanceof Error)) return error;
  return Object.defineProperty(error, 'stack', { value: `${error.stack}\n${statement.origin}` });
}

function driverOptions(
  options: DatabaseOptions,
  statementTimeoutMs: number,
  role: string | undefined,
): DriverOptions {
  const { address, log, prepare = true } = options;
  const session = { ...(role && { role }), ...timeouts(options, statementTimeoutMs) };
  return {
    ...driverAddress(address),
    prepare,
    types: COLUMN_TYPES,
    connection: { application_name: 'serai', TimeZone: 'UTC', ...(prepare && session) },
    onnotice: notice => log.info({ notice: notice.message }, 'notice from the database'),
  };
}

/** Behind a pooler, session settings are not possible, so every transaction sets its limits, role and scope. */
function beginText(options: DatabaseOptions, statementTimeoutMs: number, scope: Binding): string {
  if (options.prepare ?? true) return BEGIN;
  const limits = Object.entries(timeouts(options, statementTimeoutMs));
  const texts = [BEGIN, ...limits.map(([name, ms]) => `SET LOCAL ${name} = ${ms}`)];
  return [...texts, ...(scope === undefined ? [] : [transactionScopeText(scope)])].join('; ');
}

function timeouts({ lockTimeoutMs = 2_000 }: DatabaseOptions, statementTimeoutMs: number) {
  return {
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  };
}
