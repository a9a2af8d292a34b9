/** A transaction as a database, for code that opens its own transactions: they become part of the open one. */
import type { Database } from '../platform/database/connect.ts';

export function withinTransaction(tx: Database): Database {
  const query = (...[strings, ...values]: Parameters<Database>) => tx(strings, ...values);
  const { json, script, copyIn, copyOut } = tx;
  const same = <T>(work: (tx: Database) => Promise<T>) => work(tx);
  return Object.assign(query, { json, script, copyIn, copyOut, transaction: same, alone: same }) as Database;
}
