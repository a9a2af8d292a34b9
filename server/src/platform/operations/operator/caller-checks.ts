/** Checks beyond the role that an operation declares. */
import { ROLES } from '@serai/contract/operator-operation.ts';
import { ApiError } from '../../api-error.ts';
import type { OperatorContext } from './operator-handler.ts';

/** The operator token is always confirmed; a session for ten minutes after its proof. */
export function requireConfirmed({ confirmed }: Pick<OperatorContext, 'confirmed'>): void {
  if (!confirmed) throw new ApiError('FORBIDDEN', 'Confirm that it is you: session/confirm, then try again.');
}

/** Whether the caller may exceed and set the ceilings of organisations. */
export function isStaffAdmin({ staff = false, role }: Pick<OperatorContext, 'staff' | 'role'>): boolean {
  return staff && ROLES.indexOf(role) >= ROLES.indexOf('admin');
}
