/** Endpoints as the dashboard and the command line show them: with the validity of their signing secrets, and their health over the last day. */

import { MAX_ATTEMPTS_COUNTED, MAX_WAITING_COUNTED } from '@serai/contract/account/webhook-endpoint.ts';
import type { EventType } from '@serai/contract/events.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { WebhookEndpointRow } from '../../platform/database/generated/tables.ts';
import { ofPartner } from '../../platform/database/of-partner.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { remainingStages } from '../notices/failing-stages.ts';

export interface StoredEndpoint {
  endpointId: string;
  organisationId: string;
  environment: Environment;
  url: string;
  eventTypes: EventType[];
  description: string | null;
  status: WebhookEndpointRow['status'];
  statusReason: string | null;
  statusSince: Date;
  createdAt: Date;
  createdBy: string;
  /** Whether `createdBy` belongs to the operator. */
  createdByStaff: boolean;
  updatedAt: Date;
  /** The secrets that sign, with the current secret first. */
  secrets: { createdAt: Date; validUntil: Date | null }[];
  health: EndpointHealth;
  notices: EndpointNotices;
}

interface EndpointHealth {
  /** Attempts of the last day, counted up to MAX_ATTEMPTS_COUNTED. */
  attempts: number;
  successRate: number | null;
  p95Ms: number | null;
  lastSuccessAt: Date | null;
  lastFailureAt: Date | null;
  failingSince: Date | null;
  held: number;
  /** Counted up to MAX_WAITING_COUNTED. */
  waiting: number;
  nextAttemptAt: Date | null;
  disablesAt: Date | null;
}

/** What the owner has been and will be notified of while the endpoint fails. */
interface EndpointNotices {
  nextAt: Date | null;
  /** When the last email about this failure was sent, and to whom. An earlier version did not record it: `mailedTo` is null. */
  mailedAt: Date | null;
  mailedTo: string[] | null;
  /** Whether they were staff of the operator. Null if it is not known. */
  mailedStaff: boolean | null;
}

/** The last row of the previous page. */
export interface ListPosition {
  at: Date;
  id: string;
}

export interface EndpointFilter {
  /** Undefined means all partners. */
  organisationId: string | undefined;
  environment?: Environment | undefined;
  before?: ListPosition | undefined;
  limit: number;
}

/** Newest first. Uses webhook_endpoint_by_organisation. */
export async function listEndpoints(db: Database, filter: EndpointFilter): Promise<StoredEndpoint[]> {
  const { organisationId, environment, before, limit } = filter;
  return await read(
    db,
    db`
      SELECT * FROM webhook_endpoint
      WHERE ${ofPartner(db, organisationId)}
        ${environment === undefined ? db`` : db`AND environment = ${environment}`}
        ${before === undefined ? db`` : db`AND (created_at, endpoint_id) < (${before.at}, ${before.id})`}
      ORDER BY created_at DESC, endpoint_id DESC LIMIT ${limit}`,
  );
}

export async function findEndpoint(
  db: Database,
  organisationId: string,
  endpointId: string,
): Promise<StoredEndpoint | undefined> {
  const [found] = await read(
    db,
    db`SELECT * FROM webhook_endpoint WHERE endpoint_id = ${endpointId} AND organisation_id = ${organisationId}`,
  );
  return found;
}

/** Returns the time of the clock by which attempts are recorded. */
export async function databaseNow(db: Database): Promise<Date> {
  const [row] = await db<{ now: Date }[]>`SELECT serai_now() AS now`;
  return (row as { now: Date }).now;
}

interface Row extends WebhookEndpointRow {
  secrets: { created_at: string; valid_until: string | null }[];
  attempts: number;
  success_rate: number | null;
  p95_ms: number | null;
  newest_success_at: Date | null;
  newest_failure_at: Date | null;
  held: number;
  waiting: number;
  next_attempt_at: Date | null;
  notice_at: Date | null;
  mailed_at: Date | null;
  /** Null if nobody was emailed, and with `is_unrecorded` also if that is not known. */
  mailed_to: string[] | null;
  mails_staff: boolean | null;
  is_unrecorded: boolean | null;
  now: Date;
}

