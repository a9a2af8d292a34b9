/** The database: reachable, recent, durable, up to date, walled, and of the same time. */
import type { Clock } from '../../platform/clock.ts';
import { OLDEST_VERSION } from '../../platform/database/check-server.ts';
import { APP_ROLE, type Database, openDatabase } from '../../platform/database/connect.ts';
import type { DatabaseAddress } from '../../platform/database/database-address.ts';
import { quietLog } from '../../platform/database/database-log.ts';
import { DATABASE, SUPERUSER } from '../../platform/database/embedded/create-cluster.ts';
import { acceptsConnections } from '../../platform/database/embedded/postmaster-file.ts';
import { socketFolderFor } from '../../platform/database/embedded/socket-folder.ts';
import { pendingMigrations } from '../../platform/database/migrate.ts';
import { withDeadline } from '../../platform/deadline.ts';
import { StartError } from '../../platform/start-error.ts';
import type { Settings } from '../../settings-table.ts';
import { MIGRATIONS } from '../../start-database.ts';
import { type CheckResult, ok, problem, warning } from './check-result.ts';
import { type DatabaseFacts, readDatabaseFacts } from './database-facts-store.ts';
import { jobsCheck } from './jobs-check.ts';

const NAME = 'Database';
const DEADLINE_MS = 10_000;
/** Tokens forgive 30 s; deadlines of overlaps and expiries forgive nothing. */
const SKEW_WARNING_MS = 1_000;
const SKEW_PROBLEM_MS = 15_000;

export async function databaseChecks(settings: Settings, clock: Clock): Promise<CheckResult[]> {
  const address = await findAddress(settings);
  if (address === undefined) {
    return [ok(NAME, 'the embedded one is not running; it starts with the service')];
  }
  const db = openDatabase({ address, log: quietLog, max: 1, statementTimeoutMs: 5_000 });
  try {
    return await withDeadline(examine(db, clock), DEADLINE_MS, clock);
  } catch (error) {
    return [unreachable(settings, error as Error)];
  } finally {
    await db.close();
  }
}

/** The embedded server is there only while the service runs. */
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
      ? 'Look into postgres.log in the data folder, then start the service again.'
      : 'Check host, port, user and password in DATABASE_URL, and that the server runs.';
  return problem(NAME, `cannot be reached: ${error.message || code}`, mend);
}

async function examine(db: Database, clock: Clock): Promise<CheckResult[]> {
  const askedMs = clock.nowMs();
  const facts = await readDatabaseFacts(db);
  const skewMs = facts.nowMs - (askedMs + clock.nowMs()) / 2;
  return [
    versionCheck(facts),
    fsyncCheck(facts),
    roleCheck(facts),
    skewCheck(skewMs),
    await migrationsCheck(db),
    await jobsCheck(db),
  ];
}

export function versionCheck({ version, versionNumber }: DatabaseFacts): CheckResult {
  return versionNumber >= OLDEST_VERSION
    ? ok(NAME, `PostgreSQL ${version} answers`)
    : problem(NAME, `PostgreSQL ${version} is too old.`, 'Use version 15 or later.');
}

export function fsyncCheck({ fsync }: DatabaseFacts): CheckResult {
  const name = 'Durability';
  return fsync
    ? ok(name, 'fsync is on')
    : problem(
        name,
        'fsync is off: a crash of the machine can lose confirmed bookings.',
        'Set fsync = on in postgresql.conf and reload the server.',
      );
}

export function roleCheck({ appRole }: DatabaseFacts): CheckResult {
  const name = 'Row security';
  if (appRole === undefined) {
    return warning(
      name,
      `the role ${APP_ROLE} is not there yet.`,
      'The first start or serai migrate makes it.',
    );
  }
  return appRole.bypassesRowSecurity
    ? problem(
        name,
        `the role ${APP_ROLE} can bypass it.`,
        `As an administrator run: ALTER ROLE ${APP_ROLE} NOSUPERUSER NOBYPASSRLS;`,
      )
    : ok(name, `the role ${APP_ROLE} is bound by it`);
}

export function skewCheck(skewMs: number): CheckResult {
  const name = 'Clock';
  const seconds = (Math.abs(skewMs) / 1000).toFixed(1);
  const text = `${seconds} s ${skewMs > 0 ? 'behind' : 'ahead of'} the database`;
  const mend = 'Let both machines follow a time server (chrony, systemd-timesyncd).';
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
      ? ok(name, 'all are applied')
      : warning(
          name,
          `${pending.length} are not applied yet.`,
          'The next start applies them, or serai migrate.',
        );
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return problem(name, error.message, error.hint);
  }
}
