import type { Clock } from '../../platform/clock.ts';
import { OLDEST_VERSION } from '../../platform/database/check-server.ts';
import { type Database, openOwnerDatabase } from '../../platform/database/connect.ts';
import type { DatabaseAddress } from '../../platform/database/database-address.ts';
import { quietLog } from '../../platform/database/database-log.ts';
import { ROLES } from '../../platform/database/database-roles.ts';
import { DATABASE, SUPERUSER } from '../../platform/database/embedded/create-cluster.ts';
import { acceptsConnections } from '../../platform/database/embedded/postmaster-file.ts';
import { socketFolderFor } from '../../platform/database/embedded/socket-folder.ts';
import { pendingMigrations } from '../../platform/database/schema/migrate.ts';
import { withDeadline } from '../../platform/deadline.ts';
import { StartError } from '../../platform/start-error.ts';
import type { Settings } from '../../settings-table.ts';
import { MIGRATIONS } from '../../start-database.ts';
import { type CheckResult, ok, problem, warning } from './check-result.ts';
import { type DatabaseFacts, readDatabaseFacts } from './database-facts-store.ts';
import { jobsCheck, nodesCheck, recoveryCheck } from './service-checks.ts';

const NAME = 'Database';
const DEADLINE_MS = 10_000;
/** Tokens tolerate a difference of 30 seconds. The end of an overlap and the expiry of a key tolerate none. */
const SKEW_WARNING_MS = 1_000;
const SKEW_PROBLEM_MS = 15_000;

export async function databaseChecks(settings: Settings, clock: Clock): Promise<CheckResult[]> {
  const address = await findAddress(settings);
  if (address === undefined) {
    return [ok(NAME, 'the embedded database is stopped; it starts with the service')];
  }
  const db = openOwnerDatabase({ address, log: quietLog, max: 1, statementTimeoutMs: 5_000 });
  try {
    return await withDeadline(examine(db, clock, settings), DEADLINE_MS, clock);
  } catch (error) {
    return [unreachable(settings, error as Error)];
  } finally {
    await db.close();
  }
}

/** Returns undefined if the embedded server is stopped. */
async function findAddress({ DATABASE_URL, SERAI_DATA_DIR }: Settings): Promise<DatabaseAddress | undefined> {
  if (DATABASE_URL !== undefined) return { url: DATABASE_URL };
  const { socketPath } = socketFolderFor(SERAI_DATA_DIR);
  if (!(await acceptsConnections(socketPath))) return undefined;
  return { socketPath, user: SUPERUSER, database: DATABASE };
}

function unreachable({ DATABASE_URL }: Settings, error: Error): CheckResult {
  const { code } = error as NodeJS.ErrnoException;
  const mend =
    DATABASE_URL === undefined
      ? 'See postgres.log in the data folder, then start the service again.'
      : 'Check the host, port, user and password in DATABASE_URL, and that the server is running.';
  return problem(NAME, `cannot be reached: ${error.message || code}`, mend);
}

async function examine(db: Database, clock: Clock, settings: Settings): Promise<CheckResult[]> {
  const startedMs = clock.nowMs();
  const facts = await readDatabaseFacts(db);
  const skewMs = facts.nowMs - (startedMs + clock.nowMs()) / 2;
  return [
    versionCheck(facts),
    fsyncCheck(facts),
    roleCheck(facts),
    transportCheck(facts),
    skewCheck(skewMs),
    await migrationsCheck(db),
    await jobsCheck(db),
    await recoveryCheck(db),
    ...(await nodesCheck(db, settings)),
  ];
}

export function versionCheck({ version, versionNumber }: DatabaseFacts): CheckResult {
  return versionNumber >= OLDEST_VERSION
    ? ok(NAME, `connected to PostgreSQL ${version}`)
    : problem(NAME, `PostgreSQL ${version} is too old.`, 'Use version 15 or later.');
}

export function fsyncCheck({ fsync, synchronousCommit }: DatabaseFacts): CheckResult {
  const name = 'Durability';
  if (!fsync) {
    return problem(
      name,
      'fsync is off, so a crash of the machine can lose confirmed bookings.',
      'Set fsync = on in postgresql.conf and reload the server.',
    );
  }
  return synchronousCommit
    ? ok(name, 'fsync and synchronous_commit are on')
    : problem(
        name,
        'synchronous_commit is off, so a crash can lose confirmed bookings.',
        'Set synchronous_commit = on in postgresql.conf and reload the server.',
      );
}

export function roleCheck({ roles }: Pick<DatabaseFacts, 'roles'>): CheckResult {
  const name = 'Row security';
  const missing = ROLES.filter(role => !roles.some(each => each.name === role));
  if (missing.length > 0) {
    return warning(
      name,
      `missing roles: ${missing.join(', ')}.`,
      'Start the service or run serai migrate to create them.',
    );
  }
  const unbound = roles.filter(role => role.bypassesRowSecurity).map(role => role.name);
  return unbound.length > 0
    ? problem(
        name,
        `roles that can bypass it: ${unbound.join(', ')}.`,
        `Run as an administrator: ${unbound.map(role => `ALTER ROLE ${role} NOSUPERUSER NOBYPASSRLS;`).join(' ')}`,
      )
    : ok(name, `applies to all ${roles.length} roles`);
}

export function transportCheck({ connection }: Pick<DatabaseFacts, 'connection'>): CheckResult {
  const name = 'Database connection';
  if (connection.isLocal) return ok(name, 'stays on this machine');
  return connection.isEncrypted
    ? ok(name, 'uses TLS')
    : warning(
        name,
        'goes to another machine without TLS.',
        'Add ?sslmode=verify-full to DATABASE_URL, unless the network is private.',
      );
}

export function skewCheck(skewMs: number): CheckResult {
  const name = 'Clock';
  const seconds = (Math.abs(skewMs) / 1000).toFixed(1);
  const text = `${seconds} s ${skewMs > 0 ? 'behind' : 'ahead of'} the database`;
  const mend = 'Synchronise both machines with a time server (chrony, systemd-timesyncd).';
  if (Math.abs(skewMs) > SKEW_PROBLEM_MS) return problem(name, text, mend);
  return Math.abs(skewMs) > SKEW_WARNING_MS
    ? warning(name, text, mend)
    : ok(name, 'agrees with the database');
}

async function migrationsCheck(db: Database): Promise<CheckResult> {
  const name = 'Migrations';
  try {
    const pending = await pendingMigrations(db, MIGRATIONS);
    return pending.length === 0
      ? ok(name, 'all migrations are applied')
      : warning(
          name,
          `${pending.length} ${pending.length === 1 ? 'migration is' : 'migrations are'} pending.`,
          'Start the service or run serai migrate to apply them.',
        );
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return problem(name, error.message, error.hint);
  }
}
