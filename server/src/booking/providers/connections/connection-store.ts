/** Changed provider settings: the operator's settings for all partners, and the settings of single partners. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Statement } from '../../../platform/database/statement.ts';
import { type Connection, type Connections, connectionKey } from './connection.ts';

export interface StoredConnection extends Connection {
  createdAt: Date;
  updatedAt: Date;
}

export interface ConnectionId {
  organisationId: string;
  environment: Environment;
  code: string;
}

/** Far more than the number of providers. */
const MAX_CONNECTIONS = 1_000;

export async function listConnections(
  db: Database,
  organisationId: string,
): Promise<Connections<StoredConnection>> {
  const rows = await db<(StoredConnection & Pick<ConnectionId, 'environment' | 'code'>)[]>`
    SELECT environment, code, ${columns(db)} FROM provider_connection
    WHERE organisation_id = ${organisationId} ORDER BY environment, code LIMIT ${MAX_CONNECTIONS}`;
  return new Map(
    rows.map(({ environment, code, ...connection }) => [connectionKey(environment, code), connection]),
  );
}

/** The settings that apply to a partner. Its own settings override those of the operator. */
export async function listEffectiveConnections(db: Database, partnerId: string): Promise<Connections> {
  const rows = await db<(StoredConnection & Pick<ConnectionId, 'environment' | 'code'>)[]>`
    SELECT environment, code, ${columns(db)} FROM provider_connection
    WHERE organisation_id IN (${partnerId}, (SELECT id FROM organisation WHERE kind = 'OPERATOR'))
    ORDER BY organisation_id = ${partnerId}, environment, code LIMIT ${MAX_CONNECTIONS}`;
  return new Map(
    rows.map(({ environment, code, ...connection }) => [connectionKey(environment, code), connection]),
  );
}

export type PartnerConnection = Connection & { partnerId: string };

/** The settings of single partners, by `connectionKey`. */
export async function listPartnerConnections(
  db: Database,
  operatorId: string,
): Promise<Map<string, PartnerConnection[]>> {
  const rows = await db<(PartnerConnection & Pick<ConnectionId, 'environment' | 'code'>)[]>`
    SELECT organisation_id AS "partnerId", environment, code, ${columns(db)} FROM provider_connection
    WHERE organisation_id <> ${operatorId} ORDER BY organisation_id, environment, code LIMIT ${MAX_CONNECTIONS}`;
  return Map.groupBy(rows, ({ environment, code }) => connectionKey(environment, code));
}

/** Returns the deleted settings, or undefined if there were none. */
export async function deleteConnection(
  tx: Database,
  { organisationId, environment, code }: ConnectionId,
): Promise<StoredConnection | undefined> {
  const [row] = await tx<StoredConnection[]>`
    DELETE FROM provider_connection
    WHERE organisation_id = ${organisationId} AND environment = ${environment} AND code = ${code}
    RETURNING ${columns(tx)}`;
  return row;
}

/** Locks the row until the transaction ends. A missing row is first inserted with the given values. */
export async function lockConnection(
  tx: Database,
  { organisationId, environment, code }: ConnectionId,
  { name, enabled, preference, timeoutMs }: Connection,
): Promise<StoredConnection> {
  await tx`
    INSERT INTO provider_connection (organisation_id, environment, code, name, enabled, preference, timeout_ms,
      created_at, updated_at)
    SELECT ${organisationId}, ${environment}, ${code}, ${name}, ${enabled}, ${preference}, ${timeoutMs}, now, now
    FROM (SELECT serai_now() AS now) AS clock
    ON CONFLICT DO NOTHING`;
  const [row] = await tx<StoredConnection[]>`
    SELECT ${columns(tx)} FROM provider_connection
    WHERE organisation_id = ${organisationId} AND environment = ${environment} AND code = ${code} FOR UPDATE`;
  if (row === undefined) throw new Error('a connection that was just written does not exist');
  return row;
}

export async function updateConnection(
  tx: Database,
  { organisationId, environment, code }: ConnectionId,
  { name, enabled, preference, timeoutMs, supportContact }: Connection,
): Promise<StoredConnection> {
  const [row] = await tx<StoredConnection[]>`
    UPDATE provider_connection SET name = ${name}, enabled = ${enabled}, preference = ${preference},
      timeout_ms = ${timeoutMs}, support_contact = ${supportContact && tx.json(supportContact)},
      updated_at = serai_now()
    WHERE organisation_id = ${organisationId} AND environment = ${environment} AND code = ${code}
    RETURNING ${columns(tx)}`;
  if (row === undefined) throw new Error('a locked connection does not exist');
  return row;
}

function columns(db: Database): Statement {
  return db`name, enabled, preference, timeout_ms AS "timeoutMs", support_contact AS "supportContact",
    created_at AS "createdAt", updated_at AS "updatedAt"`;
}
