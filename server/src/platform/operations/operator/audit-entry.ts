/** The audit entry that an area writes about a change. */
import type { Database } from '../../database/connect.ts';
import type { OperatorContext } from './operator-handler.ts';

export type AuditState = Readonly<Record<string, unknown>>;

export interface AuditEntry {
  organisationId: string;
  actor: string;
  /** The name of the operation. */
  action: string;
  /** The id of what was changed. */
  target: string;
  /** The fields that changed. Never a secret. */
  before: AuditState | null;
  after: AuditState | null;
  /** Undefined, like the request id, for automatic changes. */
  address: string | undefined;
  requestId: string | undefined;
}

/** Writes in the transaction of the change, so that both are committed or neither is. */
export type RecordAudit = (tx: Database, entry: AuditEntry) => Promise<void>;

/**
 * Reports something that was found automatically and that needs attention. Written in a transaction that ensures one
 * report.
 */
export type TellOperator = (
  tx: Database,
  notice: Pick<AuditEntry, 'action' | 'target' | 'after'>,
) => Promise<void>;

export function auditOf(
  { organisationId, actor, address, requestId }: OperatorContext,
  change: Pick<AuditEntry, 'action' | 'target' | 'before' | 'after'>,
): AuditEntry {
  return { organisationId, actor, address, requestId, ...change };
}
