import type { Database } from '../../platform/database/connect.ts';
import { ROLES } from '../../platform/database/database-roles.ts';

export interface DatabaseFacts {
  version: string;
  /** The server version as a number, for example 150004. */
  versionNumber: number;
  fsync: boolean;
  /** Whether a committed transaction is always on disk. */
  synchronousCommit: boolean;
  nowMs: number;
  roles: { name: string; bypassesRowSecurity: boolean }[];
  /** Facts about the connection that this query uses. */
  connection: { isEncrypted: boolean; isLocal: boolean };
}

export async function readDatabaseFacts(db: Database): Promise<DatabaseFacts> {
  const [row] = await db<
    {
      version: string;
      version_number: number;
      fsync: string;
      synchronous_commit: string;
      now: Date;
      roles: DatabaseFacts['roles'];
      is_encrypted: boolean;
      is_local: boolean;
    }[]
  >`
    SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS version_number,
      current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous_commit,
      clock_timestamp() AS now,
      (SELECT coalesce(json_agg(json_build_object('name', rolname, 'bypassesRowSecurity', rolsuper OR rolbypassrls)
         ORDER BY rolname), '[]') FROM pg_roles WHERE rolname::text = ANY (${[...ROLES]})) AS roles,
      coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS is_encrypted,
      coalesce(inet_server_addr() = inet_client_addr() OR inet_client_addr() << '127.0.0.0/8', true) AS is_local`;
  if (row === undefined) throw new Error('the database returned no row');
  return {
    version: row.version,
    versionNumber: row.version_number,
    fsync: row.fsync === 'on',
    synchronousCommit: row.synchronous_commit !== 'off',
    nowMs: row.now.getTime(),
    roles: row.roles,
    connection: { isEncrypted: row.is_encrypted, isLocal: row.is_local },
  };
}

export interface ReplicaFacts {
  isStandby: boolean;
  /** By the clocks of the replica and the primary. Null if the service has never written a beat. */
  lagSeconds: number | null;
}

export async function readReplicaFacts(db: Database): Promise<ReplicaFacts> {
  const [facts] = await db<ReplicaFacts[]>`
    SELECT pg_is_in_recovery() AS "isStandby",
      (SELECT greatest(0, extract(epoch FROM clock_timestamp() - at))::double precision FROM replica_beat) AS "lagSeconds"`;
  if (facts === undefined) throw new Error('the database returned no row');
  return facts;
}
