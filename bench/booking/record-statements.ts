/** Wraps a database and records every statement with its values in order. */
import type { Database } from '../../server/src/platform/database/connect.ts';
import { type SqlValue, Statement } from '../../server/src/platform/database/statement.ts';

export interface NotedStatement {
  strings: readonly string[];
  values: readonly NotedValue[];
}

export type NotedValue = Exclude<SqlValue, Statement> | NotedStatement;
export type Noted = NotedStatement | 'BEGIN' | 'COMMIT';

/**
 * A statement that becomes part of another statement is recorded as part of it. All others are assumed to run in the
 * order in which they are created.
 */
export function recordStatements(db: Database, noted: Noted[]): Database {
  const known = new WeakMap<Statement, NotedStatement>();
  const query = (strings: TemplateStringsArray, ...values: readonly SqlValue[]) => {
    const statement = db(strings, ...values);
    const parts = values.map((value): NotedValue => {
      if (!(value instanceof Statement)) return value;
      const part = known.get(value) as NotedStatement;
      const at = noted.indexOf(part);
      if (at >= 0) noted.splice(at, 1);
      return part;
    });
    const one = { strings, values: parts };
    known.set(statement, one);
    noted.push(one);
    return statement;
  };
  return Object.assign(query as Pick<Database, never> & typeof query, {
    json: db.json,
    script: db.script,
    copyIn: db.copyIn,
    // In the service, `alone` uses a separate session.
    alone: <T>(work: (alone: Database) => Promise<T>) => work(recordStatements(db, noted)),
    async transaction<T>(work: (tx: Database) => Promise<T>): Promise<T> {
      noted.push('BEGIN');
      const result = await db.transaction(tx => work(recordStatements(tx, noted)));
      noted.push('COMMIT');
      return result;
    },
  }) as Database;
}
