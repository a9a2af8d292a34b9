import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { operatorPath } from './operator-operation.ts';
import { OPERATOR_OPERATIONS } from './operator-operations.ts';
import { hasPermission, PARTNER_ROLES } from './roles.ts';

describe('operator operations', () => {
  it('operator operations have unique names of the form resource/verb or area/resource/verb', () => {
    const names = OPERATOR_OPERATIONS.map(operation => operation.name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z-]+(\/[a-z-]+){1,2}$/);
    expect(operatorPath('keys/create')).toBe('/api/v1/keys/create');
  });

  it('only operations for signing up, signing in and resetting a password need no credentials', () => {
    const open = OPERATOR_OPERATIONS.filter(operation => operation.public);
    expect(open.map(operation => operation.name)).toEqual([
      'session/sign-up',
      'session/sign-in',
      'session/options',
      'session/forgot-password',
      'session/reset-password',
    ]);
  });

  it('partner users may not call inventory, job, operator, pricing, provider or system operations', () => {
    const guarded = OPERATOR_OPERATIONS.filter(({ name }) =>
      /^(inventory|jobs|operator|pricing|providers|system)\//.test(name),
    );
    expect(guarded.length).toBeGreaterThan(10);
    for (const { permission } of guarded) {
      for (const role of PARTNER_ROLES)
        expect([permission, hasPermission(role, permission)]).toEqual([permission, false]);
    }
  });

  it('viewers have only view permissions and the permission to change their own account', () => {
    const viewers = ['viewer', 'partner-viewer'] as const;
    for (const { name, permission } of OPERATOR_OPERATIONS) {
      if (permission === 'account:own' || permission.endsWith(':view')) continue;
      expect([name, viewers.filter(role => hasPermission(role, permission))]).toEqual([name, []]);
    }
  });

  it('every operation that concerns a partner has a field that identifies the partner', () => {
    for (const { name, partner, input } of OPERATOR_OPERATIONS) {
      const fields = Object.keys((input as z.ZodObject).shape);
      const field = name.startsWith('organisations/') ? 'organisationId' : 'partnerId';
      if (typeof partner === 'string')
        expect([name, fields]).toEqual([name, expect.arrayContaining([field])]);
      else expect([name, partner?.filter(field => !fields.includes(field)) ?? []]).toEqual([name, []]);
    }
  });

  it.each(OPERATOR_OPERATIONS.map(operation => [operation.name, operation] as const))(
    '%s has a description and valid examples',
    (_, operation) => {
      expect(operation.description).toMatch(/\.$/);
      expect(operation.input.safeParse(operation.examples.request).error).toBeUndefined();
      expect(operation.output.safeParse(operation.examples.answer).error).toBeUndefined();
    },
  );

  it.each(OPERATOR_OPERATIONS.map(operation => [operation.name, operation] as const))(
    '%s rejects an unknown field',
    (_, operation) => {
      const request = { ...(operation.examples.request as object), colour: 'red' };
      expect(operation.input.safeParse(request).error?.issues).toMatchObject([
        { code: 'unrecognized_keys', keys: ['colour'] },
      ]);
    },
  );

  it.each(
    OPERATOR_OPERATIONS.filter(({ name }) => /\/(list|summary)$/.test(name)).map(
      operation => [operation.name, operation] as const,
    ),
  )('%s accepts empty input', (_, operation) => {
    expect(operation.input.safeParse({}).success).toBe(true);
  });
});
