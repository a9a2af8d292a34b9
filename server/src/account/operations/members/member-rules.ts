/** Who may manage whom. Pure. */
import { ROLES, type Role } from '@serai/contract/operator-operation.ts';

/** These roles may also change production keys, so creating such a member needs a confirmation. A stolen cookie is not enough. */
export function mayManagePeople(role: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf('admin');
}

/** Only owners create, change and remove owners. */
export function touchesOwners(caller: Role, ...roles: readonly Role[]): boolean {
  return caller !== 'owner' && roles.includes('owner');
}
