import type { AuditAction } from '@serai/contract/account/audit-actions.ts';
import type { Database } from '../../database/connect.ts';
import type { OperatorContext } from './operator-handler.ts';

export type AuditState = Readonly<Record<string, unknown>>;

export interface AuditEntry {
  organisationId: string;
  actor: string;
  /** Whether the actor belongs to the operator. Partner users do not see who it was. */
  staff: boolean;
  action: AuditAction;
  target: string;
  /** The changed fields. They never contain a secret. */
  before: AuditState | null;
  after: AuditState | null;
  /** Undefined for automatic changes, as is `requestId`. */
  address: string | undefined;
  requestId: string | undefined;
}

/** Writes the entry in the transaction of the change, so that either both are committed or neither is. */
export type RecordAudit = (tx: Database, entry: AuditEntry) => Promise<void>;

/**
 * Reports a problem that was found automatically and needs attention. Call it in a transaction that ensures that there
 * is only one report.
 */
export type TellOperator = (
  tx: Database,
  notice: Pick<AuditEntry, 'action' | 'target' | 'after'>,
) => Promise<void>;

export function auditOf(
  { organisationId, actor, staff, address, requestId }: OperatorContext,
  change: Pick<AuditEntry, 'action' | 'target' | 'before' | 'after'>,
): AuditEntry {
  return { organisationId, actor, staff: staff === true, address, requestId, ...change };
}
