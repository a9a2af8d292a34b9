/** Reports clearly if the data folder belongs to another user, before an obscure failure occurs. */
import { lchown, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../../start-error.ts';
import { NOBODY } from './run-as.ts';

/** Returns the owner of the cluster, if it exists. */
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

/** Makes the user of the server the owner of a folder and its content. */
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
    `Run Serai as ${name(owner)}, or change the owner with \`chown -R ${uid} '${dataDir}'\`, or choose another with SERAI_DATA_DIR.`,
  );
}
