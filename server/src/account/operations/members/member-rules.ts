/** Pure. Who may manage whom. */
import { ROLES, type Role } from '@serai/contract/operator-operation.ts';

/** They also work on live keys, so whoever makes one of them proves first who they are: a stolen cookie must not. */
export function mayManagePeople(role: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf('admin');
}

/** Owners are made, changed and removed by owners alone. */
export function touchesOwners(caller: Role, ...roles: readonly Role[]): boolean {
  return caller !== 'owner' && roles.includes('owner');
}
