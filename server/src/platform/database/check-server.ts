/** Refuses a database server on which the promises of this program would not hold. */
import { StartError } from '../start-error.ts';
import { APP_ROLE, type Database } from './connect.ts';

export interface ServerFacts {
  version: number;
  encoding: string;
  fsync: string;
  user_name: string;
  session_name: string;
  bypasses: boolean;
}

/** As `server_version_num` tells it: 15.0. */
export const OLDEST_VERSION = 150_000;

/** `db` is the application's. */
export async function checkServer(db: Database): Promise<void> {
  checkFacts(await readFacts(db));
}

export async function readFacts(db: Database): Promise<ServerFacts> {
  const [server] = await db<ServerFacts[]>`
    SELECT current_setting('server_version_num')::integer AS version, current_setting('server_encoding') AS encoding,
      current_setting('fsync') AS fsync, current_user AS user_name, quote_ident(session_user) AS session_name,
      rolsuper OR rolbypassrls AS bypasses
    FROM pg_roles WHERE rolname = current_user`;
  if (server === undefined) throw new Error('The server did not describe itself');
  return server;
}

export function checkFacts(server: ServerFacts): void {
  if (server.version < OLDEST_VERSION) {
    throw new StartError(
      `The database server is PostgreSQL ${Math.floor(server.version / 10_000)}; Serai needs 15 or later.`,
      'Upgrade the server, or unset DATABASE_URL to use the embedded database.',
    );
  }
  if (server.encoding !== 'UTF8') {
    throw new StartError(
      `The database has the encoding ${server.encoding}; Serai needs UTF8.`,
      "Create it anew: CREATE DATABASE <name> ENCODING 'UTF8' TEMPLATE template0;",
    );
  }
  if (server.fsync !== 'on') {
    throw new StartError(
      'The database server runs with fsync off: a power cut would lose confirmed bookings.',
      'Set `fsync = on` in postgresql.conf and reload the server.',
    );
  }
  if (server.user_name !== APP_ROLE || server.bypasses) {
    throw new StartError(
      `The application works as ${server.user_name} instead of ${APP_ROLE}, so organisations would not be kept apart.`,
      `Behind a pooler its sessions must begin so. Run, then restart the pooler:\n  ${poolerLogin(server.session_name)}`,
    );
  }
}

/** What `openDatabase` sets itself where there is no pooler. */
function poolerLogin(user: string): string {
  const settings = [
    `role = '${APP_ROLE}'`,
    "statement_timeout = '10s'",
    "lock_timeout = '2s'",
    "idle_in_transaction_session_timeout = '30s'",
  ];
  return settings.map(setting => `ALTER ROLE ${user} SET ${setting};`).join('\n  ');
}
