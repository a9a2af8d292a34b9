/** Checks the owner of the data folder and locks it for one process. */
import { readFileSync, writeFileSync } from 'node:fs';
import { lchown, lstat, readdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../../start-error.ts';
import { NOBODY } from './run-as.ts';

export interface FolderLock {
  release(): void;
}

const SQLITE_BUSY = 5;

/**
 * Prevents a second process from using the data folder. This is an operating system lock, taken through SQLite, so it
 * is released however the process ends. Unlike a pid file, it is not confused by reused process ids, and it also
 * excludes processes in other containers.
 */
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

/**
 * Throws a clear error if the folder belongs to another user. Returns the owner of the cluster, if there is a cluster.
 */
export async function checkFolderOwner(dataDir: string, clusterDir: string): Promise<number | undefined> {
  const uid = process.getuid?.() ?? 0;
  const lockOwner = await ownerOf(join(dataDir, 'serai.lock'));
  const clusterOwner = await ownerOf(clusterDir);
  const mayBelongTo = uid === 0 ? [0, NOBODY] : [uid];
  for (const owner of [lockOwner, clusterOwner]) {
    if (owner !== undefined && !mayBelongTo.includes(owner)) throw foreign(dataDir, owner, uid);
  }
  return clusterOwner;
}

export async function changeOwner(path: string, owner: { uid: number; gid: number }): Promise<void> {
  const entries = await readdir(path, { recursive: true });
  for (const entry of entries) await lchown(join(path, entry), owner.uid, owner.gid);
  await lchown(path, owner.uid, owner.gid);
}

async function ownerOf(path: string): Promise<number | undefined> {
  try {
    return (await lstat(path)).uid;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw error;
  }
}

function foreign(dataDir: string, owner: number, uid: number): StartError {
  const name = (id: number) => (id === 0 ? 'root' : `the user with id ${id}`);
  return new StartError(
    `The data folder ${dataDir} belongs to ${name(owner)}, but this process runs as ${name(uid)}.`,
    `Run Serai as ${name(owner)}, or change the owner with \`chown -R ${uid} '${dataDir}'\`, or choose another folder with SERAI_DATA_DIR.`,
  );
}
