/**
 * Prevents a second process from using the data folder. The lock is an operating system lock, taken through SQLite, so
 * it ends with the process however that dies. A reused process id or another container cannot confuse it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../../start-error.ts';

export interface FolderLock {
  release(): void;
}

const SQLITE_BUSY = 5;

export function lockFolder(dataDir: string): FolderLock {
  const ownerFile = join(dataDir, 'serai.owner');
  const lock = new DatabaseSync(join(dataDir, 'serai.lock'), { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    if ((cause as { errcode?: number }).errcode !== SQLITE_BUSY) throw cause;
    throw new StartError(
      `The data folder ${dataDir} is used by another Serai process${describeOwner(ownerFile)}.`,
      'Stop that process first, or choose another folder with SERAI_DATA_DIR. Several processes can share one PostgreSQL server through DATABASE_URL.',
      { cause },
    );
  }
  writeFileSync(ownerFile, `${process.pid} ${hostname()}\n`, { mode: 0o600 });
  return { release: () => lock.close() };
}

function describeOwner(ownerFile: string): string {
  try {
    const [pid, host] = readFileSync(ownerFile, 'utf8').trim().split(' ');
    return host === hostname() ? ` (process ${pid})` : ` (process ${pid} on ${host})`;
  } catch {
    return '';
  }
}
