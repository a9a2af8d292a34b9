import { describe, expect, it } from 'vitest';
import { operatorPath } from './operator-operation.ts';
import { OPERATOR_OPERATIONS } from './operator-operations.ts';

const READING = /\/(list|show|summary|status|health)$/;

describe('operator operations', () => {
  it('operator operations have unique names of the form resource/verb', () => {
    const names = OPERATOR_OPERATIONS.map(operation => operation.name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z-]+\/[a-z-]+$/);
    expect(operatorPath('keys/create')).toBe('/api/v1/keys/create');
  });

  it('only sign-up and sign-in are possible without credentials', () => {
    const open = OPERATOR_OPERATIONS.filter(operation => operation.public);
    expect(open.map(operation => operation.name)).toEqual(['session/sign-up', 'session/sign-in']);
  });

  it('every role may call read operations', () => {
    const reading = OPERATOR_OPERATIONS.filter(operation => READING.test(operation.name));
    expect(reading.filter(operation => operation.role !== 'read-only')).toEqual([]);
    expect(reading.length).toBeGreaterThan(10);
  });

  it('developers may not change members, organisations, providers or the system', () => {
    const guarded = OPERATOR_OPERATIONS.filter(
      ({ name }) =>
        /^(members|organisations|providers|system)\//.test(name) &&
        !READING.test(name) &&
        name !== 'organisations/select',
    );
    expect(guarded.length).toBeGreaterThan(5);
    for (const { role } of guarded) expect(['admin', 'owner']).toContain(role);
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
