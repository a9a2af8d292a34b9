import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { peopleAdapter } from './people-adapter-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

const OPTIONS = {
  user: {
    modelName: 'person',
    fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
  },
};
const adapter = () => peopleAdapter(() => database.db)(OPTIONS as never);
const byName = (value: string) => ({ model: 'user', where: [{ field: 'name', value }] });

async function create(name: string): Promise<{ id: string; email: string }> {
  const times = { createdAt: new Date(0), updatedAt: new Date(0) };
  const data = { name, email: `${name.length}-${Math.random()}@example.com`, emailVerified: false, ...times };
  return adapter().create({ model: 'user', data: data as never });
}

it('the people adapter inserts, finds, counts, updates and deletes rows in our tables', async () => {
  const { id } = await create('Ana');
  expect(await adapter().findOne(byName('Ana'))).toMatchObject({ id, name: 'Ana', emailVerified: false });
  await create('Ana');
  expect(await adapter().count(byName('Ana'))).toBe(2);
  expect(await adapter().findMany({ ...byName('Ana'), limit: 1 })).toHaveLength(1);
  const update = { name: 'Eva' };
  const where = [{ field: 'id', value: id }];
  expect(await adapter().update({ model: 'user', where, update })).toMatchObject({ id, name: 'Eva' });
  expect(await adapter().updateMany({ ...byName('Ana'), update: { name: 'Ivo' } })).toBe(1);
  await adapter().delete({ model: 'user', where });
  expect(await adapter().findOne({ model: 'user', where })).toBeNull();
  expect(await adapter().deleteMany(byName('Ivo'))).toBe(1);
});

it('the people adapter passes strings as values, never as SQL', async () => {
  const name = `x'; DROP TABLE person; -- "\${1}"`;
  const { id } = await create(name);
  expect(await adapter().findOne(byName(name))).toMatchObject({ id, name });
});

it.each([
  ['a condition on a table of another area', { model: 'session', where: [{ field: 'token', value: 'x' }] }],
  ['a condition with OR', { model: 'user', where: [{ field: 'name', value: 'x', connector: 'OR' }] }],
  [
    'a condition on part of a string',
    { model: 'user', where: [{ field: 'name', value: 'x', operator: 'contains' }] },
  ],
])('the people adapter rejects %s instead of ignoring it', async (_, asked) => {
  await expect(adapter().findOne(asked as never)).rejects.toThrow();
});
