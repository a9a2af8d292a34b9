/** Checks that apply in addition to the role that an operation declares. */
import { ROLES } from '@serai/contract/operator-operation.ts';
import { ApiError } from '../../api-error.ts';
import type { OperatorContext } from './operator-handler.ts';

/**
 * The operator token always counts as confirmed. A session counts as confirmed for ten minutes after its last
 * confirmation.
 */
export function requireConfirmed({ confirmed }: Pick<OperatorContext, 'confirmed'>): void {
  if (!confirmed)
    throw new ApiError('FORBIDDEN', 'Confirm your identity with session/confirm, then try again.');
}

/** Returns whether the caller may set and exceed the ceilings of organisations. */
export function isStaffAdmin({ staff = false, role }: Pick<OperatorContext, 'staff' | 'role'>): boolean {
  return staff && ROLES.indexOf(role) >= ROLES.indexOf('admin');
}