async function read(db: Database, endpoints: Statement): Promise<StoredEndpoint[]> {
  const rows = await db<Row[]>`
    SELECT endpoint.*, health.*, missed.held, due.waiting, due.next_attempt_at, signing.secrets, told.*, mailed.*,
           serai_now() AS now
    FROM (${endpoints}) AS endpoint
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS attempts,
             avg(CASE WHEN error IS NULL THEN 1 ELSE 0 END)::float8 AS success_rate,
             percentile_disc(0.95) WITHIN GROUP (ORDER BY duration_ms) FILTER (WHERE status IS NOT NULL) AS p95_ms,
             max(at) FILTER (WHERE error IS NULL) AS newest_success_at,
             max(at) FILTER (WHERE error IS NOT NULL) AS newest_failure_at
      FROM (
        SELECT at, duration_ms, status, error FROM webhook_attempt
        WHERE endpoint_id = endpoint.endpoint_id AND at > (SELECT serai_now()) - interval '1 day'
        ORDER BY at DESC LIMIT ${MAX_ATTEMPTS_COUNTED}
      ) AS attempt
    ) AS health
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS held FROM webhook_delivery
      WHERE endpoint_id = endpoint.endpoint_id AND status = 'HELD'
    ) AS missed
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS waiting, min(next_attempt_at) AS next_attempt_at
      FROM (
        SELECT next_attempt_at FROM webhook_delivery WHERE due_endpoint_id = endpoint.endpoint_id
        ORDER BY next_attempt_at LIMIT ${MAX_WAITING_COUNTED}
      ) AS first
    ) AS due
    CROSS JOIN LATERAL (
      SELECT json_agg(json_build_object('created_at', created_at, 'valid_until', valid_until) ORDER BY number DESC) AS secrets
      FROM webhook_secret
      WHERE endpoint_id = endpoint.endpoint_id AND (valid_until IS NULL OR valid_until > (SELECT serai_now()))
    ) AS signing
    LEFT JOIN LATERAL (
      SELECT at AS notice_at FROM notice
      WHERE subject_id = endpoint.endpoint_id AND ended_at IS NULL ORDER BY at DESC LIMIT 1
    ) AS told ON true
    -- Each stage of a failure ends the notice before, so ended ones count too. Uses notice_by_time.
    LEFT JOIN LATERAL (
      SELECT mailed_at, mailed_to, mails_staff, mailed_to IS NULL AS is_unrecorded FROM notice
      WHERE organisation_id = endpoint.organisation_id AND subject_id = endpoint.endpoint_id
        AND at >= date_trunc('milliseconds', CASE WHEN endpoint.failing_since IS NULL THEN endpoint.status_since
          ELSE greatest(endpoint.failing_since, endpoint.clock_from) END)
        AND (mailed_at IS NOT NULL OR mailed_to IS NULL)
      ORDER BY at DESC LIMIT 1
    ) AS mailed ON endpoint.failing_since IS NOT NULL OR endpoint.status = 'DISABLED'
    ORDER BY endpoint.created_at DESC, endpoint.endpoint_id DESC`;
  return rows.map(stored);
}

function stored(row: Row): StoredEndpoint {
  const stages = stagesOf(row);
  return {
    endpointId: row.endpoint_id,
    organisationId: row.organisation_id,
    environment: row.environment,
    url: row.url,
    eventTypes: row.event_types as EventType[],
    description: row.description,
    status: row.status,
    statusReason: row.status_reason,
    statusSince: row.status_since,
    createdAt: row.created_at,
    createdBy: row.created_by,
    createdByStaff: row.created_by_staff,
    updatedAt: row.updated_at,
    secrets: row.secrets.map(({ created_at, valid_until }) => ({
      createdAt: new Date(created_at),
      validUntil: valid_until === null ? null : new Date(valid_until),
    })),
    health: {
      attempts: row.attempts,
      successRate: row.success_rate,
      p95Ms: row.p95_ms,
      lastSuccessAt: later(row.last_success_at, row.newest_success_at),
      lastFailureAt: later(row.last_failure_at, row.newest_failure_at),
      failingSince: row.failing_since,
      held: row.held,
      waiting: row.waiting,
      nextAttemptAt: row.next_attempt_at,
      disablesAt: stages.at(-1) ?? null,
    },
    notices: {
      nextAt: stages[0] ?? null,
      mailedAt: row.mailed_at,
      mailedTo: row.is_unrecorded === true ? null : (row.mailed_to ?? []),
      mailedStaff: row.mails_staff,
    },
  };
}

/** Only an endpoint that is enabled and fails has stages before it. */
function stagesOf({ status, failing_since, clock_from, told_stage: stage, notice_at, now }: Row): Date[] {
  if (status !== 'ENABLED' || failing_since === null) return [];
  const since = failing_since > clock_from ? failing_since : clock_from;
  return remainingStages({ since, stage, noticeAt: notice_at, now });
}

/** The endpoint's own timestamps are updated only every few seconds. */
function later(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}
