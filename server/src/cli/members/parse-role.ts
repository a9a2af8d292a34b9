import { ROLES, type Role } from '@serai/contract/operator-operation.ts';
import { usageFailure } from '../frame/failure.ts';

export function parseRole(text: string): Role {
  const role = ROLES.find(candidate => candidate === text);
  if (role === undefined)
    throw usageFailure(`There is no role "${text}".`, `Use one of ${ROLES.join(', ')}.`);
  return role;
}
