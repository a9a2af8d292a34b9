import { ROLES } from '@serai/contract/operator-operation.ts';
import { expect, it } from 'vitest';
import { checkMayChange } from './inventory-parts.ts';

const rolesOf = (organisationId: string, environment: 'sandbox' | 'production') =>
  ROLES.filter(role => {
    try {
      checkMayChange({ ownerOrganisationId: 'org_1' }, { role, organisationId }, environment);
      return true;
    } catch {
      return false;
    }
  });

it('lets developers change the sandbox, and only admins and owners production', () => {
  expect(rolesOf('org_1', 'production')).toEqual(['admin', 'owner']);
  // The operation itself keeps those out who may only read.
  expect(rolesOf('org_1', 'sandbox')).toEqual([...ROLES]);
});

it('lets no other organisation change anything', () => {
  expect(rolesOf('org_2', 'sandbox')).toEqual([]);
  expect(rolesOf('org_2', 'production')).toEqual([]);
});
