/** Runs once per test run. Starts a database server with a migrated template, which each test file copies. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { memoryFolder } from '../../tools/process/memory-folder.mjs';
import { openOwnerDatabase } from '../src/platform/database/connect.ts';
import type { DatabaseAddress } from '../src/platform/database/database-address.ts';
import { quietLog } from '../src/platform/database/database-log.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/start-embedded-postgres.ts';
import { migrate } from '../src/platform/database/schema/migrate.ts';
import { MIGRATIONS } from '../src/start-database.ts';
import { atDatabase } from './at-database.ts';
import { startPostgresServer } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The database server for this run, with a user that may create databases and roles. */
    testServer: DatabaseAddress;
    /** Prefix of the database names in this run. */
    testRun: string;
    templateDatabase: string;
  }
}

let stop: (() => Promise<void>) | undefined;

export async function setup(project: TestProject): Promise<void> {
  const server = await chooseServer(process.env.SERAI_TEST_DATABASE_URL);
  const run = `serai_test_${randomBytes(4).toString('hex')}`;
  const template = `${run}_template`;
  const admin = openOwnerDatabase({
    address: server.address,
    log: quietLog,
    max: 1,
    statementTimeoutMs: 60_000,
  });
  await admin.script(`CREATE DATABASE ${template}`);

  const owner = openOwnerDatabase({
    address: atDatabase(server.address, template),
    log: quietLog,
    max: 1,
    statementTimeoutMs: 0,
  });
  await migrate(owner, MIGRATIONS, { log: quietLog });
  await owner.close();

  project.provide('testServer', server.address);
  project.provide('testRun', run);
  project.provide('templateDatabase', template);
  stop = async () => {
    await admin.script(`DROP DATABASE ${template} WITH (FORCE)`);
    await admin.close();
    await server.stop();
  };
}

export async function teardown(): Promise<void> {
  await stop?.();
}

interface TestServer {
  address: DatabaseAddress;
  stop(): Promise<void>;
}

/** Uses the embedded database, a server at the given URL, or, with `debian`, the server from Debian's packages. */
async function chooseServer(choice: string | undefined): Promise<TestServer> {
  if (choice === undefined) return startEmbedded();
  if (choice !== 'debian') return { address: { url: choice }, stop: async () => {} };
  const server = await startPostgresServer({ fsync: 'off' });
  if (server === undefined) throw new Error('There is no PostgreSQL server here to run the tests on');
  return { address: { url: server.url }, stop: () => server.stop() };
}

async function startEmbedded(): Promise<TestServer> {
  const dataDir = await mkdtemp(join(memoryFolder(), 'serai-test-'));
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
  };
  const server = await startEmbeddedPostgres({ dataDir, log: quietLog, settings });
  return {
    address: server.address,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
