/**
 * One connection, used by one lease at a time and thrown away at its first failure. It never connects a second time.
 *
 * The driver's own pool and `begin` are not used: when a connection dies inside a transaction, they crash the process
 * or send the rest of the transaction over another connection, outside any transaction.
 */
import postgres from 'postgres';
import type { Clock } from '../../clock.ts';
import { DatabaseError } from '../is-unavailable.ts';
import type { Binding } from '../scope.ts';
import { type Dialling, openSocket, type SocketAddress } from './open-socket.ts';

export type DriverOptions = postgres.Options<Record<string, postgres.PostgresType>> & { url?: string };

export interface Connection {
  readonly broken: boolean;
  readonly openedMs: number;
  /** The scope it was last bound to. A new connection has none and sees no rows. */
  scope: Binding;
  /** Several at once are sent in order, one behind the other. */
  run<T>(build: (sql: postgres.Sql) => PromiseLike<T>): Promise<T>;
  discard(): void;
}

interface ConnectionOptions {
  /** When to give up a server that has gone silent; 0 is never. A living one ends sooner by `statement_timeout`. */
  silenceMs: number;
  clock: Clock;
  /** What the driver's options bind it to; by default nothing. */
  scope?: Binding;
  onBroken(): void;
}

export const CONNECT_TIMEOUT_MS = 5_000;

export function openConnection(
  { url, ...options }: DriverOptions,
  { silenceMs, clock, scope, onBroken }: ConnectionOptions,
): Connection {
  let broken = false;
  let dialling: Dialling | undefined;
  /** The first query, which also connects. What came behind it would be sent to a second connection if it failed. */
  let opening: Promise<unknown> | undefined;
  let opened = false;

  /** The driver would connect again for a query that waits behind a lost connection. */
  async function socket(address: SocketAddress) {
    if (broken || dialling !== undefined) throw lost();
    dialling = openSocket(address, CONNECT_TIMEOUT_MS, clock);
    return dialling.connected;
  }

  const settings = {
    ...options,
    socket,
    max: 1,
    connect_timeout: CONNECT_TIMEOUT_MS / 1000,
    idle_timeout: 0,
    max_lifetime: null,
    backoff: () => 0,
    // Its answer is awaited by nobody: a connection lost meanwhile would end the process.
    fetch_types: false,
    onclose: discard,
  };
  const sql = url === undefined ? postgres(settings) : postgres(url, settings);

  function discard(): void {
    if (broken) return;
    broken = true;
    onBroken();
    const destroy = () => dialling?.destroy();
    sql.end({ timeout: 0 }).then(destroy, destroy);
  }

  async function send<T>(build: (sql: postgres.Sql) => PromiseLike<T>): Promise<T> {
    if (broken) throw lost();
    let late = false;
    const giveUp = () => {
      late = true;
      discard();
    };
    const timer = silenceMs > 0 ? clock.after(silenceMs, giveUp) : undefined;
    try {
      return await build(sql as postgres.Sql);
    } catch (cause) {
      if (!leavesConnectionUsable(cause)) discard();
      if (!late) throw cause;
      throw new DatabaseError('STATEMENT_TIMEOUT', `The database did not answer within ${silenceMs} ms`, {
        cause,
      });
    } finally {
      timer?.cancel();
    }
  }

  return {
    openedMs: clock.monotonicMs(),
    scope,
    get broken() {
      return broken;
    },
    discard,
    async run(build) {
      if (opening === undefined) {
        const first = send(build);
        opening = Promise.allSettled([first]).then(() => {
          opened = true;
        });
        return first;
      }
      if (opened === false) await opening;
      return send(build);
    },
  };
}

function lost(): DatabaseError {
  return new DatabaseError('CONNECTION_LOST', 'The connection to the database was lost');
}

function leavesConnectionUsable(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.severity === 'ERROR';
}
