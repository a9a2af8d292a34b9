/**
 * A database connection that is used by one caller at a time. It is discarded after the first failure that makes it
 * unusable, and never reconnects. The driver's own pool and `begin` are not used. If a connection is lost inside a
 * transaction, they crash the process or send the rest of the transaction over another connection, outside any
 * transaction.
 */

import { connect, type Socket } from 'node:net';
import postgres from 'postgres';
import type { Clock } from '../../clock.ts';
import { DatabaseError } from '../is-unavailable.ts';
import type { Binding } from '../scope.ts';

export type DriverOptions = postgres.Options<Record<string, postgres.PostgresType>> & { url?: string };

export interface Connection {
  readonly broken: boolean;
  readonly openedMs: number;
  /** The scope that the connection was last bound to. A new connection has none and sees no rows. */
  scope: Binding;
  /** Concurrent calls are sent in order over the same connection. */
  run<T>(build: (sql: postgres.Sql) => PromiseLike<T>): Promise<T>;
  discard(): void;
}

interface ConnectionOptions {
  /**
   * How long to wait for a server that does not respond. 0 means no limit. If the server responds, `statement_timeout`
   * applies earlier.
   */
  silenceMs: number;
  clock: Clock;
  /** The scope that the driver options set. Default: none. */
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
  /**
   * The first query, which also connects. If it failed, the driver would send the following queries over a second
   * connection.
   */
  let opening: Promise<unknown> | undefined;
  let opened = false;

  /** Prevents the driver from reconnecting for a query that is queued behind a lost connection. */
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
    // The driver does not await this query, so a lost connection would end the process.
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
      throw new DatabaseError('STATEMENT_TIMEOUT', `The database did not respond within ${silenceMs} ms`, {
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

/** The address in the driver's format. A Unix socket has a path. */
export interface SocketAddress {
  path?: string | false;
  host: readonly string[];
  port: readonly number[];
}

export interface Dialling {
  connected: Promise<Socket>;
  destroy(): void;
}

export function openSocket({ path, host, port }: SocketAddress, timeoutMs: number, clock: Clock): Dialling {
  const name = host[0] ?? 'localhost';
  const socket = path ? connect(path) : connect({ host: name, port: port[0] ?? 5432 });
  // The driver verifies the server's certificate against this name.
  Object.assign(socket, { host: name });
  socket.setNoDelay(true);
  const connected = new Promise<Socket>((resolve, reject) => {
    const timer = clock.after(timeoutMs, () => {
      socket.destroy(
        new DatabaseError('CONNECTION_LOST', `No connection to ${path || name} within ${timeoutMs} ms`),
      );
    });
    socket.once('connect', () => {
      timer.cancel();
      socket.removeListener('error', reject);
      resolve(socket);
    });
    socket.once('error', reject);
    socket.once('close', () => {
      timer.cancel();
      reject(new DatabaseError('CONNECTION_LOST', 'The connection was closed'));
    });
  });
  return { connected, destroy: () => socket.destroy() };
}
