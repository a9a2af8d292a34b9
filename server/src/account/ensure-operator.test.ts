import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/database.ts';
import { ensureFirstOrganisation } from './ensure-first-organisation.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});

afterAll(() => database?.drop());

describe('the first start', () => {
  it('the first start creates one organisation, however many processes start concurrently', async () => {
    const starts = await Promise.all(Array.from({ length: 8 }, () => ensureFirstOrganisation(database.db)));
    expect(starts.filter(start => start.created)).toHaveLength(1);
    expect(new Set(starts.map(start => start.organisationId)).size).toBe(1);
    const [row] = await database.ownerDb<{ count: number }[]>`SELECT count(*) FROM organisation`;
    expect(row?.count).toBe(1);
  });

  it('a later start finds the first organisation again', async () => {
    const again = await ensureFirstOrganisation(database.db);
    expect(again).toEqual({ organisationId: expect.stringMatching(/^org_/), created: false });
  });

  it('the first start is recorded in the audit log', async () => {
    const rows = await database.ownerDb`SELECT actor, action FROM audit_entry`;
    expect([...rows]).toEqual([{ actor: 'service', action: 'organisations/create' }]);
  });
});
