/** Explains a failed start to the operator. Never shows the password in DATABASE_URL. */
import { isUnavailable } from './platform/database/is-unavailable.ts';
import { StartError } from './platform/start-error.ts';
import type { Settings } from './settings-table.ts';

/** Wrong password, unknown user, unknown database, no permission to connect. */
const REFUSED: ReadonlySet<unknown> = new Set(['28P01', '28000', '3D000', '42501']);
const DISK_FULL: ReadonlySet<unknown> = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** Returns unrelated errors unchanged. */
export function explainStartFailure(
  error: unknown,
  { DATABASE_URL: url, SERAI_DATA_DIR: dataDir }: Pick<Settings, 'DATABASE_URL' | 'SERAI_DATA_DIR'>,
): unknown {
  if (error instanceof StartError || !(error instanceof Error)) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (DISK_FULL.has(code)) {
    const where =
      url === undefined ? `The disk with ${dataDir}` : 'A disk on this machine or on the database server';
    return new StartError(`${where} is full: ${error.message}.`, 'Free some space, then start again.', {
      cause: error,
    });
  }
  return url === undefined ? error : explainServerFailure(error, code, url);
}

function explainServerFailure(error: Error, code: string | undefined, url: string): Error {
  const where = `The database server at ${new URL(url).host || 'DATABASE_URL'}`;
  if (REFUSED.has(code)) {
    return new StartError(
      `${where} refused the connection: ${error.message}.`,
      'Check the user, password and database name in DATABASE_URL.',
      { cause: error },
    );
  }
  if (!isUnavailable(error)) return error;
  return new StartError(
    `${where} is unreachable: ${error.message}.`,
    'Correct DATABASE_URL, or start that server. Without DATABASE_URL, the embedded database is used.',
    { cause: error },
  );
}
