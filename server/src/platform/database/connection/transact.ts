/**
 * Runs a transaction on one connection. If it returns, the changes are durable. If it throws, they were rolled back, or
 * the outcome is unknown.
 */
import { DatabaseError } from '../is-unavailable.ts';
import type { Connection } from './connection.ts';

type Runner = Pick<Connection, 'run'>;

/** The error code of all further statements in a transaction in which a statement has failed. */
const ABORTED = '25P02';

/** `bound` resolves when the connection has set its scope. Nothing is committed before that. */
export async function transact<T>(
  connection: Connection,
  begin: string,
  work: (tx: Runner) => Promise<T>,
  bound?: Promise<unknown>,
): Promise<T> {
  // The promise is not awaited here, so that the first statement is sent together with BEGIN.
  const begun = Promise.all([bound, connection.run(sql => sql.unsafe(begin))]);
  begun.catch(() => {});
  let over = false;
  let firstFailure: unknown;
  const tx: Runner = {
    async run(build) {
      if (over) throw new Error('The transaction has ended');
      try {
        return await connection.run(build);
      } catch (error) {
        firstFailure ??= error;
        throw error;
      }
    },
  };
  try {
    const result = await work(tx);
    await begun;
    over = true;
    await commit(connection);
    return result;
  } catch (error) {
    over = true;
    if (!connection.broken) await connection.run(sql => sql.unsafe('ROLLBACK')).catch(() => {});
    // Without a connection, every statement fails. The first failure shows the reason.
    await begun;
    // When statements are pipelined, a later statement may report its error before the statement that failed.
    throw isAborted(error) ? (firstFailure ?? error) : error;
  }
}

async function commit(connection: Connection): Promise<void> {
  try {
    const { command } = await connection.run(sql => sql.unsafe('COMMIT'));
    // The server responds with ROLLBACK if a statement failed and its error was ignored.
    if (command === 'ROLLBACK') throw new Error('The transaction had failed and was rolled back');
  } catch (cause) {
    if (!connection.broken) throw cause;
    const message = 'The connection was lost during the commit, so its outcome is unknown';
    throw new DatabaseError('COMMIT_UNKNOWN', message, { cause });
  }
}

function isAborted(error: unknown): boolean {
  return (error as { code?: unknown }).code === ABORTED;
}
