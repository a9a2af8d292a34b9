/** Pure. Who may manage whom. */
import { ROLES, type Role } from '@serai/contract/operator-operation.ts';

export function mayManagePeople(role: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf('admin');
}

/** Owners are made, changed and removed by owners alone. */
export function touchesOwners(caller: Role, ...roles: readonly Role[]): boolean {
  return caller !== 'owner' && roles.includes('owner');
}
