import type { Database } from '../../platform/database/connect.ts';
import { ofPartner } from '../../platform/database/of-partner.ts';
import { ofClients } from './request-read-store.ts';

export interface SeenClient {
  /** The column by which the rows are grouped. */
  kind: 'address' | 'version';
  value: string | null;
  requests: number;
  forbidden: number;
  lastAt: Date;
}

export interface SeenClients {
  /** The number of examined rows and the time of the oldest one. */
  examined: number;
  oldestAt: Date | null;
  clients: SeenClient[];
}

interface ClientBounds {
  from: Date;
  maxRows: number;
  maxShown: number;
}

/**
 * Examines the newest rows of the key, using the index request_log_by_key. The caller must have checked who owns the
 * key.
 */
export async function listSeenClients(
  db: Database,
  keyId: string,
  { from, maxRows, maxShown }: ClientBounds,
): Promise<SeenClients> {
  const rows = await db<(Omit<SeenClient, 'kind'> & { kind: SeenClient['kind'] | 'all'; oldestAt: Date })[]>`
    WITH newest AS MATERIALIZED (
      SELECT address, client_version, status, at FROM request_log
      WHERE key_id = ${keyId} AND at >= ${from} ORDER BY at DESC, id DESC LIMIT ${maxRows}
    ), grouped AS (
      SELECT
        CASE WHEN GROUPING(address) = 0 THEN 'address' WHEN GROUPING(client_version) = 0 THEN 'version' ELSE 'all' END AS kind,
        coalesce(address, client_version) AS value, count(*) AS requests, count(*) FILTER (WHERE status = 403) AS forbidden,
        max(at) AS last_at, min(at) AS oldest_at
      FROM newest GROUP BY GROUPING SETS ((address), (client_version), ())
    ), ranked AS (
      SELECT *, row_number() OVER (PARTITION BY kind ORDER BY last_at DESC, value) AS place FROM grouped
      WHERE requests > 0
    )
    SELECT kind, value, requests, forbidden, last_at AS "lastAt", oldest_at AS "oldestAt" FROM ranked
    WHERE place <= ${maxShown} ORDER BY kind, place`;
  const all = rows.find(({ kind }) => kind === 'all');
  return {
    examined: all?.requests ?? 0,
    oldestAt: all?.oldestAt ?? null,
    clients: rows.filter(row => row.kind !== 'all') as SeenClient[],
  };
}

export interface BookedBy {
  keyId: string;
  bookingId: string;
}

/**
 * Lists the successful booking requests of a period with their booking and key, newest first, using the index
 * request_log_booked.
 */
export async function listBookedBy(
  db: Database,
  filter: {
    organisationId: string | undefined;
    environment: string;
    keyId: string | undefined;
    from: Date;
    to: Date;
  },
  limit: number,
): Promise<BookedBy[]> {
  const { organisationId, environment, keyId, from, to } = filter;
  const rows = await db<BookedBy[]>`
    SELECT key_id AS "keyId", booking_id AS "bookingId" FROM request_log
    WHERE ${ofPartner(db, organisationId)} AND environment = ${environment} AND at >= ${from} AND at < ${to}
      AND operation = 'booking' AND booking_id IS NOT NULL AND status BETWEEN 200 AND 299
      ${keyId === undefined ? ofClients(db) : db`AND key_id = ${keyId}`}
    ORDER BY at DESC, id DESC LIMIT ${limit}`;
  return [...rows];
}
