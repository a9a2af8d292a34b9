import { ROLES } from '@serai/contract/roles.ts';
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

it('developers may change the sandbox, but only admins and owners may change production', () => {
  expect(rolesOf('org_1', 'production')).toEqual(['admin', 'owner']);
  // The operation itself rejects read-only roles.
  expect(rolesOf('org_1', 'sandbox')).toEqual([...ROLES]);
});

it('users of another partner may not change inventory', () => {
  expect(rolesOf('org_2', 'sandbox')).toEqual([]);
  expect(rolesOf('org_2', 'production')).toEqual([]);
});
