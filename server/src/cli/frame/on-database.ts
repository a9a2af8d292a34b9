/** Runs a command that works on the database itself, and puts what can go wrong there into words. */

import type { Database } from '../../platform/database/connect.ts';
import { isUnavailable } from '../../platform/database/is-unavailable.ts';
import { TextFileError } from '../../platform/text-files/text-file-error.ts';
import type { Settings } from '../../settings-table.ts';
import { withCommandDatabase } from './command-database.ts';
import { CliFailure, EXIT } from './failure.ts';

export async function onDatabase<T>(settings: Settings, work: (db: Database) => Promise<T>): Promise<T> {
  try {
    return await withCommandDatabase(settings, work);
  } catch (error) {
    if (error instanceof TextFileError) {
      throw new CliFailure(EXIT.failed, error.message, { hint: error.hint, cause: error });
    }
    if (!isUnavailable(error)) throw error;
    throw new CliFailure(EXIT.unreachable, 'The database cannot be reached, or was lost on the way.', {
      details: [(error as Error).message],
      hint: 'Nothing was written. Check DATABASE_URL and that the server runs; serai doctor tells more.',
      cause: error,
    });
  }
}
