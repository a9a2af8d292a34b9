/** An embedded PostgreSQL with default settings and the requested number of migrated databases. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type DatabasePool,
  type OpenDatabase,
  openDatabase,
  openOwnerDatabase,
} from '../../server/src/platform/database/connect.ts';
import type { DatabaseAddress } from '../../server/src/platform/database/database-address.ts';
import { quietLog } from '../../server/src/platform/database/database-log.ts';
import { startEmbeddedPostgres } from '../../server/src/platform/database/embedded/start-embedded-postgres.ts';
import { migrate } from '../../server/src/platform/database/schema/migrate.ts';
import { MIGRATIONS } from '../../server/src/start-database.ts';
import { atDatabase } from '../../server/test/at-database.ts';
import { keepFirst } from '../measure/go-first.ts';

export interface BenchDatabase {
  address: DatabaseAddress;
  pool: DatabasePool;
  /** The owner's connection, which loads data and has no timeout. */
  owner: OpenDatabase;
}

export interface InventoryServer {
  folder: string;
  open(name: string, connections: number): Promise<BenchDatabase>;
  stop(): Promise<void>;
}

export async function startInventoryServer(): Promise<InventoryServer> {
  const folder = await mkdtemp(join(tmpdir(), 'serai-bench-booking-'));
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: quietLog });
  const endFirst = keepFirst(process.pid);
  const ownerOf = (address: DatabaseAddress) =>
    openOwnerDatabase({ address, log: quietLog, max: 1, statementTimeoutMs: 0 });
  const opened: BenchDatabase[] = [];
  return {
    folder,
    async open(name, connections) {
      const first = ownerOf(server.address);
      await first.script(`CREATE DATABASE ${name} TEMPLATE template0`);
      await first.close();
      const address = atDatabase(server.address, name);
      const owner = ownerOf(address);
      await migrate(owner, MIGRATIONS, { log: quietLog });
      const pool = openDatabase({ address, log: quietLog, max: connections });
      const one = { address, pool, owner };
      opened.push(one);
      return one;
    },
    async stop() {
      endFirst();
      await Promise.all(opened.flatMap(({ pool, owner }) => [pool.close(), owner.close()]));
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
