import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, openOwnerDatabase } from '../../platform/database/connect.ts';
import type { DatabaseAddress } from '../../platform/database/database-address.ts';
import { quietLog } from '../../platform/database/database-log.ts';
import { startEmbeddedPostgres } from '../../platform/database/embedded/start-embedded-postgres.ts';
import { isUnavailable } from '../../platform/database/is-unavailable.ts';
import { migrate, pendingMigrations } from '../../platform/database/schema/migrate.ts';
import { type Migration, readMigrations } from '../../platform/database/schema/migration-files.ts';
import type { Settings } from '../../settings-table.ts';
import { MIGRATIONS } from '../../start-database.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { databaseLost } from '../frame/on-database.ts';

export const migrateCommand = defineCommand({
  name: 'migrate',
  summary: 'Migrate the database to the current version.',
  description:
    'The service migrates the database automatically when it starts. Use this command to do it beforehand. The embedded database can be migrated only while the service is stopped.',
  options: { 'dry-run': { type: 'flag', description: 'Only list the pending migrations.' } },
  examples: ['serai migrate --dry-run', 'DATABASE_URL=postgres://… serai migrate'],
  async run({ options, config, json, terminal }) {
    const { settings } = config();
    const dryRun = options['dry-run'] === true;
    const migrations = dryRun ? await listPending(settings) : await applyPending(settings);
    const listed = migrations.map(({ number, name }) => ({ number, name }));
    terminal.out(
      json
        ? `${JSON.stringify({ [dryRun ? 'pending' : 'applied']: listed })}\n`
        : migrationText(migrations, dryRun),
    );
    return EXIT.ok;
  },
});

function migrationText(migrations: readonly Pick<Migration, 'number' | 'name'>[], dryRun: boolean): string {
  if (migrations.length === 0) return 'The database is up to date.\n';
  const head = dryRun ? 'Pending migrations:' : 'Applied migrations:';
  const lines = migrations.map(({ number, name }) => `  ${String(number).padStart(4, '0')} ${name}`);
  return `${[head, ...lines].join('\n')}\n`;
}

async function listPending(settings: Settings): Promise<Migration[]> {
  // A dry run must not create a database.
  const exists = settings.DATABASE_URL !== undefined || existsSync(join(settings.SERAI_DATA_DIR, 'postgres'));
  if (!exists) return readMigrations(MIGRATIONS);
  return withOwner(settings, owner => pendingMigrations(owner, MIGRATIONS));
}

function applyPending(settings: Settings): Promise<Migration[]> {
  return withOwner(settings, owner => migrate(owner, MIGRATIONS, { log: quietLog }));
}

async function withOwner<T>(settings: Settings, work: (owner: Database) => Promise<T>): Promise<T> {
  const { address, stop } = await findServer(settings);
  const owner = openOwnerDatabase({ address, log: quietLog, max: 1, statementTimeoutMs: 0 });
  try {
    return await work(owner);
  } catch (error) {
    throw isUnavailable(error) ? databaseLost(error as Error) : error;
  } finally {
    await owner.close();
    await stop();
  }
}

async function findServer({ DATABASE_URL: url, SERAI_DATA_DIR: dataDir }: Settings): Promise<{
  address: DatabaseAddress;
  stop(): Promise<void>;
}> {
  if (url !== undefined) return { address: { url }, stop: async () => {} };
  return startEmbeddedPostgres({ dataDir, log: quietLog });
}
