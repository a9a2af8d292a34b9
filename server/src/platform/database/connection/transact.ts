/** A transaction on one connection. What it answers is on disk; what it throws is not, or nobody knows. */
import { DatabaseError } from '../is-unavailable.ts';
import type { Connection } from './connection.ts';

type Runner = Pick<Connection, 'run'>;

/** What the server answers to everything that follows a failure. */
const ABORTED = '25P02';

/** `bound`: the connection has taken its scope on. Nothing is committed before. */
export async function transact<T>(
  connection: Connection,
  begin: string,
  work: (tx: Runner) => Promise<T>,
  bound?: Promise<unknown>,
): Promise<T> {
  // Not awaited: on an open connection the first statement travels with it.
  const begun = Promise.all([bound, connection.run(sql => sql.unsafe(begin))]);
  begun.catch(() => {});
  let over = false;
  let firstFailure: unknown;
  const tx: Runner = {
    async run(build) {
      if (over) throw new Error('The transaction is over');
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
    // Without a connection every statement fails; the first failure tells why.
    await begun;
    // Of statements sent together, one behind the cause may be heard of first.
    throw isAborted(error) ? (firstFailure ?? error) : error;
  }
}

async function commit(connection: Connection): Promise<void> {
  try {
    const { command } = await connection.run(sql => sql.unsafe('COMMIT'));
    // The server answers so when a statement failed and the failure was swallowed.
    if (command === 'ROLLBACK') throw new Error('The transaction had failed and was rolled back');
  } catch (cause) {
    if (!connection.broken) throw cause;
    const message = 'The connection was lost during the commit; it may or may not have happened';
    throw new DatabaseError('COMMIT_UNKNOWN', message, { cause });
  }
}

function isAborted(error: unknown): boolean {
  return (error as { code?: unknown }).code === ABORTED;
}
