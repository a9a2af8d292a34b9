/** Whose jobs an operator may see. Pure. */
import { ROLES } from '@serai/contract/operator-operation.ts';
import type { JobOwners } from '../../platform/jobs/job-list-store.ts';
import type { OperatorContext } from '../../platform/operations/operator/operator-handler.ts';

/** A session sees the jobs of its organisation, an admin also those without an organisation, the operator token all. */
export function jobOwners({ session, role, organisationId }: OperatorContext): JobOwners {
  if (session === undefined) return undefined;
  const isAdmin = ROLES.indexOf(role) >= ROLES.indexOf('admin');
  return isAdmin ? [organisationId, null] : [organisationId];
}
