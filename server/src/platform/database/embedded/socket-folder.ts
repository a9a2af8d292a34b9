/**
 * The folder for the server's Unix socket. Its mode is 0700, because every user who can enter it is a database
 * superuser.
 */
import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { StartError } from '../../start-error.ts';

/** PostgreSQL names its socket after a port even if it does not listen on one. */
const SOCKET_NAME = '.s.PGSQL.5432';
/** The kernel's limit for the path of a Unix socket, without the terminating NUL. */
const MAX_SOCKET_PATH_BYTES = process.platform === 'darwin' ? 103 : 107;

export interface SocketFolder {
  folder: string;
  socketPath: string;
}

export function socketFolderFor(dataFolder: string): SocketFolder {
  const dataDir = resolve(dataFolder);
  const inData = join(dataDir, 'postgres-socket');
  if (fits(inData)) return describe(inData);
  const name = `serai-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  const inTemporary = join(tmpdir(), name);
  return describe(fits(inTemporary) ? inTemporary : join('/tmp', name));
}

export async function prepareSocketFolder(
  folder: string,
  owner: { uid: number; gid: number },
): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch(error => {
    if (error.code !== 'EEXIST') throw error;
  });
  const found = await lstat(folder);
  const ours = found.uid === owner.uid || found.uid === process.getuid?.();
  if (!found.isDirectory() || !ours) {
    throw new StartError(
      `${folder}, the socket folder of the embedded database, belongs to another user.`,
      'Remove it, or use SERAI_DATA_DIR to choose a data folder with a shorter path.',
    );
  }
  await chmod(folder, 0o700);
  for (const left of await readdir(folder)) await rm(join(folder, left));
  if (found.uid !== owner.uid) await chown(folder, owner.uid, owner.gid);
}

function describe(folder: string): SocketFolder {
  return { folder, socketPath: join(folder, SOCKET_NAME) };
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, SOCKET_NAME)) <= MAX_SOCKET_PATH_BYTES;
}
