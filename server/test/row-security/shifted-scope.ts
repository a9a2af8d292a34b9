/** A database that works in another scope than whoever uses it believes: as if the first wall, in the code, were not there. */
import type { Database, OpenDatabase } from '../../src/platform/database/connect.ts';
import { asOrganisation, asService, currentScope, type Scope } from '../../src/platform/database/scope.ts';

export function shiftedScope(db: OpenDatabase, shift: (scope: Scope) => Scope): OpenDatabase {
  function shifted<T>(work: () => T): T {
    const scope = shift(currentScope());
    return scope === undefined ? asService(work) : asOrganisation(scope, work);
  }
  const query = (...parts: Parameters<Database>) => shifted(() => db(...parts));
  return Object.assign(query, {
    ...db,
    script: (text: string) => shifted(() => db.script(text)),
    copyIn: (...parts: Parameters<Database['copyIn']>) => shifted(() => db.copyIn(...parts)),
    copyOut: (...parts: Parameters<Database['copyOut']>) => shifted(() => db.copyOut(...parts)),
    transaction: <T>(work: (tx: Database) => Promise<T>) => shifted(() => db.transaction(work)),
    alone: <T>(work: (tx: Database) => Promise<T>) => shifted(() => db.alone(work)),
  }) as OpenDatabase;
}
