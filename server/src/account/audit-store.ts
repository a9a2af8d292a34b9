/**
 * The audit log: who changed what. Entries are never changed or deleted.
 */
import type { Database } from '../platform/database/connect.ts';
import type { AuditEntryRow } from '../platform/database/generated/tables.ts';
import { ofPartner } from '../platform/database/of-partner.ts';
import { newId } from '../platform/ids/ids.ts';
import type { AuditEntry } from '../platform/operations/operator/audit-entry.ts';
import { idRange } from '../platform/operations/operator/search-source.ts';

/**
 * Pass the transaction that makes the change, so that the change and its entry are committed together. The entry has
 * the current time instead of the transaction's start time, so that concurrent changes appear in the order in which
 * they were made.
 */
export async function recordAudit(tx: Database, entry: AuditEntry): Promise<void> {
  const { organisationId, actor, staff, action, target, before, after, address, requestId } = entry;
  await tx`
    INSERT INTO audit_entry (id, organisation_id, at, actor, by_staff, action, target, before, after, address, request_id)
    VALUES (${newId('aud')}, ${organisationId}, clock_timestamp(), ${actor}, ${staff}, ${action}, ${target},
            ${before && tx.json(before)}, ${after && tx.json(after)}, ${address ?? null}, ${requestId ?? null})`;
}

/** Counts the entries of an action within the last day, at most `limit`. Uses the index audit_entry_by_time. */
export async function countLastDay(
  db: Database,
  { organisationId, action }: Pick<AuditEntry, 'organisationId' | 'action'>,
  limit: number,
): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM (
      SELECT FROM audit_entry
      WHERE organisation_id = ${organisationId} AND action = ${action} AND at > clock_timestamp() - interval '1 day'
      LIMIT ${limit}
    ) AS recent`;
  return row?.count ?? 0;
}

export interface AuditFilter {
  /** Undefined means all partners and the operator. */
  organisationId: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** The beginning of the actor's name, in any case. */
  actor?: string | undefined;
  /** Whether the actor belongs to the operator. Undefined means both. */
  byStaff?: boolean | undefined;
  /** An action, or a kind of actions such as `keys`. */
  action?: string | undefined;
  target?: string | undefined;
  /** The beginning of the target's id. */
  targetPrefix?: string | undefined;
}

/** The last entry of the previous page. Its time is exact to the microsecond, unlike a Date. */
export interface AuditPosition {
  at: string;
  id: string;
}

export interface AuditRow extends Omit<AuditEntryRow, 'at' | 'before' | 'after'> {
  /** RFC 3339 in UTC with microseconds. */
  at: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** The range serves the index audit_entry_by_target. In some collations it contains further ids. */
function beginsWith(db: Database, prefix: string): ReturnType<Database> {
  const { from, to } = idRange(prefix);
  return db`AND target >= ${from} AND target <= ${to} AND starts_with(target, ${prefix}::text)`;
}

/** Lists entries, newest first. Uses the index audit_entry_by_time, or audit_entry_by_target if a target is given. */
export function listAudit(
  db: Database,
  filter: AuditFilter,
  after: AuditPosition | undefined,
  limit: number,
): PromiseLike<AuditRow[]> {
  const { organisationId, from, to, actor, byStaff, action, target, targetPrefix } = filter;
  const when = <Value>(value: Value | undefined, clause: (value: Value) => ReturnType<Database>) =>
    value === undefined ? db`` : clause(value);
  return db<AuditRow[]>`
    SELECT id, organisation_id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at,
           actor, by_staff, action, target, before, after, address, request_id
    FROM audit_entry
    WHERE ${ofPartner(db, organisationId)}
      ${when(from, value => db`AND at >= ${value}::text::timestamptz`)}
      ${when(to, value => db`AND at < ${value}::text::timestamptz`)}
      ${when(actor, value => db`AND starts_with(lower(actor), lower(${value}::text))`)}
      ${when(byStaff, value => db`AND by_staff = ${value}`)}
      ${when(action, value => db`AND (action = ${value} OR starts_with(action, ${value}::text || '/'))`)}
      ${when(target, value => db`AND target = ${value}`)}
      ${when(targetPrefix, value => beginsWith(db, value))}
      ${after ? db`AND (at, id) < (${after.at}::text::timestamptz, ${after.id})` : db``}
    ORDER BY at DESC, id DESC
    LIMIT ${limit}`;
}
