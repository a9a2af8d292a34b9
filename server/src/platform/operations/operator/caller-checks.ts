import { hasPermission } from '@serai/contract/roles.ts';
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

/** Whether the caller may exceed and set the ceilings of partners. */
export function managesPartners({ role }: Pick<OperatorContext, 'role'>): boolean {
  return hasPermission(role, 'partners:manage');
}
