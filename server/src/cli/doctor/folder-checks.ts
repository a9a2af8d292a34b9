import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MASTER_KEY_FILE, OPERATOR_TOKEN_FILE } from '../../platform/secrets/secret-file.ts';
import type { Settings } from '../../settings-table.ts';
import { type CheckResult, ok, problem, warning } from './check-result.ts';

const LITTLE_BYTES = 2 * 2 ** 30;
const TOO_LITTLE_BYTES = 256 * 2 ** 20;

export async function folderCheck(folder: string): Promise<CheckResult> {
  const name = 'Data folder';
  const found = await stat(folder).catch(() => undefined);
  if (found !== undefined && !found.isDirectory()) {
    return problem(
      name,
      `${folder} is not a folder.`,
      'Move it elsewhere, or set SERAI_DATA_DIR to another folder.',
    );
  }
  const nearest = found === undefined ? await existingParent(folder) : folder;
  try {
    await access(nearest, constants.W_OK | constants.X_OK);
  } catch {
    return problem(
      name,
      `this user cannot write to ${nearest}.`,
      'Make the user that runs Serai its owner, or set SERAI_DATA_DIR to another folder.',
    );
  }
  return ok(
    name,
    found === undefined
      ? `${folder} does not exist yet and will be created at the first start`
      : `${folder} is writable`,
  );
}

export async function freeSpaceCheck(folder: string): Promise<CheckResult> {
  const { bavail, bsize } = await statfs(await existingParent(folder));
  return judgeFreeSpace(bavail * bsize, folder);
}

export function judgeFreeSpace(bytes: number, folder: string): CheckResult {
  const name = 'Free space';
  const text = `${(bytes / 2 ** 30).toFixed(1)} GiB free at ${folder}`;
  const mend = 'Free some space, or move the data folder and set SERAI_DATA_DIR.';
  if (bytes < TOO_LITTLE_BYTES) return problem(name, text, mend);
  return bytes < LITTLE_BYTES ? warning(name, text, mend) : ok(name, text);
}

export async function operatorTokenCheck({
  SERAI_DATA_DIR,
  SERAI_OPERATOR_TOKEN,
}: Settings): Promise<CheckResult> {
  const name = 'Operator token';
  if (SERAI_OPERATOR_TOKEN !== undefined) return ok(name, 'set by SERAI_OPERATOR_TOKEN');
  return secretFileCheck(name, join(SERAI_DATA_DIR, OPERATOR_TOKEN_FILE));
}

export async function masterKeyCheck({ SERAI_DATA_DIR, SERAI_MASTER_KEY }: Settings): Promise<CheckResult> {
  const name = 'Master key';
  if (SERAI_MASTER_KEY !== undefined) return ok(name, 'set by SERAI_MASTER_KEY');
  return secretFileCheck(name, join(SERAI_DATA_DIR, MASTER_KEY_FILE));
}

async function secretFileCheck(name: string, path: string): Promise<CheckResult> {
  try {
    const { mode } = await stat(path);
    const isOpen = (mode & 0o077) !== 0 && process.platform !== 'win32';
    if (isOpen) return problem(name, `other users can read ${path}.`, `Run: chmod 600 ${path}`);
    await access(path, constants.R_OK);
    return ok(name, `in ${path}, readable only by its owner`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return warning(
        name,
        `${path} does not exist yet.`,
        'The first start creates it. If Serai has been started before, set SERAI_DATA_DIR to the folder it uses.',
      );
    }
    return problem(name, `this user cannot read ${path}.`, 'Run this command as the user that runs Serai.');
  }
}

async function existingParent(folder: string): Promise<string> {
  const exists = await stat(folder).then(
    () => true,
    () => false,
  );
  return exists || dirname(folder) === folder ? folder : existingParent(dirname(folder));
}
