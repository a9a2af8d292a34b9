/**
 * Restores a backup into an empty database in one transaction: the schema at the time of the backup, the rows, later
 * migrations, and recovery mode. If the restore fails, the database stays empty.
 */

import { stat } from 'node:fs/promises';
import type { Database } from '../platform/database/connect.ts';
import { ensureAppRole } from '../platform/database/schema/app-role.ts';
import { applyMigrations } from '../platform/database/schema/migrate.ts';
import { type Migration, readMigrations } from '../platform/database/schema/migration-files.ts';
import type { OnProgress } from '../platform/progress.ts';
import { StartError } from '../platform/start-error.ts';
import { copyInCommand, copyOutCommand } from './backup-tables.ts';
import { countRows } from './count-rows.ts';
import type { BackupEnd, BackupManifest } from './manifest.ts';
import { readBackupContent } from './read-backup-content.ts';
import {
  beginRestore,
  freeLeases,
  listPresent,
  prepareTables,
  refreshStatistics,
  reopenTables,
  setSequences,
} from './restore-store.ts';

export interface RestoreOptions {
  path: string;
  masterKey: Buffer;
  migrationsFolder: string;
  onProgress: OnProgress;
  /** Runs in the same transaction after all migrations, before the rows become visible. */
  settle(tx: Database, manifest: BackupManifest): Promise<void>;
}

export interface RestoredBackup {
  manifest: BackupManifest;
  end: BackupEnd;
  rows: number;
}

/** `owner` must be opened without a role and without a statement timeout. */
export async function restoreBackup(owner: Database, options: RestoreOptions): Promise<RestoredBackup> {
  const migrations = await readMigrations(options.migrationsFolder);
  await owner.transaction(checkEmpty);
  await ensureAppRole(owner);
  return owner.transaction(async tx => {
    await beginRestore(tx);
    await checkEmpty(tx);
    return restore(tx, migrations, options);
  });
}

async function checkEmpty(tx: Database): Promise<void> {
  const present = await listPresent(tx);
  if (present.length === 0) return;
  throw new StartError(
    `The database is not empty: it contains ${present.join(', ')}.`,
    'A restore never overwrites existing data. Create a new database (CREATE DATABASE …) and set DATABASE_URL to it.',
  );
}

async function restore(
  tx: Database,
  migrations: readonly Migration[],
  { path, masterKey, onProgress, settle }: RestoreOptions,
): Promise<RestoredBackup> {
  const fileBytes = await stat(path).then(
    ({ size }) => size,
    () => 1,
  );
  let rows = 0;
  let behind: readonly Migration[] = [];
  let prepared: Awaited<ReturnType<typeof prepareTables>> = [];
  const { manifest, end } = await readBackupContent(
    path,
    masterKey,
    {
      async begin(found) {
        const then = migrationsOf(found, migrations);
        behind = migrations.slice(then.length);
        await applyMigrations(tx, then);
        prepared = await prepareTables(tx, found.requestLogDays);
      },
      async table(table, content) {
        await tx.copyIn(copyInCommand(table), content);
      },
      async end({ sequences }) {
        await setSequences(tx, sequences);
      },
    },
    bytes =>
      onProgress({
        title: 'Restoring',
        unit: 'bytes',
        done: bytes,
        share: Math.min(0.999, bytes / fileBytes),
      }),
  );
  for (const [index, table] of end.tables.entries()) {
    const columns = manifest.tables[index];
    if (columns === undefined) throw new Error('the tables of the backup differ from its manifest');
    const count = countRows();
    await tx.copyOut(copyOutCommand(columns), bytes => count.add(bytes));
    const { rows: kept, sha256 } = count.total(table.name);
    if (kept !== table.rows || sha256 !== table.sha256) {
      throw new StartError(
        `The restored rows of the table ${table.name} differ from the backup.`,
        'Nothing was restored. Check the memory and disks of the database server.',
      );
    }
    rows += kept;
    onProgress({ title: 'Comparing', unit: 'rows', done: rows, share: (index + 1) / end.tables.length });
  }
  await reopenTables(tx, prepared);
  await applyMigrations(tx, behind);
  await freeLeases(tx);
  await settle(tx, manifest);
  await refreshStatistics(tx);
  return { manifest, end, rows };
}

/** Returns the migrations that existed at the time of the backup, from the files of this version. */
function migrationsOf(
  { migrations: then, version }: BackupManifest,
  migrations: readonly Migration[],
): readonly Migration[] {
  for (const [index, { number, name, checksum }] of then.entries()) {
    const file = migrations[index];
    if (file === undefined) {
      throw new StartError(
        `The backup was created by a newer version of Serai (${version}, migration ${number} ${name}).`,
        'Install that version or a later one, then restore.',
      );
    }
    if (file.checksum !== checksum) {
      throw new StartError(
        `Migration ${number} (${name}) of the backup differs from the installed one.`,
        'Reinstall the version of Serai that wrote the backup.',
      );
    }
  }
  return migrations.slice(0, then.length);
}
