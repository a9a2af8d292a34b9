/** What an area tells the audit about a change. */
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
  /** The members that changed. Never a secret. */
  before: AuditState | null;
  after: AuditState | null;
  /** Absent, as the id is, for what the service did by itself. */
  address: string | undefined;
  requestId: string | undefined;
}

/** Writes into the transaction of the change, so that neither is without the other. */
export type RecordAudit = (tx: Database, entry: AuditEntry) => Promise<void>;

/** For what the service found by itself and a person must see. Written in the transaction that makes it told once. */
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
