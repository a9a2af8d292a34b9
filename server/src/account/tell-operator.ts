/** What the service found by itself stands in the audit of the organisation that keeps it, which is the first. */
import type { TellOperator } from '../platform/operations/operator/audit-entry.ts';
import { recordAudit } from './audit-store.ts';
import { findFirstOrganisation } from './organisation-store.ts';

export const tellOperator: TellOperator = async (tx, notice) => {
  const organisationId = await findFirstOrganisation(tx);
  if (organisationId === undefined) throw new Error('there is no organisation to tell yet');
  const service = { actor: 'service', before: null, address: undefined, requestId: undefined };
  await recordAudit(tx, { organisationId, ...service, ...notice });
};
