/**
 * Migrates a database. Several processes may do so concurrently. Each migration runs once, either completely or not at
 * all.
 */
import { randomInt } from 'node:crypto';
import { systemClock } from '../../clock.ts';
import { retry } from '../../retry.ts';
import { StartError } from '../../start-error.ts';
import type { Database } from '../connect.ts';
import type { DatabaseLog } from '../database-log.ts';
import { ROLES } from '../database-roles.ts';
import { ensureAppRole } from './app-role.ts';
import { type Migration, readMigrations } from './migration-files.ts';

interface AppliedRow {
  number: number;
  name: string;
  checksum: string;
  needs: number;
}

/** A transaction lock is used because a pooler may pass the session, with its locks, to another client. */
const LOCK_KEY = 7_353_241;
const UNDEFINED_TABLE = '42P01';
const INSUFFICIENT_PRIVILEGE = '42501';
/** Deadlock and lock timeout: other processes are using the tables, and the next attempt may succeed. */
const LOCK_CONFLICTS: ReadonlySet<unknown> = new Set(['40P01', '55P03']);
const MAX_TRIES = 30;
const PAUSE_MS = [200, 1_000] as const;

/** `owner` must be opened without a role and without a statement timeout. Returns the applied migrations. */
export async function migrate(
  owner: Database,
  folder: string,
  { log }: { log: DatabaseLog },
): Promise<Migration[]> {
  const migrations = await readMigrations(folder);
  await ensureAppRole(owner);
  await underLock(owner, createTable);
  const done: Migration[] = [];
  for (;;) {
    const applied = await retryOnLocks(log, () =>
      underLock(owner, async tx => {
        const next = pending(migrations, await readApplied(tx))[0];
        if (next) await apply(tx, next);
        return next;
      }),
    );
    if (applied === undefined) return done;
    log.info({ number: applied.number, name: applied.name }, 'migrated the database');
    done.push(applied);
  }
}

/** Returns the migrations that a start would apply. Throws if the database does not match these files. */
export async function pendingMigrations(db: Database, folder: string): Promise<Migration[]> {
  const migrations = await readMigrations(folder);
  try {
    return pending(migrations, await readApplied(db));
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return migrations;
    throw error;
  }
}

/** For a database that is not in use yet: applies the given migrations in the caller's transaction. */
export async function applyMigrations(tx: Database, migrations: readonly Migration[]): Promise<void> {
  await createTable(tx);
  for (const migration of migrations) await apply(tx, migration);
}

/** Processes of the previous version may hold locks. A migration that is blocked by them is rolled back and retried. */
function retryOnLocks<T>(log: DatabaseLog, work: () => Promise<T>): Promise<T> {
  return retry(work, {
    clock: systemClock,
    maxAttempts: MAX_TRIES,
    isRetryable: error => LOCK_CONFLICTS.has((error as { cause?: { code?: unknown } }).cause?.code),
    delayMs: () => randomInt(...PAUSE_MS),
    onRetry: attempt => log.info({ attempt }, 'a migration was blocked by locks and will be retried'),
  });
}

function underLock<T>(owner: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  return owner.transaction(async tx => {
    // Waits without limit for another process that migrates, but only briefly for tables, because other statements
    // queue behind this one.
    await tx.script(
      `SET LOCAL ROLE none; SET LOCAL client_min_messages = warning;
       SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0;
       SELECT pg_advisory_xact_lock(${LOCK_KEY}); SET LOCAL lock_timeout = '5s'`,
    );
    return work(tx);
  });
}

async function createTable(tx: Database): Promise<void> {
  try {
    await tx.script(
      `CREATE TABLE IF NOT EXISTS serai_migration (
         number integer PRIMARY KEY,
         name text NOT NULL,
         checksum text NOT NULL,
         applied_at timestamptz NOT NULL DEFAULT now()
       );
       ALTER TABLE serai_migration ADD COLUMN IF NOT EXISTS needs integer NOT NULL DEFAULT 0;
       GRANT SELECT ON serai_migration TO ${ROLES.join(', ')}`,
    );
  } catch (cause) {
    if ((cause as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw cause;
    throw new StartError(
      'The database user is not allowed to create tables in the schema "public".',
      'Make this user the owner of the database: ALTER DATABASE <name> OWNER TO <user>;',
      { cause },
    );
  }
}

async function readApplied(db: Database): Promise<AppliedRow[]> {
  // Reads `needs` through JSON, because the column was added later and a read-only caller cannot add it.
  return db<AppliedRow[]>`
    SELECT number, name, checksum, coalesce((to_jsonb(applied) ->> 'needs')::integer, 0) AS needs
    FROM serai_migration AS applied ORDER BY number`;
}

function pending(migrations: readonly Migration[], applied: readonly AppliedRow[]): Migration[] {
  for (const { number, name, checksum, needs } of applied) {
    const file = migrations[number - 1];
    if (file === undefined && needs > migrations.length) {
      throw new StartError(
        `This database was migrated by a newer version of Serai (migration ${number}, ${name}). This version cannot use its schema.`,
        'Install that version or a later one, or restore a backup made before the upgrade.',
      );
    }
    // A newer version has added migrations, as happens during an update or after a rollback. Additions do no harm.
    if (file === undefined) continue;
    if (file.checksum !== checksum) {
      throw new StartError(
        `The migration ${number} (${file.name}) was changed after it had been applied to this database.`,
        'Restore the installed files. A schema change needs a separate migration.',
      );
    }
  }
  return migrations.slice(applied.length);
}

async function apply(tx: Database, { number, name, checksum, needs, sql }: Migration): Promise<void> {
  try {
    await tx.script(sql);
  } catch (cause) {
    const message = `The migration ${number} (${name}) failed and was rolled back: ${(cause as Error).message}`;
    throw new StartError(message, 'Fix the cause and start again. The migration changed nothing.', { cause });
  }
  await tx`
    INSERT INTO serai_migration (number, name, checksum, needs) VALUES (${number}, ${name}, ${checksum}, ${needs})`;
}
