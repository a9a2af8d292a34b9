/** Reads a backup in the order in which it was written, and detects any inconsistency. */
import type { z } from 'zod';
import { countRows } from './count-rows.ts';
import { damaged, readBackup } from './file/backup-reader.ts';
import type { Frame } from './file/frames.ts';
import {
  type BackedUpTable,
  type BackupEnd,
  type BackupManifest,
  backupEnd,
  backupManifest,
  type CopiedTable,
  copiedTable,
  END,
  MANIFEST,
  ROWS,
  TABLE,
  TABLE_END,
} from './manifest.ts';

export interface ContentReader {
  /** May throw to reject the backup. */
  begin(manifest: BackupManifest): Promise<void>;
  /** Must consume all rows of the table. */
  table(table: BackedUpTable, rows: AsyncIterable<Buffer>): Promise<void>;
  /** Called after the rows and checksums have been verified. */
  end(end: BackupEnd): Promise<void>;
}

export async function readBackupContent(
  path: string,
  masterKey: Buffer,
  reader: ContentReader,
  onRead?: (bytes: number) => void,
): Promise<{ manifest: BackupManifest; end: BackupEnd }> {
  const frames = readBackup(path, masterKey, onRead);
  try {
    const manifest = parse(backupManifest, await expectFrame(frames, MANIFEST, path), path);
    await reader.begin(manifest);
    const tables: CopiedTable[] = [];
    for (const table of manifest.tables) {
      await expectFrame(frames, TABLE, path);
      tables.push(await readTable(frames, table, reader, path));
    }
    const end = parse(backupEnd, await expectFrame(frames, END, path), path);
    if (JSON.stringify(end.tables) !== JSON.stringify(tables))
      throw damaged(path, 'the tables do not match the table list at the end of the file');
    const { done } = await frames.next();
    if (!done) throw damaged(path, 'there is data after its end');
    await reader.end(end);
    return { manifest, end };
  } finally {
    await frames.return(undefined);
  }
}

async function readTable(
  frames: AsyncGenerator<Frame>,
  table: BackedUpTable,
  reader: ContentReader,
  path: string,
): Promise<CopiedTable> {
  const count = countRows();
  let last: Frame | undefined;
  async function* rows() {
    for (;;) {
      const frame = await nextFrame(frames, path);
      if (frame.kind !== ROWS) {
        last = frame;
        return;
      }
      count.add(frame.payload);
      yield frame.payload;
    }
  }
  await reader.table(table, rows());
  if (last?.kind !== TABLE_END) throw damaged(path, `the rows of ${table.name} are incomplete`);
  const total = count.total(table.name);
  const written = parse(copiedTable, last, path);
  if (JSON.stringify(written) !== JSON.stringify(total)) {
    throw damaged(
      path,
      `${table.name} has ${total.rows} rows instead of ${written.rows}, or their content differs`,
    );
  }
  return total;
}

async function nextFrame(frames: AsyncGenerator<Frame>, path: string): Promise<Frame> {
  const { done, value } = await frames.next();
  if (done) throw damaged(path, 'the file is truncated');
  return value;
}

async function expectFrame(frames: AsyncGenerator<Frame>, kind: string, path: string): Promise<Frame> {
  const frame = await nextFrame(frames, path);
  if (frame.kind !== kind) throw damaged(path, `found a frame ${frame.kind} instead of ${kind}`);
  return frame;
}

function parse<Schema extends z.ZodType>(schema: Schema, { payload }: Frame, path: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(payload.toString()));
  } catch (cause) {
    throw damaged(path, 'its description cannot be read', cause);
  }
}
