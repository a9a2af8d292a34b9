import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import { expect, it } from 'vitest';
import { hasAllScopes } from './api-key.tsx';

it('only a key with every scope is shown as one that has all', () => {
  expect(hasAllScopes([...SCOPE_NAMES])).toBe(true);
  expect(hasAllScopes(SCOPE_NAMES.slice(1))).toBe(false);
});
