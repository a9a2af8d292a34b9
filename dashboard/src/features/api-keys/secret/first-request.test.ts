import { OPERATIONS } from '@serai/contract/operations.ts';
import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import { describe, expect, it } from 'vitest';
import { firstRequest } from './first-request.ts';

describe('the first request of a key', () => {
  it.each(SCOPE_NAMES)('with %s alone goes to an operation of that scope', scope => {
    const command = firstRequest('http://127.0.0.1:8080', 'the-key', [scope]);
    const path = /8080(\S+)/.exec(command)?.[1];
    expect(OPERATIONS.find(operation => operation.path === path)?.scope).toBe(scope);
    expect(command).toContain("'Authorization: ApiKey the-key'");
  });
});
