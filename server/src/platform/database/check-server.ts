/** Rejects a database server on which Serai could not keep its guarantees. */
import { StartError } from '../start-error.ts';
import type { Database } from './connect.ts';
import { ROLES, SERVICE_ROLE } from './database-roles.ts';

export interface ServerFacts {
  version: number;
  encoding: string;
  fsync: string;
  user_name: string;
  /** The application roles that bypass row security. */
  unbound: string[];
}

/** Version 15.0 in the format of `server_version_num`. */
export const OLDEST_VERSION = 150_000;

/** `db` must be a handle of the application, not of the owner. */
export async function checkServer(db: Database): Promise<void> {
  checkFacts(await readFacts(db));
}

export async function readFacts(db: Database): Promise<ServerFacts> {
  const [server] = await db<ServerFacts[]>`
    SELECT current_setting('server_version_num')::integer AS version, current_setting('server_encoding') AS encoding,
      current_setting('fsync') AS fsync, current_user AS user_name,
      ARRAY(SELECT rolname::text FROM pg_roles WHERE rolname = ANY (${[...ROLES]}::text[]) AND (rolsuper OR rolbypassrls)) AS unbound`;
  if (server === undefined) throw new Error('The server returned no settings');
  return server;
}

/** The number of connections that the server admits for applications. */
export async function readConnectionLimit(db: Database): Promise<number> {
  const [limit] = await db<{ connections: number }[]>`
    SELECT current_setting('max_connections')::integer
      - current_setting('superuser_reserved_connections')::integer AS connections`;
  return limit?.connections ?? Number.POSITIVE_INFINITY;
}

export function checkFacts(server: ServerFacts): void {
  if (server.version < OLDEST_VERSION) {
    throw new StartError(
      `The database server is PostgreSQL ${Math.floor(server.version / 10_000)}. Serai requires 15 or later.`,
      'Upgrade the server, or unset DATABASE_URL to use the embedded database.',
    );
  }
  if (server.encoding !== 'UTF8') {
    throw new StartError(
      `The database has the encoding ${server.encoding}. Serai requires UTF8.`,
      "Recreate it: CREATE DATABASE <name> ENCODING 'UTF8' TEMPLATE template0;",
    );
  }
  if (server.fsync !== 'on') {
    throw new StartError(
      'The database server runs with fsync off, so a power failure could lose confirmed bookings.',
      'Set `fsync = on` in postgresql.conf and reload the server.',
    );
  }
  if (server.user_name !== SERVICE_ROLE) {
    throw new StartError(
      `The application runs as ${server.user_name} instead of ${SERVICE_ROLE}, so partners would not be isolated.`,
      'If a connection pooler shares sessions, set SERAI_DATABASE_POOLER=transaction.',
    );
  }
  if (server.unbound.length > 0) {
    throw new StartError(
      `Row security does not apply to ${server.unbound.join(', ')}, so partners would not be isolated.`,
      `As an administrator run: ${server.unbound.map(role => `ALTER ROLE ${role} NOSUPERUSER NOBYPASSRLS;`).join(' ')}`,
    );
  }
}
