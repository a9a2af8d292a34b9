/** A secret in a file that only its owner may read. It is created once, even if several processes try concurrently. */
import { link, open, readFile, stat, unlink } from 'node:fs/promises';
import { newId } from '../ids/ids.ts';
import { StartError } from '../start-error.ts';

/** File names in the data folder. */
export const OPERATOR_TOKEN_FILE = 'operator-token';
export const MASTER_KEY_FILE = 'master-key';

/** Returns the content of the file. If the file does not exist, it is created with `make`. */
export async function secretFile(path: string, make: () => string): Promise<string> {
  const present = await readSecretFile(path);
  if (present !== undefined) return present;
  // The file is written under a temporary name and then linked, so that readers and crashes never see half a secret.
  const aside = `${path}.${newId('node')}`;
  const file = await open(aside, 'wx', 0o600);
  try {
    await file.writeFile(`${make()}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await link(aside, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(aside);
  return (await readSecretFile(path)) as string;
}

export async function readSecretFile(path: string): Promise<string | undefined> {
  try {
    const { mode } = await stat(path);
    // Windows does not support such modes and reports 0666.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new StartError(`Other users may read ${path}.`, `Run: chmod 600 ${path}`);
    }
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code === 'EACCES') {
      throw new StartError(
        `This user is not allowed to read ${path}.`,
        'Start Serai as the user who owns the file.',
      );
    }
    throw error;
  }
}
