/** Turns the output of a failed child process or file operation into an error that an operator can act on. */
import { statfs } from 'node:fs/promises';
import { StartError } from '../../start-error.ts';

const LAST_LINES = 12;
const FULL = /No space left on device|Check free disk space|Disk quota exceeded|ENOSPC|EDQUOT/;
const FORBIDDEN = /EACCES|EPERM|EROFS|Permission denied|Read-only file system/;

export async function explainFailure(what: string, output: string, dataDir: string): Promise<StartError> {
  const lines = output.trim().split('\n').slice(-LAST_LINES).join('\n');
  if (FULL.test(output)) {
    return new StartError(
      `${what}: the disk with ${dataDir} is full (${await freeSpace(dataDir)} free).`,
      'Free some space, or move the data folder with SERAI_DATA_DIR, then start again. No confirmed data is lost.',
    );
  }
  if (FORBIDDEN.test(output)) {
    return new StartError(
      `${what}: this user is not allowed to write to ${dataDir}.\n${lines}`,
      `Make the user that runs Serai the owner of the folder (\`chown -R <user> '${dataDir}'\`), or choose another with SERAI_DATA_DIR.`,
    );
  }
  return new StartError(
    `${what}. Output:\n${lines}`,
    `The complete log is in ${dataDir}/postgres.log. If you cannot fix this, set DATABASE_URL to a PostgreSQL server.`,
  );
}

async function freeSpace(folder: string): Promise<string> {
  const { bavail, bsize } = await statfs(folder);
  return `${Math.floor((bavail * bsize) / 2 ** 20)} MB`;
}
