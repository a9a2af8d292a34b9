/**
 * One connection, used by one lease at a time and thrown away at its first failure.
 *
 * The driver's own pool and `begin` are not used: when a connection dies inside a transaction, they crash the process
 * or send the rest of the transaction over another connection, outside any transaction.
 */
import postgres from 'postgres';
import type { Clock } from '../clock.ts';
import { DatabaseError } from './is-unavailable.ts';

export type DriverOptions = postgres.Options<Record<string, postgres.PostgresType>> & { url?: string };

export interface Connection {
  readonly broken: boolean;
  readonly openedMs: number;
  run<T>(build: (sql: postgres.Sql) => PromiseLike<T>): Promise<T>;
  discard(): void;
}

interface ConnectionOptions {
  /** When to give up a server that has gone silent; 0 is never. A living one ends sooner by `statement_timeout`. */
  silenceMs: number;
  clock: Clock;
  onBroken(): void;
}

export function openConnection(
  { url, ...options }: DriverOptions,
  { silenceMs, clock, onBroken }: ConnectionOptions,
): Connection {
  const settings = {
    ...options,
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    // Its answer is awaited by nobody: a connection lost meanwhile would end the process.
    fetch_types: false,
    onclose: discard,
  };
  const sql = url === undefined ? postgres(settings) : postgres(url, settings);
  let broken = false;

  function discard(): void {
    if (broken) return;
    broken = true;
    onBroken();
    sql.end({ timeout: 0 }).catch(() => {});
  }

  return {
    openedMs: clock.monotonicMs(),
    get broken() {
      return broken;
    },
    discard,
    async run(build) {
      if (broken) throw new DatabaseError('CONNECTION_LOST', 'The connection to the database was lost');
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
    },
  };
}

function leavesConnectionUsable(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.severity === 'ERROR';
}
