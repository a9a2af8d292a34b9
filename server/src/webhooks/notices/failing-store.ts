import type { Database } from '../../platform/database/connect.ts';
import type { WebhookEndpointRow } from '../../platform/database/generated/tables.ts';
import { APART_MS } from './failing-stages.ts';
import { endNotices, insertNotice, type NoticeKind } from './notice-store.ts';

export type FailingEndpoint = Pick<WebhookEndpointRow, 'endpoint_id' | 'url'> & { last_error: string | null };

/** Maximum number of endpoints per run. The next run continues. */
const LIMIT = 500;

/**
 * Lists endpoints that have failed for `afterMs` and received `stage` notices, the last of them at least a day ago. The
 * time before an endpoint was enabled again does not count.
 */
export async function listFailing(db: Database, stage: number, afterMs: number): Promise<string[]> {
  const rows = await db<{ endpoint_id: string }[]>`
    SELECT endpoint_id FROM webhook_endpoint
    WHERE failing_since IS NOT NULL AND status = 'ENABLED' AND told_stage = ${stage} AND ${failedFor(db, afterMs)}
    ORDER BY failing_since, endpoint_id LIMIT ${LIMIT}`;
  return rows.map(row => row.endpoint_id);
}

/** Returns undefined if the owner has been notified, or the endpoint has succeeded or stopped, since it was listed. */
export async function lockFailing(
  tx: Database,
  endpointId: string,
  stage: number,
  afterMs: number,
): Promise<FailingEndpoint | undefined> {
  const [endpoint] = await tx<FailingEndpoint[]>`
    SELECT endpoint_id, url, (
      SELECT error FROM webhook_attempt AS attempt
      WHERE attempt.endpoint_id = endpoint.endpoint_id ORDER BY at DESC LIMIT 1
    ) AS last_error
    FROM webhook_endpoint AS endpoint
    WHERE endpoint_id = ${endpointId} AND failing_since IS NOT NULL AND status = 'ENABLED' AND told_stage = ${stage}
      AND ${failedFor(tx, afterMs)}
    FOR NO KEY UPDATE OF endpoint`;
  return endpoint;
}

/** Ends the previous notice, so that an endpoint has only one open notice at a time. */
export async function insertStageNotice(
  tx: Database,
  endpointId: string,
  stage: number,
  kind: NoticeKind,
  text: string,
): Promise<void> {
  await tx`UPDATE webhook_endpoint SET told_stage = ${stage} WHERE endpoint_id = ${endpointId}`;
  await endNotices(tx, endpointId);
  await insertNotice(tx, endpointId, kind, text);
}

function failedFor(db: Database, afterMs: number) {
  return db`
    greatest(failing_since, clock_from) <= serai_now() - ${afterMs}::float8 * interval '1 millisecond'
    AND NOT EXISTS (
      SELECT FROM notice WHERE subject_id = endpoint_id AND ended_at IS NULL
        AND at > serai_now() - ${APART_MS}::float8 * interval '1 millisecond')`;
}
