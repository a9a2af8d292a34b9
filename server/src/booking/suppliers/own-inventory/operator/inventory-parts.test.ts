import { ROLES } from '@serai/contract/operator-operation.ts';
import { expect, it } from 'vitest';
import type { OperatorContext } from '../../../../platform/operations/operator-handler.ts';
import { checkMayChange } from './inventory-parts.ts';

it('lets developers change the sandbox, and only admins and owners production', () => {
  const may = (environment: 'sandbox' | 'production') =>
    ROLES.filter(role => {
      try {
        checkMayChange({ role } as OperatorContext, environment);
        return true;
      } catch {
        return false;
      }
    });
  expect(may('production')).toEqual(['admin', 'owner']);
  expect(may('sandbox')).toEqual([...ROLES]);
});
