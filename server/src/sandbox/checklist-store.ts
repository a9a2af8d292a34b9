import type { ChecklistItem } from '@serai/contract/account/sandbox.ts';
import type { ErrorCode } from '@serai/contract/errors.ts';
import type { Database } from '../platform/database/connect.ts';
import { DASHBOARD_USER_AGENT } from '../platform/http/dashboard-user-agent.ts';

interface SandboxKey {
  name: string;
  environment: string;
}

export async function findSandboxKey(
  db: Database,
  organisationId: string,
  keyId: string,
): Promise<SandboxKey | undefined> {
  const [key] = await db<SandboxKey[]>`
    SELECT name, environment FROM api_key
    WHERE id = ${keyId} AND organisation_id = ${organisationId} AND purpose = 'CLIENT'`;
  return key;
}

const MAX_EXAMINED = 20_000;

/** The provider or the stock rejected the booking. Other conflicts, such as a reused quote, are faults of the program. */
const REJECTIONS: ErrorCode[] = ['BOOKING_REJECTED', 'OFFER_NOT_AVAILABLE', 'PRICE_CHANGED'];

type Seen = Record<ChecklistItem, Date | null>;

/**
 * When each item was last seen. Reads the newest requests of the key in the order of the index request_log_by_key.
 * Requests that a person sent from the dashboard with this key do not count. A program has continued after an error if a
 * later request succeeded.
 */
export async function readSeen(db: Database, organisationId: string, keyId: string): Promise<Seen> {
  const [row] = await db<Seen[]>`
    WITH newest AS MATERIALIZED (
      SELECT at, operation, status, code, booking_id FROM request_log
      WHERE key_id = ${keyId} AND user_agent IS DISTINCT FROM ${DASHBOARD_USER_AGENT}
      ORDER BY at DESC, id DESC LIMIT ${MAX_EXAMINED}
    ), last AS (
      SELECT max(at) FILTER (WHERE status BETWEEN 200 AND 299) AS success FROM newest
    )
    SELECT
      max(at) FILTER (WHERE operation = 'availability' AND status = 200) AS "SEARCH",
      max(at) FILTER (WHERE operation = 'prebooking' AND status = 200) AS "QUOTE",
      max(at) FILTER (WHERE operation = 'booking' AND status = 200) AS "BOOK",
      max(at) FILTER (WHERE operation = 'bookingdetail' AND status = 200) AS "READ",
      max(at) FILTER (WHERE operation = 'cancel' AND status = 200) AS "CANCEL",
      max(at) FILTER (WHERE operation = 'booking' AND code = ANY(${REJECTIONS}::text[])) AS "REJECTED",
      (
        SELECT max(read.at) FROM newest read
        WHERE read.operation = 'bookingdetail' AND read.status = 200 AND EXISTS (
          SELECT FROM newest pending
          WHERE pending.booking_id = read.booking_id AND pending.operation = 'booking' AND pending.status = 202
            AND pending.at < read.at)
      ) AS "UNKNOWN_OUTCOME",
      max(at) FILTER (WHERE status = 429 AND at < last.success) AS "RATE_LIMIT",
      max(at) FILTER (WHERE (status >= 500 OR status = 0) AND at < last.success) AS "SERVER_ERROR",
      (
        SELECT max(d.delivered_at) FROM webhook_endpoint e CROSS JOIN LATERAL (
          SELECT delivered_at FROM webhook_delivery
          WHERE endpoint_id = e.endpoint_id AND delivered_at IS NOT NULL AND type <> 'webhook.ping'
          ORDER BY created_at DESC, delivery_id DESC LIMIT 1
        ) AS d
        WHERE e.organisation_id = ${organisationId} AND e.environment = 'sandbox'
      ) AS "WEBHOOK"
    FROM newest, last`;
  if (row === undefined) throw new Error('an aggregate returned no row');
  return row;
}
