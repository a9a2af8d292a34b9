/** Stores the running processes and their heartbeats. The database clock decides which of them are alive. */
import type { Database } from '../database/connect.ts';
import type { NodeRow } from '../database/generated/tables.ts';

export interface LiveNode {
  id: string;
  role: string;
  version: string;
  /** The newest format of shared values that the node can read. */
  format: number;
  startedAt: Date;
  seenAt: Date;
}

export async function beat(
  db: Database,
  node: Pick<LiveNode, 'id' | 'role' | 'version' | 'format'>,
): Promise<void> {
  await db`
    INSERT INTO node (id, role, version, format)
    VALUES (${node.id}, ${node.role}, ${node.version}, ${node.format})
    ON CONFLICT (id) DO UPDATE SET seen_at = now()`;
}

export async function listLiveNodes(db: Database): Promise<LiveNode[]> {
  const rows = await db<NodeRow[]>`
    SELECT id, role, version, format, started_at, seen_at FROM node
    WHERE seen_at > now() - interval '15 seconds' ORDER BY started_at, id LIMIT 1000`;
  return rows.map(row => ({
    id: row.id,
    role: row.role,
    version: row.version,
    format: row.format,
    startedAt: row.started_at,
    seenAt: row.seen_at,
  }));
}

export async function removeNode(db: Database, id: string): Promise<void> {
  await db`DELETE FROM node WHERE id = ${id} OR seen_at < now() - interval '1 day'`;
}
