/** A pool whose handles lose their database scope on demand, as if our code had forgotten to bind them. */
import {
  type Database,
  type DatabasePool,
  type OpenDatabase,
  openOwnerDatabase,
} from '../../src/platform/database/connect.ts';
import type { DatabaseAddress } from '../../src/platform/database/database-address.ts';
import { quietLog } from '../../src/platform/database/database-log.ts';
import { SCOPED_ROLE } from '../../src/platform/database/database-roles.ts';
import type { PartnerScope } from '../../src/platform/database/scope.ts';

/** The missing database scope: that of partners, those of partners and the service, or only the organisation. */
export type Forgotten = 'nothing' | 'partners' | 'everything' | 'organisation';

/** Opens connections like the application, but without binding them to a database scope. */
export async function openUnbound(address: DatabaseAddress): Promise<OpenDatabase> {
  const unbound = openOwnerDatabase({ address, log: quietLog, max: 10 });
  await unbound.keepReady(db => db.script(`SET ROLE ${SCOPED_ROLE}`));
  return unbound;
}

export function forgetfulPool(
  pool: DatabasePool,
  unbound: Database,
  forgotten: () => Forgotten,
): DatabasePool {
  return {
    ...pool,
    forPartner(scope) {
      switch (forgotten()) {
        case 'nothing':
          return pool.forPartner(scope);
        case 'organisation':
          return pool.forPartner({ environment: scope.environment } as PartnerScope);
        default:
          return unbound;
      }
    },
    asService(reason) {
      const service = pool.asService(reason);
      // The service requests its handles at startup, so each handle must choose its connection on every use.
      const chosen = () => (forgotten() === 'everything' ? unbound : service);
      const query = (...parts: Parameters<Database>) => chosen()(...parts);
      return Object.assign(query, {
        ...service,
        script: (text: string) => chosen().script(text),
        copyIn: (...parts: Parameters<Database['copyIn']>) => chosen().copyIn(...parts),
        copyOut: (...parts: Parameters<Database['copyOut']>) => chosen().copyOut(...parts),
        transaction: <T>(work: (tx: Database) => Promise<T>) => chosen().transaction(work),
        alone: <T>(work: (db: Database) => Promise<T>) => chosen().alone(work),
      }) as ReturnType<DatabasePool['asService']>;
    },
  };
}
