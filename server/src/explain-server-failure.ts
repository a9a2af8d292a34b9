/** Why the server of DATABASE_URL cannot be used, in words an operator can act on. Never shows the password. */
import { isUnavailable } from './platform/database/is-unavailable.ts';
import { StartError } from './platform/start-error.ts';

/** Wrong password, no such user, no such database, no permission to connect. */
const REFUSED: ReadonlySet<unknown> = new Set(['28P01', '28000', '3D000', '42501']);

/** The same error where it is about something else. */
export function explainServerFailure(error: unknown, url: string): unknown {
  if (error instanceof StartError || !(error instanceof Error)) return error;
  const where = `The database server at ${new URL(url).host || 'DATABASE_URL'}`;
  if (REFUSED.has((error as { code?: unknown }).code)) {
    return new StartError(
      `${where} refused the connection: ${error.message}.`,
      'Correct the user, the password and the database in DATABASE_URL.',
      { cause: error },
    );
  }
  if (!isUnavailable(error)) return error;
  return new StartError(
    `${where} cannot be reached: ${error.message}.`,
    'Correct DATABASE_URL or start that server; without DATABASE_URL the embedded database is used.',
    { cause: error },
  );
}
