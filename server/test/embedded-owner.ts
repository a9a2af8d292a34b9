/**
 * A process that tests kill. It owns the database in the given folder and prints each row after the row's commit was
 * acknowledged.
 */
import { openOwnerDatabase } from '../src/platform/database/connect.ts';
import { quietLog } from '../src/platform/database/database-log.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/start-embedded-postgres.ts';

const [, , dataDir = ''] = process.argv;
const server = await startEmbeddedPostgres({ dataDir, log: quietLog });
const db = openOwnerDatabase({ address: server.address, log: quietLog, max: 4 });
await db`CREATE TABLE IF NOT EXISTS promise (id bigint PRIMARY KEY)`;
const [last] = await db<{ id: number }[]>`SELECT coalesce(max(id), 0) AS id FROM promise`;
for (let id = (last?.id ?? 0) + 1; ; id++) {
  await db`INSERT INTO promise VALUES (${id})`;
  process.stdout.write(`${id}\n`);
}
