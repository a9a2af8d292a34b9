/** Whose jobs an operator sees. Pure. */
import { ROLES } from '@serai/contract/operator-operation.ts';
import type { JobOwners } from '../../platform/jobs/job-list-store.ts';
import type { OperatorContext } from '../../platform/operations/operator/operator-handler.ts';

/** A session those of its organisation, for admins the service's own too; the operator token those of all. */
export function jobOwners({ session, role, organisationId }: OperatorContext): JobOwners {
  if (session === undefined) return undefined;
  const isAdmin = ROLES.indexOf(role) >= ROLES.indexOf('admin');
  return isAdmin ? [organisationId, null] : [organisationId];
}
