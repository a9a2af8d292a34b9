/** Writes a snapshot of the database to one file, while other transactions continue to write. */
import type { Database } from '../platform/database/connect.ts';
import { type Migration, readMigrations } from '../platform/database/schema/migration-files.ts';
import type { OnProgress } from '../platform/progress.ts';
import { StartError } from '../platform/start-error.ts';
import { VERSION } from '../version.ts';
import { copyOutCommand, orderTables, REQUEST_LOG, serviceTables, whyLeftOut } from './backup-tables.ts';
import { countRows } from './count-rows.ts';
import { keyIdOf } from './file/backup-header.ts';
import { type BackupWriter, openBackupWriter } from './file/backup-writer.ts';
import {
  type BackupEnd,
  type BackupManifest,
  type CopiedTable,
  END,
  MANIFEST,
  ROWS,
  TABLE,
  TABLE_END,
} from './manifest.ts';
import {
  beginSnapshot,
  type FoundTable,
  findUncomparedSince,
  listMigrations,
  listRequestLogDays,
  listSequences,
  listTables,
  readSnapshotFacts,
} from './snapshot-store.ts';

export interface BackupOptions {
  path: string;
  masterKey: Buffer;
  withRequestLog: boolean;
  /** The folder with the migrations. Only tables that they create are backed up. */
  migrationsFolder: string;
  onProgress: OnProgress;
  signal?: AbortSignal | undefined;
}

export interface WrittenBackup {
  manifest: BackupManifest;
  tables: CopiedTable[];
  rows: number;
  rowBytes: number;
  fileBytes: number;
}

/** `owner` must be opened without a role and without a statement timeout. If the backup fails, no file is left. */
export async function writeBackup(owner: Database, options: BackupOptions): Promise<WrittenBackup> {
  const migrations = await readMigrations(options.migrationsFolder);
  const writer = await openBackupWriter(options.path, options.masterKey);
  try {
    const { manifest, tables } = await owner.transaction(tx =>
      writeSnapshot(tx, writer, migrations, options),
    );
    const fileBytes = await writer.finish();
    const sum = (pick: (table: CopiedTable) => number) => tables.reduce((all, table) => all + pick(table), 0);
    return {
      manifest,
      tables,
      rows: sum(({ rows }) => rows),
      rowBytes: sum(({ bytes }) => bytes),
      fileBytes,
    };
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

async function writeSnapshot(
  tx: Database,
  writer: BackupWriter,
  migrations: readonly Migration[],
  { masterKey, withRequestLog, onProgress, signal }: BackupOptions,
): Promise<{ manifest: BackupManifest; tables: CopiedTable[] }> {
  await beginSnapshot(tx);
  const { takenAt, server, isBlind } = await readSnapshotFacts(tx);
  if (isBlind) {
    throw new StartError(
      'Row security would hide rows from this database user.',
      'Use the DATABASE_URL of the service, whose user owns the tables.',
    );
  }
  const applied = await listMigrations(tx);
  if (applied.length > migrations.length) {
    throw new StartError(
      'This database was migrated by a newer version of Serai, and this version does not know all of its tables.',
      'Back it up with that version or a later one.',
    );
  }
  const ours = serviceTables(migrations);
  const found = await listTables(tx);
  const whyNot = (name: string) =>
    ours.has(name) ? whyLeftOut(name, withRequestLog) : 'it does not belong to the service';
  const kept = orderTables(found.filter(({ name }) => whyNot(name) === undefined));
  const uncomparedSince = await findUncomparedSince(tx);
  const manifest: BackupManifest = {
    version: VERSION,
    takenAt: takenAt.toISOString(),
    ...(uncomparedSince && { uncomparedSince: uncomparedSince.toISOString() }),
    keyId: keyIdOf(masterKey),
    server,
    migrations: applied,
    tables: kept.map(({ name, columns, isPartitioned }) => ({ name, columns, isPartitioned })),
    leftOut: found.flatMap(({ name }) => {
      const why = whyNot(name);
      return why === undefined ? [] : [{ name, why }];
    }),
    requestLogDays: kept.some(({ name }) => name === REQUEST_LOG) ? await listRequestLogDays(tx) : [],
  };
  await writer.write(MANIFEST, json(manifest));
  const progress = tableProgress(kept, onProgress);
  const tables: CopiedTable[] = [];
  for (const table of kept) {
    tables.push(await writeTable(tx, writer, table, (rows, bytes) => progress(table, rows, bytes), signal));
  }
  const end: BackupEnd = {
    tables,
    sequences: await listSequences(
      tx,
      kept.map(({ name }) => name),
    ),
  };
  await writer.write(END, json(end));
  return { manifest, tables };
}

async function writeTable(
  tx: Database,
  writer: BackupWriter,
  table: FoundTable,
  onRows: (rows: number, bytes: number) => void,
  signal: AbortSignal | undefined,
): Promise<CopiedTable> {
  await writer.write(TABLE, json({ name: table.name }));
  const count = countRows();
  await tx.copyOut(copyOutCommand(table), async bytes => {
    signal?.throwIfAborted();
    count.add(bytes);
    await writer.write(ROWS, bytes);
    onRows(count.rows, count.bytes);
  });
  const total = count.total(table.name);
  await writer.write(TABLE_END, json(total));
  onRows(total.rows, Math.max(table.bytes, total.bytes));
  return total;
}

/** Calculated from file sizes, which is accurate enough. */
function tableProgress(tables: readonly FoundTable[], onProgress: OnProgress) {
  const allBytes = tables.reduce((sum, { bytes }) => sum + bytes, 0) || 1;
  const done = new Map<string, { rows: number; bytes: number }>();
  return (table: FoundTable, rows: number, bytes: number) => {
    done.set(table.name, { rows, bytes: Math.min(bytes, table.bytes) });
    let [rowsDone, bytesDone] = [0, 0];
    for (const each of done.values()) {
      rowsDone += each.rows;
      bytesDone += each.bytes;
    }
    onProgress({
      title: 'Backing up',
      unit: 'rows',
      done: rowsDone,
      share: Math.min(0.999, bytesDone / allBytes),
    });
  };
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
