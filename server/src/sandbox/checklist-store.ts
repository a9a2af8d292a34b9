import { CHECKLIST, type ChecklistItem } from '@serai/contract/account/sandbox.ts';
import type { ErrorCode } from '@serai/contract/errors.ts';
import type { Database } from '../platform/database/connect.ts';
import type { Statement } from '../platform/database/statement.ts';
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

/** When each item was last seen. */
export async function readSeen(db: Database, organisationId: string, keyId: string): Promise<Seen> {
  const [row] = await db<Seen[]>`
    SELECT seen.* FROM (VALUES (${keyId}::text, ${organisationId}::text)) AS key (key_id, organisation_id),
      LATERAL (${seenOf(db, MAX_EXAMINED)}) AS seen`;
  if (row === undefined) throw new Error('an aggregate returned no row');
  return row;
}

export interface Certification {
  organisationId: string;
  /** Whether the partner has a production key that is not revoked. */
  isLive: boolean;
  /** Number of items seen with the sandbox key that was used last. */
  done: number;
}

/**
 * How far these partners are, in one statement. The requests of a sandbox key are examined only for partners that are
 * not live, at most `maxExamined` for each partner.
 */
export async function listCertifications(
  db: Database,
  ids: readonly string[],
  maxExamined: number,
): Promise<Certification[]> {
  const rows = await db<(Seen & Omit<Certification, 'done'>)[]>`
    SELECT partner.id AS "organisationId", is_live AS "isLive", seen.*
    FROM unnest(${ids}::text[]) AS partner (id)
    CROSS JOIN LATERAL (
      SELECT EXISTS (
        SELECT FROM api_key
        WHERE organisation_id = partner.id AND environment = 'production' AND purpose = 'CLIENT' AND status <> 'REVOKED'
      ) AS is_live
    ) AS state
    LEFT JOIN LATERAL (
      SELECT api_key.id AS key_id, api_key.organisation_id
      FROM api_key
      JOIN api_key_secret AS secret ON secret.key_id = api_key.id
      JOIN api_key_last_use AS use ON use.secret_id = secret.id
      WHERE api_key.organisation_id = partner.id AND environment = 'sandbox' AND purpose = 'CLIENT' AND NOT is_live
      ORDER BY use.used_at DESC, api_key.id LIMIT 1
    ) AS key ON true
    CROSS JOIN LATERAL (${seenOf(db, maxExamined)}) AS seen
    ORDER BY partner.id LIMIT ${ids.length}`;
  return rows.map(({ organisationId, isLive, ...seen }) => ({
    organisationId,
    isLive,
    done: CHECKLIST.filter(({ item }) => seen[item] !== null).length,
  }));
}

/**
 * One row with the time when each item was last seen with `key`, or never without a key. Reads the newest requests of the key in the order of the
 * index request_log_by_key. Requests that a person sent from the dashboard with this key do not count. A program has
 * continued after an error if a later request succeeded.
 */
function seenOf(db: Database, maxExamined: number): Statement {
  return db`
    WITH newest AS MATERIALIZED (
      SELECT at, operation, status, code, booking_id FROM request_log
      WHERE request_log.key_id = key.key_id AND user_agent IS DISTINCT FROM ${DASHBOARD_USER_AGENT}
      ORDER BY at DESC, id DESC LIMIT ${maxExamined}
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
        WHERE e.organisation_id = key.organisation_id AND e.environment = 'sandbox'
      ) AS "WEBHOOK"
    FROM newest, last`;
}
