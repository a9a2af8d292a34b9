/** Reports automatic findings in the audit log of the operator. */
import type { TellOperator } from '../platform/operations/operator/audit-entry.ts';
import { recordAudit } from './audit-store.ts';
import { findOperatorId } from './organisation-store.ts';

export const tellOperator: TellOperator = async (tx, notice) => {
  const organisationId = await findOperatorId(tx);
  if (organisationId === undefined) throw new Error('there is no operator yet');
  const service = { actor: 'service', staff: false, before: null, address: undefined, requestId: undefined };
  await recordAudit(tx, { organisationId, ...service, ...notice });
};
